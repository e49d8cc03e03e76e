/** One change of a text: so many characters from an offset give way to others. */
export interface Patch {
  readonly offset: number;
  readonly removed: string;
  readonly inserted: string;
}

export function apply(text: string, { offset, removed, inserted }: Patch): string {
  return text.slice(0, offset) + inserted + text.slice(offset + removed.length);
}

/**
 * The text without these changes, the last one first; null where one of them is not found any more. What was changed
 * elsewhere in between stays. Of several places that look the same, the one next to the old offset is taken.
 */
export function undo(text: string, patches: readonly Patch[]): string | null {
  let result = text;
  for (const patch of [...patches].reverse()) {
    const offset = placeOf(result, patch);
    if (offset === null) return null;
    result = apply(result, { offset, removed: patch.inserted, inserted: patch.removed });
  }
  return result;
}

function placeOf(text: string, { inserted, offset }: Patch): number | null {
  if (text.startsWith(inserted, offset)) return offset;
  // A pure deletion leaves nothing to find its place by once the text has changed.
  if (inserted === '') return null;
  let best: number | null = null;
  for (let found = text.indexOf(inserted); found >= 0; found = text.indexOf(inserted, found + 1)) {
    if (best === null || Math.abs(found - offset) < Math.abs(best - offset)) best = found;
  }
  return best;
}
