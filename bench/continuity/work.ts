// Scripted work, seven endings, and what the next session is told at its start.
import { join } from 'node:path';
import { Clock, DAY, HOUR } from './clock.ts';
import type { Script, Turn } from './corpus.ts';
import { Host } from './host.ts';
import { isYardstick } from './programs.ts';
import { Repository } from './repository.ts';
import { ClaudeSession, CodexSession } from './session.ts';
import { makeWorld, type Place } from './world.ts';

export const ENDINGS = ['clean', 'killed', 'compacted', 'host', '2d', '10d', '40d'] as const;
export type Ending = (typeof ENDINGS)[number];

/** The start of the session after one ending. */
export interface Telling {
  readonly script: Script;
  readonly ending: Ending;
  readonly text: string;
}

const BEGUN = '2026-10-05T09:00:00.000Z';
/** How much later the next session starts; a compacted session goes on at once. */
const LATER: Readonly<Record<Exclude<Ending, 'compacted'>, number>> = {
  clean: HOUR,
  killed: HOUR,
  host: HOUR,
  '2d': 2 * DAY,
  '10d': 10 * DAY,
  '40d': 40 * DAY,
};
/** Away so long, the user worked elsewhere, and the upkeep that runs after sessions has run. */
const WITH_UPKEEP: readonly Ending[] = ['10d', '40d'];
/** The host's summary holds nothing of the script: what is told has to come from the program. */
const SUMMARY = 'The conversation so far was summarised here by the host.';

/** Plays a script once and tries every ending on copies of what was stored. */
export async function playScript(
  script: Script,
  endings: readonly Ending[],
  place: Place,
): Promise<Telling[]> {
  const world = makeWorld(place);
  try {
    const clock = new Clock(BEGUN);
    const repository = await Repository.make(
      join(world.folder, 'work', script.repo),
      clock,
      script.turns,
    );
    if (!makesBranch(script)) await repository.switchTo(script.branch);
    const host = new Host(world, world.newHome(), clock);
    const session = new ClaudeSession(host, repository, clock);
    await session.start();
    for (const turn of script.turns) await session.play(playable(turn, place.program));
    const open = host.home;
    const stopped = clock.iso;
    const tellings: Telling[] = [];
    if (endings.includes('compacted')) {
      host.home = world.copyHome(open);
      tellings.push({ script, ending: 'compacted', text: await session.compact(SUMMARY) });
    }
    host.home = world.copyHome(open);
    clock.to(stopped);
    await session.end();
    const ended = host.home;
    await host.kill();
    for (const ending of endings) {
      if (ending === 'compacted') continue;
      const later = new Clock(stopped).forward(LATER[ending]);
      const next = new Host(world, world.copyHome(ending === 'killed' ? open : ended), later);
      if (WITH_UPKEEP.includes(ending) && !isYardstick(place.program))
        await next.run(['maintain'], world.folder);
      const Kind = ending === 'host' ? CodexSession : ClaudeSession;
      tellings.push({ script, ending, text: await new Kind(next, repository, later).start() });
      next.quit();
    }
    return tellings;
  } finally {
    world.dispose();
  }
}

/** A turn without tools that a yardstick does not have. */
export function playable(turn: Turn, program: string): Turn {
  return {
    ...turn,
    tools: turn.tools.filter(({ tool }) => !isYardstick(program) || tool !== 'pin'),
  };
}

const makesBranch = ({ turns, branch }: Script) =>
  turns.some(({ tools }) =>
    tools.some((use) => use.tool === 'Bash' && use.command.includes(`git checkout -b ${branch}`)),
  );
