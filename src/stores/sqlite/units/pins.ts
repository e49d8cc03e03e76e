import type { Digest } from '../../../domain/digest.ts';
import type { ScopeKey, SessionId } from '../../../domain/ids.ts';
import { type Pin, pinIdentity } from '../../../domain/pin.ts';
import type { Scope } from '../../../domain/scope.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Folding, PinDecider } from '../../../store.ts';
import type { Database } from '../database.ts';
import { parsed } from '../rows.ts';
import { insertFacts, OWN } from './events.ts';
import { foldSession, headOf, pinsNow } from './fold.ts';

/** Working memory: everyone who pins or unpins comes through `changePins`. */
export function pinUnits(database: Database) {
  return {
    pinsNow(id: SessionId): readonly Pin[] {
      return pinsNow(database, id);
    },

    changePins(id: SessionId, at: Millis, folding: Folding, decide: PinDecider): readonly Pin[] {
      return database.write(() => {
        const before = foldSession(database, id, folding, at)?.pins ?? [];
        const facts = decide(before);
        if (facts.length === 0) return before;
        insertFacts(
          database,
          id,
          facts.map((fact) => ({ fact, key: null })),
          { via: OWN, at },
        );
        const scopeKey = headOf(database, id)!.scope.key;
        for (const fact of facts) {
          if (fact.kind === 'unpinned') letGo(database, scopeKey, fact.identity, at);
          if (fact.kind === 'pinned') takeBack(database, scopeKey, pinIdentity(fact.pin));
        }
        return (foldSession(database, id, folding, at) as Digest).pins;
      });
    },

    keepForNext(scope: Scope, pin: Pin): void {
      database.write(() => {
        takeBack(database, scope.key, pinIdentity(pin));
        database.run(
          'INSERT INTO scope_waiting_pins(scope_key, scope, at, body) VALUES (?, ?, ?, ?)',
          scope.key,
          scope.label,
          pin.pinnedAt,
          JSON.stringify(pin),
        );
      });
    },

    waitingPins(scopeKey: ScopeKey): Pin[] {
      return waiting(database, scopeKey);
    },

    dropWaiting(scopeKey: ScopeKey, identities: readonly string[], at: Millis): number {
      return database.write(() => {
        const unwanted = new Set(identities);
        const rows = database.all('SELECT seq, body FROM scope_waiting_pins WHERE scope_key = ?', scopeKey);
        const gone = rows.filter((row) => unwanted.has(pinIdentity(parsed<Pin>(row['body'], NO_PIN))));
        for (const row of gone) database.run('DELETE FROM scope_waiting_pins WHERE seq = ?', row['seq'] ?? 0);
        for (const identity of unwanted) letGo(database, scopeKey, identity, at);
        return gone.length;
      });
    },
  };
}

const NO_PIN: Pin = { label: null, content: '', critical: false, pinnedAt: 0, origin: null };

/** The waiting pins of a scope go to the session that starts, once. */
export function takeWaiting(database: Database, scopeKey: ScopeKey): Pin[] {
  const pins = waiting(database, scopeKey);
  if (pins.length > 0) database.run('DELETE FROM scope_waiting_pins WHERE scope_key = ?', scopeKey);
  return pins;
}

/** The latest of each identity, in the order they were made. */
function waiting(database: Database, scopeKey: ScopeKey): Pin[] {
  const byIdentity = new Map<string, Pin>();
  for (const row of database.all(
    'SELECT body FROM scope_waiting_pins WHERE scope_key = ? ORDER BY seq',
    scopeKey,
  )) {
    const pin = parsed<Pin>(row['body'], NO_PIN);
    if (pin.content) byIdentity.set(pinIdentity(pin), pin);
  }
  return [...byIdentity.values()];
}

function letGo(database: Database, scopeKey: ScopeKey, identity: string, at: Millis): void {
  database.run(
    `INSERT INTO scope_let_go(scope_key, kind, identity, at) VALUES (?, 'pin', ?, ?)
     ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`,
    scopeKey,
    identity,
    at,
  );
}

/** Pinned again on purpose: it may be inherited again. */
function takeBack(database: Database, scopeKey: ScopeKey, identity: string): void {
  database.run(
    "DELETE FROM scope_let_go WHERE scope_key = ? AND kind = 'pin' AND identity = ?",
    scopeKey,
    identity,
  );
}
