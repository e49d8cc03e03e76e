import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';

/** The true count (o200k). Names of special tokens in a text are words like any others. */
export function countTokens(text: string): number {
  return count(text, { disallowedSpecial: new Set() });
}
