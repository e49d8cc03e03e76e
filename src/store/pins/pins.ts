/**
 * Rows of pins. A pin of a session is a fact among its facts (`recordPins`); one of a scope that no session holds yet waits in
 * `scope_waiting_pins` (`insertWaiting`).
 */
import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { Millis } from '../../domain/base/time.ts';
import {
  addPins,
  choosePins,
  foldPins,
  isOfScope,
  MAX_PINS,
  type Pin,
  type PinFact,
  pinIdentity,
} from '../../domain/pins/pin.ts';
import type { Database, Value } from '../base/database.ts';
import { dismiss, dismissedIn, undoDismissal } from '../base/dismissed.ts';
import { inScope } from '../base/joined.ts';
import { hasSessionsToMove, OWN_PLACE } from '../base/outside.ts';
import { parseOr } from '../base/rows.ts';
import { insertOwn, pinFactsAfter } from '../facts/events.ts';

/** Pins of the last fold, updated by later facts. */
export function pinsNow(database: Database, id: SessionId): readonly Pin[] {
  const row = database.get(
    "SELECT seq, digest ->> '$.pins' AS pins FROM session_folds WHERE session_id = ?",
    id,
  );
  const before = parseOr<Pin[]>(row?.['pins'], []);
  return foldPins(before, pinFactsAfter(database, id, Number(row?.['seq'] ?? 0)));
}

/** The one way into a session's working memory, in a transaction that the caller opened. */
export function recordPins(
  database: Database,
  id: SessionId,
  held: readonly Pin[],
  facts: readonly PinFact[],
  at: Millis,
): void {
  if (facts.length > 0) checkPinLimit(held, facts);
  insertOwn(database, id, facts, at);
}

/** Throws if a decider exceeds the limit, which is a bug. */
export function checkPinLimit(held: readonly Pin[], facts: readonly PinFact[]): void {
  const after = foldPins(held, facts).length;
  if (after > Math.max(MAX_PINS, held.length)) {
    throw new Error(`working memory holds ${MAX_PINS} pins at most, not ${after}`);
  }
}

/** The pins of a session that starts; those that waited for it wait no more. */
export function takeWaiting(
  database: Database,
  scopeKey: ScopeKey,
  held: readonly Pin[],
  max?: number,
): readonly Pin[] {
  const { pins, taken } = choosePins(held, readWaitingPins(database, scopeKey), max);
  const passing = new Set(taken.filter((pin) => !isOfScope(pin)).map(pinIdentity));
  dropWaiting(database, scopeKey, (pin) => passing.has(pinIdentity(pin)));
  return pins;
}

/** The latest of each identity, in the order they were made, without those that were unpinned since. */
export function readWaitingPins(database: Database, scopeKey: ScopeKey): readonly Pin[] {
  const { where, keys } = inScope(database, scopeKey);
  const bodies = database.column(
    `SELECT body FROM scope_waiting_pins WHERE ${where} ORDER BY seq`,
    ...keys,
  );
  const pins = bodies.map((body) => parseOr<Pin | null>(body, null)).filter((pin) => pin !== null);
  const all = [...pinsAwaited(database, keys), ...pins];
  return stillPinned(database, scopeKey, addPins([], all, Number.POSITIVE_INFINITY).pins);
}

/** A person's pins that wait in `global` and that sessions of these folders held: they move with the sessions. */
function pinsAwaited(database: Database, keys: readonly Value[]): readonly Pin[] {
  if (!hasSessionsToMove(database, keys)) return [];
  const sessions = database.column<SessionId>(
    `SELECT id FROM session_states WHERE scope_key = '${GLOBAL_SCOPE_KEY}'
       AND ${OWN_PLACE} IN (SELECT value FROM json_each(?)) ORDER BY started_seq DESC LIMIT ${MOST_AWAITED}`,
    JSON.stringify(keys),
  );
  return ofPersonIn(database, sessions);
}

const MOST_AWAITED = 20;

/** The pins of a person that wait in `global` and that one of these sessions held. */
function ofPersonIn(database: Database, ids: readonly SessionId[]): readonly Pin[] {
  const held = new Set(ids.flatMap((id) => pinsNow(database, id).map(pinIdentity)));
  return readWaitingPins(database, GLOBAL_SCOPE_KEY).filter(
    (pin) => isOfScope(pin) && held.has(pinIdentity(pin)),
  );
}

/** A session that is moved out of `global` takes the pins along that a person gave it. */
export function movePins(database: Database, id: SessionId, scope: Scope): void {
  const there = new Set(readWaitingPins(database, scope.key).map(pinIdentity));
  const moved = stillPinned(database, scope.key, ofPersonIn(database, [id]));
  for (const pin of moved) if (!there.has(pinIdentity(pin))) insertWaiting(database, scope, pin);
}

export function insertWaiting(database: Database, scope: Scope, pin: Pin): void {
  const row = {
    scope_key: scope.key,
    scope: scope.label,
    at: pin.pinnedAt,
    body: JSON.stringify(pin),
  };
  database.put('scope_waiting_pins', row);
}

export function dropWaiting(
  database: Database,
  scopeKey: ScopeKey,
  isGone: (pin: Pin) => boolean,
): void {
  const { where, keys } = inScope(database, scopeKey);
  for (const row of database.all(
    `SELECT seq, body FROM scope_waiting_pins WHERE ${where}`,
    ...keys,
  )) {
    const pin = parseOr<Pin | null>(row['body'], null);
    if (pin && isGone(pin))
      database.run('DELETE FROM scope_waiting_pins WHERE seq = ?', row['seq'] ?? 0);
  }
}

/** An unpinned pin must not come back from an earlier session; one that is pinned again on purpose may. */
export function settleDismissals(
  database: Database,
  scopeKey: ScopeKey,
  facts: readonly PinFact[],
  at: Millis,
): void {
  for (const fact of facts) {
    if (fact.kind === 'pinned') undoDismissal(database, scopeKey, 'pin', pinIdentity(fact.pin));
    else if (!fact.onlyHere) dismiss(database, scopeKey, 'pin', fact.identity, at);
  }
}

/** Pins without those that were unpinned in a scope and not pinned again. */
export function stillPinned(
  database: Database,
  scopeKey: ScopeKey,
  pins: readonly Pin[],
): readonly Pin[] {
  if (pins.length === 0) return pins;
  const gone = dismissedIn(database, scopeKey).pins;
  return pins.filter((pin) => !gone.has(pinIdentity(pin)));
}
