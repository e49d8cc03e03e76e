import type { SessionId } from '../../domain/ids.ts';
import { rowOfMirror, turnsOfMirror } from '../../domain/session/mirrored.ts';
import { iso, type Millis } from '../../domain/time.ts';
import { parseArchive } from '../../domain/upkeep/archive.ts';
import type { StoredRow } from '../../domain/upkeep/packed.ts';
import type { Condition, Exported, Orphan, Salvaged, SalvagedTable, Taken } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { acceptDamage } from '../metrics/verify.ts';
import { foldingUnder } from '../session/folding.ts';
import { sessionRow, sessionRows } from '../upkeep/session-rows.ts';

/** Why a database is made anew. */
export type RepairReason = 'damaged' | 'missing' | 'behind' | 'asked';

/** A repair that was begun; it is on the disk before anything is moved. */
export interface RepairJob {
  readonly name: string;
  readonly reason: string;
  readonly detail: string;
  readonly from: string | null;
  readonly salvages: boolean;
}

/** The new database, while it is made. */
export interface Building {
  readonly deps: Deps;
  /** Copies what can be read of what was set aside; null where nothing was. */
  salvage(): Salvaged | null;
  /** Rows of these tables that a copy of the same database has and this one lacks. */
  fillFrom(backup: string, tables: ReadonlySet<string> | null): Taken;
  /** Everything that a copy holds, session by session. */
  exported(backup: string, each: (exported: Exported) => void): Promise<void>;
  /** Facts whose session is lost. */
  orphans(): readonly Orphan[];
  /** Gives facts the row of their session back. */
  adopt(row: StoredRow): void;
  /** Believes the mirror of a known session where it is newer. */
  catchUp(mirror: StoredRow): boolean;
  rows(): Taken;
  /** Puts the new database in place, and leaves a line for the next start. */
  place(report: RepairReport, line: string): void;
  discard(): void;
}

/** Operations of repair on the files of a home. */
export interface RepairTools {
  condition(): Condition;
  /** Makes indexes anew that lost the words of their rows, where the file can be opened; tells which. */
  mendIndexes(): readonly string[];
  /** Writes rows anew that do not follow from their facts; how many, by table. */
  foldAgain(): Promise<readonly { readonly table: string; readonly rows: number }[]>;
  /** The known loss of a sound database; null where there is none. */
  behind(): Promise<string | null>;
  /** How many mirrors there are of sessions that the database does not know; after a restore that was meant there are some. */
  unknownMirrors(): Promise<number>;
  /** Whether anything says that there was a database: anchor, mirrors, archives or backups. */
  isRemembered(): boolean;
  unfinished(): RepairJob | null;
  /** Null: another process repairs. */
  exclusively<T>(work: () => Promise<T>): Promise<T | null>;
  begin(job: Omit<RepairJob, 'name'>): RepairJob;
  folderOf(job: RepairJob): string;
  isPlaced(job: RepairJob): boolean;
  finish(job: RepairJob): RepairReport | null;
  setAside(job: RepairJob): void;
  build(job: RepairJob): Building;
  /** Sound copies, the newest first. */
  backups(): readonly string[];
  isSoundCopy(path: string): boolean;
  archives(): readonly string[];
  readArchive(path: string): { readonly text: string; readonly hash: string } | null;
  /** The contents of mirrors, and whether somebody changed them since they were written. */
  mirrors(): Iterable<{ readonly content: unknown; readonly isEdited: boolean }>;
  now(): Millis;
  ticks(): number;
}

/** The report of a repair, kept beside the files that it set aside. */
export interface RepairReport {
  readonly at: string;
  readonly reason: string;
  readonly detail: string;
  /** The folder of everything that was replaced. */
  readonly quarantine: string;
  readonly took_ms: number;
  /** Rows that were read out of the old database; null where it could not be read at all. */
  readonly salvaged: readonly SalvagedTable[] | null;
  /** Rows of the old database that came from nowhere else, as far as is known. */
  readonly unread: readonly string[];
  readonly backup: { readonly path: string; readonly rows: Taken } | null;
  /** Sessions by where they were taken from, beyond salvaged rows and rows of the backup. */
  readonly sessions_from: { readonly backup: number; readonly archives: number; readonly mirrors: number };
  /** Sessions whose mirror was newer than any row. */
  readonly caught_up: number;
  /** Sessions whose row is lost: it was made anew from their facts, without the host's name and id. */
  readonly adopted: number;
  /** Mirrors that were passed over, because somebody changed them. */
  readonly edited_mirrors: number;
  /** Rows of each table of the new database. */
  readonly rows: Taken;
  /** The stretch of metrics that could not be proved and is a sealed gap now. */
  readonly gap_sealed: string | null;
}

