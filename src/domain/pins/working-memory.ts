import type { Millis } from '../base/time.ts';
import { redactDeep } from '../redact/redact.ts';
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
type FileEntry = Partial<WorkingMemoryPin>;

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

/** Identifies an entry, so that entries of Cortex are recognised after another program rewrote the file. */
export function entryKey(entry: unknown): string {
  const { content, pinnedAt, label } = (entry ?? {}) as FileEntry;
  return JSON.stringify([content, pinnedAt, label ?? null]);
}

/** The entries that another program added. */
export function entriesOfOthers(
  content: FileContent | null,
  written: readonly string[],
): readonly unknown[] {
  return entriesIn(content).filter((entry) => !written.includes(entryKey(entry)));
}

/** Entries are not redacted yet, and their dates may be invalid. */
export function pinsInEntries(entries: readonly unknown[], rules: PinRules): Pin[] {
  return entries.flatMap((entry) => pinInEntry(entry, rules) ?? []);
}

/** Null if the entry is not a pin. */
export function pinInEntry(entry: unknown, { now, maxChars, strict }: PinRules): Pin | null {
  const { content, pinnedAt, label, critical } = (entry ?? {}) as FileEntry;
  const stored = fromWorkingMemory(
    redactDeep({ content, pinnedAt, label, critical }, { strict, kept: true }) as FileEntry,
  );
  const at = Math.min(stored?.pinnedAt || now, now);
  const made = stored && makePin({ ...stored, by: 'file' }, at, maxChars);
  return made && { ...made, origin: stored.origin };
}

export interface PinMirror {
  readonly content: FileContent;
  /** Keys of all entries of Cortex, including those before this write, which may fail. */
  readonly written: readonly string[];
}

/** The file's content with these pins and all foreign entries; null if nothing changes. */
export function mirrorInFile(
  before: FileContent | null,
  written: readonly string[],
  pins: readonly Pin[],
  rules: PinRules,
): PinMirror | null {
  const identityOf = (entry: unknown) => {
    const pin = pinInEntry(entry, rules);
    return pin && pinIdentity(pin);
  };
  const ours = pins.map((pin) => {
    // Fields that another program added to an entry of one of our pins are kept.
    const same = entriesIn(before).find(
      (entry) => identityOf(entry) === pinIdentity(pin),
    ) as object;
    const { by: _, ...own } = toWorkingMemory(pin);
    return { ...same, label: undefined, critical: undefined, ...own };
  });
  const identities = new Set<string | null>(pins.map(pinIdentity));
  const others = entriesOfOthers(before, written).filter(
    (entry) => !identities.has(identityOf(entry)),
  );
  const content = { ...before, items: [...ours, ...others] };
  if (before && JSON.stringify(content) === JSON.stringify(before)) return null;
  const here = new Set(entriesIn(before).map(entryKey));
  const known = [...written.filter((key) => here.has(key)), ...ours.map(entryKey)];
  return { content, written: [...new Set(known)] };
}
