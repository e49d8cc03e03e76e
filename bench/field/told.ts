// What the next session is told of scripted work, in the same project and in another one.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Clock } from '../continuity/clock.ts';
import type { Script } from '../continuity/corpus.ts';
import { type Share, shareOf, sum } from '../continuity/figures.ts';
import { Repository } from '../continuity/repository.ts';
import { ClaudeSession } from '../continuity/session.ts';
import { FieldHost } from './host.ts';
import type { Peer } from './peer.ts';

/** What one script's next session was told. */
export interface Told {
  readonly script: string;
  readonly start: Share;
  /** On top of the start, with a first prompt about the work. */
  readonly prompted: Share;
  /** In another project of the same user, with the same prompt. */
  readonly elsewhere: Share;
  readonly tokens: number;
}

/** A pin is made by a tool of Cortex alone, so nobody is asked for one. */
export function withoutPins(script: Script): Script {
  return {
    ...script,
    turns: script.turns.map((turn) => ({
      ...turn,
      tools: turn.tools.filter(({ tool }) => tool !== 'pin'),
    })),
    facts: script.facts.filter(({ kind }) => kind !== 'pin'),
  };
}

export async function tellingOf(
  peer: Peer,
  root: string,
  whole: Script,
  folder: string,
): Promise<Told> {
  const script = withoutPins(whole);
  const clock = new Clock(new Date().toISOString());
  const home = join(folder, 'home');
  const work = join(home, 'work');
  const repository = await Repository.make(join(work, script.repo), clock, script.turns);
  const other = await Repository.make(join(work, 'elsewhere'), clock, []);
  const host = new FieldHost(peer, { root, home, repo: repository.path });
  try {
    await host.prepare();
    await host.prepare(other.path);
    const session = new ClaudeSession(host, repository, clock);
    await session.start();
    for (const turn of script.turns) await session.play(turn);
    await session.end();
    await host.settle();
    const next = new ClaudeSession(host, repository, clock);
    const start = await next.start();
    const prompt = `${start}\n${await next.prompt(script.topical_prompt)}`;
    const stranger = new ClaudeSession(host, other, clock);
    const elsewhere = `${await stranger.start()}\n${await stranger.prompt(script.topical_prompt)}`;
    return {
      script: script.id,
      start: shareOf(start, script.facts),
      prompted: shareOf(prompt, script.facts),
      elsewhere: shareOf(elsewhere, script.facts),
      tokens: countTokens(start),
    };
  } finally {
    host.dispose();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export interface Telling {
  readonly scripts: number;
  readonly start: Share;
  readonly prompted: Share;
  readonly elsewhere: Share;
  /** Mean of what a start says. */
  readonly tokens: number;
}

export function tellingsOf(told: readonly Told[]): Telling {
  return {
    scripts: told.length,
    start: sum(told.map(({ start }) => start)),
    prompted: sum(told.map(({ prompted }) => prompted)),
    elsewhere: sum(told.map(({ elsewhere }) => elsewhere)),
    tokens: Math.round(
      told.reduce((total, { tokens }) => total + tokens, 0) / Math.max(1, told.length),
    ),
  };
}