export type Repaired =
  | { readonly kind: 'sound' }
  | { readonly kind: 'nothing' }
  /** Something else keeps the database from being read: nothing was touched. */
  | { readonly kind: 'unavailable'; readonly error: unknown }
  | { readonly kind: 'busy' }
  /** Only a person decides about it. */
  | { readonly kind: 'reported'; readonly reason: RepairReason; readonly detail: string }
  /** Only indexes were lost: they were made anew in place. */
  | { readonly kind: 'reindexed'; readonly indexes: readonly string[] }
  /** All facts are there; rows that did not follow from them were folded again. */
  | {
      readonly kind: 'refolded';
      readonly folds: readonly { readonly table: string; readonly rows: number }[];
    }
  | { readonly kind: 'repaired'; readonly report: RepairReport };

const REPAIRED_LINE = 'memory was damaged and rebuilt: cortex repair --report';

/** The damage that would be repaired, before anybody is asked. */
export type Finding =
  | { readonly kind: 'sound' | 'nothing' }
  | { readonly kind: 'unavailable'; readonly error: unknown }
  | { readonly kind: 'newer'; readonly error: unknown }
  | { readonly kind: 'broken'; readonly reason: RepairReason; readonly detail: string };

export async function findDamage(tools: RepairTools): Promise<Finding> {
  const left = tools.unfinished();
  if (left)
    return { kind: 'broken', reason: left.reason as RepairReason, detail: 'a repair was interrupted' };
  const found = tools.condition();
  switch (found.kind) {
    case 'unknown':
      return { kind: 'unavailable', error: found.error };
    case 'newer':
      return { kind: 'newer', error: found.error };
    case 'damaged':
      return { kind: 'broken', reason: 'damaged', detail: found.detail };
    case 'missing':
      return tools.isRemembered()
        ? { kind: 'broken', reason: 'missing', detail: found.detail }
        : { kind: 'nothing' };
    case 'sound': {
      const behind = await tools.behind();
      return behind === null ? { kind: 'sound' } : { kind: 'broken', reason: 'behind', detail: behind };
    }
  }
}

/**
 * Makes the database whole again. By itself (`auto`) it touches only what SQLite calls damaged: a database that is
 * missing or older than it was may be somebody's will, and a restored backup looks alike.
 */
export async function repair(
  tools: RepairTools,
  { auto, from = null }: { readonly auto: boolean; readonly from?: string | null },
): Promise<Repaired> {
  const done = await tools.exclusively(async (): Promise<Repaired> => {
    const left = tools.unfinished();
    if (left) return { kind: 'repaired', report: await carryOut(tools, left) };
    const found = await findDamage(tools);
    // A backup from before an update takes the place of what a newer Cortex wrote; nothing is read out of that.
    if (from !== null && found.kind !== 'unavailable' && !(found.kind === 'newer' && from === MIRRORS)) {
      const detail = found.kind === 'broken' ? found.detail : 'a person asked for it';
      const salvages = from === MIRRORS;
      return {
        kind: 'repaired',
        report: await carryOut(tools, tools.begin({ reason: 'asked', detail, from, salvages })),
      };
    }
    if (found.kind === 'newer') return { kind: 'unavailable', error: found.error };
    if (found.kind === 'sound' && !auto) {
      const folds = await tools.foldAgain();
      return folds.length > 0 ? { kind: 'refolded', folds } : found;
    }
    if (found.kind !== 'broken') return found;
    if (auto && found.reason !== 'damaged') return { ...found, kind: 'reported' };
    const mended = found.reason === 'damaged' ? await withoutIndexes(tools) : null;
    if (mended) return mended;
    const { reason, detail } = found;
    const job = tools.begin({ reason, detail, from: null, salvages: true });
    return { kind: 'repaired', report: await carryOut(tools, job) };
  });
  return done ?? { kind: 'busy' };
}

/** Damage to indexes alone is mended in place. A database that somebody is writing to is left for later: null means that more is damaged. */
async function withoutIndexes(tools: RepairTools): Promise<Repaired | null> {
  let indexes: readonly string[];
  try {
    indexes = tools.mendIndexes();
  } catch (error) {
    return { kind: 'unavailable', error };
  }
  if ((await findDamage(tools)).kind !== 'sound') return null;
  return indexes.length > 0 ? { kind: 'reindexed', indexes } : { kind: 'sound' };
}

/** In place of a backup: all mirrors and archives that know more than the database. */
export const MIRRORS = 'mirrors';

