import type { Config } from '../config/config.ts';
import type { Contributor } from '../domain/answer/contributors.ts';
import type { TeamWord } from '../domain/answer/lines.ts';
import type { ClaimPlace, ClaimText, Judged } from '../domain/claims/claim.ts';
import type { HostEvent } from '../domain/event.ts';
import type { MetricHead, Seal } from '../domain/evidence/seal.ts';
import type { Learnt } from '../domain/evidence/source.ts';
import type { FileMark } from '../domain/fact.ts';
import type { OwnerRecord, ScopeKey, SessionId, ThreadId } from '../domain/ids.ts';
import type { FileContent, Mirrored } from '../domain/pins/working-memory.ts';
import type { History } from '../domain/projects/history.ts';
import type { Signs } from '../domain/projects/signs.ts';
import type { Scope } from '../domain/scope.ts';
import type { SessionState } from '../domain/session/session.ts';
import type { ReadYaml } from '../domain/text/front-matter.ts';
import type { Thread } from '../domain/thread/thread.ts';
import type { Millis } from '../domain/time.ts';
import type { Subject } from '../domain/upkeep/forget.ts';
import type { Reply, Source } from '../host.ts';
import type { Job, SessionHead, Store } from '../store.ts';
import type { Spoken } from '../transcripts.ts';

/** The place of a session: scope and git position. */
export interface Location {
  readonly scope: Scope;
  /** The real path of the git directory that the scope was found by; absent outside of a repository. */
  readonly place?: string;
  readonly branch: string | null;
  readonly head: string | null;
}

/** A place that somebody looks at, where no session runs yet. */
export type Here = Pick<Location, 'scope' | 'branch'>;

export type Liveness = 'alive' | 'dead' | 'unknown';

/** The process that a session lives in: found at its first event, made sure of at the second. */
export interface Owners {
  first(): OwnerRecord | null;
  /** The owner after another event; null if nothing changed. */
  next(known: OwnerRecord | null): OwnerRecord | null;
  liveness(owner: OwnerRecord | null): Liveness;
  /** Whether that process is an ancestor of this one. */
  isAround(owner: OwnerRecord | null): boolean;
  /** Whether it started this one itself: between them are only shells and the like. */
  isParent(owner: OwnerRecord | null): boolean;
  /** Whether the program that started this process started that one too, as a daemon does that keeps plugins and servers apart. */
  isBeside(owner: OwnerRecord | null): boolean;
}

export interface Log {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  failure(event: string, error: unknown, fields?: Readonly<Record<string, unknown>>): void;
}

export interface KeyedSeal {
  readonly seal: Seal;
  /** By which name the key is known. */
  readonly key: string;
}

/** A head as the anchor remembers it, with the key that sealed it. */
export interface Anchored extends MetricHead {
  readonly key: string;
}

/** Evidence of the metrics outside the database. Nothing is read before it is asked for. */
export interface Evidence {
  /** Null where there is no key. */
  seal(): KeyedSeal | null;
  /** Heads in the order they were anchored; null where the anchor is gone. */
  anchors(): readonly Anchored[] | null;
  /** Heads that are echoed in mirrors, hot and archived. */
  mirrors(): readonly MetricHead[];
  /** Whether each mirror is as it was written; those of older versions have no seal. */
  mirrorVerdicts(
    seal: Seal,
  ): readonly { readonly name: string; readonly verdict: 'as written' | 'unsealed' | 'edited' }[];
  /** Null where there is no such file. */
  archiveHash(path: string): string | null;
  /** How many facts that hooks committed are lost, as far as that is known outside a database whose last number this is. */
  factsBeyond(seq: number): number;
  /** Accepts the present facts as complete. */
  forgetFacts(): void;
  /** Unreadable parts in repairs that nobody accepted since. */
  unread(): readonly string[];
  acceptUnread(): void;
  /** Makes an anchor where there is none; what it remembered is gone. */
  makeAnchor(): void;
  /** Leaves these heads out of the anchor: a newer one stands for them. */
  compactAnchors(covered: readonly MetricHead[]): void;
}

/** Reading and writing throw where a file stands there that is something else. */
export interface PinFile {
  read(): { readonly content: FileContent | null; readonly written: readonly string[] };
  write(next: Mirrored): void;
}

/** Events that wait beside the database. */
export interface Spool {
  /** When this process began: an event happened no later. */
  began(): Millis;
  write(at: Millis, id: string, text: string): void;
  /** Oldest first. */
  names(): readonly string[];
  /** Null where it is gone. */
  read(name: string): string | null;
  remove(name: string): void;
  setAside(name: string): void;
}

/** Reads the signs of a git directory. */
export interface SignReader {
  /** Changes when its signs may have; one look at a file. */
  stamp(place: string): string;
  read(place: string): Signs;
  /** The identity of the directory on its disk; null where it is gone, or the disk tells none. */
  inode(place: string): string | null;
  /** Commits that are in its own object store; `root`: one without parents. */
  commits(place: string, hashes: readonly string[]): ReadonlyMap<string, 'commit' | 'root'>;
  /** A clone without the whole history. */
  isShallow(place: string): boolean;
}

/** Events that could not be stored anywhere, as on a full disk. */
export interface Missed {
  readonly count: number;
  readonly first: Millis;
  readonly last: Millis;
  readonly kinds: Readonly<Record<string, number>>;
  /** Why the last of them was. */
  readonly why: string;
  /** How many of them were told at a start. */
  readonly told: number;
}

