import { type Millis, millis } from '../../domain/base/time.ts';
import {
  fromWorkingMemory,
  makePin,
  type Pin,
  type PinFact,
  pinIdentity,
} from '../../domain/pins/pin.ts';
import { toStorable } from '../../domain/redact/facts.ts';
import { redactDeep } from '../../domain/redact/redact.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { Statement } from '../../domain/sessions/stated.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { mirrorPins } from '../pins/working-memory-file.ts';

/** A pin as another program keeps it. */
export interface StatedPin {
  readonly content: string;
  readonly pinnedAt?: string;
  readonly label?: string;
  readonly critical?: boolean;
}

/** A program's statement about a session whose working memory and lists it keeps itself. Unnamed lists stay. */
export interface SessionStatement extends Statement {
  readonly working_memory?: readonly StatedPin[];
}

const NOTHING: Statement = {};

/** Records a statement and updates the row. */
export async function recordStatement(
  deps: Deps,
  head: SessionHead,
  { working_memory: pins, ...lists }: SessionStatement,
): Promise<SessionState> {
  const wanted = pins && pinsOf(deps, pins);
  const max = deps.config['pins.max'];
  if (wanted && wanted.size > max)
    throw new RangeError(`working memory holds ${max} pins, not ${wanted.size}`);
  // At least a sign of life: a session that was considered dead is open again.
  const facts = toStorable([{ kind: 'stated', lists }], {
    strict: deps.config['redaction.strict'],
  });
  await deps.store.append(head.id, [{ fact: facts[0]!, key: null }], {
    via: 'library',
    at: deps.now(),
  });
  if (wanted) await changePins(deps, head, wanted);
  return deps.store.fold(head.id, deps.now());
}

/** Records that a session is alive. */
export async function signOfLife(deps: Deps, head: SessionHead): Promise<void> {
  await recordStatement(deps, head, NOTHING);
}

async function changePins(
  deps: Deps,
  head: SessionHead,
  wanted: ReadonlyMap<string, WantedPin>,
): Promise<void> {
  await deps.store.changePins([head.id], deps.now(), ([held = []]): PinFact[] => {
    const gone = held.filter((pin) => !wanted.has(pinIdentity(pin)));
    const changed = [...wanted.values()].filter((one) => !held.some((own) => isSame(own, one)));
    return [
      ...gone.map(unpinOmitted),
      ...changed.map(({ pin }): PinFact => ({ kind: 'pinned', pin })),
    ];
  });
  await mirrorPins(deps, head.id);
}

/** An omitted own pin is unpinned for good; an inherited one only here, because the program may never have had it. */
function unpinOmitted(pin: Pin): PinFact {
  return { kind: 'unpinned', identity: pinIdentity(pin), ...(pin.origin && { onlyHere: true }) };
}

interface WantedPin {
  readonly pin: Pin;
  /** Whether the format has a field for CRITICAL: without it the pin keeps its state. */
  readonly saysCritical: boolean;
}

function pinsOf(deps: Deps, stated: readonly StatedPin[]): Map<string, WantedPin> {
  const safe = redactDeep(stated, { strict: deps.config['redaction.strict'], kept: true });
  const now = deps.now();
  const wanted = new Map<string, WantedPin>();
  for (const one of safe) {
    const said = fromWorkingMemory(one);
    // A label that claims to be inherited counts only where the session inherited it.
    const pin = said && makePin(said, dateOf(one, now), deps.config['pins.max_chars']);
    if (pin) wanted.set(pinIdentity(pin), { pin, saysCritical: one.critical !== undefined });
  }
  return wanted;
}

function dateOf({ pinnedAt }: StatedPin, now: Millis): Millis {
  return Math.min(millis(pinnedAt) ?? now, now);
}

function isSame(own: Pin, { pin, saysCritical }: WantedPin): boolean {
  return (
    pinIdentity(own) === pinIdentity(pin) &&
    own.content === pin.content &&
    (!saysCritical || own.critical === pin.critical)
  );
}
