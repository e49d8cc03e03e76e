import {
  type Entries,
  idsOf,
  type LedgerHead,
  type LedgerKind,
  type LedgerLimits,
} from '../domain/ledger/ledger.ts';
import type { LedgerTotals } from '../domain/ledger/totals.ts';
import { DAY, HOUR, iso, MINUTE, type Millis } from '../domain/time.ts';

export type { SessionStats } from '../domain/ledger/totals.ts';
export type { LedgerStore as ISessionStorage } from '../store.ts';

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
  /** Keep sessions over a restart of the process. */
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

export const DEFAULT_SESSION_CONFIG: Required<SessionConfig> = {
  persistSessions: true,
  inactivityTimeout: 30 * MINUTE,
  maxDuration: 24 * HOUR,
  maxTokensPerSession: 1_000_000,
  autoCleanup: true,
  retentionDays: 7,
};

export function limitsOf(config: Required<SessionConfig>): LedgerLimits {
  return {
    inactivityMillis: config.inactivityTimeout,
    durationMillis: config.maxDuration,
    tokens: config.maxTokensPerSession,
  };
}

export function retainedSince(config: Required<SessionConfig>, now: Millis): Millis {
  return now - config.retentionDays * DAY;
}

export function contextOf(head: LedgerHead, entries: Entries, totals: LedgerTotals): SessionContext {
  const ids = (kind: LedgerKind) => idsOf({ head, entries }, kind);
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
