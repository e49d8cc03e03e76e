import type { SessionId } from '../domain/base/ids.ts';
import { contentHash } from '../domain/base/text/hash.ts';
import { estimateTokens } from '../domain/base/text/tokens.ts';
import { DAY, HOUR, iso, MINUTE, type Millis } from '../domain/base/time.ts';
import {
  type EpochReason,
  expiry,
  type LedgerHead,
  type LedgerKind,
  type Sendable,
  shownIds,
} from '../domain/ledger/ledger.ts';
import type { Moment } from '../domain/ledger/send.ts';
import { type SessionStats, sessionStats } from '../domain/ledger/totals.ts';
import { openCortex } from './open-cortex.ts';
import type { ISessionStorage } from './types.ts';

/** A conversation's loaded items, as its model has them now: an epoch that ended leaves the sets empty. */
export interface SessionContext {
  id: string;
  startedAt: string;
  endedAt?: string;
  loadedMemories: Set<string>;
  loadedPatterns: Set<string>;
  loadedFiles: Set<string>;
  loadedConstraints: Set<string>;
  /** Over the whole conversation, with the queries. */
  tokensSent: number;
  queriesMade: number;
  lastActivity: string;
  metadata?: SessionMetadata;
}

/** Whose conversation it is, and what with. */
export interface SessionMetadata {
  userId?: string;
  projectId?: string;
  initialFile?: string;
  client?: string;
  tags?: string[];
}

/** When everything may be sent again, and how long sessions are kept. */
export interface SessionConfig {
  /** Keeps sessions over a restart of the process. */
  persistSessions: boolean;
  /** Milliseconds without activity after which all may be sent again. */
  inactivityTimeout?: number;
  /** Milliseconds after which all may be sent again. */
  maxDuration?: number;
  maxTokensPerSession?: number;
  /** Clean up whenever a session starts. */
  autoCleanup: boolean;
  retentionDays: number;
}

const STANDARD: Required<SessionConfig> = {
  persistSessions: true,
  inactivityTimeout: 30 * MINUTE,
  maxDuration: 24 * HOUR,
  maxTokensPerSession: 1_000_000,
  autoCleanup: true,
  retentionDays: 7,
};

/** How a manager is made. */
export interface SessionContextManagerOptions {
  /** Gives the storage: one that outlives the process, or one that does not; that of `openCortex()` where it is not said. */
  readonly storage?: (persistent: boolean) => ISessionStorage;
  readonly config?: Partial<SessionConfig>;
  /** The session that an earlier process of the same conversation started. */
  readonly sessionId?: string;
  readonly now?: () => Millis;
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
  readonly #config: Required<SessionConfig>;
  readonly #now: () => Millis;
  #active: SessionId | null;
  #starting: Promise<unknown> = Promise.resolve();

