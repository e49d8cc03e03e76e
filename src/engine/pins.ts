import type { Fact } from '../domain/fact.ts';
import { addPin, makePin, type Pin, type PinRequest, pinIdentity } from '../domain/pin.ts';
import { redactDeep } from '../domain/redact/redact.ts';
import type { Scope } from '../domain/scope.ts';
import type { SessionHead } from '../store.ts';
import type { Deps } from './deps.ts';
import { foldingUnder } from './folding.ts';
import { meantSessions } from './live.ts';

export type PinResult =
  | { readonly kind: 'pinned'; readonly pin: Pin; readonly sessions: readonly SessionHead[] }
  | { readonly kind: 'waiting'; readonly pin: Pin }
  | { readonly kind: 'full'; readonly session: SessionHead; readonly pins: readonly Pin[] }
  | { readonly kind: 'empty' };

/** Pins for the sessions that are meant, or keeps the pin for the next one. Nothing is ever dropped to make room. */
export async function pin(
  deps: Deps,
  scope: Scope,
  request: PinRequest,
  sessions?: readonly SessionHead[],
): Promise<PinResult> {
  const safe = redactDeep(request, { strict: deps.config['redaction.strict'] });
  const made = makePin(safe, deps.now(), deps.config['pins.max_chars']);
  if (!made) return { kind: 'empty' };
  const targets = sessions ?? (await meantSessions(deps, scope));
  if (targets.length === 0) {
    await deps.store.keepForNext(scope, made);
    return { kind: 'waiting', pin: made };
  }
  for (const session of targets) {
    let full = false;
    const pins = await deps.store.changePins(
      session.id,
      deps.now(),
      foldingUnder(deps.config),
      (own): Fact[] => {
        full = addPin(own, made, deps.config['pins.max']).kind === 'full';
        return full ? [] : [{ kind: 'pinned', pin: made }];
      },
    );
    if (full) return { kind: 'full', session, pins };
  }
  return { kind: 'pinned', pin: made, sessions: targets };
}

/** Pins that are to be seen here: those of the sessions that are meant, else those that wait for the next one. */
export async function pinsHere(
  deps: Deps,
  scope: Scope,
  sessions?: readonly SessionHead[],
): Promise<{ readonly sessions: readonly SessionHead[]; readonly pins: readonly Pin[] }> {
  const targets = sessions ?? (await meantSessions(deps, scope));
  if (targets.length === 0) return { sessions: [], pins: await deps.store.waitingPins(scope.key) };
  const byIdentity = new Map<string, Pin>();
  for (const session of targets) {
    for (const held of await deps.store.pinsNow(session.id)) byIdentity.set(pinIdentity(held), held);
  }
  return { sessions: targets, pins: [...byIdentity.values()] };
}

/** Lets pins go, in the sessions that are meant and for those to come. */
export async function unpin(
  deps: Deps,
  scope: Scope,
  identities: readonly string[],
  sessions?: readonly SessionHead[],
): Promise<void> {
  const targets = sessions ?? (await meantSessions(deps, scope));
  for (const session of targets) {
    await deps.store.changePins(session.id, deps.now(), foldingUnder(deps.config), (own) =>
      own
        .map(pinIdentity)
        .filter((identity) => identities.includes(identity))
        .map((identity) => ({ kind: 'unpinned', identity })),
    );
  }
  if (targets.length === 0) await deps.store.dropWaiting(scope.key, identities, deps.now());
}
