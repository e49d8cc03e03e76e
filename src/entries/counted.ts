import type { TokenCounter } from '../engine/ledger.ts';

/** Counts with a real tokenizer. It takes a fifth of a second to load, and loads at the first count. */
export const COUNTED: TokenCounter = {
  count: (text) => (require('./tokenizer.cjs') as typeof import('./tokenizer.ts')).countTokens(text),
  estimated: false,
};
