import type { MetricHead, Seal } from '../../domain/metrics/seal.ts';

export interface KeyedSeal {
  readonly seal: Seal;
  /** The id of the key. */
  readonly key: string;
}

/** An anchored head, with the id of the key that sealed it. */
export interface Anchored extends MetricHead {
  readonly key: string;
}

/** Evidence of the metrics outside the database. Everything is read on demand. */
export interface Evidence {
  /** Null where there is no key. */
  seal(): KeyedSeal | null;
  /** Heads in the order of anchoring; null if the anchor file is gone. */
  anchors(): readonly Anchored[] | null;
  /** Heads recorded in mirrors and archives. */
  mirrors(): readonly MetricHead[];
  /** Whether each mirror is as it was written; those of older versions have no seal. */
  mirrorVerdicts(
    seal: Seal,
  ): readonly { readonly name: string; readonly verdict: 'as written' | 'unsealed' | 'edited' }[];
  /** Null where there is no such file. */
  archiveHash(path: string): string | null;
  /** Number of lost facts: those that hooks committed with a number above the database's last one. */
  factsBeyond(seq: number): number;
  /** Accepts the present facts as complete. */
  forgetFacts(): void;
  /** Unreadable parts found by repairs and not accepted yet. */
  unread(): readonly string[];
  acceptUnread(): void;
  /** Creates an anchor if it is missing; earlier heads are lost. */
  makeAnchor(): void;
  /** Removes these heads from the anchor: a newer one covers them. */
  compactAnchors(covered: readonly MetricHead[]): void;
}
