import { DatabaseSync } from 'node:sqlite';
import {
  BUSY_SLICE_MS,
  type ConnectionOptions,
  Database,
  LOG_PAGES,
  patiently,
} from './database.ts';

/** The first SQLite version without the bug that lets two connections corrupt a write-ahead log. */
const SOUND_SQLITE = [3, 51, 3] as const;
const JOURNAL_LIMIT_BYTES = 8 * 1024 * 1024;

export interface OpenOptions extends ConnectionOptions {
  /** Ensures that the file exists and is private before SQLite opens it. */
  readonly prepare: (path: string) => void;
  /** Whether write-ahead logging works on this file system; network file systems have no shared memory for it. */
  readonly sharedMemory: boolean;
  /** Brings the schema up to date, or refuses to work with one that is not. */
  readonly schema: (database: Database) => void;
}

export function openDatabase(path: string, options: OpenOptions): Database {
  options.prepare(path);
  const raw = new DatabaseSync(path, { timeout: BUSY_SLICE_MS, enableForeignKeyConstraints: true });
  const database = new Database(raw, options);
  try {
    patiently(() => setUp(raw, options.sharedMemory), options.waitMillis());
    options.schema(database);
    database.isCurrent();
    return database;
  } catch (error) {
    raw.close();
    throw error;
  }
}

function setUp(raw: DatabaseSync, sharedMemory: boolean): void {
  const wal = sharedMemory && isSound(sqliteVersion(raw));
  // Do not trust the file: it may come from elsewhere.
  raw.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA secure_delete=ON');
  const mode = (raw.prepare('PRAGMA journal_mode').get() as { journal_mode: string }).journal_mode;
  if ((mode === 'wal') !== wal) raw.exec(`PRAGMA journal_mode=${wal ? 'WAL' : 'DELETE'}`);
  raw.exec(
    `PRAGMA synchronous=FULL; PRAGMA journal_size_limit=${JOURNAL_LIMIT_BYTES}; PRAGMA wal_autocheckpoint=${LOG_PAGES}`,
  );
  if (process.platform === 'darwin') raw.exec('PRAGMA fullfsync=1');
  const level = raw.prepare('PRAGMA synchronous').get() as { synchronous: number };
  if (level.synchronous !== 2)
    throw new Error('the database refuses to be written safely (synchronous is not FULL)');
}

/** Node has the version as a property; Bun needs a query. */
export function sqliteVersion(raw: DatabaseSync): string {
  return (
    process.versions['sqlite'] ??
    (raw.prepare('SELECT sqlite_version() AS version').get() as { version: string }).version
  );
}

export function isSound(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (let i = 0; i < SOUND_SQLITE.length; i++) {
    const difference = (parts[i] ?? 0) - SOUND_SQLITE[i]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
