import { clean, cut } from '../text/safe-text.ts';
import { iso, type Millis, millis } from '../time.ts';

export const MAX_PINS = 10;
export const MAX_PIN_CHARS = 500;

/** The session in which an inherited pin was first pinned. */
export interface Origin {
  readonly sessionId: string;
  /** Day of the session it was taken from, `2026-11-13`. */
  readonly date: string;
}

/** Authors of pins. `file`: a `working_memory.json`, which anybody can write. */
const PIN_AUTHORS = ['person', 'agent', 'file'] as const;
export type PinAuthor = (typeof PIN_AUTHORS)[number];

/** A short statement kept on purpose. */
export interface Pin {
  readonly label: string | null;
  readonly content: string;
  readonly critical: boolean;
  readonly pinnedAt: Millis;
  readonly origin: Origin | null;
  /** Absent: an older version did not write it down. */
  readonly by?: PinAuthor;
}

/** A pin as `session_states.working_memory`, mirrors and the sources know it. */
export interface WorkingMemoryPin {
  readonly content: string;
  readonly pinnedAt: string;
  readonly label?: string;
  readonly critical?: boolean;
  readonly by?: PinAuthor;
}

const PROVENANCE = /\s*\[inherited from ([\w.-]{1,64}) @ (\d{4}-\d\d-\d\d)\]\s*$/;
/** Whatever claims to be provenance in words that somebody else wrote. */
const CLAIM = /\[inherited from\b[^\]]{0,200}\]?/g;

/** A person's own pin is of the scope: it stays until somebody unpins it. One that was inherited by an older version ages. */
export function isOfScope({ by, origin }: Pick<Pin, 'by' | 'origin'>): boolean {
  return by === 'person' && origin === null;
}

/** The label without provenance, else the content: two pins of one identity are one pin. */
export function pinIdentity(pin: Pick<Pin, 'label' | 'content'>): string {
  return (pin.label ?? pin.content).replace(PROVENANCE, '').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** By flag, or by the word where an older format had no field for it. */
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
export function makePin(request: PinRequest, at: Millis, maxChars: number = MAX_PIN_CHARS): Pin | null {
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

/** The same pin in a later session; what was inherited before keeps its first origin. */
export function inherited(pin: Pin, from: { readonly sessionId: string; readonly at: Millis }): Pin {
  return pin.origin
    ? pin
    : { ...pin, origin: { sessionId: from.sessionId, date: iso(from.at).slice(0, 10) } };
}

/** A label without the session that its pin was inherited from, where that is a given one. */
export function withoutProvenance(label: string, sessionId: string): string {
  const [found, from] = PROVENANCE.exec(label) ?? [];
  return found !== undefined && from === sessionId ? label.replace(PROVENANCE, '').trim() : label;
}

export function provenance(origin: Origin): string {
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

/** Reads what this or an older Cortex stored; null where it is no pin. */
export function fromWorkingMemory(stored: Partial<WorkingMemoryPin> | null | undefined): Pin | null {
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

/** The one way into working memory. The same identity replaces; null where it is full: nothing is dropped silently. */
export function addPin(pins: readonly Pin[], pin: Pin, max: number = MAX_PINS): readonly Pin[] | null {
  const others = withoutPin(pins, pinIdentity(pin));
  return others.length >= max ? null : [...others, pin];
}

/** Adds those that there is room for, in order; the others come back. */
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

/** Order of pins when there is not room for all: CRITICAL ones, then the newest. */
export function byWeight(a: Pin, b: Pin): number {
  return Number(b.critical) - Number(a.critical) || b.pinnedAt - a.pinnedAt;
}

/**
 * A session that starts has what it carries over, and of the waiting pins those that there is room for. A person's pin is the
 * scope's: every session that starts has it, until it is unpinned.
 */
export function beginWith(
  held: readonly Pin[],
  waiting: readonly Pin[],
  max: number = MAX_PINS,
): { readonly pins: readonly Pin[]; readonly taken: readonly Pin[] } {
  // An import may have left more; those stay with the session that had them.
  const carried = addPins([], held).pins;
  const { refused } = addPins(carried, [...waiting].sort(byWeight), max);
  const taken = waiting.filter((pin) => !refused.includes(pin));
  return { pins: addPins(carried, taken, max).pins, taken };
}

/** Those that a word stands for: the label or the content of one, or its place in the list, from 1. */
export function pinsMeant(pins: readonly Pin[], word: string): Pin[] {
  const wanted = pinIdentity({ label: null, content: word });
  const named = pins.filter((pin) => pinIdentity(pin) === wanted);
  const place = /^\d{1,3}$/.test(word) ? Number(word) : 0;
  return [...new Set([...named, ...(place > 0 ? pins.slice(place - 1, place) : [])])];
}

export type PinFact =
  | { readonly kind: 'pinned'; readonly pin: Pin }
  /** `onlyHere`: the session has it no longer, and nobody said that it may not come again. */
  | { readonly kind: 'unpinned'; readonly identity: string; readonly onlyHere?: true };

export function foldPins(pins: readonly Pin[], facts: readonly PinFact[]): readonly Pin[] {
  return facts.reduce((held, fact) => {
    if (fact.kind === 'unpinned') return withoutPin(held, fact.identity);
    return addPin(held, fact.pin, Number.POSITIVE_INFINITY) ?? held;
  }, pins);
}

function withoutPin(pins: readonly Pin[], identity: string): readonly Pin[] {
  return pins.filter((pin) => pinIdentity(pin) !== identity);
}
