import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { type PackedTokens, packTokens } from '../domain/text/byte-pairs.ts';

/** The tokens of o200k. The build puts them into the bundle packed and compressed (`scripts/build.mjs`). */
export function o200kTokens(): PackedTokens {
  const encoder = new TextEncoder();
  // Some ranks have no token.
  return packTokens(
    Array.from(tokens, (token = []) =>
      typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token),
    ),
  );
}
