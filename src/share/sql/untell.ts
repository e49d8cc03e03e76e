import type { SessionId } from '../../domain/ids.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { forgettingSession, tellsOf } from '../../domain/upkeep/forget-session.ts';
import type { Database, Row } from '../../stores/sqlite/database.ts';
import { parsed } from '../../stores/sqlite/rows.ts';
import { factsAfter } from '../../stores/sqlite/units/events.ts';
import { dropStandings, forgetTold } from '../../stores/sqlite/units/forget.ts';

/** Takes what sessions of this home were told of another one: facts of that one are withdrawn. */
export function untellSession(database: Database, id: SessionId): void {
  const facts = factsAfter(database, id, 0).map(({ fact }) => fact);
  const forgetting = forgettingSession(id, facts);
  forgetTold(database, (row) => row['session_id'] === id || tellsOf(row, forgetting));
  dropStandings(database);
}

/**
 * Takes what told these texts. `author`: only under the name of that teammate; somebody's withdrawal changes nothing that
 * others said.
 */
export function untellTexts(database: Database, texts: readonly string[], author: string | null): void {
  const heads = texts.map((text) => oneLine(text, 10_000).slice(0, TOLD_HEAD)).filter(isTelling);
  if (heads.length === 0) return;
  const mark = author === null ? '' : `[${oneLine(author, 40)}, `;
  forgetTold(database, ({ preamble }) =>
    String(preamble)
      .split('\n')
      .some(
        (line) => line.startsWith('- ') && line.includes(mark) && heads.some((head) => line.includes(head)),
      ),
  );
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
