/**
 * Finds which of many words begin at a position of a text. Most positions are skipped after one byte: a regular expression of so many
 * words takes a fresh process longer to compile than this search takes.
 */
export interface Beginnings<T> {
  /** The entries that match the first characters at this position; the rest of each word is still to be compared. */
  at(text: string, place: number): readonly (readonly [word: string, of: T])[];
  /** The next position, from one on, where an entry may begin; the length of the text if there is none. */
  next(text: string, from: number): number;
}

const NONE: readonly [] = [];

/** Words of two characters are hashed by two, longer ones by three. */
const headOf = (first: number, second: number, third: number) =>
  ((first << 10) ^ (second << 5) ^ third ^ (first >> 6)) & 65_535;

export function beginnings<T>(entries: readonly (readonly [word: string, of: T])[]): Beginnings<T> {
  const heads = new Uint8Array(65_536);
  const byHead = Map.groupBy(entries, ([word]) =>
    headOf(word.charCodeAt(0), word.charCodeAt(1), word.length > 2 ? word.charCodeAt(2) : 0),
  );
  for (const head of byHead.keys()) heads[head] = 1;
  const hasShort = entries.some(([word]) => word.length < 3);
  return {
    at(text, place) {
      const first = text.charCodeAt(place);
      const second = text.charCodeAt(place + 1);
      const long = headOf(first, second, text.charCodeAt(place + 2));
      const found = heads[long] === 1 ? byHead.get(long)! : NONE;
      if (!hasShort) return found;
      const short = headOf(first, second, 0);
      return heads[short] === 1 && short !== long ? [...found, ...byHead.get(short)!] : found;
    },
    // Written out, because a hook ends before V8 would inline small functions, and texts are long.
    next(text, from) {
      let first = text.charCodeAt(from);
      let second = text.charCodeAt(from + 1);
      for (let place = from; place < text.length; place++) {
        const third = text.charCodeAt(place + 2);
        const short = ((first << 10) ^ (second << 5) ^ (first >> 6)) & 65_535;
        const long = ((first << 10) ^ (second << 5) ^ third ^ (first >> 6)) & 65_535;
        if (heads[long] === 1 || (hasShort && heads[short] === 1)) return place;
        first = second;
        second = third;
      }
      return text.length;
    },
  };
}