/** The part of a room of its own in events and requests. Each is asked by every room that has it. */
export interface EventRoom {
  /** A session starts, and is told nothing yet. */
  starts?(deps: Deps, scope: Scope): Promise<void>;
  /** A turn or a session has ended. */
  ends?(deps: Deps, scope: Scope): Promise<void>;
  /** A tool is about to be used. */
  intends?(deps: Deps, source: Source, event: IntentEvent): Promise<Reply>;
  /** A reply was recorded. */
  replies?(deps: Deps, source: Source, head: SessionHead, event: ReplyEvent): Promise<void>;
  /** A file in the home whose line is told at the next start. */
  readonly note?: string;
  /** Things that agents are told from elsewhere, for whoever reviews what is kept. */
  learnt?(deps: Deps, scope: Scope): Promise<readonly RoomLearnt[]>;
  /** A section of what a session is told. */
  contributes?(deps: Deps, scope: Scope, thread: Thread | null): Promise<Contributor | null>;
  /** Words of teammates in a project, or in all of them, the latest first. */
  teamWords?(deps: Pick<Deps, 'store'>, scopeKey: ScopeKey | null): Promise<readonly TeamWord[]>;
  /** When work of other machines last came in, and up to when it is here; null where none ever came. */
  arrivals?(deps: Pick<Deps, 'store'>, scopeKey: ScopeKey): Promise<Arrivals | null>;
  /** Words are about to be forgotten here for good. */
  forgets?(deps: Deps, subject: Subject): Promise<void>;
}

export type IntentEvent = Extract<HostEvent, { kind: 'tool-intent' }>;
export type ReplyEvent = Extract<HostEvent, { kind: 'turn-end' | 'reply' | 'subagent-end' }>;

export interface RoomLearnt {
  readonly item: Learnt;
  /** Takes it away; null where that is not for Cortex to do. */
  readonly drop: (() => Promise<unknown>) | null;
}

export interface Arrivals {
  readonly last: Millis;
  /** Null where it was never asked for. */
  readonly asOf: Millis | null;
}

/** The world as the engine sees it. */
export interface Deps {
  readonly store: Store;
  readonly config: Config;
  readonly now: () => Millis;
  /** Milliseconds that only run forward, for measuring. */
  readonly ticks: () => number;
  readonly newSessionId: () => SessionId;
  readonly newThreadId: () => ThreadId;
  /** The top of the working tree around a folder; null outside of one. Asks no database. */
  readonly rootOf: (cwd: string | null) => string | null;
  readonly locate: (cwd: string | null) => Location;
  /** The line of history of the repository at a place; null outside of one, or where nobody answers for it. */
  readonly history: (root: string) => History | null;
  /** A plain file's size and when it was last changed; null where there is none. */
  readonly fileMark: (path: string) => Pick<FileMark, 'size' | 'at'> | null;
  /** The scope that a file counts for. */
  readonly scopeOfFile: (path: string) => Scope;
  readonly signs: SignReader;
  readonly exists: (path: string) => boolean;
  /** Looks up in a working tree what texts claim of it. */
  readonly judgeClaims: (place: ClaimPlace, texts: readonly ClaimText[]) => readonly (readonly Judged[])[];
  readonly owners: Owners;
  /** Messages of a host's transcript behind a position, and the position behind them; null if it cannot be read. */
  readonly spoken: (
    host: string,
    transcript: string,
    since: number,
  ) => { readonly said: readonly Spoken[]; readonly read: number } | null;
  /** The content of a JSON file; null where it is not there or cannot be read. */
  readonly readJson: (path: string) => unknown;
  /** The content of a small text file; null where it is not there or cannot be read. */
  readonly readText: (path: string) => string | null;
  /** Identifies a content, so that nobody can pass another one off for it. */
  readonly hash: (text: string) => string;
  /** The texts that a host loads into every conversation by itself. */
  readonly loadedBy: (host: string, root: string | null) => readonly string[];
  /** Best effort: a mirror that cannot be written is logged, never fatal. It bears witness to the metrics so far. */
  readonly writeMirror: (state: SessionState, head: MetricHead | null) => void;
  readonly evidence: Evidence;
  /** The `working_memory.json` that pins are mirrored to; null where none is configured. */
  readonly pinFile: PinFile | null;
  /** The folder of all data. */
  readonly home: string;
  /** The home of the person, where it is known. */
  readonly userHome: () => string;
  /** Reads YAML; no hook has it. */
  readonly yaml?: ReadYaml;
  /** Absent where nothing is kept outside the database. */
  readonly spool?: Spool;
  /** The event was stored beside the database and is taken in as of its time, `now`. */
  readonly isLate?: true;
  /** Lines about the store itself for whoever starts next. Each is told once: who takes it, tells it. */
  readonly takeNotes: () => readonly string[];
  /** When the database was copied last; null where it never was. One look at a folder. */
  readonly copiedAt: () => Millis | null;
  /** Starts a job of upkeep in a process of its own that nobody waits for. */
  readonly startMaintenance: (job: Job) => void;
  /** Starts a command of ours that nobody waits for: in a process of its own, or in one that goes on anyway. */
  readonly start: (words: readonly string[]) => void;
  /** Rooms of their own, which have a part in events. */
  readonly rooms: readonly EventRoom[];
  readonly pause: (millis: number) => Promise<void>;
  readonly deadline: Limit;
  /** A limit of so many milliseconds from now on. */
  readonly within: (millis: number) => Limit;
  readonly log: Log;
}

export interface Limit {
  passed(): boolean;
}

/** Time is up: better a cold start than a host that waits. */
export class DeadlinePassed extends Error {
  readonly code = 'DEADLINE';
}

/** Between two steps of a restore, which has a limit of its own beside its caller's. */
export function inTime({ deadline }: Pick<Deps, 'deadline'>, own: Limit, doing: string): void {
  if (own.passed() || deadline.passed()) throw new DeadlinePassed(`out of time before ${doing}`);
}