  constructor(options: SessionContextManagerOptions = {}) {
    const { storage = openCortex().storage } = options;
    this.#config = { ...STANDARD, ...options.config };
    this.storage = storage(this.#config.persistSessions);
    this.#now = options.now ?? Date.now;
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
      id: (id ?? crypto.randomUUID()) as SessionId,
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
  recordMemoryLoaded(
    sessionId: string,
    memoryId: string,
    tokenCount?: number,
    details?: LoadDetails,
  ) {
    return this.#loaded(sessionId, 'memory', memoryId, tokenCount, details);
  }

  /** A pattern was put into the conversation. */
  recordPatternLoaded(
    sessionId: string,
    patternId: string,
    tokenCount?: number,
    details?: LoadDetails,
  ) {
    return this.#loaded(sessionId, 'pattern', patternId, tokenCount, details);
  }

  /** A file was put into the conversation. */
  recordFileLoaded(
    sessionId: string,
    filePath: string,
    tokenCount?: number,
    details?: LoadDetails,
  ) {
    return this.#loaded(sessionId, 'file', filePath, tokenCount, details);
  }

  /** A constraint was put into the conversation. */
  recordConstraintLoaded(
    sessionId: string,
    id: string,
    tokenCount?: number,
    details?: LoadDetails,
  ) {
    return this.#loaded(sessionId, 'constraint', id, tokenCount, details);
  }

  /** The model asked for something, and its answer had so many tokens. */
  async recordQuery(sessionId: string, tokenCount: number): Promise<void> {
    const { id } = await this.#running(sessionId);
    const tokens = checkedTokens(tokenCount);
    await this.storage.recordInLedger(
      id,
      [{ fact: 'query', tokens, estimated: false }],
      this.moment(),
    );
  }

  /** The model has forgotten: its host compacted or cleared its context. Everything may be sent again. */
  async beginEpoch(sessionId: string, reason: EpochReason): Promise<number> {
    const { id } = await this.#running(sessionId);
    return this.storage.beginLedgerEpoch(id, reason, this.#now(), null);
  }

  /** Figures of a session: items sent, tokens saved. */
  async getStats(sessionId: string): Promise<SessionStats> {
    const head = await this.#known(sessionId);
    return sessionStats(head, await this.storage.ledgerTotals(head.id), this.#now());
  }

  /** Whether a session is running and what it was shown is still relied on; after that its next use begins an epoch. */
  async isValid(sessionId: string): Promise<boolean> {
    const head = await this.storage.findLedger(sessionId as SessionId);
    return (
      head !== null &&
      head.endedAt === null &&
      expiry(head, this.#now(), this.moment().limits) === null
    );
  }

  /** Deletes the sessions that were not used within the retention; returns how many. */
  cleanup(): Promise<number> {
    return this.storage.cleanLedgers(this.#now() - this.#config.retentionDays * DAY);
  }

  /** @internal Now, and how long what was shown is relied on. */
  moment(): Moment {
    const { inactivityTimeout, maxDuration, maxTokensPerSession } = this.#config;
    return {
      at: this.#now(),
      limits: {
        inactivityMillis: inactivityTimeout,
        durationMillis: maxDuration,
        tokens: maxTokensPerSession,
      },
    };
  }

  async #loaded(
    sessionId: string,
    kind: LedgerKind,
    id: string,
    tokenCount: number | undefined,
    details: LoadDetails = {},
  ): Promise<void> {
    const head = await this.#running(sessionId);
    const item = loadedItem(kind, id, tokenCount, details);
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
    const totals = await this.storage.ledgerTotals(head.id);
    const ids = (kind: LedgerKind) =>
      shownIds({ head, entries: state?.entries ?? new Map() }, kind);
    return {
      id: head.id,
      startedAt: iso(head.startedAt),
      ...(head.endedAt === null ? {} : { endedAt: iso(head.endedAt) }),
      loadedMemories: ids('memory'),
      loadedPatterns: ids('pattern'),
      loadedFiles: ids('file'),
      loadedConstraints: ids('constraint'),
      tokensSent: totals.tokensSent,
      queriesMade: totals.queries,
      lastActivity: iso(head.lastActivity),
      ...(head.metadata ? { metadata: head.metadata as SessionMetadata } : {}),
    };
  }
}

/** A load as the ledger keeps it: tokens as given, else estimated from the content, else not known. */
export function loadedItem(
  kind: LedgerKind,
  id: string,
  tokenCount: number | undefined,
  { content, compressionLevel = 0 }: LoadDetails,
): Sendable {
  const estimate = content === undefined ? null : estimateTokens(content);
  return {
    kind,
    id,
    hash: content === undefined ? null : contentHash(content),
    tokens: tokenCount === undefined ? estimate : checkedTokens(tokenCount),
    estimated: tokenCount === undefined && estimate !== null,
    level: compressionLevel,
  };
}

function checkedTokens(tokens: number): number {
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
  throw new RangeError(`a token count is a whole number from 0 on, not ${tokens}`);
}
