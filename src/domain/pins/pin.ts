/** Short statements kept on purpose, and how later sessions get them. A pin never gives way to another silently: a full list refuses it. */

import { clean, cut } from '../base/text/safe-text.ts';
import { iso, type Millis, millis } from '../base/time.ts';
import type { Pin, PinAuthor, PinFact, PinOrigin } from '../facts/pin-fact.ts';

export type { Pin, PinAuthor, PinFact, PinOrigin as Origin } from '../facts/pin-fact.ts';

export const MAX_PINS = 10;
export const MAX_PIN_CHARS = 500;

const PIN_AUTHORS: readonly PinAuthor[] = ['person', 'agent', 'file'];

/** A pin in the format of `session_states.working_memory`, of mirrors and of the source documents. */
export interface WorkingMemoryPin {
  readonly content: string;
  readonly pinnedAt: string;
  readonly label?: string;
  readonly critical?: boolean;
  readonly by?: PinAuthor;
}

const PROVENANCE = /\s*\[inherited from ([\w.-]{1,64}) @ (\d{4}-\d\d-\d\d)\]\s*$/;
/** A provenance mark in a text from outside, which could be forged. */
const CLAIM = /\[inherited from\b[^\]]{0,200}\]?/g;

/** A person's pin belongs to the scope and stays until it is unpinned. One that an older version inherited ages. */
export function isOfScope({ by, origin }: Pick<Pin, 'by' | 'origin'>): boolean {
  return by === 'person' && origin === null;
}

/** The label without provenance, else the content: pins with equal identity are one pin. */
export function pinIdentity(pin: Pick<Pin, 'label' | 'content'>): string {
  return (pin.label ?? pin.content)
    .replace(PROVENANCE, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** By the word `CRITICAL`, because older formats had no field for it. */
export function isCritical(label: string | null, content: string): boolean {
  return /\bCRITICAL\b/.test(content) || /\bcritical\b/i.test(label ?? '');
}

export interface PinRequest {
  readonly content: string;
  readonly label?: string | null;
  readonly critical?: boolean;
  readonly by?: PinAuthor;
}

/** A new pin of this session; null where there is nothing to keep. */
export function makePin(
  request: PinRequest,
  at: Millis,
  maxChars: number = MAX_PIN_CHARS,
): Pin | null {
  const content = cut(clean(request.content).trim(), maxChars);
  const label =
    clean(request.label ?? '')
      .replace(CLAIM, '')
      .replace(/\s+/g, ' ')
      .trim() || null;
  if (!content) return null;
  return {
    label: label && cut(label, 80),
    content,
    critical: request.critical === true || isCritical(label, content),
    pinnedAt: at,
    origin: null,
    ...(request.by && { by: request.by }),
  };
}

/** The same pin in a later session; an inherited pin keeps its first origin. */
export function inheritPin(
  pin: Pin,
  from: { readonly sessionId: string; readonly at: Millis },
): Pin {
  return pin.origin
    ? pin
    : { ...pin, origin: { sessionId: from.sessionId, date: iso(from.at).slice(0, 10) } };
}

/** The label without its provenance, if the pin was inherited from a given session. */
export function withoutProvenance(label: string, sessionId: string): string {
  const [found, from] = PROVENANCE.exec(label) ?? [];
  return found !== undefined && from === sessionId ? label.replace(PROVENANCE, '').trim() : label;
}

export function provenance(origin: PinOrigin): string {
  return `[inherited from ${origin.sessionId} @ ${origin.date}]`;
}

export function toWorkingMemory(pin: Pin): WorkingMemoryPin {
  const label = [pin.label, pin.origin && provenance(pin.origin)].filter(Boolean).join(' ');
  return {
    content: pin.content,
    pinnedAt: iso(pin.pinnedAt),
    ...(label && { label }),
    ...(pin.critical && { critical: true }),
    ...(pin.by && { by: pin.by }),
  };
}

/** Reads a pin stored by this or an older Cortex; null if it is not a pin. */
export function fromWorkingMemory(
  stored: Partial<WorkingMemoryPin> | null | undefined,
): Pin | null {
  if (!stored || typeof stored.content !== 'string' || !stored.content.trim()) return null;
  const raw = typeof stored.label === 'string' ? stored.label : '';
  const found = PROVENANCE.exec(raw);
  const label = raw.replace(PROVENANCE, '').trim() || null;
  const by = PIN_AUTHORS.find((author) => author === stored.by);
  return {
    label,
    content: stored.content,
    critical: stored.critical === true || isCritical(label, stored.content),
    pinnedAt: millis(stored.pinnedAt) ?? 0,
    origin: found ? { sessionId: found[1]!, date: found[2]! } : null,
    ...(by && { by }),
  };
}

/** Adds a pin to working memory. An equal identity is replaced; null if it is full: nothing is dropped silently. */
export function addPin(
  pins: readonly Pin[],
  pin: Pin,
  max: number = MAX_PINS,
): readonly Pin[] | null {
  const others = withoutPin(pins, pinIdentity(pin));
  return others.length >= max ? null : [...others, pin];
}

/** Adds pins in order while they fit; returns the others. */
export function addPins(
  pins: readonly Pin[],
  more: readonly Pin[],
  max: number = MAX_PINS,
): { readonly pins: readonly Pin[]; readonly refused: readonly Pin[] } {
  let held = pins;
  const refused = more.filter((pin) => {
    const next = addPin(held, pin, max);
    held = next ?? held;
    return next === null;
  });
  return { pins: held, refused };
}

/** Order of pins if not all fit: CRITICAL ones, then the newest. */
export function byWeight(a: Pin, b: Pin): number {
  return Number(b.critical) - Number(a.critical) || b.pinnedAt - a.pinnedAt;
}

/**
 * The pins with which a session starts: those carried over, then waiting pins while they fit. A person's pin belongs to the
 * scope: every new session has it until it is unpinned.
 */
export function choosePins(
  held: readonly Pin[],
  waiting: readonly Pin[],
  max: number = MAX_PINS,
): { readonly pins: readonly Pin[]; readonly taken: readonly Pin[] } {
  // An import may exceed the limit; surplus pins stay with their session.
  const carried = addPins([], held).pins;
  const { refused } = addPins(carried, [...waiting].sort(byWeight), max);
  const taken = waiting.filter((pin) => !refused.includes(pin));
  return { pins: addPins(carried, taken, max).pins, taken };
}

/** The pins that an argument selects: by label, by content, or by position in the list, from 1. */
export function pinsMeant(pins: readonly Pin[], word: string): Pin[] {
  const wanted = pinIdentity({ label: null, content: word });
  const named = pins.filter((pin) => pinIdentity(pin) === wanted);
  const place = /^\d{1,3}$/.test(word) ? Number(word) : 0;
  return [...new Set([...named, ...(place > 0 ? pins.slice(place - 1, place) : [])])];
}

export function foldPins(pins: readonly Pin[], facts: readonly PinFact[]): readonly Pin[] {
  return facts.reduce((held, fact) => {
    if (fact.kind === 'unpinned') return withoutPin(held, fact.identity);
    return addPin(held, fact.pin, Number.POSITIVE_INFINITY) ?? held;
  }, pins);
}

function withoutPin(pins: readonly Pin[], identity: string): readonly Pin[] {
  return pins.filter((pin) => pinIdentity(pin) !== identity);
}
