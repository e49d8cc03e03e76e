import { join } from 'node:path';
import type { SessionId } from '../domain/base/ids.ts';
import { parseJson } from '../domain/base/text/json.ts';
import { iso } from '../domain/base/time.ts';
import { parseArchive } from '../domain/keeping/archive.ts';
import { rowOfMirror, turnsOfMirror } from '../domain/sessions/mirrored.ts';
import type { World } from '../door/world.ts';
import type { Deps } from '../engine/base/deps.ts';
import { lossOf, unknownMirrors } from '../engine/keeping/loss.ts';
import {
  MIRRORS,
  type Repaired,
  type RepairFinding,
  type RepairReason,
  type RepairReport,
} from '../engine/keeping/repair.ts';
import { sessionRow, sessionRows } from '../engine/keeping/session-rows.ts';
import { acceptDamage } from '../engine/metrics/verify.ts';
import type { Database } from '../store/base/database.ts';
import { openMigrated, type StoreOptions } from '../store/base/migrations.ts';
import { mendFile } from '../store/index/word-indexes.ts';
import { conditionOf } from '../store/keeping/repair/condition.ts';
import { dropLeftovers, fillFrom, rowsOf, salvage } from '../store/keeping/repair/salvage.ts';
import { adopt, catchUp, orphansIn } from '../store/keeping/repair/sessions.ts';
import { storeOn } from '../store/sqlite-store.ts';
import type { Exported, Salvaged, Taken } from '../store/store.ts';
import type { HomeRepair } from '../surfaces/base/world.ts';
import { pause, ticks } from '../system/base/clock.ts';
import { exclusivelyNow } from '../system/base/exclusive.ts';
import { createPrivate, ensureGiven, fileMark, readBounded } from '../system/base/files.ts';
import { forgetFacts, hookTimesIn } from '../system/hooks/hook-times.ts';
import { coldFilesIn } from '../system/keeping/archive.ts';
import { listBackups } from '../system/keeping/backup.ts';
import { judgeMirror, mirrorName, mirrorNames } from '../system/keeping/mirror.ts';
import { type RepairJob, repairFilesIn } from '../system/keeping/repair.ts';
import { openSeal, openSealer, readAnchors, sealFilesIn } from '../system/metrics/seal.ts';
import { databaseOptions, databasePath, engineDeps } from './compose.ts';

/** Time for hooks to finish that had opened the database before the lock. */
const GRACE_MS = 250;
const LARGEST_MIRROR = 64 * 1024 * 1024;

type OpenDeps = () => { readonly deps: Deps; close(): void };

type RunWithDeps = <T>(work: (deps: Deps) => Promise<T>) => Promise<T>;

export type RepairOf = (world: World, open: OpenDeps) => HomeRepair;

/** Repair, on the real files of a home. */
export function openRepair(world: World, open: OpenDeps): HomeRepair {
  const files = repairFilesIn(world.home);
  const opened: RunWithDeps = async (work) => {
    const { deps, close } = open();
    try {
      return await work(deps);
    } finally {
      close();
    }
  };
  const exclusively = <T>(work: () => Promise<T>) => {
    ensureGiven(world.home);
    return exclusivelyNow(files.lock, work);
  };
  return {
    behind: () => opened(lossOf),
    isRemembered: () => isRemembered(world),
    unknownMirrors: () =>
      opened((deps) => unknownMirrors(deps, [...mirrorNames(world.sessionsFolder)], mirrorName)),
    backups: () => backupsIn(world).filter(isSoundCopy),
    isSoundCopy,
    find: async () => (await exclusively(() => find(world, opened))) ?? { kind: 'sound' },
    run: async ({ auto, from = null }) => {
      const done = await exclusively(async (): Promise<Repaired> => {
        const left = files.unfinished();
        if (left) return { kind: 'repaired', report: await carryOutRepair(world, left) };
        const begun = await decide(world, opened, { auto, from });
        if ('kind' in begun) return begun;
        const job = files.begin(begun, world.now());
        pause(GRACE_MS);
        return { kind: 'repaired', report: await carryOutRepair(world, job) };
      });
      return done ?? ({ kind: 'busy' } as const);
    },
  };
}

