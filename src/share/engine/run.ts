import type { Deps } from '../../engine/deps.ts';
import type { Copies } from '../../engine/upkeep/copy.ts';
import type { SharedLog } from '../log.ts';
import type { SharedProject } from '../sql/at-events.ts';
import { shareOf } from '../sql/share.ts';
import { pauseOf } from './auto.ts';
import { obey, requireKey, scopeOfShared } from './look.ts';
import type { ShareTools } from './setup.ts';
import { BOTH, type Direction, type SyncReport, syncProject } from './sync.ts';

/** The surroundings of a sync. */
export interface SyncTools extends ShareTools {
  /** Null where another sync of this home is under way. */
  alone<T>(work: () => Promise<T>): Promise<T | null>;
  /** Files that may hold copies of forgotten words. */
  copies(): Copies;
}

/** Between two transactions, so that a hook that waits for the database gets it. */
const BREATH_MS = 5;

/** One project; null where another sync of this home is under way. A failure is put on record with the project. */
export function syncShared(
  deps: Deps,
  tools: SyncTools,
  project: SharedProject,
  direction: Direction = BOTH,
): Promise<SyncReport | null> {
  return tools.alone(async () => {
    const scope = await scopeOfShared(deps, project);
    const work = (log: SharedLog) => {
      const sharing = {
        ...{ log, codec: tools.codec(), breathe: () => deps.pause(BREATH_MS) },
        obey: (ids: readonly string[]) => obey(deps, tools.copies, ids, scope),
      };
      return syncProject(deps, sharing, { project, scope }, direction);
    };
    try {
      requireKey(tools.codec, project);
      return await tools.within(work);
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
    const ends = (await shareOf(deps).sharedProjects()).map(
      ({ askedAt }) => askedAt + pauseOf(deps.config) - deps.now(),
    );
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

async function syncEach(deps: Deps, tools: SyncTools, projects: readonly SharedProject[]): Promise<void> {
  for (const project of projects) {
    try {
      await syncShared(deps, tools, project);
    } catch (error) {
      deps.log.failure('sync failed', error, { project: project.project });
    }
  }
}
