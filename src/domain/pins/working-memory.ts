import { redactDeep } from '../redact/redact.ts';
import type { Millis } from '../time.ts';
import {
  fromWorkingMemory,
  makePin,
  type Pin,
  pinIdentity,
  toWorkingMemory,
  type WorkingMemoryPin,
} from './pin.ts';

/**
 * `working_memory.json`, `{"items": [{"content", "pinnedAt", "label"?}]}`: the pins of an older Cortex. That version may
 * still write the file while we mirror ours there, so entries that are not ours stay as they are.
 */
export type FileContent = Readonly<Record<string, unknown>>;
type Entry = Partial<WorkingMemoryPin>;

/** How entries of the file become pins. */
export interface PinRules {
  readonly now: Millis;
  readonly maxChars: number;
  readonly strict: boolean;
}

export function entriesIn(content: FileContent | null): readonly unknown[] {
  const items = content?.['items'];
  return Array.isArray(items) ? items : [];
}

/** An entry as far as it tells it from all others: what we wrote stays known when somebody else writes the file again. */
export function entryKey(entry: unknown): string {
  const { content, pinnedAt, label } = (entry ?? {}) as Entry;
  return JSON.stringify([content, pinnedAt, label ?? null]);
}

/** The entries that somebody else put there. */
export function entriesOfOthers(content: FileContent | null, written: readonly string[]): readonly unknown[] {
  return entriesIn(content).filter((entry) => !written.includes(entryKey(entry)));
}

/** Nobody has redacted entries, and their dates may be anything. */
export function pinsInEntries(entries: readonly unknown[], rules: PinRules): Pin[] {
  return entries.flatMap((entry) => pinInEntry(entry, rules) ?? []);
}

/** Null where there is no pin in it. */
export function pinInEntry(entry: unknown, { now, maxChars, strict }: PinRules): Pin | null {
  const { content, pinnedAt, label, critical } = (entry ?? {}) as Entry;
  const stored = fromWorkingMemory(redactDeep({ content, pinnedAt, label, critical }, { strict }) as Entry);
  const at = Math.min(stored?.pinnedAt || now, now);
  const made = stored && makePin({ ...stored, by: 'file' }, at, maxChars);
  return made && { ...made, origin: stored.origin };
}

export interface Mirrored {
  readonly content: FileContent;
  /** Keys of all entries that are ours, those before this write included: it may not come to pass. */
  readonly written: readonly string[];
}

/** The file with these pins in it, and with everything that is not ours; null where it says so already. */
export function mirrored(
  before: FileContent | null,
  written: readonly string[],
  pins: readonly Pin[],
  rules: PinRules,
): Mirrored | null {
  const identityOf = (entry: unknown) => {
    const pin = pinInEntry(entry, rules);
    return pin && pinIdentity(pin);
  };
  const ours = pins.map((pin) => {
    // Fields that another program added to the entry of a pin that we hold too are theirs, as is one of the author's name.
    const same = entriesIn(before).find((entry) => identityOf(entry) === pinIdentity(pin)) as object;
    const { by: _, ...own } = toWorkingMemory(pin);
    return { ...same, label: undefined, critical: undefined, ...own };
  });
  const identities = new Set<string | null>(pins.map(pinIdentity));
  const others = entriesOfOthers(before, written).filter((entry) => !identities.has(identityOf(entry)));
  const content = { ...before, items: [...ours, ...others] };
  if (before && JSON.stringify(content) === JSON.stringify(before)) return null;
  const here = new Set(entriesIn(before).map(entryKey));
  const known = [...written.filter((key) => here.has(key)), ...ours.map(entryKey)];
  return { content, written: [...new Set(known)] };
}