/** Whether an anchor, mirrors, archives or backups show that there was a database. */
function isRemembered(world: World): boolean {
  const { sessionsFolder: folder, home } = world;
  const anchors = readAnchors(sealFilesIn(home).anchor) ?? [];
  return [anchors, [...mirrorNames(folder)], coldFilesIn(folder).archives(), backupsIn(world)].some(
    ({ length }) => length > 0,
  );
}

/** The newest first. */
function backupsIn({ home }: World): readonly string[] {
  return listBackups(join(home, 'backups')).reverse();
}

function isSoundCopy(path: string): boolean {
  return conditionOf(path).kind === 'sound';
}

async function find(world: World, opened: RunWithDeps): Promise<RepairFinding> {
  const left = repairFilesIn(world.home).unfinished();
  if (left)
    return {
      kind: 'broken',
      reason: left.reason as RepairReason,
      detail: 'a repair was interrupted',
    };
  const found = conditionOf(databasePath(world));
  switch (found.kind) {
    case 'unknown':
      return { kind: 'unavailable', error: found.error };
    case 'newer':
      return found;
    case 'damaged':
      return { kind: 'broken', reason: 'damaged', detail: found.detail };
    case 'missing':
      return isRemembered(world)
        ? { kind: 'broken', reason: 'missing', detail: found.detail }
        : { kind: 'nothing' };
    case 'sound': {
      const loss = await opened(lossOf);
      return loss === null ? found : { kind: 'broken', reason: 'behind', detail: loss };
    }
  }
}

/** The result if nothing is to be repaired, or the repair job. */
async function decide(
  world: World,
  opened: RunWithDeps,
  { auto, from }: { readonly auto: boolean; readonly from: string | null },
): Promise<Repaired | Omit<RepairJob, 'name'>> {
  const found = await find(world, opened);
  // A backup from before an update may replace the database of a newer Cortex, which is not salvaged.
  if (
    from !== null &&
    found.kind !== 'unavailable' &&
    !(found.kind === 'newer' && from === MIRRORS)
  ) {
    const detail = found.kind === 'broken' ? found.detail : 'a person asked for it';
    return { reason: 'asked', detail, from, salvages: from === MIRRORS };
  }
  if (found.kind === 'newer') return { kind: 'unavailable', error: found.error };
  if (found.kind === 'sound' && !auto) {
    const folds = await opened(({ store }) => store.mendFolds());
    return folds.length > 0 ? { kind: 'refolded', folds } : found;
  }
  if (found.kind !== 'broken') return found;
  const { reason, detail } = found;
  if (auto && reason !== 'damaged') return { kind: 'reported', reason, detail };
  const mended = reason === 'damaged' ? await mendInPlace(world, opened) : null;
  return mended ?? { reason, detail, from: null, salvages: true };
}

/** Repairs damage to indexes in place; a locked database is left for later. Null means that more is damaged. */
async function mendInPlace(world: World, opened: RunWithDeps): Promise<Repaired | null> {
  let indexes: readonly string[];
  try {
    indexes = mendFile(databasePath(world));
  } catch (error) {
    return { kind: 'unavailable', error };
  }
  if ((await find(world, opened)).kind !== 'sound') return null;
  return indexes.length > 0 ? { kind: 'reindexed', indexes } : { kind: 'sound' };
}

const REPAIRED_LINE = 'memory was damaged and rebuilt: cortex repair --report';

/** The new database during a repair. */
interface Building {
  readonly world: World;
  readonly database: Database;
  readonly deps: Deps;
}

