import { pinLine } from '../../domain/answer/lines.ts';
import { type Pin, toWorkingMemory } from '../../domain/pins/pin.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { pinItem } from '../../engine/ledger/ledger-items.ts';
import { type PinsHere, pinsHere } from '../../engine/pins/pins.ts';
import { pinsOfNext } from '../../engine/restore/preview.ts';
import type { Call, Told } from '../operation.ts';
import type { Line, Style, View } from '../view.ts';

/** Pins as they are listed and numbered: those that are held, those that wait, and what the next session would inherit. */
export interface ListedPins extends PinsHere {
  readonly scope: string;
  /** Empty while a session runs: it has inherited already. */
  readonly next: readonly Pin[];
}

export async function listedPins(call: Call): Promise<ListedPins> {
  const { deps, scope, isChosen, location } = call;
  const here = await pinsHere(deps, scope, await call.sessions());
  const branch = isChosen ? null : location.branch;
  const next = here.sessions.length > 0 ? [] : await pinsOfNext(deps, { scope, branch });
  return { ...here, scope: scope.label, next };
}

export function inOrder({ pins, waiting, next }: ListedPins): Pin[] {
  return [...pins, ...waiting, ...next];
}

export function paintedPin(pin: Pin, { red, bold, dim }: Style): string {
  return pinLine(pin, { critical: red, label: bold, origin: dim });
}

/** Enough to know a pin by, on one line. */
export function pinInShort(pin: Pin): string {
  const { by, ...words } = pin;
  return oneLine(pinLine({ ...words, origin: null }), 70);
}

/** The list that a model sees after a change: it has no other before it. */
export function pinsLeft(listed: ListedPins, { by }: View): readonly Line[] {
  return by === 'agent' ? numbered(listed) : [];
}

export function numbered({ pins, waiting, next }: ListedPins): readonly Line[] {
  const lines = [
    ...pins.map((pin) => pinLine(pin)),
    ...[...waiting, ...next].map((pin) => `${pinLine(pin)} (for the next session)`),
  ];
  return lines.length > 0 ? lines.map((line, i) => `${i + 1}. ${line}`) : ['No pins.'];
}

export function pinsJson({ pins, waiting, next }: ListedPins) {
  return {
    pins: pins.map(toWorkingMemory),
    waiting: waiting.map(toWorkingMemory),
    next: next.map(toWorkingMemory),
  };
}

/** All pins that a model was shown are on record as shown. */
export function pinsShown(listed: ListedPins): Told {
  return { shown: inOrder(listed).map((pin) => pinItem(pin, pinLine(pin))) };
}
