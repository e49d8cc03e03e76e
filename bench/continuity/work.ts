// Scripted work, seven endings, and what the next session is told.
import { join } from 'node:path';
import { Clock, DAY, HOUR } from './clock.ts';
import type { Script } from './corpus.ts';
import { Host } from './host.ts';
import { Repository } from './repository.ts';
import { ClaudeSession, CodexSession, type Session } from './session.ts';
import { makeWorld, type Place, type World } from './world.ts';

export const ENDINGS = ['clean', 'killed', 'compacted', 'host', '2d', '10d', '40d'] as const;
export type Ending = (typeof ENDINGS)[number];

/** What one ending's next session got. */
export interface Telling {
  readonly script: Script;
  readonly ending: Ending;
  /** At the session's start. */
  readonly start: string;
  /** In answer to a first prompt about the work. */
  readonly topical: string;
  /** In answer to "continue where we left off". */
  readonly continued: string;
  /** From one `memory_context` call without any hook before it; null where it was not measured. */
  readonly context: string | null;
}

export interface WorkOptions extends Place {
  readonly endings: readonly Ending[];
  /** Endings in which `memory_context` is measured as well. */
  readonly context: readonly Ending[];
}

export const CONTINUE = 'continue where we left off';
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
/** The host's summary holds nothing of the script: what is told has to come from Cortex. */
const SUMMARY = 'The conversation so far was summarised here by the host.';

/** Plays a script once and tries every ending on copies of what was stored. */
export async function playScript(script: Script, options: WorkOptions): Promise<Telling[]> {
  const world = makeWorld(options);
  try {
    const clock = new Clock(BEGUN);
    const repository = await Repository.make(join(world.folder, 'work', script.repo), clock, script.turns);
    if (!makesBranch(script)) await repository.switchTo(script.branch);
    const host = new Host(world, world.newHome(), clock);
    const session = new ClaudeSession(host, repository, clock);
    await session.start();
    for (const turn of script.turns) await session.play(turn);
    const open = host.home;
    const stopped = clock.iso;
    const tellings: Telling[] = [];
    if (options.endings.includes('compacted')) {
      host.home = world.copyHome(open);
      const start = await session.compact(SUMMARY);
      const prompts = await bothPrompts(world, host, session, script, clock);
      tellings.push({ script, ending: 'compacted', start, ...prompts, context: null });
    }
    host.home = world.copyHome(open);
    clock.to(stopped);
    await session.end();
    const ended = host.home;
    await host.kill();
    for (const ending of options.endings) {
      if (ending === 'compacted') continue;
      const home = ending === 'killed' ? open : ended;
      const later = () => new Clock(stopped).forward(LATER[ending]);
      const told = await nextSession(world, home, repository, script, ending, later());
      const asked = options.context.includes(ending);
      const context = asked ? await contextAlone(world, home, repository, script, later()) : null;
      tellings.push({ script, ending, ...told, context });
    }
    return tellings;
  } finally {
    world.dispose();
  }
}

const makesBranch = ({ turns, branch }: Script) =>
  turns.some(({ tools }) =>
    tools.some((use) => use.tool === 'Bash' && use.command.includes(`git checkout -b ${branch}`)),
  );

async function nextSession(
  world: World,
  home: string,
  repository: Repository,
  script: Script,
  ending: Ending,
  clock: Clock,
): Promise<Pick<Telling, 'start' | 'topical' | 'continued'>> {
  const host = new Host(world, world.copyHome(home), clock);
  try {
    if (WITH_UPKEEP.includes(ending)) await host.run(['maintain'], world.folder);
    const session =
      ending === 'host'
        ? new CodexSession(host, repository, clock)
        : new ClaudeSession(host, repository, clock);
    const start = await session.start();
    return { start, ...(await bothPrompts(world, host, session, script, clock)) };
  } finally {
    host.quit();
  }
}

/** Each prompt is the first of its session: the second goes to a copy of the home. */
async function bothPrompts(
  world: World,
  host: Host,
  session: Session,
  script: Script,
  clock: Clock,
): Promise<Pick<Telling, 'topical' | 'continued'>> {
  const copy = world.copyHome(host.home);
  const before = clock.iso;
  const topical = await session.prompt(script.topical_prompt);
  host.home = copy;
  clock.to(before);
  const continued = await session.prompt(CONTINUE);
  return { topical, continued };
}

async function contextAlone(
  world: World,
  home: string,
  repository: Repository,
  script: Script,
  clock: Clock,
): Promise<string> {
  const host = new Host(world, world.copyHome(home), clock);
  try {
    return await host.callTool(repository.path, 'memory_context', { query: script.topical_prompt });
  } finally {
    host.quit();
  }
}
