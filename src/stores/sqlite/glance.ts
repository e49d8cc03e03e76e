import { iso, millis } from '../../domain/time.ts';
import { openToRead } from './foreign.ts';
import { ALIVE_AT } from './rows.ts';

/** A home seen from outside. */
export interface Glance {
  readonly sessions: number;
  readonly last_event: string | null;
}

/** Looks into a home's database and changes nothing in it, whatever version it is of. Throws where it is none. */
export function glanceAt(path: string): Glance {
  const database = openToRead(path);
  try {
    const row = database
      .prepare(
        `SELECT count(*) + (SELECT count(*) FROM cold_sessions) AS sessions, max(${ALIVE_AT}) AS last FROM session_states`,
      )
      .get();
    const last = row?.['last'];
    const at = typeof last === 'number' ? last : millis(String(last ?? ''));
    return { sessions: Number(row?.['sessions'] ?? 0), last_event: at === null ? null : iso(at) };
  } finally {
    database.close();
  }
}
