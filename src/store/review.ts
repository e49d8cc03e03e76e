import type { SessionId } from '../domain/ids.ts';
import type { Pin } from '../domain/pins/pin.ts';
import type { Millis } from '../domain/time.ts';

/** A pin as it was made in a session, or as it waits for one. */
export interface PinMade {
  readonly pin: Pin;
  readonly sessionId: SessionId | null;
  readonly scopeKey: string;
  readonly scope: string;
  readonly at: Millis;
}

/** The filters of a review. */
export interface ReviewStore {
  /** Every pin that a session made itself, also those that were let go since, and those that wait; sessions in cold storage apart. */
  pinsMade(): Promise<readonly PinMade[]>;
  /** The names of the agent programs that have a session. */
  hostsSeen(): Promise<readonly string[]>;
  /** Sessions that were taken over from a host's transcripts or from another system. */
  importedSessions(): Promise<ReadonlySet<SessionId>>;
}
