import type { SessionId } from '../domain/ids.ts';
import {
  type EpochReason,
  expiry,
  type LedgerHead,
  type LedgerKind,
  type Sendable,
} from '../domain/ledger/ledger.ts';
import type { Moment } from '../domain/ledger/send.ts';
import { sessionStats } from '../domain/ledger/totals.ts';
import { contentHash } from '../domain/text/hash.ts';
import { estimateTokens } from '../domain/text/tokens.ts';
import type { Millis } from '../domain/time.ts';
import { openCortex } from './open-cortex.ts';
import {
  contextOf,
  DEFAULT_SESSION_CONFIG,
  type ISessionStorage,
  limitsOf,
  retainedSince,
  type SessionConfig,
  type SessionContext,
  type SessionMetadata,
  type SessionStats,
} from './session.ts';

/** Counts tokens: by a program's own tokenizer, or by an estimate, which is marked so. */
export interface TokenCounter {
  /** The tokens of a text. */
  count(text: string): number;
  readonly estimated: boolean;
}

export const ESTIMATE: TokenCounter = { count: estimateTokens, estimated: true };

/** How a manager is made. */
export interface SessionContextManagerOptions {
  /** Gives the storage: one that outlives the process, or one that does not; that of `openCortex()` where it is not said. */
  readonly storage?: (persistent: boolean) => ISessionStorage;
  readonly config?: Partial<SessionConfig>;
  /** The session that an earlier process of the same conversation started. */
  readonly sessionId?: string;
  readonly now?: () => Millis;
  readonly newId?: () => string;
  readonly tokens?: TokenCounter;
}

/** Details of a load beyond its id. Without its content it is counted, but never a reason to withhold. */
export interface LoadDetails {
  readonly content?: string;
  readonly compressionLevel?: number;
}

/** Metadata of a conversation at its start. */
export interface StartSessionRequest extends SessionMetadata {
  /** An id of the caller's own. */
  readonly id?: string;
}

/** Tracks what one conversation was shown. A process that serves many has a manager for each. */
export class SessionContextManager {
  readonly storage: ISessionStorage;
  readonly tokens: TokenCounter;
  readonly #config: Required<SessionConfig>;
  readonly #now: () => Millis;
  readonly #newId: () => string;
  #active: SessionId | null;
  #starting: Promise<unknown> = Promise.resolve();

