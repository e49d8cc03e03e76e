import type { SessionId } from '../domain/ids.ts';
import { foldLedger, type LedgerEntry, type LedgerState, newLedger, take } from '../domain/ledger/ledger.ts';
import { contentHash } from '../domain/text/hash.ts';
import { iso, type Millis } from '../domain/time.ts';
import { ESTIMATE, type LoadDetails, loadedItem, type TokenCounter } from './session-context-manager.ts';

/** A memory that was loaded. */
export interface LoadedMemory {
  readonly id: string;
  /** Null where nobody counted. */
  readonly tokenCount: number | null;
  readonly compressionLevel: number;
  readonly loadCount: number;
  readonly loadedAt: string;
}

/** The memories that were loaded, each with what is known of it. In the process only; a session's ledger can fill it. */
export class LoadedMemoryTracker {
  #state: LedgerState;
  readonly #now: () => Millis;
  readonly #tokens: TokenCounter;

  constructor(
    options: {
      readonly state?: LedgerState;
      readonly now?: () => Millis;
      readonly tokens?: TokenCounter;
    } = {},
  ) {
    this.#now = options.now ?? Date.now;
    this.#tokens = options.tokens ?? ESTIMATE;
    this.#state = foldLedger(newLedger({ id: 'tracker' as SessionId, at: this.#now() }), []);
    const loaded = options.state?.entries.get('memory');
    if (loaded) this.#state.entries.set('memory', new Map(loaded));
  }

  /** A memory was loaded, for the first time or again. */
  track(memoryId: string, details: LoadDetails & { readonly tokenCount?: number } = {}): LoadedMemory {
    const { lastSeq, epoch } = this.#state.head;
    const item = loadedItem('memory', memoryId, details.tokenCount, details, this.#tokens);
    take(this.#state, { seq: lastSeq + 1, at: this.#now(), epoch, body: { fact: 'sent', item } });
    return described(this.#entries().get(memoryId)!);
  }

  /** Whether it was loaded, with whatever content. */
  isLoaded(memoryId: string): boolean {
    return this.#entries().has(memoryId);
  }

  /** Whether it was loaded with exactly this content. */
  isCurrent(memoryId: string, content: string): boolean {
    return this.#entries().get(memoryId)?.hash === contentHash(content);
  }

  /** A loaded memory; null if it was not loaded. */
  get(memoryId: string): LoadedMemory | null {
    const entry = this.#entries().get(memoryId);
    return entry ? described(entry) : null;
  }

  /** All that were loaded, in their order. */
  all(): LoadedMemory[] {
    return [...this.#entries().values()].map(described);
  }

  /** Forgets all of them, as a model does whose context began anew. */
  clear(): void {
    this.#state.entries.clear();
  }

  #entries(): ReadonlyMap<string, LedgerEntry> {
    return this.#state.entries.get('memory') ?? new Map();
  }
}

function described({ id, tokens, level, loads, sentAt }: LedgerEntry): LoadedMemory {
  return { id, tokenCount: tokens, compressionLevel: level, loadCount: loads, loadedAt: iso(sentAt) };
}
