import type { Fact } from '../../domain/fact.ts';
import { iso, type Millis } from '../../domain/time.ts';
import type { SessionRows } from '../../domain/upkeep/archive.ts';
import type { StoredRow } from '../../domain/upkeep/packed.ts';
import { IMPORTED } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { foldingUnder } from '../session/folding.ts';
import type { Tally } from './foreign-tally.ts';

/** A session of another system, as rows. */
export function sessionRows(row: StoredRow, facts: readonly { at: Millis; fact: Fact }[] = []): SessionRows {
  return {
    session_states: [row],
    session_events: facts.map(({ at, fact: { kind, ...body } }, i) => ({
      seq: i + 1,
      session_id: row['id']!,
      at,
      via: IMPORTED,
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

export async function takeSession(
  deps: Deps,
  count: Tally,
  rows: SessionRows,
  where: string,
  ownUpTo: number,
): Promise<void> {
  const how = { write: !count.dryRun, ownUpTo, now: deps.now() };
  const done = await deps.store.importSession(rows, foldingUnder(deps.config), how);
  if (done.outcome === 'refused') count.skip('sessions', where, done.why);
  else count.outcome('sessions', done.outcome === 'new');
}
