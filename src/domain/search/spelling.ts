/** Words that a store holds, as its index spells them: without endings. */
export interface KnownWord {
  readonly word: string;
  /** Passages that hold it. */
  readonly count: number;
}

/** Shorter words have too many neighbours. */
const SHORTEST = 5;
const SHORTEST_KNOWN = 4;
/** From this length on two letters may be wrong. */
const LONG = 8;

/** Endings that the index leaves out. */
const ENDING =
  /(?:ations?|ments?|ances?|ences?|ities|ings?|ions?|ness|able|ible|ers?|ors?|ies|ied|ity|ive|ate[sd]?|ed|es|ly|al|s|e|y)$/;

/** Letters that are heard for one another at the beginning of a word. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...{ c: 'ks', k: 'cq', q: 'k', s: 'cz', z: 's', f: 'pv', p: 'f', v: 'fw', w: 'v' },
  ...{ j: 'g', g: 'j', i: 'ey', e: 'i', y: 'i' },
};

/** Beginnings of words among which the intended one is looked for: its own, the two first letters swapped, or one that sounds alike. */
export function beginningsOf(word: string): readonly string[] {
  if (word.length < SHORTEST || /\d/.test(word)) return [];
  const [first = '', second = ''] = word;
  return [...new Set([first, second, ...(SOUNDS[first] ?? '')])];
}

/** The known word that was most likely meant; of equally near ones the commonest. */
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

/** Infinite where too many letters differ. Another first letter is all that may differ. */
function distanceOf(base: string, known: string): number {
  const isOther = base[0] !== known[0];
  const most = Math.min(base.length, known.length) < LONG || isOther ? 1 : 2;
  const distance = lettersOff(base, known, most);
  return distance > most ? Number.POSITIVE_INFINITY : distance;
}

/** How many letters are missing, added, changed or swapped between two words; more than `most` as `most + 1`. */
function lettersOff(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
