import type { ScopeKey, SessionId } from '../domain/base/ids.ts';
import type { Millis } from '../domain/base/time.ts';
import type { RecordedFact } from '../domain/facts/fact.ts';
import type { LedgerLimits, Sendable } from '../domain/ledger/ledger.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { Database } from '../store/base/database.ts';
import { inScope } from '../store/base/joined.ts';
import { revive } from '../store/capture/capture.ts';
import { insertFacts, toRecorded } from '../store/facts/events.ts';
import { recordIn } from '../store/ledger/ledger.ts';
import type { Promised } from '../store/store.ts';
import type { SopFact } from './domain/history.ts';

/** One content of one file that a person trusts. */
export interface SopTrust {
  /** Relative to the top of the project, so that all its working trees share it. */
  readonly path: string;
  readonly hash: string;
  readonly at: Millis;
}

/** Records an item that the conversation is shown. */
export type SopLedger = (item: Sendable) => void;

export function sopsOf({ store }: Pick<Deps, 'store'>): Promised<typeof sopUnits> {
  return store.room(sopUnits);
}

/** Standing instructions: what a session was given, and what a project's files may say. */
const sopUnits = {
  /** A session's facts about instructions, with the last epoch and the last turn among them; empty where it was given none. */
  sopHistory,

  /** Appends what the decider makes of that history as it is now. What it shows goes into the ledger; without limits there is none. */
  changeSops(
    database: Database,
    id: SessionId,
    arrival: { readonly via: string; readonly at: Millis },
    decide: (history: readonly RecordedFact[], show: SopLedger) => readonly SopFact[],
    limits: LedgerLimits | null = null,
  ): readonly SopFact[] {
    return database.write(() => {
      const { at } = arrival;
      const shown: Sendable[] = [];
      const facts = decide(sopHistory(database, id), (item) => shown.push(item));
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

  trustedSops(database: Database, scopeKey: ScopeKey): readonly SopTrust[] {
    const { where, keys } = inScope(database, scopeKey);
    return database
      .all(`SELECT path, hash, at FROM sop_trust WHERE ${where} ORDER BY path, at`, ...keys)
      .map((row) => ({
        path: String(row['path']),
        hash: String(row['hash']),
        at: Number(row['at']),
      }));
  },

  /** Whether any file's content is trusted, in any project. */
  hasTrustedSops(database: Database): boolean {
    return database.get('SELECT 1 FROM sop_trust LIMIT 1') !== undefined;
  },

  trustSop(database: Database, scopeKey: ScopeKey, { path, hash, at }: SopTrust) {
    const row = { scope_key: scopeKey, path, hash, at };
    database.write(() => database.put('sop_trust', row, 'ON CONFLICT DO NOTHING'));
  },

  /** How many contents of the file were trusted. */
  untrustSop(database: Database, scopeKey: ScopeKey, path: string): number {
    return database.write(() => {
      const { where, keys } = inScope(database, scopeKey);
      return database.run(`DELETE FROM sop_trust WHERE ${where} AND path = ?`, ...keys, path)
        .changes;
    });
  },
};

/** Only the last epoch and turn can matter; the first query is answered by an index that is nearly always empty. */
function sopHistory(database: Database, id: SessionId): RecordedFact[] {
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
