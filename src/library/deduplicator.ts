import type { SessionId } from '../domain/base/ids.ts';
import { entryOf, type LedgerKind, type Sendable } from '../domain/ledger/ledger.ts';
import { deduplicate, type MarkedItem } from '../domain/ledger/send.ts';
import { loadedItem, type SessionContextManager } from './session-context-manager.ts';

/** Something that could be sent. */
export interface DeduplicableItem {
  readonly id: string;
  /** As it would be sent: a changed content is sent again. */
  readonly content: string;
  /** `memory` by default. */
  readonly kind?: LedgerKind;
  readonly tokenCount?: number;
  readonly compressionLevel?: number;
}

/** Items to send, and items that the model has. */
export interface DeduplicationResult<T> {
  /** All of them, each marked, in their order. */
  readonly items: readonly Deduplicated<T>[];
  /** New or changed. */
  readonly toSend: readonly Deduplicated<T>[];
  readonly duplicates: readonly Deduplicated<T>[];
  /** Tokens of what this session's model has already. */
  readonly tokensSaved: number;
}

/** An item, marked with whether it was sent already. */
export type Deduplicated<T> = MarkedItem<T & Sendable>;

/** Finds out what a session has been shown already. */
export class Deduplicator {
  readonly #manager: SessionContextManager;

  constructor(manager: SessionContextManager) {
    this.#manager = manager;
  }

  /** Marks what was sent already and counts it as withheld. What is new becomes known when it is recorded with its content. */
  async deduplicate<T extends DeduplicableItem>(
    sessionId: string,
    items: readonly T[],
  ): Promise<DeduplicationResult<T>> {
    const { storage } = this.#manager;
    const id = sessionId as SessionId;
    const moment = this.#manager.moment();
    const state = await storage.ledgerState(id, moment);
    if (!state) throw new Error(`there is no session ${sessionId}; startSession() makes one`);
    const marked = deduplicate(sendable(items), (kind, item) => entryOf(state, kind, item));
    const known = marked.filter((item) => entryOf(state, item.kind, item.id)?.hash === item.hash);
    const withheld = known.map((item) => ({
      fact: 'withheld' as const,
      item,
      saved: item.tokens ?? 0,
    }));
    if (withheld.length > 0) await storage.recordInLedger(id, withheld, moment);
    return {
      items: marked,
      toSend: marked.filter((item) => !item.alreadySent),
      duplicates: marked.filter((item) => item.alreadySent),
      tokensSaved: withheld.reduce((sum, { saved }) => sum + saved, 0),
    };
  }
}

function sendable<T extends DeduplicableItem>(items: readonly T[]): (T & Sendable)[] {
  return items.map((item) => ({
    ...item,
    ...loadedItem(item.kind ?? 'memory', item.id, item.tokenCount, item),
  }));
}
