import type { SessionId } from '../../domain/base/ids.ts';
import { GLOBAL_SCOPE } from '../../domain/base/scope.ts';
import { parseJson } from '../../domain/base/text/json.ts';
import { DAY, HOUR, iso } from '../../domain/base/time.ts';
import type { Copy, LateJob, MaintenanceState } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { compactAnchors } from '../metrics/verify.ts';
import { recoverDead } from '../presence/recover.ts';
import { moveToCold } from '../sessions/cold.ts';
import { archiveIdle } from '../threads/idle.ts';
import { type Copies, copyDatabase, underMaintenanceLock } from './copy.ts';
import { finishForgetting } from './forget.ts';
import { moveOutside } from './outside.ts';

/** The work of a maintenance run, done or planned. */
interface MaintenanceWork {
  /** Moved to cold storage, and those that wait for the next run. */
  readonly moved: number;
  readonly left: number;
  readonly mirrors_removed: number;
  /** Second files of a session, which a killed run left in cold storage. */
  readonly archives_removed: number;
  /** Files in cold storage that the database knows nothing of. They are left where they are. */
  readonly unknown_archives: number;
  readonly files_removed: number;
  readonly threads_archived: number;
  /** Work outside of repositories that was moved to the scope of its folder. */
  readonly sessions_placed: number;
  /** Folded with the rules of an earlier version until now. */
  readonly sessions_folded: number;
  readonly rows_removed: Readonly<Record<string, number>>;
  readonly anchors_compacted: number;
  readonly indexes_merged: readonly string[];
  /** Sessions of which a brief is left of what they were told, and why. */
  readonly sessions_thinned: number;
  readonly indexes_built: readonly string[];
  readonly log_cut: boolean;
  readonly backup: Copy | null;
  /** Null where there was no backup before this run. */
  readonly drill: BackupDrill | null;
  readonly backups_removed: number;
}

/** The newest backup, put back into a scratch file. */
export interface BackupDrill {
  readonly path: string;
  readonly ok: boolean;
  readonly detail: string;
}

const NOTHING_DONE: MaintenanceWork = {
  moved: 0,
  left: 0,
  mirrors_removed: 0,
  archives_removed: 0,
  unknown_archives: 0,
  files_removed: 0,
  threads_archived: 0,
  sessions_placed: 0,
  sessions_folded: 0,
  rows_removed: {},
  anchors_compacted: 0,
  indexes_merged: [],
  sessions_thinned: 0,
  indexes_built: [],
  log_cut: false,
  backup: null,
  drill: null,
  backups_removed: 0,
};

export interface MaintenanceReport extends MaintenanceWork {
  readonly at: string;
  readonly dry_run: boolean;
  readonly took_ms: number;
  readonly problems: readonly MaintenanceProblem[];
}

/** A step that failed. */
interface MaintenanceProblem {
  readonly step: string;
  readonly message: string;
}

export interface MaintenanceOptions {
  readonly dryRun: boolean;
  /** Sessions that one run moves at most. */
  readonly most: number;
  readonly outOfTime: () => boolean;
  /** Called between steps; what it returns is waited for. */
  readonly progress: (what: string, done: number, of: number) => Promise<void> | void;
}

export type Maintained =
  | { readonly kind: 'done'; readonly report: MaintenanceReport }
  | { readonly kind: 'busy'; readonly by: MaintenanceState };

/** Everything that is due, one at a time. Each step stands for itself: one that fails is reported, the others go on. */
export async function maintain(
  deps: Deps,
  files: Copies,
  options: MaintenanceOptions,
): Promise<Maintained> {
  if (options.dryRun) return { kind: 'done', report: await runSteps(deps, files, options) };
  const ran = await underMaintenanceLock(
    deps,
    files.self,
    () => runSteps(deps, files, options),
    (report) => report,
  );
  if ('by' in ran) return { kind: 'busy', by: ran.by };
  deps.log.info('maintenance', { ...ran.done });
  return { kind: 'done', report: ran.done };
}

/** Asks at a session's end whether a run is due, and starts it where nobody has to wait for it. */
export async function maintainWhenDue(deps: Deps): Promise<void> {
  if (!deps.config['maintenance.auto']) return;
  try {
    const every = deps.config['maintenance.every_hours'] * HOUR;
    if (await deps.store.askForMaintenance('daily', deps.now(), every))
      deps.startMaintenance('daily');
  } catch (error) {
    deps.log.failure('maintenance not started', error);
  }
}

