/**
 * How well a text fits what somebody types while looking for it; null where it does not. Each word counts by itself: its
 * letters stand in the text in this order, best in one piece, best at the beginning of a word.
 */
export function fitOf(typed: string, text: string): number | null {
  const inside = text.toLowerCase();
  let sum = 0;
  for (const word of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    const fit = wordFit(word, inside);
    if (fit === null) return null;
    sum += fit;
  }
  return sum;
}

function wordFit(word: string, inside: string): number | null {
  const whole = inside.indexOf(word);
  if (whole >= 0) return word.length * (isStart(inside, whole) ? 4 : 3);
  let [at, sum] = [-1, 0];
  for (const letter of word) {
    const next = inside.indexOf(letter, at + 1);
    if (next < 0) return null;
    sum += next === at + 1 ? 1 : isStart(inside, next) ? 0.8 : 0.2;
    at = next;
  }
  return sum;
}

function isStart(text: string, at: number): boolean {
  return at === 0 || /[^a-z0-9]/.test(text[at - 1]!);
}

/** The places of those that fit, best first; equal ones stay in their order. */
export function fitting(typed: string, texts: readonly string[]): readonly number[] {
  return texts
    .map((text, index) => ({ index, fit: fitOf(typed, text) }))
    .filter((one): one is { index: number; fit: number } => one.fit !== null)
    .sort((a, b) => b.fit - a.fit || a.index - b.index)
    .map(({ index }) => index);
}