async function carryOutRepair(world: World, job: RepairJob): Promise<RepairReport> {
  const files = repairFilesIn(world.home);
  const finished = files.finished(job);
  if (finished) return finished as RepairReport;
  const began = ticks();
  const old = files.setAside(job);
  const path = files.buildingPlace(job);
  const failed = (what: string, error: unknown) => world.log.failure(what, error);
  const sealer = () => openSealer(sealFilesIn(world.home), failed);
  const database = openMigrated(path, { ...optionsOf(world), sealer });
  // Synced as a whole when it is finished; before that it can be made again.
  database.raw.exec(
    'PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; PRAGMA wal_autocheckpoint=20000',
  );
  const store = storeOn(database);
  const deps = engineDeps(world, store);
  const building = { world, database, deps };
  try {
    const isThere = (fileMark(old)?.size ?? 0) > 0;
    const salvaged = job.salvages && isThere ? salvage(old, database, files.scratch(job)) : null;
    const backup = await takeBackup(building, job, salvaged);
    dropLeftovers(database);
    const isAll = job.reason !== 'asked' || job.from === MIRRORS;
    const archives = isAll ? await takeArchives(building) : 0;
    const mirrors = isAll ? await takeMirrors(building) : { new: 0, newer: 0, edited: 0 };
    const adopted = await adoptOrphans(building);
    for (const piece of await store.lateWork('log_moved')) piece.do();
    await store.mendFolds();
    await store.rebuildSearch(() => {});
    const gap = await acceptDamage(deps, `${job.reason}: rebuilt by cortex repair`);
    const report: RepairReport = {
      at: iso(world.now()),
      reason: job.reason,
      detail: job.detail,
      quarantine: files.folderOf(job),
      took_ms: Math.round(ticks() - began),
      salvaged: salvaged?.isReadable ? salvaged.tables : null,
      unread: unreadOf(salvaged, backup.used?.rows ?? {}),
      backup: backup.used,
      sessions_from: { backup: backup.sessions, archives, mirrors: mirrors.new },
      caught_up: mirrors.newer,
      adopted,
      edited_mirrors: mirrors.edited,
      rows: rowsOf(database),
      gap_sealed: gap && `${gap.kind}: ${gap.detail}`,
    };
    database.get('PRAGMA wal_checkpoint(TRUNCATE)');
    store.close();
    forgetFacts(hookTimesIn(world.home));
    files.place(job, path, report, REPAIRED_LINE);
    return report;
  } catch (error) {
    if (database.raw.isOpen) store.close();
    throw error;
  }
}

/** Options without the tracking of fact numbers, for a new database and for copies. */
function optionsOf(world: World): StoreOptions {
  const { numbers: _, ...options } = databaseOptions(world);
  const cold = { read: coldFilesIn(world.sessionsFolder).readArchive };
  return { ...options, prepare: createPrivate, cold };
}

/** Rows of the old database that could not be read and that no backup had. */
function unreadOf(salvaged: Salvaged | null, filled: Taken): string[] {
  if (salvaged?.isReadable === false) return ['every row'];
  return (salvaged?.tables ?? []).flatMap(({ table, whole, lost, bad }) => {
    if (whole) return [];
    // A table that broke off may still have as many rows as its index knows.
    if (lost === null || lost + bad === 0) return [`an unknown number of rows of ${table}`];
    const missing = lost + bad - (filled[table] ?? 0);
    return missing > 0 ? [`${missing} ${missing === 1 ? 'row' : 'rows'} of ${table}`] : [];
  });
}

/** Fills incomplete tables from the newest intact backup. */
async function takeBackup(
  building: Building,
  job: RepairJob,
  salvaged: Salvaged | null,
): Promise<{ readonly used: RepairReport['backup']; readonly sessions: number }> {
  const path = job.from ?? backupsIn(building.world).find(isSoundCopy);
  if (path === undefined || path === MIRRORS) return { used: null, sessions: 0 };
  // The database continued from an older state, so its fact numbers mean different facts.
  if (job.reason === 'behind')
    return { used: { path, rows: {} }, sessions: await importFrom(building, job, path) };
  const lacking = salvaged?.isReadable
    ? new Set(salvaged.tables.filter(({ whole }) => !whole).map(({ table }) => table))
    : null;
  if (lacking?.size === 0) return { used: null, sessions: 0 };
  return { used: { path, rows: fillFrom(path, building.database, lacking) }, sessions: 0 };
}

