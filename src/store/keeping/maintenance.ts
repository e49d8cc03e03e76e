import type { OwnerRecord } from '../../domain/base/ids.ts';
import { MINUTE, type Millis } from '../../domain/base/time.ts';
import type { Database } from '../base/database.ts';
import type { UnitsOf } from '../base/promised.ts';
import { parseOr } from '../base/rows.ts';

/** Maintenance jobs: everything once a day, a backup every hour of work, and folding again what earlier versions folded. */
export type Job = 'daily' | 'copy' | 'folds';

/** The record of maintenance: its runs and who runs it. */
export interface MaintenanceState {
  readonly askedAt: Millis | null;
  readonly startedAt: Millis | null;
  readonly owner: OwnerRecord | null;
  readonly finishedAt: Millis | null;
  readonly report: unknown;
}

/** A piece of a job that only maintenance has time for. */
export interface Late {
  readonly name: string;
  /** One step, which nobody has to wait for: `more` where another is left, `nothing` where there was nothing to do. */
  do(): unknown;
}

/** A backup and its hash, for a later restore drill. */
export interface Copy {
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
}

/** After this time a run whose process cannot be checked counts as dead. */
const STALE = 10 * MINUTE;
const LOCKED = 'daily';

/** The lock of upkeep, and when jobs are due. All jobs share one lock: no copy is made while something is forgotten. */
export interface MaintenanceStore {
  maintenance(name: Job): Promise<MaintenanceState>;

  /** True for one caller at a time, and only where the last run is long enough ago. */
  askForMaintenance(name: Job, now: Millis, everyMillis: number): Promise<boolean>;

  /** Takes the lock. Null on success, otherwise the present holder. */
  beginMaintenance(
    owner: OwnerRecord,
    now: Millis,
    isAtWork: (owner: OwnerRecord, startedAt: Millis) => boolean,
  ): Promise<MaintenanceState | null>;

  /** Without a report the run came to nothing, and the next one need not wait. */
  endMaintenance(owner: OwnerRecord, now: Millis, report: unknown): Promise<void>;

  /** The newest copy; null while one takes the place of another. */
  noteCopy(copy: Copy | null, now: Millis): Promise<void>;
}

export const maintenanceUnits: UnitsOf<MaintenanceStore> = {
  maintenance: readJob,

  askForMaintenance(database, name, now, everyMillis) {
    if (!isDue(readJob(database, name), now, everyMillis)) return false;
    return database.write(() => {
      const job = readJob(database, name);
      if (!isDue(job, now, everyMillis)) return false;
      // A new home has nothing to maintain: its first day, or hour, counts from here.
      const isNew = job.finishedAt === null && job.askedAt === null && job.startedAt === null;
      recordJob(database, name, isNew ? { finished_at: now } : { asked_at: now });
      // The daily run makes a copy itself.
      if (!isNew && name === 'daily') recordJob(database, 'copy', { asked_at: now });
      return !isNew;
    });
  },

  beginMaintenance(database, owner, now, isAtWork) {
    return database.write(() => {
      const job = readJob(database, LOCKED);
      if (job.owner && isAtWork(job.owner, job.startedAt ?? 0)) return job;
      recordJob(database, LOCKED, { started_at: now, owner: JSON.stringify(owner) });
      return null;
    });
  },

  endMaintenance(database, owner, now, report) {
    database.write(() => {
      const ours = JSON.stringify(readJob(database, LOCKED).owner) === JSON.stringify(owner);
      if (!ours) return;
      const done = report === null ? {} : { finished_at: now, report: JSON.stringify(report) };
      recordJob(database, LOCKED, { owner: null, ...done });
    });
  },

  noteCopy(database, copy, now) {
    const done =
      copy === null ? { report: null } : { finished_at: now, report: JSON.stringify(copy) };
    database.write(() => recordJob(database, 'copy', done));
  },
};

/** Whether a run that was begun at a moment may still be under way, as far as the clock says. */
function isRecent(at: Millis | null, now: Millis): boolean {
  return at !== null && Math.abs(now - at) < STALE;
}

function isDue(job: MaintenanceState, now: Millis, everyMillis: number): boolean {
  if (isRecent(job.askedAt, now) || (job.owner && isRecent(job.startedAt, now))) return false;
  // Far in the future: the clock was wrong then, or is now.
  return job.finishedAt === null || Math.abs(now - job.finishedAt) >= everyMillis;
}

export function readJob(database: Database, name: Job): MaintenanceState {
  const row = database.get('SELECT * FROM maintenance WHERE job = ?', name);
  const date = (name: string) => (typeof row?.[name] === 'number' ? (row[name] as Millis) : null);
  return {
    askedAt: date('asked_at'),
    startedAt: date('started_at'),
    owner: parseOr<OwnerRecord | null>(row?.['owner'], null),
    finishedAt: date('finished_at'),
    report: parseOr<unknown>(row?.['report'], null),
  };
}

export function recordJob(
  database: Database,
  name: Job,
  values: Readonly<Record<string, string | number | null>>,
): void {
  const names = Object.keys(values);
  database.run(
    `INSERT INTO maintenance(job, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})
     ON CONFLICT(job) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    name,
    ...Object.values(values),
  );
}
