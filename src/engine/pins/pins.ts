import type { Scope } from '../../domain/base/scope.ts';
import {
  addPin,
  addPins,
  byWeight,
  isOfScope,
  makePin,
  type Pin,
  type PinRequest,
  pinIdentity,
} from '../../domain/pins/pin.ts';
import {
  entriesIn,
  entriesOfOthers,
  type FileContent,
  pinsInEntries,
} from '../../domain/pins/working-memory.ts';
import { redactDeep } from '../../domain/redact/redact.ts';
import type { PinDecider, SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { meantSessions } from '../presence/target.ts';
import { mirrorPins, pinRules, withMirror } from './working-memory-file.ts';

export type PinResult =
  /** Without sessions the pin waits for the next one. */
  | { readonly kind: 'pinned'; readonly pin: Pin; readonly sessions: readonly SessionHead[] }
  /** Nothing was pinned in any session. `session` is the full one; null if the list of waiting pins is full. */
  | { readonly kind: 'full'; readonly session: SessionHead | null; readonly pins: readonly Pin[] }
  | { readonly kind: 'empty' };

/**
 * Adds a pin to the sessions concerned, or keeps it for the next one; a person's pin applies to all later sessions. Nothing is ever
 * dropped to make room.
 */
export async function pin(
  deps: Deps,
  scope: Scope,
  request: PinRequest,
  sessions?: readonly SessionHead[],
): Promise<PinResult> {
  const safe = redactDeep(request, { strict: deps.config['redaction.strict'], kept: true });
  const made = makePin(safe, deps.now(), deps.config['pins.max_chars']);
  if (!made) return { kind: 'empty' };
  let full = -1;
  const decide: PinDecider = (held) => {
    full = held.findIndex((pins) => addPin(pins, made, deps.config['pins.max']) === null);
    return full < 0 ? [{ kind: 'pinned', pin: made }] : [];
  };
  const { sessions: holders, pins } = await change(deps, scope, sessions, decide, isOfScope(made));
  if (full >= 0) return { kind: 'full', session: holders[full] ?? null, pins: pins[full]! };
  return { kind: 'pinned', pin: made, sessions: holders };
}

/** The outcome of adding many pins at once. */
export interface PinsAdded {
  readonly taken: readonly Pin[];
  /** A pin with that name exists already and stays unchanged. */
  readonly known: readonly Pin[];
  /** Pins that did not fit. */
  readonly refused: readonly Pin[];
}

/** Imports the pins from the `working_memory.json` of an older Cortex, on request. The file stays unchanged. */
export function importPins(
  deps: Deps,
  scope: Scope,
  content: FileContent,
  sessions?: readonly SessionHead[],
): Promise<PinsAdded> {
  return addAll(deps, scope, pinsInEntries(entriesIn(content), pinRules(deps)), sessions);
}

/** Gives the starting session the pins that others added to the mirrored file since our last write. */
export async function takeFromMirror(deps: Deps, head: SessionHead): Promise<void> {
  await withMirror(deps, async (file) => {
    const { content, written } = file.read();
    const pins = pinsInEntries(entriesOfOthers(content, written), pinRules(deps));
    if (pins.length === 0) return;
    const { taken, refused } = await addAll(deps, head.scope, pins, [head]);
    const told = { session_id: head.id, pins: taken.length, refused: refused.length };
    deps.log.info('pins taken from the working memory file', told);
  });
}

/** Adds pins from elsewhere while they fit: CRITICAL ones first, then the newest. */
async function addAll(
  deps: Deps,
  scope: Scope,
  pins: readonly Pin[],
  sessions?: readonly SessionHead[],
): Promise<PinsAdded> {
  const distinct = addPins([], [...pins].sort(byWeight).reverse(), Number.POSITIVE_INFINITY).pins;
  let outcome: PinsAdded = { taken: [], known: [], refused: [] };
  await change(deps, scope, sessions, (held) => {
    const names = new Set(held.flat().map(pinIdentity));
    const known = distinct.filter((one) => names.has(pinIdentity(one)));
    const added = distinct.filter((one) => !known.includes(one)).sort(byWeight);
    const full = new Set(
      held.flatMap((own) => addPins(own, added, deps.config['pins.max']).refused),
    );
    const taken = added.filter((one) => !full.has(one)).sort((a, b) => a.pinnedAt - b.pinnedAt);
    outcome = { taken, known, refused: added.filter((one) => full.has(one)) };
    return taken.map((one) => ({ kind: 'pinned', pin: one }));
  });
  return outcome;
}

/** A pin that a session holds, that waits for the next one, or that the next one would inherit. */
export interface PlacedPin extends Pin {
  readonly place: 'held' | 'waiting' | 'next';
}

export interface PinsHere {
  /** The sessions concerned. */
  readonly sessions: readonly SessionHead[];
  readonly pins: readonly PlacedPin[];
}

/** The pins of the sessions concerned, and those that wait for the next one. */
export async function pinsHere(
  deps: Deps,
  scope: Scope,
  sessions?: readonly SessionHead[],
): Promise<PinsHere> {
  const targets = sessions ?? (await meantSessions(deps, scope));
  const held = new Map<string, PlacedPin>();
  for (const { id } of targets)
    for (const one of await deps.store.pinsNow(id))
      held.set(pinIdentity(one), { ...one, place: 'held' });
  const waiting = (await deps.store.waitingPins(scope.key))
    .filter((one) => !held.has(pinIdentity(one)))
    .map((one) => ({ ...one, place: 'waiting' as const }));
  return { sessions: targets, pins: [...held.values(), ...waiting] };
}

/** Unpins in the sessions concerned and for later ones, including pins that the next one would inherit. */
export async function unpin(
  deps: Deps,
  scope: Scope,
  identities: readonly string[],
  sessions?: readonly SessionHead[],
): Promise<void> {
  const targets = sessions ?? (await meantSessions(deps, scope));
  const decide: PinDecider = (held) => {
    const names = new Set(held.flat().map(pinIdentity));
    // Pins without a session are dismissed by name.
    return identities
      .filter((identity) => targets.length === 0 || names.has(identity))
      .map((identity) => ({ kind: 'unpinned', identity }));
  };
  await change(deps, scope, targets, decide, true);
}

/**
 * Changes working memory in all sessions concerned or in none; without any, or if the scope's own pins are
 * meant too, that of the next one.
 */
async function change(
  deps: Deps,
  scope: Scope,
  sessions: readonly SessionHead[] | undefined,
  decide: PinDecider,
  isOfScopeToo = false,
): Promise<{
  readonly sessions: readonly SessionHead[];
  readonly pins: readonly (readonly Pin[])[];
}> {
  const targets = sessions ?? (await meantSessions(deps, scope));
  const ids = targets.map(({ id }) => id);
  const waiting = isOfScopeToo || ids.length === 0 ? scope : null;
  const pins = await deps.store.changePins(ids, deps.now(), decide, waiting);
  if (ids.length > 0) await mirrorPins(deps, ids.at(-1)!);
  return { sessions: targets, pins };
}
