import type { SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { fingerprint } from '../../domain/base/text/hash.ts';
import { idText } from '../../domain/base/text/json.ts';
import { foreignDate } from '../../domain/base/time.ts';
import type { SessionRows } from '../../domain/keeping/archive.ts';
import {
  type Importance,
  type Memory,
  makeMemory,
  memoryContent,
  tidyCategories,
} from '../../domain/memories/memory.ts';
import { redactDeep } from '../../domain/redact/redact.ts';
import type { Deps } from '../../engine/base/deps.ts';
import type { ForeignDatabase, ForeignRow } from '../../ports/base/foreign.ts';
import type { Takeover } from '../../store/store.ts';
import { importsOf } from '../sql.ts';

export const FOREIGN_SYSTEMS = ['cerberus', 'claude-mem', 'cortex', 'drift'] as const;
export type ForeignSystem = (typeof FOREIGN_SYSTEMS)[number];
export type ForeignKind = 'threads' | 'sessions' | 'memories' | 'pins';

export interface Remark {
  readonly where: string;
  readonly why: string;
}

export interface ForeignReport {
  readonly source: ForeignSystem;
  readonly dry_run: boolean;
  readonly looked_at: string[];
  /** Files that could be read. */
  readonly read: string[];
  readonly counts: Partial<
    Record<ForeignKind, Record<'found' | 'new' | 'known' | 'skipped', number>>
  >;
  readonly skipped: Remark[];
  /** Imported, but not as a person might expect. */
  readonly remarks: Remark[];
  /** Rows of tables that stay where they are. */
  readonly left_out: Record<string, number>;
  /** Entries in which a secret was found. */
  redacted: number;
  readonly renamed: { readonly from: string; readonly to: string }[];
  /** Databases: read, and left as they are. */
  readonly left_as_is: string[];
  /** Files that an earlier import renamed. */
  readonly imported_before: string[];
}

export interface OpenDatabase {
  readonly path: string;
  readonly database: ForeignDatabase;
  /** Our own database, in the file of an older Cortex: its sessions are ours already. */
  readonly isOwn: boolean;
}

export interface ForeignRun {
  readonly dryRun: boolean;
  readonly progress: (text: string) => void;
  /** Whether a conversation of a host was forgotten here and is to stay so. */
  isForgotten(host: string, hostSessionId: string, id: SessionId): boolean;
}

/** Memories that are written in one transaction, so that not every one of them waits for the disk. */
const BATCH = 200;

/** Takes things of another system over, and counts what becomes of each. */
export class Taking {
  readonly report: ForeignReport;
  readonly dryRun: boolean;
  readonly isForgotten: ForeignRun['isForgotten'];
  private readonly deps: Deps;
  private readonly progress: (text: string) => void;
  private readonly memories: Memory[] = [];
  private seen = 0;

  constructor(deps: Deps, source: ForeignSystem, run: ForeignRun) {
    [this.deps, this.dryRun, this.progress] = [deps, run.dryRun, run.progress];
    this.isForgotten = run.isForgotten;
    this.report = {
      source,
      dry_run: run.dryRun,
      looked_at: [],
      read: [],
      counts: {},
      skipped: [],
      remarks: [],
      left_out: {},
      redacted: 0,
      renamed: [],
      left_as_is: [],
      imported_before: [],
    };
  }

  private counts(kind: ForeignKind) {
    return (this.report.counts[kind] ??= { found: 0, new: 0, known: 0, skipped: 0 });
  }

  count(kind: ForeignKind, outcome: 'new' | 'known', many = 1): void {
    this.counts(kind).found += many;
    this.counts(kind)[outcome] += many;
  }

  skip(kind: ForeignKind, where: string, why: string): void {
    this.counts(kind).found++;
    this.counts(kind).skipped++;
    this.report.skipped.push({ where, why });
  }

  remark(where: string, why: string): void {
    this.report.remarks.push({ where, why });
  }

  /** Redacts foreign text like what is kept here: it is pins, tasks, memories. */
  clean<T>(value: T): T {
    const safe = redactDeep(value, { strict: this.deps.config['redaction.strict'], kept: true });
    if (JSON.stringify(safe) !== JSON.stringify(value)) this.report.redacted++;
    return safe;
  }

  /** The rows of a table as far as they can be read; with `only` those with this value in a column. */
  *rows(
    { path, database }: OpenDatabase,
    table: string,
    only?: { readonly column: string; readonly is: string },
  ): Generator<ForeignRow> {
    try {
      for (const row of database.rows(table, only)) {
        if (++this.seen % 20 === 0) this.progress(`${this.seen} rows, in ${table}`);
        yield row;
      }
    } catch (error) {
      const why = `the rest cannot be read: ${(error as Error).message}`;
      this.report.skipped.push({ where: `${path}, ${table}`, why });
    }
  }

  /** The rows of a table in all databases, each with the place by which a person finds it. */
  *all(databases: readonly OpenDatabase[], table: string, what: string) {
    for (const from of databases)
      for (const row of this.rows(from, table))
        yield { row, where: `${from.path}, ${what} ${row['id'] ?? '?'}` };
  }

  /** Tables without a counterpart here stay where they are. */
  leaveOut(databases: readonly OpenDatabase[], tables: readonly string[]): void {
    const left = this.report.left_out;
    for (const table of tables) {
      const rows = databases.reduce((sum, { database }) => sum + database.count(table), 0);
      if (rows > 0) left[table] = rows;
    }
  }

  /** A memory under an id that follows from its own, so that a second import knows it; `created` as its system has it. */
  async memory(found: Memory | null, where: string, created: unknown): Promise<void> {
    if (!found) return this.skip('memories', where, 'it says nothing');
    const { content, categories } = this.clean({
      content: found.content,
      categories: found.categories,
    });
    const max = this.deps.config['memories.max_chars'];
    if ([...content].length > max)
      return this.skip(
        'memories',
        where,
        `it is longer than ${max} characters (memories.max_chars)`,
      );
    const known = await this.deps.store.memory(found.id);
    // Two databases may both have numbered theirs from 1.
    const isAnother =
      known !== null && foreignDate(created) !== null && known.createdAt !== found.createdAt;
    const id = isAnother ? `${found.id}-${fingerprint(`${found.createdAt} ${content}`)}` : found.id;
    this.memories.push({ ...found, id, content, categories });
  }

  /** `isUnfolded`: the rows have facts, from which the session is still to be folded. */
  async session(
    rows: SessionRows,
    where: string,
    how: { readonly takeover: Takeover; readonly isUnfolded?: true },
  ): Promise<void> {
    const done = await this.deps.store.importSession(rows, { write: !this.dryRun, ...how });
    if (done.outcome === 'refused') this.skip('sessions', where, done.why);
    else this.count('sessions', done.outcome === 'new' ? 'new' : 'known');
  }

  async finish(): Promise<void> {
    for (let i = 0; i < this.memories.length; i += BATCH) {
      const batch = this.memories.slice(i, i + BATCH);
      const added = await importsOf(this.deps).importMemories(batch, { write: !this.dryRun });
      this.count('memories', 'new', added);
      this.count('memories', 'known', batch.length - added);
    }
  }
}

/** A memory of another system, read without trust in any column; null where it has no id or says nothing. */
export function foreignMemory(
  row: ForeignRow,
  prefix: string,
  said: string,
  categories: readonly unknown[],
  scope: Scope,
  now: number,
): Memory | null {
  const own = idText(row['id']);
  const content = memoryContent(said);
  if (own === null || !content) return null;
  const place = { id: `${prefix}-${own}`, scope, sessionId: null };
  const made = makeMemory(
    { content, source: 'import' },
    place,
    foreignDate(row['created_at']) ?? now,
  );
  const figure = (name: string, least: number, most: number, otherwise: number) => {
    const value = row[name] === null || row[name] === '' ? Number.NaN : Number(row[name]);
    return Math.min(most, Math.max(least, Number.isFinite(value) ? value : otherwise));
  };
  const counted = (name: string) => Math.round(figure(name, 0, Number.MAX_SAFE_INTEGER, 0));
  return (
    made && {
      ...made,
      categories: tidyCategories(categories.filter((name) => typeof name === 'string')),
      importance: Math.round(figure('importance', 1, 3, 1)) as Importance,
      confidence: figure('confidence', 0, 1, 1),
      accessCount: counted('access_count'),
      lastAccessed: foreignDate(row['last_accessed']),
      validations: counted('validation_count'),
      contradictions: counted('contradiction_count'),
      expiresAt: foreignDate(row['expires_at']),
    }
  );
}

/** A list that is kept as JSON; nothing counts as empty, and null stands for what is no list. */
export function foreignList(value: unknown): readonly unknown[] | null {
  if (value === null || value === undefined || value === '') return [];
  const list = typeof value === 'string' ? foreignJson(value) : null;
  return Array.isArray(list) ? list : null;
}

/** The content of a JSON text; null where it is no JSON. */
export function foreignJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return null;
  }
}