async function importFrom(
  { world, deps }: Building,
  job: RepairJob,
  path: string,
): Promise<number> {
  const found: Exported[] = [];
  const copy = repairFilesIn(world.home).scratchCopy(job, path);
  const other = storeOn(openMigrated(copy, optionsOf(world)));
  try {
    await other.exportAll(null, (one) => found.push(one));
  } finally {
    other.close();
  }
  const how = { write: true, takeover: await deps.store.beginTakeover(deps.now()) };
  let sessions = 0;
  for (const one of found) {
    if (one.kind === 'row') await deps.store.importRows(one.table, [one.row], true);
    if (one.kind !== 'session' || one.cold) continue;
    const done = await deps.store.importSession(one.rows, how);
    if (done.outcome === 'new' || done.outcome === 'grown') sessions++;
  }
  return sessions;
}

/** Adds files of cold storage that are not in the index. */
async function takeArchives({ world, deps: { store, now } }: Building): Promise<number> {
  const known = new Set((await store.coldSessions()).map(({ path }) => path));
  const takeover = await store.beginTakeover(now());
  let taken = 0;
  const { archives, readArchive } = coldFilesIn(world.sessionsFolder);
  for (const path of archives()) {
    const file = known.has(path) ? null : readArchive(path);
    const rows = file && parseArchive(file.text);
    if (!rows) continue;
    const done = await store.importCold(rows, { path, ...file }, takeover);
    if (done.outcome === 'new') taken++;
  }
  return taken;
}

/** Sessions that were taken from mirrors, those brought up to a newer mirror, and mirrors that somebody edited. */
interface TakenMirrors {
  new: number;
  newer: number;
  edited: number;
}

async function takeMirrors({ world, database, deps }: Building): Promise<Readonly<TakenMirrors>> {
  const how = { write: true, takeover: await deps.store.beginTakeover(deps.now()) };
  const withFacts = new Set(orphansIn(database).map(({ id }) => id));
  const seal = openSeal(sealFilesIn(world.home))?.seal;
  const taken: TakenMirrors = { new: 0, newer: 0, edited: 0 };
  for (const name of mirrorNames(world.sessionsFolder)) {
    const text =
      readBounded(join(world.sessionsFolder, name), LARGEST_MIRROR)?.toString('utf8') ?? 'null';
    const content = parseJson(text);
    const row = rowOfMirror(content);
    if (!row) continue;
    const id = row['id'] as SessionId;
    if (seal && judgeMirror(text, seal) === 'edited') taken.edited++;
    else if (await deps.store.head(id)) {
      if (catchUp(database, row)) taken.newer++;
    } else if (withFacts.has(id)) {
      adopt(database, row);
      taken.new++;
    } else {
      const rows = { ...sessionRows(row), session_turns: turnsOfMirror(content) };
      const done = await deps.store.importSession(rows, how);
      if (done.outcome === 'new') taken.new++;
    }
  }
  return taken;
}

/** Gives facts without a session an ended one, in the scope of its folder, so that they are visible. */
async function adoptOrphans({ database, deps }: Building): Promise<number> {
  const found = orphansIn(database);
  for (const { id, cwd, from, to } of found) {
    const { scope } = deps.locate(cwd);
    const place = { scope: scope.label, scope_key: scope.key, project_path: scope.root, cwd };
    adopt(database, { ...sessionRow(id, 'unknown', from, to), ...place, host_session_id: null });
    await deps.store.fold(id, to);
  }
  return found.length;
}
