// Which sentences become rules and findings, each message in a home of its own, through the hooks.
import { join } from 'node:path';
import { Clock } from './clock.ts';
import type { Corpus, Half, Message, Reply } from './corpus.ts';
import type { Share } from './figures.ts';
import { Host } from './host.ts';
import { pooled } from './pool.ts';
import { Repository } from './repository.ts';
import { ClaudeSession } from './session.ts';
import { holds } from './told.ts';
import { makeWorld, type Place } from './world.ts';

export interface StatementFigures {
  /** Messages with a rule of which a rule was made. */
  readonly rules: Share;
  /** Messages of which a rule was made, and those of them whose rule is one. */
  readonly precise: Share;
  /** Lookalikes of which a rule was made. */
  readonly falseAlarms: Share;
  /** Labelled findings that were kept, and kept ones that are labelled. */
  readonly findings: Share;
  readonly preciseFindings: Share;
}

interface Memory {
  readonly content: string;
  readonly categories: readonly string[];
  readonly source: string;
}

/** What is kept, by category, of one turn in an empty home. */
async function keptOf(turn: { prompt: string; reply: string }, category: string, place: Place) {
  const world = makeWorld(place);
  try {
    const clock = new Clock('2026-10-05T09:00:00.000Z');
    const repository = await Repository.make(join(world.folder, 'work', 'project'), clock, []);
    const host = new Host(world, world.newHome(), clock);
    const session = new ClaudeSession(host, repository, clock);
    await session.start();
    await session.play({ ...turn, tools: [] });
    await session.end();
    const list = await memories(host, repository.path);
    host.quit();
    return list.filter(({ categories }) => categories.includes(category)).map(({ content }) => content);
  } finally {
    world.dispose();
  }
}

export async function memories(host: Host, cwd: string): Promise<Memory[]> {
  return JSON.parse(await host.run(['memory', 'list', '--all', '--limit', '500', '--json'], cwd));
}

/** Whether a kept text is the labelled sentence, or a part of it that is long enough to stand for it. */
export function same(kept: string, labelled: string): boolean {
  if (holds(kept, { key: [labelled] })) return true;
  return kept.length >= labelled.length / 2 && holds(labelled, { key: [kept.replace(/[.…]+$/, '')] });
}

export async function statements(
  corpus: Pick<Corpus, 'rules' | 'lookalikes' | 'findings'>,
  half: Half,
  width: number,
  place: Place,
): Promise<StatementFigures> {
  const here = <T extends { half: Half }>(list: readonly T[]) => list.filter((one) => one.half === half);
  const rulesOf = async (message: Message) => ({
    message,
    kept: await keptOf({ prompt: message.text, reply: 'Noted.' }, 'rule', place),
  });
  const findingsOf = async (reply: Reply) => ({
    reply,
    kept: await keptOf({ prompt: 'look into it', reply: reply.text }, 'finding', place),
  });
  const rules = await pooled(here(corpus.rules), width, rulesOf);
  const lookalikes = await pooled(here(corpus.lookalikes), width, rulesOf);
  const findings = await pooled(here(corpus.findings), width, findingsOf);
  const right = rules.filter(({ message, kept }) => kept.some((text) => same(text, message.rule!)));
  const alarms = lookalikes.filter(({ kept }) => kept.length > 0).length;
  const made = rules.filter(({ kept }) => kept.length > 0).length + alarms;
  const keptFindings = findings.flatMap(({ reply, kept }) => kept.map((text) => ({ reply, text })));
  return {
    rules: { told: right.length, of: rules.length },
    precise: { told: right.length, of: made },
    falseAlarms: { told: alarms, of: lookalikes.length },
    findings: {
      told: findings.flatMap(({ reply, kept }) =>
        reply.findings.filter((one) => kept.some((text) => same(text, one))),
      ).length,
      of: findings.flatMap(({ reply }) => reply.findings).length,
    },
    preciseFindings: {
      told: keptFindings.filter(({ reply, text }) => reply.findings.some((one) => same(text, one))).length,
      of: keptFindings.length,
    },
  };
}
