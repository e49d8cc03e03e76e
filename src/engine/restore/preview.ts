import type { SessionId } from '../../domain/ids.ts';
import { newLedger } from '../../domain/ledger/ledger.ts';
import { decideSending } from '../../domain/ledger/send.ts';
import { inheritPins } from '../../domain/pins/inherit.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import { TAKEN } from '../../domain/restore/contribute.ts';
import type { Scope } from '../../domain/scope.ts';
import type { LedgerWithin } from '../../store/ledger.ts';
import type { RestoreOutcome } from '../../store.ts';
import type { Deps, Here } from '../deps.ts';
import { ledgerLimits } from '../ledger/ledger.ts';
import { asOfNow } from './as-of-now.ts';
import { decide } from './decide.ts';
import type { Explanation } from './explain.ts';
import { gather } from './gather.ts';

/** The text of one occasion, to the byte, and why. */
export interface WouldBeTold {
  readonly text: string | null;
  readonly explanation: Explanation;
}

export interface Preview {
  readonly start: WouldBeTold;
  /** The addition for a first prompt of these words. */
  readonly prompt: WouldBeTold | null;
  /** Pins that the session would begin with: those that wait for it, and those that it would inherit. */
  readonly pins: readonly Pin[];
}

/** The session that has not begun: no session has this id. */
export const NOBODY = '' as SessionId;

/** Previews the restore of the next session in a scope. Nothing is written, inherited or put on record as shown. */
export async function preview(deps: Deps, place: Here, prompt: string | null = null): Promise<Preview> {
  const world = asOfNow(deps);
  const head = { id: NOBODY, ...place };
  const ledger = ledgerOfNobody(world);
  const waiting = await ownOfNext(world, place.scope);
  const first = decide(world, await gather(world, head), waiting, ledger, { phase: 'start' });
  const start = toldBy(first);
  const pins = [...waiting, ...first.pins];
  if (prompt === null) return { start, prompt: null, pins };
  const added = decide(world, await gather(world, head, { prompt, adds: true }), pins, ledger, {
    phase: 'prompt',
    known: first.from.map(({ id }) => id),
    heard: start.text ?? '',
    told: new Set(
      start.explanation.memories.filter(({ verdict }) => verdict === TAKEN).map(({ memory_id }) => memory_id),
    ),
  });
  return { start, prompt: toldBy(added), pins };
}

/** Pins that the next session in a scope would inherit, beside those that wait for it. */
export async function pinsOfNext(deps: Deps, place: Here): Promise<readonly Pin[]> {
  const world = asOfNow(deps);
  const { offers, letGo } = await gather(world, { id: NOBODY, ...place });
  const own = await ownOfNext(world, place.scope);
  return inheritPins(own, offers, letGo.pins, {
    maxInherited: deps.config['session_persistence.max_inherited_pins'],
    maxPins: deps.config['pins.max'],
  }).taken;
}

/** Pins that a session begins with as its own: the person's, and those that wait. */
async function ownOfNext(deps: Deps, scope: Scope): Promise<readonly Pin[]> {
  return deps.store.pinsOfNext(scope.key, deps.config['pins.max']);
}

function toldBy({ preamble, explanation }: RestoreOutcome): WouldBeTold {
  return { text: preamble, explanation: explanation as Explanation };
}

/** A conversation that was shown nothing, and of which nothing is kept. */
function ledgerOfNobody({ config, now }: Pick<Deps, 'config' | 'now'>): LedgerWithin {
  const moment = { at: now(), limits: ledgerLimits(config) };
  const empty = newLedger({ id: NOBODY, at: moment.at });
  return {
    send: (items, fit) => decideSending(empty, () => undefined, items, fit, moment).sending,
    record: () => {},
    receipt: () => null,
  };
}
