import { distance } from '../base/text/nearest.ts';

/** A word of the index, as stored there: without its ending. */
export interface KnownWord {
  readonly word: string;
  /** Passages that hold it. */
  readonly count: number;
}

/** Shortest word that is corrected: shorter ones have too many neighbours. */
const SHORTEST = 5;
const SHORTEST_KNOWN = 4;
/** Shortest word in which two letters may be wrong. */
const LONG = 8;

/** Endings that the index leaves out. */
const ENDING =
  /(?:ations?|ments?|ances?|ences?|ities|ings?|ions?|ness|able|ible|ers?|ors?|ies|ied|ity|ive|ate[sd]?|ed|es|ly|al|s|e|y)$/;

/** Initial letters that sound alike. */
const SOUNDS: Readonly<Record<string, string>> = {
  c: 'ks',
  k: 'cq',
  q: 'k',
  s: 'cz',
  z: 's',
  f: 'pv',
  p: 'f',
  v: 'fw',
  w: 'v',
  j: 'g',
  g: 'j',
  i: 'ey',
  e: 'i',
  y: 'i',
};

/** Beginnings of words among which the intended one is looked for: its own, the two first letters swapped, or one that sounds alike. */
export function beginningsOf(word: string): readonly string[] {
  if (word.length < SHORTEST || /\d/.test(word)) return [];
  const [first = '', second = ''] = word;
  return [...new Set([first, second, ...(SOUNDS[first] ?? '')])];
}

/** The known word that was most likely meant; among equally near ones the most frequent. */
export function nearestWord(word: string, known: readonly KnownWord[]): string | null {
  // The index writes `i` for a last `y`.
  const bases = [...new Set([word, word.replace(ENDING, ''), word.replace(/y$/, 'i')])].filter(
    (base) => base.length >= SHORTEST_KNOWN,
  );
  let best: (KnownWord & { readonly distance: number }) | null = null;
  for (const one of known) {
    if (one.word.length < SHORTEST_KNOWN) continue;
    const distance = Math.min(...bases.map((base) => distanceOf(base, one.word)));
    if (!Number.isFinite(distance)) continue;
    if (!best || distance < best.distance || (distance === best.distance && one.count > best.count))
      best = { ...one, distance };
  }
  return best?.word ?? null;
}

/** The edit distance; infinite if too many letters differ: with another first letter, nothing else may. */
function distanceOf(base: string, known: string): number {
  const isShort = Math.min(base.length, known.length) < LONG;
  const most = isShort || base[0] !== known[0] ? 1 : 2;
  // A cheap test first: thousands of words are compared.
  if (Math.abs(base.length - known.length) > most) return Number.POSITIVE_INFINITY;
  const letters = distance(base, known);
  return letters > most ? Number.POSITIVE_INFINITY : letters;
}
