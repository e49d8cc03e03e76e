import type { SessionId } from '../domain/ids.ts';
import type { OwnerRecord } from '../domain/owner.ts';
import type { Millis } from '../domain/time.ts';
import type { WholeSession } from '../domain/upkeep/archive.ts';
import type { Folding } from './session.ts';

/** How a store gets at the files of cold sessions. */
export interface ColdFiles {
  /** Null where there is no such file. */
  read(path: string): { readonly text: string; readonly hash: string } | null;
}

/** A file that is on the disk, whole. */
export interface ColdFile {
  /** Below the folder of mirrors. */
  readonly path: string;
  readonly hash: string;
  readonly text: string;
}

/** Jobs of upkeep: everything once a day, and a copy of the database every hour of work. */
export type Job = 'daily' | 'copy';

/** The record of maintenance: its runs and who runs it. */
export interface MaintenanceState {
  readonly askedAt: Millis | null;
  readonly startedAt: Millis | null;
  readonly owner: OwnerRecord | null;
  readonly finishedAt: Millis | null;
  readonly report: unknown;
}

export interface Removed {
  readonly table: string;
  readonly rows: number;
}

/** A copy that was made, and its content in numbers, by which a later drill knows it again. */
export interface Copy {
  readonly path: string;
  readonly bytes: number;
  readonly content: CopyContent;
}

/** The content of a copy of the database in two numbers a table: its rows, and the sum of their checksums. */
export type CopyContent = Readonly<Record<string, readonly [rows: number, checksums: number]>>;

/**
 * Jobs that only maintenance has time for: folding what an older version folded, indexes, snapshots for the next start, and less
 * room for sessions long over.
 */
export type LateJob =
  | 'sessions_folded'
  | 'sessions_indexed'
  | 'indexes_built'
  | 'standings_made'
  | 'sessions_thinned';

export interface Late {
  readonly name: string;
  do(): void;
}

/** Moving sessions to cold storage and back into view, and keeping the database in shape. */
export interface RetentionStore {
  /** Sessions in the hot table that ended before a moment, the one that ended first foremost. */
  endedBefore(before: Millis): Promise<readonly SessionId[]>;
  /** Everything that the hot tables hold of a session. */
  wholeSession(id: SessionId): Promise<WholeSession | null>;
  /**
   * Takes a session out of the hot tables, for a file that holds all of it. False where the file does not say what
   * `textOf` makes of the rows at this moment; then nothing is changed.
   */
  makeCold(
    id: SessionId,
    file: ColdFile,
    textOf: (whole: WholeSession) => string,
    at: Millis,
  ): Promise<boolean>;
  coldSessions(): Promise<
    readonly { readonly id: SessionId; readonly path: string; readonly hash: string }[]
  >;

  /** Removes rows that are too old for anybody to ask for; without `remove` it only counts them. */
  removeOutdated(
    now: Millis,
    remove: boolean,
    /** Days by table, where they are not the usual ones. */
    configured?: Readonly<Record<string, number>>,
  ): Promise<readonly Removed[]>;
  /** Names of the full text indexes that are ours. */
  indexes(): Promise<readonly string[]>;
  /** Makes indexes anew that cannot be read or lost the words of their rows; tells which. */
  mendIndexes(): Promise<readonly string[]>;
  /** One bounded step; false when there is nothing left to merge. */
  mergeIndex(name: string, first: boolean): Promise<boolean>;
  optimize(): Promise<void>;

  /** The pieces of a job that are due; each can be done by itself, and is right whenever it is done. */
  lateWork(job: LateJob, folding: Folding, now: Millis): Promise<readonly Late[]>;

  /** Folds all facts again and compares: the rows that do not follow from them, by table. `mends`: writes them anew. */
  foldedAgain(
    folding: Folding,
    mends: boolean,
  ): Promise<readonly { readonly table: string; readonly rows: number }[]>;
  /** Copies the write-ahead log into the database and cuts it; false where somebody was reading it. */
  checkpoint(): Promise<boolean>;
  /**
   * A copy of the database as it is at this moment, into an empty file, and its content. Writers are not kept waiting. Throws where
   * the copy is damaged.
   */
  copyInto(path: string): Promise<CopyContent>;

  /** Opens a copy as a database that was put back, and reads all of it. Throws where it is damaged. */
  contentOf(path: string): Promise<CopyContent>;

  maintenance(job: Job): Promise<MaintenanceState>;
  /** True for one caller at a time, and only where the last run is long enough ago. */
  askForMaintenance(job: Job, now: Millis, everyMillis: number): Promise<boolean>;
  /** Null: it is ours. Otherwise who has it. */
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
