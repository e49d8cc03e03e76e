/** The word that was probably meant; null where none is near. */
export function suggestName(word: string, known: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  if (wanted.length > 40) return null;
  const begun = wanted.length >= 2 ? known.filter((name) => name.startsWith(wanted)) : [];
  if (begun.length === 1) return begun[0]!;
  let best: string | null = null;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    const steps = distance(wanted, name);
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/** Letters to insert, drop, replace or swap with their neighbour. */
export function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let steps = Math.min(row[j - 1]! + (same ? 0 : 1), row[j]! + 1, next[j - 1]! + 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) steps = Math.min(steps, before[j - 2]! + 1);
      next.push(steps);
    }
    before = row;
    row = next;
  }
  return row[to.length]!;
}
