import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import { isMade, TABLES } from '../tables.ts';
import { conditionOf } from './condition.ts';
import { readTable, takeNumbers } from './salvage.ts';
import { isThere, schemaOf, takeOverSchema } from './shapes.ts';

/** How many rows of which table came from a copy. */
export type Taken = Readonly<Record<string, number>>;

/** Fills in from a sound copy of the same database what is missing in these tables; all of them where none are named. */
export function fillFrom(path: string, into: Database, tables: ReadonlySet<string> | null): Taken {
  const copy = new DatabaseSync(path, { readOnly: true });
  const taken: Record<string, number> = {};
  try {
    const found = schemaOf(copy);
    takeOverSchema(into, found);
    const wanted = found.filter(
      ({ name }) => !isMade(name) && (tables?.has(name) ?? true) && isThere(into, name),
    );
    const cold = new Set(into.all('SELECT id FROM cold_sessions').map((row) => row['id']));
    for (const shape of wanted) {
      // Rows of a session that is in cold storage by now stay there.
      const column = TABLES[shape.name]?.session;
      const isCold = (row: Readonly<Record<string, unknown>>) =>
        column !== undefined && cold.has(row[column] as string);
      const rows = readTable(copy, into, shape, isCold).taken;
      if (rows > 0) taken[shape.name] = rows;
    }
    takeNumbers(copy, into);
    return taken;
  } finally {
    copy.close();
  }
}

/** Whether a copy can be relied on. */
export function isSoundCopy(path: string): boolean {
  return conditionOf(path).kind === 'sound';
}
