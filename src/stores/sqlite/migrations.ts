import type { Sealer } from '../../domain/evidence/seal.ts';
import type { Database } from './database.ts';
import { sessions } from './migrations/0001-sessions.ts';
import { metrics } from './migrations/0002-metrics.ts';
import { memories } from './migrations/0003-memories.ts';
import { sops } from './migrations/0004-sops.ts';
import { cold } from './migrations/0005-cold.ts';
import { threads } from './migrations/0006-threads.ts';
import { search } from './migrations/0007-search.ts';
import { ledger } from './migrations/0008-ledger.ts';
import { standing } from './migrations/0009-standing.ts';
import { order } from './migrations/0010-order.ts';
import { signs } from './migrations/0011-signs.ts';
import { checksums } from './migrations/0012-checksums.ts';
import { ledgerChecksums } from './migrations/0013-ledger-checksums.ts';
import { share } from './migrations/0014-share.ts';
import { shareChecksums } from './migrations/0015-share-checksums.ts';
import { last } from './migrations/0016-last.ts';
import { turns } from './migrations/0017-turns.ts';
import { keys } from './migrations/0018-keys.ts';
import { blocks } from './migrations/0019-blocks.ts';
import type { Migration } from './migrations/migration.ts';
import { type OpenOptions, openDatabase } from './open.ts';
import { appliedNumber, newerThanKnown } from './schema.ts';
import type { ColdFiles } from './units/cold.ts';

export const MIGRATIONS: readonly Migration[] = [
  sessions,
  metrics,
  memories,
  sops,
  cold,
  threads,
  search,
  ledger,
  standing,
  order,
  signs,
  checksums,
  ledgerChecksums,
  share,
  shareChecksums,
  last,
  turns,
  keys,
  blocks,
];

export interface StoreOptions extends Omit<OpenOptions, 'schema'> {
  readonly now: () => number;
  /** Seals metrics; without it none are recorded. */
  readonly sealer?: Sealer;
  /** Reads the files of cold sessions; without it they are known by the index alone. */
  readonly cold?: ColdFiles;
}

export function openMigrated(path: string, options: StoreOptions): Database {
  return openDatabase(path, { ...options, schema: (database) => migrate(database, options.now) });
}

/** Brings the schema up to date; two processes may meet here, so what is missing is read again under the lock. */
export function migrate(database: Database, now: () => number): void {
  const applied = appliedNumber(database);
  const newer = newerThanKnown(applied);
  if (newer) throw newer;
  for (const migration of MIGRATIONS) {
    if (migration.number <= applied) continue;
    database.write(() => {
      if (appliedNumber(database) >= migration.number) return;
      migration.up(database);
      database.run(
        'INSERT INTO cortex_migrations(number, name, applied_at) VALUES (?, ?, ?)',
        migration.number,
        migration.name,
        new Date(now()).toISOString(),
      );
    });
  }
}
