import type { ScopeKey } from '../domain/ids.ts';
import type { ClaimKind, SignKind, Signs } from '../domain/projects/signs.ts';
import type { Scope } from '../domain/scope.ts';
import type { Millis } from '../domain/time.ts';
import type { StoredRow } from '../domain/upkeep/packed.ts';

/** Tells whether the directory of an identity has left a place. */
export type IsGone = (place: string, inode: string) => boolean;

export interface SignsSeen {
  readonly place: string;
  readonly signs: Signs;
  /** How the configuration looked. */
  readonly stamp: string;
  readonly at: Millis;
}

/** Everything that a start has to know of its place, in one look. */
export interface PlaceNow {
  /** When the first session of the place's own project started; null before. */
  readonly first: string | null;
  /** Nothing changed since the signs were read. */
  readonly isSeen: boolean;
  /** Projects that are claimed, and that nobody has joined this one to or wants it apart from. */
  readonly claimed: readonly ClaimedProject[];
}

/** A project that has a claim in common with a folder. */
export interface ClaimedProject {
  readonly key: ScopeKey;
  readonly kind: ClaimKind;
  /** When its first session started; what was imported counts. */
  readonly first: string;
}

export type JoinReason = 'link' | 'trust' | 'import';

export interface RecordedSign {
  readonly kind: SignKind;
  readonly value: string;
  readonly at: Millis;
}

/** A project with everything by which it is known. */
export interface KnownProject {
  readonly key: ScopeKey;
  readonly label: string;
  readonly sessions: number;
  readonly last: string;
  /** Not all of its sessions were empty. */
  readonly isWorkedIn: boolean;
  /** The top of a working tree, as its last session saw it. */
  readonly root: string | null;
  /** Current ones, also of projects that were joined to it. */
  readonly signs: readonly RecordedSign[];
  readonly joined: readonly { readonly key: ScopeKey; readonly why: JoinReason }[];
}

/** Signs of projects, and which projects count as one. */
export interface ProjectStore {
  /** The project at the place that a scope was found at. At once: whoever finds a place goes on with its project. */
  placed(scope: Scope): Scope;
  /** Facts about the place where a session starts. */
  placeNow(place: string, stamp: string): Promise<PlaceNow>;
  /**
   * Puts the signs of a place on record. A directory that is known and has left its place is the same project here;
   * whatever stands at the old place later is another.
   */
  noteSigns(seen: SignsSeen, isGone: IsGone): Promise<void>;
  /** The project of a place before it was joined to another. */
  ownKey(place: string): Promise<ScopeKey>;
  /** Why a project counts as another; null for one that stands for itself. */
  joinOf(key: ScopeKey): Promise<{ readonly into: ScopeKey; readonly why: JoinReason } | null>;
  joinProjects(key: ScopeKey, into: ScopeKey, why: JoinReason, at: Millis): Promise<void>;
  /** Takes a join back, and keeps the project apart from those that it claims. */
  partProject(key: ScopeKey, at: Millis): Promise<void>;
  /** Commits that sessions of a project had checked out, the latest first. */
  headsOf(key: ScopeKey, limit: number): Promise<readonly string[]>;
  projects(): Promise<readonly KnownProject[]>;
  /** Whether a project was ever a directory of this identity. */
  hasInode(key: ScopeKey, inode: string): Promise<boolean>;
  /** Adds the signs of another home that are new. Of a kind that is known here only a later one counts. */
  importSigns(rows: readonly StoredRow[]): Promise<void>;
}
