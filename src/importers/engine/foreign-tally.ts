import { redactDeep } from '../../domain/redact/redact.ts';
import type { Deps } from '../../engine/deps.ts';
import type { ForeignDatabase, ForeignRow } from '../../store.ts';

export const FOREIGN_SYSTEMS = ['cerberus', 'cortex', 'drift'] as const;
export type ForeignSystem = (typeof FOREIGN_SYSTEMS)[number];

/** The world of another system's data. */
export interface Foreign {
  /** Default places of a system's data. */
  places(system: ForeignSystem): readonly string[];
  kind(path: string): 'file' | 'folder' | null;
  names(folder: string): readonly string[];
  join(...parts: string[]): string;
  basename(path: string): string;
  /** Null where it cannot be read, or is larger than anybody writes. */
  readText(path: string): string | null;
  /** Renames a file that was taken over; its new name. */
  setAside(path: string): string;
  /** Throws where it is no database. */
  open(path: string): ForeignDatabase;
  /** Whether it is our own database. */
  isOwn(path: string): boolean;
}

export type ForeignKind = 'threads' | 'sessions' | 'memories' | 'pins';

export interface KindCount {
  found: number;
  new: number;
  known: number;
  skipped: number;
}

export interface Remark {
  readonly where: string;
  readonly why: string;
}

export interface ForeignReport {
  readonly source: ForeignSystem;
  readonly dry_run: boolean;
  readonly looked_at: readonly string[];
  /** Files that could be read. */
  readonly read: readonly string[];
  readonly counts: Readonly<Partial<Record<ForeignKind, Readonly<KindCount>>>>;
  readonly skipped: readonly Remark[];
  /** Taken over, but not as somebody might expect. */
  readonly remarks: readonly Remark[];
  /** Rows of tables that stay where they are. */
  readonly left_out: Readonly<Record<string, number>>;
  /** Entries in which a secret was found. */
  readonly redacted: number;
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** Databases: read, and left as they are. */
  readonly left_as_is: readonly string[];
  /** Files that an earlier import renamed. */
  readonly imported_before: readonly string[];
}

export type Tally = ReturnType<typeof tally>;

/** Counts what becomes of everything that an import finds. */
export function tally(
  { config }: Pick<Deps, 'config'>,
  { source, dryRun, progress }: ForeignRun & { readonly source: ForeignSystem },
) {
  const counts: Partial<Record<ForeignKind, KindCount>> = {};
  const lookedAt: string[] = [];
  const read: string[] = [];
  const skipped: Remark[] = [];
  const remarks: Remark[] = [];
  const leftOut: Record<string, number> = {};
  const renamed: { from: string; to: string }[] = [];
  const leftAsIs: string[] = [];
  const before: string[] = [];
  let redacted = 0;
  let seen = 0;
  const of = (kind: ForeignKind) => (counts[kind] ??= { found: 0, new: 0, known: 0, skipped: 0 });
  return {
    dryRun,
    lookedAt: (path: string) => void lookedAt.push(path),
    isRead: (path: string) => void read.push(path),
    wasImported: (path: string) => void before.push(path),
    isLeft: (path: string) => void leftAsIs.push(path),
    isRenamed: (from: string, to: string) => void renamed.push({ from, to }),
    outcome: (kind: ForeignKind, isNew: boolean, many = 1) => {
      of(kind).found += many;
      of(kind)[isNew ? 'new' : 'known'] += many;
    },
    skip: (kind: ForeignKind, where: string, why: string) => {
      of(kind).found++;
      of(kind).skipped++;
      skipped.push({ where, why });
    },
    /** A whole file or table: how much was in it is not known. */
    damaged: (where: string, why: string) => void skipped.push({ where, why }),
    remark: (where: string, why: string) => void remarks.push({ where, why }),
    leaveOut: (table: string, rows: number) => {
      if (rows > 0) leftOut[table] = (leftOut[table] ?? 0) + rows;
    },
    /** Redacts foreign text like any other. */
    clean: <T>(value: T): T => {
      const safe = redactDeep(value, { strict: config['redaction.strict'] });
      if (JSON.stringify(safe) !== JSON.stringify(value)) redacted++;
      return safe;
    },
    /** The rows of a table as far as they can be read. */
    *rows(database: ForeignDatabase, path: string, table: string): Generator<ForeignRow> {
      try {
        for (const row of database.rows(table)) {
          if (++seen % 20 === 0) progress(`${seen} rows, in ${table}`);
          yield row;
        }
      } catch (error) {
        skipped.push({
          where: `${path}, ${table}`,
          why: `the rest cannot be read: ${(error as Error).message}`,
        });
      }
    },
    report: (): ForeignReport => ({
      source,
      dry_run: dryRun,
      looked_at: lookedAt,
      read,
      counts,
      skipped,
      remarks,
      left_out: leftOut,
      redacted,
      renamed,
      left_as_is: leftAsIs,
      imported_before: before,
    }),
  };
}

export interface ForeignRun {
  readonly dryRun: boolean;
  readonly progress: (text: string) => void;
}
