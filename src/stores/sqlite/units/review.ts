import { IMPORTED } from '../../../domain/fact.ts';
import type { SessionId } from '../../../domain/ids.ts';
import type { Pin } from '../../../domain/pins/pin.ts';
import { storedLabel } from '../../../domain/scope.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Database, Row } from '../database.ts';
import { projectOf } from '../projects.ts';
import { parsed } from '../rows.ts';
import { type ColdFiles, coldRows } from './cold.ts';

/** A pin as it was made in a session, or as it waits for one. */
export interface PinMade {
  readonly pin: Pin;
  readonly sessionId: SessionId | null;
  readonly scopeKey: string;
  readonly scope: string;
  readonly at: Millis;
}

/** Looking at what was learnt from where. */
export function reviewUnits(database: Database, files: ColdFiles) {
  return {
    pinsMade(): PinMade[] {
      const facts = database.all(
        `SELECT event.session_id, event.at, event.body, session.scope, ${projectOf('session')}
         FROM session_events AS event JOIN session_states AS session ON session.id = event.session_id
         WHERE event.kind = 'pinned' ORDER BY event.seq`,
      );
      const waiting = database.all(
        `SELECT at, body, scope, ${projectOf('scope_waiting_pins')} FROM scope_waiting_pins ORDER BY seq`,
      );
      return [
        ...facts.flatMap((row) => pinMade(row, parsed<{ pin?: Pin }>(row['body'], {}).pin ?? null)),
        ...waiting.flatMap((row) => pinMade(row, parsed<Pin | null>(row['body'], null))),
      ];
    },

    hostsSeen(): string[] {
      return database
        .all('SELECT host FROM session_states UNION SELECT host FROM cold_sessions ORDER BY host')
        .map((row) => String(row['host']));
    },

    importedSessions(): ReadonlySet<SessionId> {
      const hot = database.all(
        'SELECT DISTINCT session_id AS id FROM session_events WHERE via = ?',
        IMPORTED,
      );
      const cold = database
        .all('SELECT id FROM cold_sessions')
        .filter(({ id }) =>
          coldRows(database, files, id as SessionId)?.session_events.some(({ via }) => via === IMPORTED),
        );
      return new Set([...hot, ...cold].map((row) => row['id'] as SessionId));
    },
  };
}

/** None where the session inherited it. */
function pinMade(row: Row, pin: Pin | null): PinMade[] {
  if (pin === null || pin.origin !== null) return [];
  return [
    {
      pin,
      sessionId: (row['session_id'] as SessionId | undefined) ?? null,
      scopeKey: String(row['scope_key']),
      scope: storedLabel(row['scope']),
      at: Number(row['at']),
    },
  ];
}
