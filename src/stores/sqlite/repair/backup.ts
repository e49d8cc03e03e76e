import { DatabaseSync } from 'node:sqlite';
import type { Taken } from '../../../store/repair.ts';
import type { Database } from '../database.ts';
import { conditionOf } from './condition.ts';
import { readTable, takeNumbers } from './salvage.ts';
import { isThere, MADE_AGAIN, schemaOf, takeOverSchema } from './shapes.ts';

/** Tables whose rows belong to a session; those of a session that is in cold storage by now stay there. */
const OF_SESSION: Readonly<Record<string, string>> = {
  session_states: 'id',
  session_events: 'session_id',
  fact_blocks: 'owner',
  session_folds: 'session_id',
  session_turns: 'session_id',
  session_restores: 'session_id',
};

/** Fills in from a sound copy of the same database what is missing in these tables; all of them where none are named. */
export function fillFrom(path: string, into: Database, tables: ReadonlySet<string> | null): Taken {
  const copy = new DatabaseSync(path, { readOnly: true });
  const taken: Record<string, number> = {};
  try {
    const found = schemaOf(copy);
    takeOverSchema(into, found);
    const wanted = found.filter(
      ({ name }) => !MADE_AGAIN.has(name) && (tables?.has(name) ?? true) && isThere(into, name),
    );
    const cold = new Set(into.all('SELECT id FROM cold_sessions').map((row) => row['id']));
    for (const shape of wanted) {
      const column = OF_SESSION[shape.name];
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
