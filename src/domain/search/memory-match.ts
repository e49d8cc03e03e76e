import { isCommon, tokens } from '../text/words.ts';

/** How a memory fits a prompt. */
export interface MemoryMatch {
  /** The telling words that both hold. */
  readonly shared: number;
  /** The share of the memory's telling words that the prompt holds: 0 to 1. */
  readonly share: number;
}

/** The words of a prompt, each once. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { term, parts } of tokens(text))
    for (const word of [term, ...parts]) if (word !== null) words.add(word);
  return words;
}

/** The words that say what a memory is about; common ones where it has no others ("use pnpm, not npm"). */
export function tellingWords(text: string): ReadonlySet<string> {
  const all = wordsOf(text);
  const telling = new Set([...all].filter((word) => !isCommon(word)));
  return telling.size > 0 ? telling : all;
}

export function memoryMatch(prompt: ReadonlySet<string>, memory: ReadonlySet<string>): MemoryMatch {
  let shared = 0;
  for (const word of memory) if (prompt.has(word)) shared++;
  return { shared, share: memory.size > 0 ? shared / memory.size : 0 };
}

const FITS = 0.34;
/** One word in common is a coincidence, unless the memory is about little else. */
const LEAST_SHARED = 2;
const ABOUT_IT = 0.5;

/** `held`: the share of the prompt's words, by inverse frequency, that the memory holds. */
export function memoryFits({ shared, share }: MemoryMatch, held: number): boolean {
  if (shared < LEAST_SHARED) return shared > 0 && share >= ABOUT_IT;
  return Math.max(share, held) >= FITS;
}
