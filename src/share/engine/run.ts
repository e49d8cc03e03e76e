import type { Millis } from '../../domain/base/time.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { Failure } from '../../engine/base/errors.ts';
import type { Copies } from '../../engine/keeping/copy.ts';
import { isGitStream } from '../domain/record.ts';
import type { Codec } from '../log.ts';
import type { SharedProject } from '../sql/at-events.ts';
import { shareOf } from '../sql/share.ts';
import { pauseOf } from './auto.ts';
import { obeyWithdrawal, requireKey, scopeOfShared } from './look.ts';
import { BOTH, type Direction, type Sharing, type SyncReport, syncProject } from './sync.ts';

/** The log of a project, and how its bodies are packed. */
export type LogConnection = Pick<Sharing, 'log' | 'codec' | 'server' | 'newOrigin'>;

/** The surroundings of a sync. */
export interface SyncTools {
  /** Works on the log of a project, wherever that is. */
  connected<T>(project: SharedProject, work: (connection: LogConnection) => Promise<T>): Promise<T>;
  codec(): Codec;
  /** Null where another sync of this home is under way. */
  alone<T>(work: () => Promise<T>): Promise<T | null>;
  /** The same after waiting for it; null where somebody else waits for it already. */
  aloneNext<T>(work: () => Promise<T>): Promise<T | null>;
  /** Files that may hold copies of forgotten words. */
  copies(): Copies;
}

/** Between two transactions, so that a hook that waits for the database gets it. */
const BREATH_MS = 5;

/** One project; null where another sync of this home is under way. A failure is put on record with the project. */
export function syncShared(
  deps: Deps,
  tools: SyncTools,
  { scopeKey }: Pick<SharedProject, 'scopeKey'>,
  direction: Direction = BOTH,
): Promise<SyncReport | null> {
  return tools.alone(async () => {
    // As it is now: another sync may have sent while this one waited, and a stream that is ahead of us would not be ours.
    const project = await shareOf(deps).sharedProject(scopeKey);
    if (!project)
      throw new Failure('The project was left meanwhile: nothing was sent or received.');
    const scope = await scopeOfShared(deps, project);
    const work = (connection: LogConnection) => {
      const sharing = {
        ...connection,
        breathe: () => deps.pause(BREATH_MS),
        obey: (ids: readonly string[]) => obeyWithdrawal(deps, tools.copies, ids, scope),
      };
      return syncProject(deps, sharing, { project, scope }, direction);
    };
    try {
      requireKey(tools.codec, project);
      return await tools.connected(project, work);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      await shareOf(deps).noteSync(project.scopeKey, problem);
      throw error;
    }
  });
}

/** Opens the home for a while. */
export type WithDeps = <T>(work: (deps: Deps) => Promise<T>) => Promise<T>;

/**
 * A sync by itself, of every project: one that failed for a project is made up for with the next. Who asks for another within
 * the pause relies on this one to look again at its end.
 */
export async function syncByItself(
  withDeps: WithDeps,
  tools: SyncTools,
  pause: (millis: number) => Promise<void>,
): Promise<void> {
  const rest = await withDeps(async (deps) => {
    await syncEach(deps, tools, await shareOf(deps).sharedProjects());
    const ends = (await shareOf(deps).sharedProjects())
      .filter(({ origin }) => !isGitStream(origin))
      .map(({ askedAt }) => askedAt + pauseOf(deps.config) - deps.now());
    return Math.min(Math.max(0, ...ends), pauseOf(deps.config));
  });
  await pause(rest);
  await withDeps(async (deps) => {
    const unsent: SharedProject[] = [];
    for (const project of await shareOf(deps).sharedProjects())
      if (await shareOf(deps).hasUnsent(project.scopeKey)) unsent.push(project);
    await syncEach(deps, tools, unsent);
  });
}

async function syncEach(
  deps: Deps,
  tools: SyncTools,
  projects: readonly SharedProject[],
): Promise<void> {
  const began = deps.now();
  for (const project of projects) {
    try {
      if (isGitStream(project.origin)) await syncNext(deps, tools, project, began);
      else await syncShared(deps, tools, project);
    } catch (error) {
      deps.log.failure('sync failed', error, { project: project.project });
    }
  }
}

/** One is under way and one follows it, which has everything that came before it began. */
async function syncNext(
  deps: Deps,
  tools: SyncTools,
  project: SharedProject,
  began: Millis,
): Promise<void> {
  await tools.aloneNext(async () => {
    const now = (await shareOf(deps).sharedProjects()).find(
      ({ scopeKey }) => scopeKey === project.scopeKey,
    );
    const isDone = now && now.pulledAt !== null && now.pulledAt > began;
    if (!now || (isDone && !(await shareOf(deps).hasUnsent(now.scopeKey)))) return;
    await syncShared(deps, { ...tools, alone: (work) => work() }, now);
  });
}

type Pause = (millis: number) => Promise<void>;

/** A process that is asked to end takes its last look at once, and ends when that is through. */
export async function untilSignal<T>(work: (pause: Pause) => Promise<T>, pause: Pause): Promise<T> {
  let end = () => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    return await work((millis) => Promise.race([pause(millis), ended]));
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}
