// Two weeks of one developer: 28 sessions, four repositories, one home.
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Clock, DAY, HOUR } from './clock.ts';
import type { FortnightSession } from './corpus.ts';
import { type Share, type Spread, shareOf, spread, sum } from './figures.ts';
import { Host } from './host.ts';
import { Repository } from './repository.ts';
import { ClaudeSession } from './session.ts';
import { openPart } from './told.ts';
import { playable } from './work.ts';
import { makeWorld, type Place } from './world.ts';

export interface FortnightFigures {
  readonly needed: Share;
  /** What is over and told as open. */
  readonly over: Share;
  readonly tokens: Spread;
}

const FIRST_DAY = Date.parse('2026-10-05T00:00:00.000Z');

export async function fortnight(
  sessions: readonly FortnightSession[],
  place: Place,
): Promise<FortnightFigures> {
  const world = makeWorld(place);
  try {
    const clock = new Clock(new Date(FIRST_DAY).toISOString());
    const home = world.newHome();
    const repositories = new Map<string, Repository>();
    const days: { needed: Share; over: Share; tokens: number }[] = [];
    for (const one of sessions) {
      clock.to(new Date(FIRST_DAY + (one.day - 1) * DAY + one.hour * HOUR).toISOString());
      let repository = repositories.get(one.repo);
      if (!repository) {
        const turns = sessions
          .filter(({ repo }) => repo === one.repo)
          .flatMap((other) => other.turns);
        repository = await Repository.make(join(world.folder, 'work', one.repo), clock, turns);
        repositories.set(one.repo, repository);
      }
      if (!changesBranch(one)) await repository.switchTo(one.branch);
      const host = new Host(world, home, clock);
      const session = new ClaudeSession(host, repository, clock);
      const start = await session.start();
      for (const turn of one.turns) await session.play(playable(turn, place.program));
      await session.end();
      host.quit();
      days.push({
        needed: shareOf(start, one.needed),
        over: shareOf(openPart(start), one.over),
        tokens: countTokens(start),
      });
    }
    return {
      needed: sum(days.map(({ needed }) => needed)),
      over: sum(days.map(({ over }) => over)),
      tokens: spread(days.map(({ tokens }) => tokens)),
    };
  } finally {
    world.dispose();
  }
}

const changesBranch = ({ turns }: FortnightSession) =>
  turns.some(({ tools }) =>
    tools.some((use) => use.tool === 'Bash' && use.command.includes('git checkout')),
  );