interface MaintenanceRun extends MaintenanceOptions {
  readonly deps: Deps;
  readonly files: Copies;
  readonly act: boolean;
  readonly problems: MaintenanceProblem[];
}

type StepWork = Partial<MaintenanceWork>;

/** A part of maintenance. `planned`: a dry run goes through it too, without `act`. */
interface MaintenanceStep {
  readonly name: string;
  readonly planned?: true;
  readonly work: (run: MaintenanceRun) => Promise<StepWork>;
}

const nothing = (): StepWork => ({});

/** In this order: a step may rely on those before it. */
const STEPS: readonly MaintenanceStep[] = [
  {
    name: 'recovering sessions',
    work: ({ deps }) => recoverDead(deps, GLOBAL_SCOPE).then(nothing),
  },
  {
    name: 'work outside of repositories',
    work: async ({ deps, outOfTime }) => ({ sessions_placed: await moveOutside(deps, outOfTime) }),
  },
  { name: 'cold storage', planned: true, work: moveOld },
  { name: 'mirrors', planned: true, work: sweepColdFiles },
  {
    name: 'left-over files',
    planned: true,
    work: async (run) => ({ files_removed: removeAll(run, run.files.abandoned()) }),
  },
  {
    name: 'idle threads',
    work: async ({ deps }) => ({
      threads_archived: await archiveIdle(deps),
    }),
  },
  { name: 'outdated rows', planned: true, work: removeOutdated },
  { name: 'anchor', work: async ({ deps }) => ({ anchors_compacted: await compactAnchors(deps) }) },
  { name: 'indexes', work: mergeIndexes },
  { name: 'one log', work: (run) => doLateWork('log_moved', run).then(nothing) },
  {
    name: 'folds of an earlier version',
    work: async (run) => ({ sessions_folded: (await doLateWork('folded_again', run)).length }),
  },
  {
    name: 'missing indexes',
    work: async (run) => ({ indexes_built: await doLateWork('indexes_built', run) }),
  },
  { name: 'unused indexes', work: (run) => doLateWork('indexes_dropped', run).then(nothing) },
  {
    name: 'sessions long over',
    work: async (run) => ({ sessions_thinned: (await doLateWork('sessions_thinned', run)).length }),
  },
  { name: 'statistics', work: (run) => doLateWork('statistics', run).then(nothing) },
  { name: 'what was forgotten', work: ({ deps }) => finishForgetting(deps).then(nothing) },
  {
    name: 'write-ahead log',
    work: async (run) => ({ log_cut: (await doLateWork('log_cut', run)).length > 0 }),
  },
  // Before today's: one of the same day takes the place of the other.
  { name: 'drill', work: drillBackup },
  { name: 'backup', planned: true, work: backUp },
];

async function runSteps(
  deps: Deps,
  files: Copies,
  options: MaintenanceOptions,
): Promise<MaintenanceReport> {
  const startedAt = deps.ticks();
  const all: MaintenanceRun = { ...options, deps, files, act: !options.dryRun, problems: [] };
  const done: StepWork[] = [];
  for (const { name, planned, work } of STEPS) {
    if (options.outOfTime() || !(all.act || planned)) continue;
    try {
      done.push(await work(all));
    } catch (error) {
      all.problems.push({
        step: name,
        message: error instanceof Error ? error.message : String(error),
      });
      deps.log.failure(`maintenance: ${name}`, error);
    }
  }
  return {
    ...Object.assign({}, NOTHING_DONE, ...done),
    at: iso(deps.now()),
    dry_run: options.dryRun,
    took_ms: Math.round(deps.ticks() - startedAt),
    problems: all.problems,
  };
}

async function moveOld({
  deps,
  files,
  act,
  most,
  outOfTime,
  progress,
  problems,
}: MaintenanceRun): Promise<StepWork> {
  const old = await deps.store.endedBefore(
    deps.now() - deps.config['retention.cold_after_days'] * DAY,
  );
  if (!act) return { moved: Math.min(old.length, most), left: Math.max(0, old.length - most) };
  let moved = 0;
  let failures = 0;
  for (const [index, id] of old.slice(0, most).entries()) {
    await progress('sessions to cold storage', index, old.length);
    if (outOfTime()) break;
    try {
      if (await moveToCold(deps, files, id)) moved++;
    } catch (error) {
      problems.push({ step: 'cold storage', message: (error as Error).message });
      deps.log.failure('not moved to cold storage', error, { session_id: id });
      // One session may be odd; a disk that is full stops all of them.
      if (++failures >= MOST_FAILURES) break;
    }
  }
  return { moved, left: old.length - moved };
}