async function carryOut(tools: RepairTools, job: RepairJob): Promise<RepairReport> {
  if (tools.isPlaced(job)) {
    const report = tools.finish(job);
    if (report) return report;
  }
  const began = tools.ticks();
  tools.setAside(job);
  const building = tools.build(job);
  try {
    const { deps } = building;
    const salvaged = job.salvages ? building.salvage() : null;
    const backup = await takeBackup(tools, building, job, salvaged);
    const isAll = job.reason !== 'asked' || job.from === MIRRORS;
    const archives = isAll ? await takeArchives(tools, deps) : 0;
    const mirrors = isAll ? await takeMirrors(tools, building) : { new: 0, newer: 0, edited: 0 };
    const adopted = await adoptOrphans(building);
    await deps.store.foldedAgain(foldingUnder(deps.config), true);
    await deps.store.rebuildSearch(() => {});
    const gap = await acceptDamage(deps, `${job.reason}: rebuilt by cortex repair`);
    const report: RepairReport = {
      at: iso(tools.now()),
      reason: job.reason,
      detail: job.detail,
      quarantine: tools.folderOf(job),
      took_ms: Math.round(tools.ticks() - began),
      salvaged: salvaged?.isReadable ? salvaged.tables : null,
      unread: unreadOf(salvaged, backup.used?.rows ?? {}),
      backup: backup.used,
      sessions_from: { backup: backup.sessions, archives, mirrors: mirrors.new },
      caught_up: mirrors.newer,
      adopted,
      edited_mirrors: mirrors.edited,
      rows: building.rows(),
      gap_sealed: gap && `${gap.kind}: ${gap.detail}`,
    };
    building.place(report, REPAIRED_LINE);
    return report;
  } catch (error) {
    building.discard();
    throw error;
  }
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

interface FromBackup {
  readonly used: RepairReport['backup'];
  readonly sessions: number;
}

/** The newest sound one, for the tables of which something is missing. */
async function takeBackup(
  tools: RepairTools,
  building: Building,
  job: RepairJob,
  salvaged: Salvaged | null,
): Promise<FromBackup> {
  const [newest] = tools.backups();
  const path = job.from === null ? newest : job.from === MIRRORS ? undefined : job.from;
  if (path === undefined) return { used: null, sessions: 0 };
  // The database went on from an older state: numbers of facts mean something else there.
  if (job.reason === 'behind') {
    const sessions = await importFrom(building, path);
    return { used: { path, rows: {} }, sessions };
  }
  const lacking = salvaged?.isReadable
    ? new Set(salvaged.tables.filter(({ whole }) => !whole).map(({ table }) => table))
    : null;
  if (lacking?.size === 0) return { used: null, sessions: 0 };
  return { used: { path, rows: building.fillFrom(path, lacking) }, sessions: 0 };
}

async function importFrom({ deps, exported }: Building, path: string): Promise<number> {
  const ownUpTo = await deps.store.lastSeq();
  const found: Exported[] = [];
  await exported(path, (one) => found.push(one));
  let sessions = 0;
  for (const one of found) {
    if (one.kind === 'row') await deps.store.importRows(one.table, [one.row], true);
    if (one.kind !== 'session' || one.cold) continue;
    const done = await deps.store.importSession(one.rows, foldingUnder(deps.config), {
      write: true,
      ownUpTo,
      now: deps.now(),
    });
    if (done.outcome === 'new' || done.outcome === 'grown') sessions++;
  }
  return sessions;
}

/** Files of cold storage that the index does not know. */
async function takeArchives(tools: RepairTools, { store, now }: Deps): Promise<number> {
  const known = new Set((await store.coldSessions()).map(({ path }) => path));
  const ownUpTo = await store.lastSeq();
  let taken = 0;
  for (const path of tools.archives()) {
    const file = known.has(path) ? null : tools.readArchive(path);
    const rows = file && parseArchive(file.text);
    if (!rows) continue;
    const done = await store.importCold(rows, { path, ...file }, now(), ownUpTo);
    if (done.outcome === 'new') taken++;
  }
  return taken;
}

async function takeMirrors(
  tools: RepairTools,
  { deps, catchUp, orphans, adopt }: Building,
): Promise<{ readonly new: number; readonly newer: number; readonly edited: number }> {
  const ownUpTo = await deps.store.lastSeq();
  const withFacts = new Set(orphans().map(({ id }) => id));
  const taken = { new: 0, newer: 0, edited: 0 };
  for (const { content, isEdited } of tools.mirrors()) {
    const row = rowOfMirror(content);
    if (!row) continue;
    if (isEdited) {
      taken.edited++;
      continue;
    }
    if (await deps.store.head(row['id'] as SessionId)) {
      if (catchUp(row)) taken.newer++;
      continue;
    }
    if (withFacts.has(row['id'] as SessionId)) {
      adopt(row);
      taken.new++;
      continue;
    }
    const how = { write: true, ownUpTo, now: deps.now() };
    const rows = { ...sessionRows(row), session_turns: turnsOfMirror(content) };
    const done = await deps.store.importSession(rows, foldingUnder(deps.config), how);
    if (done.outcome === 'new') taken.new++;
  }
  return taken;
}

/** Facts without a session are seen by nobody: they get one that has ended, in the scope of the folder that it ran in. */
async function adoptOrphans({ deps, orphans, adopt }: Building): Promise<number> {
  const found = orphans();
  for (const { id, cwd, from, to } of found) {
    const { scope } = deps.locate(cwd);
    const place = { scope: scope.label, scope_key: scope.key, project_path: scope.root, cwd };
    adopt({ ...sessionRow(id, 'unknown', from, to), ...place, host_session_id: null });
    await deps.store.fold(id, foldingUnder(deps.config), to);
  }
  return found.length;
}
