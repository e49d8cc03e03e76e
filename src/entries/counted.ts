import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ESTIMATE, type TokenCounter } from '../engine/ledger/ledger.ts';

/** Counts with a real tokenizer, whose tokens take two starts of Node to unpack: it loads at the first count. */
const COUNTED: TokenCounter = {
  count: (text) => (require('./tokenizer.cjs') as typeof import('./tokenizer.ts')).countTokens(text),
  estimated: false,
};

/** The copies of Cortex inside plugins have no tokenizer, 1.4 MB each: they estimate, and mark it so. So does what runs unbundled. */
export function tokenCounter(): TokenCounter {
  const isBundled = typeof __dirname !== 'undefined';
  return isBundled && existsSync(join(__dirname, 'tokenizer.cjs')) ? COUNTED : ESTIMATE;
}
