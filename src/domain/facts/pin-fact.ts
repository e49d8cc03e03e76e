import type { Millis } from '../base/time.ts';

/** The session in which an inherited pin was first pinned. */
export interface PinOrigin {
  readonly sessionId: string;
  /** Day of the session from which it was inherited, `2026-11-13`. */
  readonly date: string;
}

/** Authors of pins. `file`: a `working_memory.json`, which any program can write. */
export type PinAuthor = 'person' | 'agent' | 'file';

/** A short statement kept on purpose. */
export interface Pin {
  readonly label: string | null;
  readonly content: string;
  readonly critical: boolean;
  readonly pinnedAt: Millis;
  readonly origin: PinOrigin | null;
  /** Absent if an older version did not record it. */
  readonly by?: PinAuthor;
}

export type PinFact =
  | { readonly kind: 'pinned'; readonly pin: Pin }
  /** `onlyHere`: removed from this session only; it may be inherited again. */
  | { readonly kind: 'unpinned'; readonly identity: string; readonly onlyHere?: true };