  constructor(options: SessionContextManagerOptions = {}) {
    const { storage = openCortex().storage } = options;
    if (typeof storage !== 'function')
      throw new TypeError(
        'new SessionContextManager() takes an object with a storage, such as { storage: openCortex().storage }',
      );
    this.#config = { ...DEFAULT_SESSION_CONFIG, ...options.config };
    this.storage = storage(this.#config.persistSessions);
    this.tokens = options.tokens ?? ESTIMATE;
    this.#now = options.now ?? Date.now;
    this.#newId = options.newId ?? (() => crypto.randomUUID());
    this.#active = (options.sessionId as SessionId | undefined) ?? null;
  }

  /** Starts a session and ends the one before it. */
  startSession(request: StartSessionRequest = {}): Promise<SessionContext> {
    // Two starts at once would each find nothing to end.
    const started = this.#starting.then(() => this.#start(request));
    this.#starting = started.catch(() => {});
    return started;
  }

  async #start({ id, ...metadata }: StartSessionRequest): Promise<SessionContext> {
    if (this.#active !== null) await this.storage.endLedger(this.#active, this.#now());
    if (this.#config.autoCleanup) await this.cleanup();
    const head = await this.storage.openLedger({
      id: (id ?? this.#newId()) as SessionId,
      at: this.#now(),
      metadata: Object.keys(metadata).length > 0 ? { ...metadata } : null,
    });
    this.#active = head.id;
    return this.#context(head);
  }

  /** Ends a session; null where there is none of that id. */
  async endSession(sessionId: string): Promise<SessionContext | null> {
    const head = await this.storage.endLedger(sessionId as SessionId, this.#now());
    return head && this.#context(head);
  }

  /** The session that runs, with what its model has; null where none does. */
  async getActiveSession(): Promise<SessionContext | null> {
    const head = this.#active && (await this.storage.findLedger(this.#active));
    return head && head.endedAt === null ? this.#context(head) : null;
  }

  /** A memory was put into the conversation. */
  recordMemoryLoaded(sessionId: string, memoryId: string, tokenCount?: number, details?: LoadDetails) {
    return this.#loaded(sessionId, 'memory', memoryId, tokenCount, details);
  }

  /** A pattern was put into the conversation. */
  recordPatternLoaded(sessionId: string, patternId: string, tokenCount?: number, details?: LoadDetails) {
    return this.#loaded(sessionId, 'pattern', patternId, tokenCount, details);
  }

  /** A file was put into the conversation. */
  recordFileLoaded(sessionId: string, filePath: string, tokenCount?: number, details?: LoadDetails) {
    return this.#loaded(sessionId, 'file', filePath, tokenCount, details);
  }

  /** A constraint was put into the conversation. */
  recordConstraintLoaded(
    sessionId: string,
    constraintId: string,
    tokenCount?: number,
    details?: LoadDetails,
  ) {
    return this.#loaded(sessionId, 'constraint', constraintId, tokenCount, details);
  }

  /** The model asked for something, and its answer had so many tokens. */
  async recordQuery(sessionId: string, tokenCount: number): Promise<void> {
    const { id } = await this.#running(sessionId);
    const tokens = checkedTokens(tokenCount);
    await this.storage.recordInLedger(id, [{ fact: 'query', tokens, estimated: false }], this.moment());
  }

  /** The model has forgotten: its host compacted or cleared its context. Everything may be sent again. */
  async beginEpoch(sessionId: string, reason: EpochReason, key: string | null = null): Promise<number> {
    const { id } = await this.#running(sessionId);
    return this.storage.beginLedgerEpoch(id, reason, this.#now(), key);
  }

  /** Figures of a session: items sent, tokens saved. */
  async getStats(sessionId: string): Promise<SessionStats> {
    const head = await this.#known(sessionId);
    return sessionStats(head, await this.storage.ledgerTotals(head.id), this.#now());
  }

  /** Whether a session is running and what it was shown is still relied on; after that its next use begins an epoch. */
  async isValid(sessionId: string): Promise<boolean> {
    const head = await this.storage.findLedger(sessionId as SessionId);
    return head !== null && head.endedAt === null && expiry(head, this.#now(), this.moment().limits) === null;
  }

  /** Deletes the sessions that were not used within the retention; returns how many. */
  cleanup(): Promise<number> {
    return this.storage.cleanLedgers(retainedSince(this.#config, this.#now()));
  }

  /** Now, and how long what was shown is relied on; for whoever asks the storage itself. */
  moment(): Moment {
    return { at: this.#now(), limits: limitsOf(this.#config) };
  }

  async #loaded(
    sessionId: string,
    kind: LedgerKind,
    id: string,
    tokenCount: number | undefined,
    details: LoadDetails = {},
  ): Promise<void> {
    const head = await this.#running(sessionId);
    const item = loadedItem(kind, id, tokenCount, details, this.tokens);
    await this.storage.recordInLedger(head.id, [{ fact: 'sent', item }], this.moment());
  }

  async #known(sessionId: string): Promise<LedgerHead> {
    const head = await this.storage.findLedger(sessionId as SessionId);
    if (!head) throw new Error(`there is no session ${sessionId}; startSession() makes one`);
    return head;
  }

  async #running(sessionId: string): Promise<LedgerHead> {
    const head = await this.#known(sessionId);
    if (head.endedAt !== null)
      throw new Error(`session ${sessionId} has ended; startSession() makes another`);
    return head;
  }

  async #context(head: LedgerHead): Promise<SessionContext> {
    const state = await this.storage.ledgerState(head.id, this.moment());
    return contextOf(head, state?.entries ?? new Map(), await this.storage.ledgerTotals(head.id));
  }
}

/** A load as the ledger keeps it: tokens as given, else counted from the content, else not known. */
export function loadedItem(
  kind: LedgerKind,
  id: string,
  tokenCount: number | undefined,
  { content, compressionLevel = 0 }: LoadDetails,
  counter: TokenCounter,
): Sendable {
  const counted = content === undefined ? null : () => counter.count(content);
  return {
    kind,
    id,
    hash: content === undefined ? null : contentHash(content),
    tokens: tokenCount === undefined ? (counted?.() ?? null) : checkedTokens(tokenCount),
    estimated: tokenCount === undefined && counted !== null && counter.estimated,
    level: compressionLevel,
  };
}

function checkedTokens(tokens: number): number {
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
  throw new RangeError(`a token count is a whole number from 0 on, not ${tokens}`);
}
