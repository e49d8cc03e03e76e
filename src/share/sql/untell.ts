import type { SessionId } from '../../domain/ids.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { FORGOTTEN, forgetTold } from '../../domain/upkeep/forget.ts';
import { forgettingSession } from '../../domain/upkeep/forget-session.ts';
import type { Database, Row } from '../../stores/sqlite/database.ts';
import { parsed } from '../../stores/sqlite/rows.ts';
import { factsAfter } from '../../stores/sqlite/units/events.ts';
import { stateOf } from '../../stores/sqlite/units/fold.ts';
import { dropStandings, withoutKeywords } from '../../stores/sqlite/units/forget.ts';
import { threadFacts, toldOf, untell } from '../../stores/sqlite/units/forget-session.ts';

/**
 * Takes what sessions of this home were told of another one out of their preambles: facts of that one are withdrawn. Called
 * while the facts are still there, for a preamble quotes what was folded from them.
 */
export function untellSession(database: Database, id: SessionId, withdrawn: readonly Row[]): void {
  const state = stateOf(database, id);
  if (!state) return;
  const facts = factsAfter(database, id, 0).map(({ fact }) => fact);
  const forgetting = forgettingSession(state, threadFacts(database, id), facts);
  const numbers = toldOf(database, id).map((row) => row['number']!);
  for (const row of toldOf(database, id)) untell(database, row, forgetting);
  const words = { memoryId: null, content: withdrawn.map((row) => String(row['body'])).join('\n') };
  for (const number of numbers) {
    const { preamble } = database.get('SELECT preamble FROM session_restores WHERE rowid = ?', number)!;
    if (typeof preamble === 'string')
      database.run(
        'UPDATE session_restores SET preamble = ? WHERE rowid = ?',
        ...[forgetTold(preamble, words), number],
      );
  }
  for (const row of database.all(
    'SELECT rowid AS number, explanation FROM session_restores WHERE session_id = ?',
    id,
  ))
    database.run(
      'UPDATE session_restores SET explanation = ? WHERE rowid = ?',
      ...[withoutKeywords(String(row['explanation'])), row['number']!],
    );
  dropStandings(database);
}

/**
 * Takes the lines that told these texts out of preambles. `author`: only lines under the name of that teammate; somebody's
 * withdrawal changes nothing that others said.
 */
export function untellTexts(database: Database, texts: readonly string[], author: string | null): void {
  const heads = texts.map((text) => oneLine(text, 10_000).slice(0, TOLD_HEAD)).filter(isTelling);
  if (heads.length === 0) return;
  const mark = author === null ? '' : `[${oneLine(author, 40)}, `;
  const rows = database.all(
    `SELECT rowid AS number, preamble, explanation FROM session_restores
     WHERE instr(preamble, ?1) AND EXISTS (SELECT 1 FROM json_each(?2) WHERE instr(preamble, value))`,
    mark,
    JSON.stringify(heads),
  );
  for (const row of rows) {
    const lines = String(row['preamble'])
      .split('\n')
      .map((line) =>
        line.startsWith('- ') && line.includes(mark) && heads.some((head) => line.includes(head))
          ? `- ${FORGOTTEN}`
          : line,
      );
    database.run(
      'UPDATE session_restores SET preamble = ? WHERE rowid = ?',
      ...[lines.join('\n'), row['number']!],
    );
  }
  dropStandings(database);
}

/** A line may be cut; so much of a text is in it in any case. */
const TOLD_HEAD = 60;

/** Fewer characters stand in lines that tell something else. */
function isTelling(head: string): boolean {
  return head.trim().length >= 4;
}

/** The texts of a fact of a thread, without its kind and whose it is. */
export function textsOfWork(body: Row[string] | undefined): readonly string[] {
  const { kind: _, by: __, type: ___, status: ____, ...said } = parsed<Record<string, unknown>>(body, {});
  return Object.values(said).filter((value) => typeof value === 'string');
}
