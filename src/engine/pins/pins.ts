import {
  addPin,
  addPins,
  byWeight,
  isOfScope,
  makePin,
  type Pin,
  type PinFact,
  type PinRequest,
  pinIdentity,
} from '../../domain/pins/pin.ts';
import { redactDeep } from '../../domain/redact/redact.ts';
import type { Scope } from '../../domain/scope.ts';
import type { PinDecider, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { foldingUnder } from '../session/folding.ts';
import { meantSessions } from '../session/target.ts';
import { mirrorPins } from './working-memory-file.ts';

export type PinResult =
  | { readonly kind: 'pinned'; readonly pin: Pin; readonly sessions: readonly SessionHead[] }
  | { readonly kind: 'waiting'; readonly pin: Pin }
  /** Nothing was pinned, in none of the sessions. `session` is the full one; null: no more can wait for the next. */
  | {
      readonly kind: 'full';
      readonly session: SessionHead | null;
      readonly sessions: readonly SessionHead[];
      readonly pins: readonly Pin[];
    }
  | { readonly kind: 'empty' };

/**
 * Pins for the sessions that are meant, or keeps the pin for the next one; a person's for every one to come. Nothing is ever
 * dropped to make room.
 */
export async function pin(
  deps: Deps,
  scope: Scope,
  request: PinRequest,
  sessions?: readonly SessionHead[],
): Promise<PinResult> {
  const safe = redactDeep(request, { strict: deps.config['redaction.strict'] });
  const made = makePin(safe, deps.now(), deps.config['pins.max_chars']);
  if (!made) return { kind: 'empty' };
  const most = deps.config['pins.max'];
  const kept = isOfScope(made) ? await deps.store.waitingPins(scope.key) : [];
  const isFull = addPin(kept, made, most).kind === 'full';
  let full = -1;
  const changed = await change(deps, scope, sessions, (held): PinFact[] => {
    full = held.findIndex((own) => addPin(own, made, most).kind === 'full');
    return full < 0 && !isFull ? [{ kind: 'pinned', pin: made }] : [];
  });
  if (full >= 0) {
    const session = changed.sessions[full] ?? null;
    return { kind: 'full', session, sessions: changed.sessions, pins: changed.pins[full]! };
  }
  if (isFull) return { kind: 'full', session: null, sessions: changed.sessions, pins: kept };
  if (changed.sessions.length === 0) return { kind: 'waiting', pin: made };
  if (isOfScope(made))
    await deps.store.changeWaiting(scope, deps.now(), ([waiting]) =>
      addPin(waiting!, made, most).kind === 'full' ? [] : [{ kind: 'pinned', pin: made }],
    );
  return { kind: 'pinned', pin: made, sessions: changed.sessions };
}

/** The outcome of adding many pins at once. */
export interface PinsAdded {
  readonly sessions: readonly SessionHead[];
  readonly taken: readonly Pin[];
  /** There is a pin of that name already; it stays as it is. */
  readonly known: readonly Pin[];
  /** There was no room. */
  readonly refused: readonly Pin[];
}

/** Adds pins that were made elsewhere, as far as there is room: CRITICAL ones first, then the newest. */
export async function addAll(
  deps: Deps,
  scope: Scope,
  pins: readonly Pin[],
  sessions?: readonly SessionHead[],
): Promise<PinsAdded> {
  const distinct = addPins([], [...pins].sort(byWeight).reverse(), Number.POSITIVE_INFINITY).pins;
  let known: readonly Pin[] = [];
  let refused: readonly Pin[] = [];
  const decide: PinDecider = (held) => {
    const names = new Set(held.flat().map(pinIdentity));
    known = distinct.filter((one) => names.has(pinIdentity(one)));
    const added = distinct.filter((one) => !known.includes(one)).sort(byWeight);
    const full = held.flatMap((own) => addPins(own, added, deps.config['pins.max']).refused);
    refused = added.filter((one) => full.includes(one));
    return inOrderOfTime(added.filter((one) => !full.includes(one))).map((one) => ({
      kind: 'pinned',
      pin: one,
    }));
  };
  const changed = await change(deps, scope, sessions, decide);
  const taken = distinct.filter((one) => !known.includes(one) && !refused.includes(one));
  return { sessions: changed.sessions, taken: inOrderOfTime(taken), known, refused };
}

/** Pins that are to be seen here: those of the sessions that are meant, and those that wait for the next one. */
export interface PinsHere {
  readonly sessions: readonly SessionHead[];
  readonly pins: readonly Pin[];
  readonly waiting: readonly Pin[];
}

export async function pinsHere(
  deps: Deps,
  scope: Scope,
  sessions?: readonly SessionHead[],
): Promise<PinsHere> {
  const targets = sessions ?? (await meantSessions(deps, scope));
  const byIdentity = new Map<string, Pin>();
  for (const session of targets) {
    for (const held of await deps.store.pinsNow(session.id)) byIdentity.set(pinIdentity(held), held);
  }
  const waiting = (await deps.store.waitingPins(scope.key)).filter(
    (one) => !byIdentity.has(pinIdentity(one)),
  );
  return { sessions: targets, pins: [...byIdentity.values()], waiting };
}

/** Lets pins go, in the sessions that are meant and for those to come: also what the next one would inherit. */
export async function unpin(
  deps: Deps,
  scope: Scope,
  identities: readonly string[],
  sessions?: readonly SessionHead[],
): Promise<void> {
  const decide: PinDecider = (held) => {
    const names = new Set(held.flat().map(pinIdentity));
    return identities
      .filter((identity) => names.has(identity))
      .map((identity) => ({ kind: 'unpinned', identity }));
  };
  const targets = sessions ?? (await meantSessions(deps, scope));
  if (targets.length === 0) {
    // Nobody holds them here: they are let go of by name.
    const facts = identities.map((identity): PinFact => ({ kind: 'unpinned', identity }));
    await deps.store.changeWaiting(scope, deps.now(), () => facts);
    return;
  }
  await change(deps, scope, targets, decide);
  await deps.store.changeWaiting(scope, deps.now(), decide);
}

/** The one way to change working memory: of all sessions that are meant or of none; without any, of the next one's. */
async function change(
  deps: Deps,
  scope: Scope,
  sessions: readonly SessionHead[] | undefined,
  decide: PinDecider,
): Promise<{ readonly sessions: readonly SessionHead[]; readonly pins: readonly (readonly Pin[])[] }> {
  const targets = sessions ?? (await meantSessions(deps, scope));
  if (targets.length === 0) {
    return { sessions: [], pins: [await deps.store.changeWaiting(scope, deps.now(), decide)] };
  }
  const ids = targets.map(({ id }) => id);
  const pins = await deps.store.changePins(ids, deps.now(), foldingUnder(deps.config), decide);
  await mirrorPins(deps, ids.at(-1)!);
  return { sessions: targets, pins };
}

function inOrderOfTime(pins: readonly Pin[]): Pin[] {
  return [...pins].sort((a, b) => a.pinnedAt - b.pinnedAt);
}
