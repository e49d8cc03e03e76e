import type { Recorded } from '../domain/fact.ts';
import type { ScopeKey, SessionId } from '../domain/ids.ts';
import type { LedgerLimits, Sendable } from '../domain/ledger/ledger.ts';
import type { Lookup } from '../domain/ledger/send.ts';
import type { Millis } from '../domain/time.ts';
import type { SopFact } from './domain/history.ts';

/** One content of one file that a person trusts. */
export interface SopTrust {
  /** Relative to the top of the project, so that all its working trees share it. */
  readonly path: string;
  readonly hash: string;
  readonly at: Millis;
}

export interface SopLedger {
  readonly lookup: Lookup;
  show(item: Sendable): void;
}

/** The storage of standing instructions: who was given which, and which of a project's own are trusted. */
export interface SopStore {
  /** A session's facts about instructions, with the last epoch and the last turn among them; empty where it was given none. */
  sopHistory(id: SessionId): Promise<readonly Recorded[]>;
  /**
   * Appends what the decider makes of that history as it is now, and returns it. What it says was shown by that goes into
   * the ledger at once; without limits there is none.
   */
  changeSops(
    id: SessionId,
    arrival: { readonly via: string; readonly at: Millis },
    decide: (history: readonly Recorded[], ledger: SopLedger) => readonly SopFact[],
    limits?: LedgerLimits | null,
  ): Promise<readonly SopFact[]>;

  trustedSops(scopeKey: ScopeKey): Promise<readonly SopTrust[]>;
  /** Whether any content of any file is trusted, in whichever project. */
  hasTrustedSops(): Promise<boolean>;
  trustSop(scopeKey: ScopeKey, trust: SopTrust): Promise<void>;
  /** How many contents of the file were trusted. */
  untrustSop(scopeKey: ScopeKey, path: string): Promise<number>;
}
