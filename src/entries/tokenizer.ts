import { O200K_TOKEN_SPLIT_REGEX as PIECES } from 'gpt-tokenizer/encodingParams/constants';
import { countTokensIn, type TokenTable, tokenTable } from '../domain/text/byte-pairs.ts';
import { o200kTokens } from './o200k.ts';

/** A run of one sign takes the square of its length. */
const LONGEST_RUN = 4000;
const HAS_LONG_RUN = new RegExp(`\\S{${LONGEST_RUN}}|\\s{${LONGEST_RUN}}`);

const encoder = new TextEncoder();
/** A letter takes three bytes at most, and one beyond U+FFFF four for two units. */
let bytes = new Uint8Array(3 * LONGEST_RUN);
let table: TokenTable | null = null;

/**
 * Tokens of a text (o200k). Names of special tokens are words like any others. Within a run that nobody writes the count is of
 * its parts, some tokens above the whole.
 */
export function countTokens(text: string): number {
  if (text.length < LONGEST_RUN || !HAS_LONG_RUN.test(text)) return count(text);
  let total = 0;
  for (let at = 0; at < text.length; at += LONGEST_RUN) total += count(text.slice(at, at + LONGEST_RUN));
  return total;
}

function count(text: string): number {
  table ??= tokenTable(o200kTokens());
  let total = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (bytes.length < 3 * piece.length) bytes = new Uint8Array(3 * piece.length);
    total += countTokensIn(bytes, encoder.encodeInto(piece, bytes).written, table);
  }
  return total;
}
