import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';

/** Names of special tokens are words like any others in what people write. */
const NOTHING_SPECIAL = { disallowedSpecial: new Set<string>() };

/** A run of one sign takes the square of its length: 20,000 letters half a second. */
const LONGEST_RUN = 4000;
const HAS_LONG_RUN = new RegExp(`\\S{${LONGEST_RUN}}|\\s{${LONGEST_RUN}}`);

/** Tokens of a text (o200k). Within a run that nobody writes the count is of its parts, some tokens above the whole. */
export function countTokens(text: string): number {
  if (text.length < LONGEST_RUN || !HAS_LONG_RUN.test(text)) return count(text, NOTHING_SPECIAL);
  let total = 0;
  for (let at = 0; at < text.length; at += LONGEST_RUN)
    total += count(text.slice(at, at + LONGEST_RUN), NOTHING_SPECIAL);
  return total;
}
