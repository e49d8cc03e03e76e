import { isCommon, readTokens } from '../base/text/words.ts';

/** The words of a text, each once. */
export function memoryWords(text: string): ReadonlySet<string> {
  return new Set(
    readTokens(text).flatMap(({ term, parts }) => [term, ...parts.filter((part) => part !== null)]),
  );
}

/** The subject words of a text; common ones if it has no others ("use pnpm, not npm"). */
export function tellingWords(text: string): ReadonlySet<string> {
  const all = memoryWords(text);
  const telling = new Set([...all].filter((word) => !isCommon(word)));
  return telling.size > 0 ? telling : all;
}

export function sharedBy(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...words].filter((word) => others.has(word)).length;
}

const FITS = 0.34;
/** A single common word is a coincidence, unless the memory is about little else. */
const LEAST_SHARED = 2;
const ABOUT_IT = 0.5;

/**
 * How well a memory fits the words of a prompt, 0 to 1; null for too little. `held`: the share of the prompt's words, by inverse
 * frequency, that the memory holds.
 */
export function memoryFit(
  prompt: ReadonlySet<string>,
  memory: string,
  held: number,
): number | null {
  const telling = tellingWords(memory);
  const shared = sharedBy(telling, prompt);
  const share = telling.size > 0 ? shared / telling.size : 0;
  const fit = Math.max(share, held);
  if (shared < LEAST_SHARED) return shared > 0 && share >= ABOUT_IT ? fit : null;
  return fit >= FITS ? fit : null;
}