const MOST_FAILURES = 3;

/** Finishes a killed run: removes the mirrors of cold sessions, and second files of a session stored elsewhere. */
async function sweepColdFiles({ deps, files, act }: MaintenanceRun): Promise<StepWork> {
  const cold = await deps.store.coldSessions();
  const paths = new Set(files.archives());
  // Only where the file is there: the mirror may be the last copy.
  const left = files.withMirror(cold.filter(({ path }) => paths.has(path)).map(({ id }) => id));
  if (act) for (const id of left) files.removeMirror(id);

  const byPath = new Map(cold.map((session) => [session.path, session]));
  const byId = new Map(cold.map((session) => [session.id, session]));
  const swept = { mirrors_removed: left.length, archives_removed: 0, unknown_archives: 0 };
  for (const path of paths) {
    if (byPath.has(path)) continue;
    const id = idIn(files.readArchive(path)?.text);
    const elsewhere = id && byId.get(id);
    const isSecond = elsewhere
      ? files.readArchive(elsewhere.path)?.hash === elsewhere.hash
      : id !== null && (await deps.store.wholeSession(id)) !== null;
    if (!isSecond) swept.unknown_archives++;
    else {
      swept.archives_removed++;
      if (act) files.removeArchive(path);
    }
  }
  return swept;
}

function idIn(text = 'null'): SessionId | null {
  const { session_id: id } = Object(parseJson(text)) as { session_id?: unknown };
  return typeof id === 'string' ? (id as SessionId) : null;
}

function removeAll({ files, act }: MaintenanceRun, paths: readonly string[]): number {
  return act ? paths.filter((path) => files.remove(path)).length : paths.length;
}

async function removeOutdated({ deps, act }: MaintenanceRun): Promise<StepWork> {
  const days = { ledger_conversations: deps.config['ledger.retention_days'] };
  const removed = await (act
    ? deps.store.removeOutdated(deps.now(), days)
    : deps.store.countOutdated(deps.now(), days));
  const some = removed.filter(({ rows }) => rows > 0);
  return { rows_removed: Object.fromEntries(some.map(({ table, rows }) => [table, rows])) };
}

async function mergeIndexes(run: MaintenanceRun): Promise<StepWork> {
  const mended = await run.deps.store.mendIndexes();
  return {
    indexes_merged: [...new Set([...mended, ...(await doLateWork('indexes_merged', run))])],
  };
}

/** The pieces of a job, one after the other, with room for hooks in between; those at which something was done. */
async function doLateWork(
  job: LateJob,
  { deps, outOfTime, progress }: MaintenanceRun,
): Promise<string[]> {
  const due = await deps.store.lateWork(job);
  const done = new Set<string>();
  for (const [i, piece] of due.entries()) {
    for (let left: unknown = 'more'; left === 'more'; ) {
      await progress(job.replace('_', ' '), i, due.length);
      if (outOfTime()) return [...done];
      left = piece.do();
      if (left !== 'nothing') done.add(piece.name);
    }
  }
  return [...done];
}

/** Without a new one, not even a surplus one goes. */
async function backUp(run: MaintenanceRun): Promise<StepWork> {
  const { deps, files, act, progress } = run;
  const keep = deps.config['retention.backups'];
  if (keep === 0) return {};
  await progress('backup', 0, 0);
  const backup = act ? await copyDatabase(deps, files) : null;
  return { backup, backups_removed: removeAll(run, files.surplusBackups(keep)) };
}

/** Puts the newest backup back into a scratch file and reads it: one that was never put back is a hope. */
async function drillBackup({ deps, files }: MaintenanceRun): Promise<StepWork> {
  const copy = (await deps.store.maintenance('copy')).report as Copy | null;
  if (copy === null) return {};
  const { path, hash } = copy;
  const failed = (detail: string) => ({ drill: { path, ok: false, detail } });
  const scratch = files.scratchCopy(path);
  if (scratch === null) return failed('the backup is gone');
  try {
    // A note of an older version has no hash.
    if (hash !== undefined && scratch.hash !== hash) return failed('it is not as it was made');
    const rows = Object.values(await deps.store.rowsInCopy(scratch.path));
    const all = rows.reduce((sum, number) => sum + number, 0);
    return { drill: { path, ok: true, detail: `${all} rows in ${rows.length} tables` } };
  } catch (error) {
    return failed((error as Error).message);
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) files.remove(scratch.path + end);
  }
}
