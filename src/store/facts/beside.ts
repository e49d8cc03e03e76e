import type { SessionId } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Database, Value } from '../base/database.ts';
import type { UnitsOf } from '../base/promised.ts';

/** A row of a room's table that is stored with the facts of an event. */
export interface Beside {
  readonly table: string;
  readonly row: Readonly<Record<string, Value>>;
}

/** The same as it is found in a transcript. */
export interface DatedBeside extends Beside {
  readonly at: Millis;
}

export interface BesideStore {
  /** Since when hooks store such rows; before that they come from transcripts. */
  besideSince(): Promise<Millis>;

  /** Adds the rows of a session that are not stored yet, from hooks or from an earlier read; how many there were. */
  keepBeside(id: SessionId, rows: readonly DatedBeside[]): Promise<number>;
}

export const besideUnits: UnitsOf<BesideStore> = {
  besideSince(database) {
    const at = database.value<string>(
      "SELECT applied_at FROM cortex_migrations WHERE name = 'touched-lines'",
    );
    return Date.parse(at ?? '') || 0;
  },

  keepBeside(database, id, rows) {
    if (rows.length === 0) return 0;
    return database.write(() => {
      const fresh = rows.filter((row) => !isKept(database, id, row));
      for (const row of fresh) insertBeside(database, id, row);
      return fresh.length;
    });
  },
};

export function insertBeside(
  database: Database,
  id: SessionId,
  { table, row, at }: DatedBeside,
): void {
  database.append(table, { session_id: id, at, ...row });
}

/** The clocks of a host and of a hook differ: a row is known by what it says. */
function isKept(database: Database, id: SessionId, { table, row }: DatedBeside): boolean {
  const same = Object.keys(row).map((name) => `${name} IS ?`);
  return database.has(
    `SELECT 1 FROM ${table} WHERE session_id = ? AND ${same.join(' AND ')}`,
    id,
    ...Object.values(row),
  );
}
