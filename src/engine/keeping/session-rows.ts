import type { StoredRow } from '../../domain/base/packed.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import { type Fact, IMPORT_VIA } from '../../domain/facts/fact.ts';
import type { SessionRows } from '../../domain/keeping/archive.ts';

/** A session of another system, as rows. */
export function sessionRows(
  row: StoredRow,
  facts: readonly { at: Millis; fact: Fact }[] = [],
): SessionRows {
  return {
    session_states: [row],
    session_events: facts.map(({ at, fact: { kind, ...body } }, i) => ({
      seq: i + 1,
      session_id: row['id']!,
      at,
      via: IMPORT_VIA,
      key: null,
      kind,
      body: JSON.stringify(body),
    })),
    session_folds: [],
    session_turns: [],
    session_restores: [],
    session_links: [],
  };
}

/** The row of an imported session: outside of repositories, and ended. */
export function sessionRow(
  id: string,
  host: string,
  start: Millis,
  end: Millis,
): Record<string, string | number | null> {
  return {
    id,
    host,
    host_session_id: id,
    scope: 'global',
    scope_key: 'global',
    start_time: iso(start),
    end_time: iso(Math.max(start, end)),
    created_at: iso(start),
    updated_at: iso(Math.max(start, end)),
    last_activity: iso(Math.max(start, end)),
  };
}
