import type { Recorded } from '../domain/fact.ts';
import type { SessionId } from '../domain/ids.ts';
import { expiry, type Sendable } from '../domain/ledger/ledger.ts';
import type { Deps } from '../engine/deps.ts';
import type { Database } from '../stores/sqlite/database.ts';
import { findLedger, lookupIn, recordIn } from '../stores/sqlite/ledger-records.ts';
import { inScope } from '../stores/sqlite/projects.ts';
import type { Sync } from '../stores/sqlite/promised.ts';
import { revive } from '../stores/sqlite/units/capture.ts';
import { insertFacts, toRecorded } from '../stores/sqlite/units/events.ts';
import type { SopStore } from './store.ts';

export function sopsOf({ store }: Pick<Deps, 'store'>): SopStore {
  return store.room(sopUnits);
}

/** Standing instructions: what a session was given, and what a project's files may say. */
export function sopUnits(database: Database): Sync<SopStore> {
  return {
    sopHistory(id) {
      return sopHistory(database, id);
    },

    changeSops(id, arrival, decide, limits = null) {
      return database.write(() => {
        const { at } = arrival;
        const shown: Sendable[] = [];
        const found = limits && findLedger(database, id);
        const lookup = found && !expiry(found.head, at, limits) ? lookupIn(database, found) : () => undefined;
        const facts = decide(sopHistory(database, id), { lookup, show: (item) => shown.push(item) });
        if (limits && shown.length > 0) {
          const sent = shown.map((item) => ({ fact: 'sent' as const, item }));
          recordIn(database, id, sent, { at, limits });
        }
        if (facts.length === 0) return facts;
        const incoming = facts.map((fact) => ({ fact, key: null }));
        insertFacts(database, id, [...revive(database, id), ...incoming], arrival);
        return facts;
      });
    },

    trustedSops(scopeKey) {
      const { where, keys } = inScope(database, scopeKey);
      return database
        .all(`SELECT path, hash, at FROM sop_trust WHERE ${where} ORDER BY path, at`, ...keys)
        .map((row) => ({ path: String(row['path']), hash: String(row['hash']), at: Number(row['at']) }));
    },

    hasTrustedSops() {
      return database.get('SELECT 1 FROM sop_trust LIMIT 1') !== undefined;
    },

    trustSop(scopeKey, { path, hash, at }) {
      database.write(() =>
        database.record(
          'sop_trust',
          'INSERT INTO sop_trust(scope_key, path, hash, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
          scopeKey,
          path,
          hash,
          at,
        ),
      );
    },

    untrustSop(scopeKey, path) {
      return database.write(() => {
        const { where, keys } = inScope(database, scopeKey);
        return database.run(`DELETE FROM sop_trust WHERE ${where} AND path = ?`, ...keys, path).changes;
      });
    },
  };
}

/** Only the last epoch and turn can matter; the first query is answered by an index that is nearly always empty. */
function sopHistory(database: Database, id: SessionId): Recorded[] {
  const given = database.all(
    `SELECT seq, at, kind, body FROM session_events
     WHERE session_id = ? AND kind IN ('sop-injected', 'sop-acknowledged', 'sop-ignored') ORDER BY seq`,
    id,
  );
  if (given.length === 0) return [];
  const spans = database.all(
    `SELECT max(seq) AS seq, at, kind, body FROM session_events
     WHERE session_id = ? AND seq > ? AND kind IN ('epoch-began', 'turn-ended') GROUP BY kind`,
    id,
    Number(given[0]!['seq']),
  );
  return [...given, ...spans].map((row) => toRecorded(row, id)).sort((a, b) => a.seq - b.seq);
}
