import { contentHash } from '../src/domain/base/text/hash.ts';
import type { LedgerKind, Sendable } from '../src/domain/ledger/ledger.ts';

interface ItemText {
  readonly kind: LedgerKind;
  readonly id: string;
  readonly content: string;
  readonly tokens: number;
  readonly estimated: boolean;
  readonly level?: number;
}

/** An item as the ledger keeps it: a hash in place of its content. */
export function sendable({ content, ...item }: ItemText): Sendable {
  return { level: 0, ...item, hash: contentHash(content) };
}
