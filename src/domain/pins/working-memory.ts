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

/** How entries of the file become pins. */
export interface PinRules {
  readonly now: Millis;
  readonly maxChars: number;
  readonly strict: boolean;
}

/** An entry as far as it tells it from all others: what we wrote stays known when somebody else writes the file again. */
export function entryKey(entry: unknown): string {
  const { content, pinnedAt, label } = (isRecord(entry) ? entry : {}) as Partial<WorkingMemoryPin>;
  return JSON.stringify([content, pinnedAt, label ?? null]);
}

/** The entries that somebody else put there. */
export function entriesOfOthers(content: FileContent | null, written: readonly string[]): readonly unknown[] {
  const ours = new Set(written);
  return entriesIn(content).filter((entry) => !ours.has(entryKey(entry)));
}

/** Null where there is no pin in it. Nobody has redacted it, and its date may be anything. */
export function pinInEntry(entry: unknown, rules: PinRules): Pin | null {
  if (!isRecord(entry)) return null;
  const { content, pinnedAt, label, critical } = entry;
  const safe = redactDeep({ content, pinnedAt, label, critical }, { strict: rules.strict });
  const stored = fromWorkingMemory(safe as Partial<WorkingMemoryPin>);
  const at = Math.min(stored?.pinnedAt || rules.now, rules.now);
  const made = stored && makePin({ ...stored, by: 'file' }, at, rules.maxChars);
  return made && { ...made, origin: stored.origin };
}

export function pinsInFile(content: FileContent | null, rules: PinRules): Pin[] {
  return pinsInEntries(entriesIn(content), rules);
}

export function pinsInEntries(entries: readonly unknown[], rules: PinRules): Pin[] {
  return entries.map((entry) => pinInEntry(entry, rules)).filter((pin) => pin !== null);
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
  const entries = entriesIn(before);
  const named = new Map(entries.map((entry) => [entry, identityOf(pinInEntry(entry, rules))]));
  const identities = new Set(pins.map(pinIdentity));
  const others = entriesOfOthers(before, written).filter((entry) => !identities.has(named.get(entry) ?? ''));
  const ours = pins.map((pin) => {
    const same = entries.find((entry) => named.get(entry) === pinIdentity(pin));
    // The author stays in our database; a field of that name in the file is theirs.
    const { by, ...ours } = toWorkingMemory(pin);
    return { ...unknownFields(same), ...ours };
  });
  const content = { ...before, items: [...ours, ...others] };
  if (before && JSON.stringify(content) === JSON.stringify(before)) return null;
  const here = new Set(entries.map(entryKey));
  const known = [...written.filter((key) => here.has(key)), ...ours.map(entryKey)];
  return { content, written: [...new Set(known)] };
}

/** Fields that another program added to an entry of a pin that we hold too. */
function unknownFields(entry: unknown): Record<string, unknown> {
  if (!isRecord(entry)) return {};
  const { content, pinnedAt, label, critical, ...unknown } = entry;
  return unknown;
}

function identityOf(pin: Pin | null): string | null {
  return pin && pinIdentity(pin);
}

function entriesIn(content: FileContent | null): readonly unknown[] {
  const items = content?.['items'];
  return Array.isArray(items) ? items : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
