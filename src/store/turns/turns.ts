import type { SessionId } from '../../domain/base/ids.ts';
import type { StoredRow } from '../../domain/base/packed.ts';
import { foldTurns, NO_TURNS, type Turn, type TurnEnd } from '../../domain/turns/turn.ts';
import type { Database, Row } from '../base/database.ts';
import { parseOr } from '../base/rows.ts';
import { factsAfter } from '../facts/events.ts';

/** The turns of a session, the oldest first. Of one long over they are folded again. */
export function turnsOfSession(database: Database, id: SessionId): Turn[] {
  const stored = storedTurns(database, id);
  if (stored.length > 0) return stored;
  const row = database.get('SELECT project_path FROM session_states WHERE id = ?', id);
  const root = (row?.['project_path'] ?? null) as string | null;
  return [...foldTurns(NO_TURNS, factsAfter(database, id, 0), root).all];
}

export function storedTurns(database: Database, id: SessionId): Turn[] {
  return database
    .all('SELECT * FROM session_turns WHERE session_id = ? ORDER BY number', id)
    .map(toTurn);
}

export function toTurn(row: Row): Turn {
  const text = (name: string) => (row[name] === null ? null : String(row[name]));
  const did = parseOr<Partial<Turn>>(row['did'], {});
  return {
    files: [],
    runs: [],
    made: [],
    ...did,
    number: Number(row['number']),
    at: Number(row['at']),
    asked: text('asked'),
    answered: text('answered'),
    ended: text('ended') as TurnEnd | null,
  };
}

/** A turn as a row. */
export function turnRow(session_id: SessionId, turn: Turn): StoredRow {
  const { number, at, asked, answered, ended, ...did } = turn;
  return { session_id, number, at, asked, answered, did: JSON.stringify(did), ended };
}

/** Keeps the turns of a session as they follow from its facts. Most were there before and stay as they are. */
export function keepTurns(
  database: Database,
  id: SessionId,
  turns: readonly Turn[],
  before: readonly Turn[],
): void {
  const known = new Map(before.map((turn) => [turn.number, JSON.stringify(turn)]));
  for (const turn of turns) {
    const same = known.get(turn.number);
    known.delete(turn.number);
    if (same === JSON.stringify(turn)) continue;
    const row = turnRow(id, turn);
    database.run(
      `INSERT OR REPLACE INTO session_turns(${Object.keys(row).join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...Object.values(row),
    );
  }
  for (const number of known.keys())
    database.run('DELETE FROM session_turns WHERE session_id = ? AND number = ?', id, number);
}
