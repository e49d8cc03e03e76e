import type { Config } from '../../config/config.ts';
import type { ClaimPlace, ClaimText, JudgedClaim } from '../../domain/answer/claim.ts';
import type { Contributor } from '../../domain/answer/context.ts';
import type { TeamWord } from '../../domain/answer/lines.ts';
import type { ScopeKey, SessionId, ThreadId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { ReadYaml } from '../../domain/base/text/front-matter.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import type { FileMark } from '../../domain/facts/fact.ts';
import type { EventSender } from '../../domain/facts/sender.ts';
import type { Learnt } from '../../domain/facts/source.ts';
import type { Subject } from '../../domain/keeping/forget.ts';
import type { MetricHead } from '../../domain/metrics/seal.ts';
import type { HeadFile, TreeLook } from '../../domain/projects/head-files.ts';
import type { History } from '../../domain/projects/history.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { Thread } from '../../domain/threads/thread.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { Limit } from '../../ports/base/limit.ts';
import type { Log } from '../../ports/base/log.ts';
import type { SpokenMessage } from '../../ports/base/transcripts.ts';
import type { Spool } from '../../ports/hooks/spool.ts';
import type { Evidence } from '../../ports/metrics/evidence.ts';
import type { PinFile } from '../../ports/pins/pin-file.ts';
import type { Owners } from '../../ports/presence/owners.ts';
import type { Location } from '../../ports/projects/location.ts';
import type { SignReader } from '../../ports/projects/sign-reader.ts';
import type { Job, SessionHead, Store } from '../../store/store.ts';

/** A row that a room keeps beside the facts of an event, without session and time. */
export interface BesideRow {
  /** A checked table with the columns `session_id` and `at`. */
  readonly table: string;
  readonly row: Readonly<Record<string, string | number | Uint8Array>>;
}

/** The part of a feature room in capturing. Every hook that only records loads it, so it has to be small. */
export interface CaptureRoom {
  /** Rows beside the facts of a tool's use, stored with them in one transaction. */
  beside(deps: BesideDeps, scope: Scope, event: ToolEvent): readonly BesideRow[];
}

export type BesideDeps = Pick<
  Deps,
  'config' | 'homeSecret' | 'scopeOfFile' | 'readText' | 'exists'
>;

export type ToolEvent = Extract<HostEvent, { kind: 'tool-use' }>;

/** The hooks of a feature room in events and requests. The engine calls each hook in every room that has it. */
export interface EventRoom {
  /** A session starts; nothing was injected yet. */
  starts?(deps: Deps, scope: Scope): Promise<void>;
  /** The first prompt of a session is about to be answered. */
  prompts?(deps: Deps, scope: Scope): Promise<void>;
  /** A tool was used in a turn that goes on. */
  works?(deps: Deps, cwd: string | null): Promise<void>;
  /** A turn or a session has ended. */
  ends?(deps: Deps, scope: Scope): Promise<void>;
  /** A tool is about to be used. */
  intends?(deps: Deps, source: EventSender, event: IntentEvent): Promise<Reply>;
  /** A reply was recorded. */
  replies?(deps: Deps, source: EventSender, head: SessionHead, event: ReplyEvent): Promise<void>;
  /** Any event while capture is off: nothing of it may be stored but what the room itself gave. */
  uncaptured?(deps: Deps, source: EventSender, event: HostEvent): Promise<Reply>;
  /** A file in the home whose line is shown at the next start. */
  readonly note?: string;
  /** Items that the room gives to agents, for `review`. */
  learnt?(deps: Deps, scope: Scope): Promise<readonly RoomLearnt[]>;
  /** A section of the preamble. */
  contributes?(deps: Deps, scope: Scope, thread: Thread | null): Promise<Contributor | null>;
  /** Pins and memories of teammates in a project, or in all of them, the latest first. */
  teamWords?(deps: Pick<Deps, 'store'>, scopeKey: ScopeKey | null): Promise<readonly TeamWord[]>;
  /** When work of other machines last arrived, and up to when it is complete; null if none ever arrived. */
  arrivals?(deps: Pick<Deps, 'store'>, scopeKey: ScopeKey): Promise<Arrivals | null>;
  /** The reasons for the line of a file that a search names; null where it names none. */
  answersLine?(deps: Deps, asked: LineAsked): Promise<readonly string[] | null>;
  /** Something is about to be forgotten for good. */
  forgets?(deps: Deps, subject: Subject): Promise<void>;
}

/** A search whose words may name a line of a file, as `src/store/store.ts:42`. */
export interface LineAsked {
  readonly query: string;
  readonly scope: Scope;
  /** The folder that the asker stands in. */
  readonly cwd: string | null;
  readonly by: 'person' | 'agent';
  /** Whether the asker may hear of a project. */
  covers(key: ScopeKey): boolean;
}

export type IntentEvent = Extract<HostEvent, { kind: 'tool-intent' }>;
export type ReplyEvent = Extract<HostEvent, { kind: 'turn-end' | 'reply' | 'subagent-end' }>;

export interface RoomLearnt {
  readonly item: Learnt;
  /** Removes it; null if Cortex must not. */
  readonly drop: (() => Promise<unknown>) | null;
}

export interface Arrivals {
  readonly last: Millis;
  /** Null if it was never synced. */
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
  /** The top of the working tree around a folder; null outside of one. Does not use the database. */
  readonly rootOf: (cwd: string | null) => string | null;
  readonly locate: (cwd: string | null) => Location;
  /** Whether a folder is no place of work: the user's home, the top of a disk, the temporary folder itself. */
  readonly isNowhere: (folder: string) => boolean;
  /** The history of the repository at a place; null outside of one, or if its git directory does not confirm it. */
  readonly history: (root: string) => History | null;
  /** A plain file's size and modification time; null if there is none. */
  readonly fileMark: (path: string) => Pick<FileMark, 'size' | 'at'> | null;
  /** The scope that a file counts for. */
  readonly scopeOfFile: (path: string) => Scope;
  readonly signs: SignReader;
  readonly exists: (path: string) => boolean;
  /** Checks claims of texts in a working tree. */
  readonly judgeClaims: (
    place: ClaimPlace,
    texts: readonly ClaimText[],
  ) => readonly (readonly JudgedClaim[])[];
  /** Which files of a working tree are not in HEAD now. `kept`: what earlier looks found. */
  readonly lookAtFiles: (
    root: string,
    paths: readonly string[],
    kept: readonly HeadFile[],
  ) => TreeLook;
  readonly owners: Owners;
  /** Messages of a host's transcript after a position, and the position after them; null if it cannot be read. */
  readonly spoken: (
    host: string,
    transcript: string,
    since: number,
  ) => { readonly said: readonly SpokenMessage[]; readonly read: number } | null;
  /** The content of a JSON file; null where it is not there or cannot be read. */
  readonly readJson: (path: string) => unknown;
  /** The content of a small text file; null where it is not there or cannot be read. */
  readonly readText: (path: string) => string | null;
  /** A cryptographic hash of a content. */
  readonly hash: (text: string) => string;
  /** The texts that a host itself loads into every conversation. */
  readonly loadedBy: (host: string, root: string | null) => readonly string[];
  /** Best effort: a mirror that cannot be written is logged, never fatal. It records the metrics head. */
  readonly writeMirror: (state: SessionState, head: MetricHead | null) => void;
  readonly evidence: Evidence;
  /** The `working_memory.json` that pins are mirrored to; null where none is configured. */
  readonly pinFile: PinFile | null;
  /** The folder of all data. */
  readonly home: string;
  /** The person's home directory, if known. */
  readonly userHome: () => string;
  /** Reads YAML; absent in hooks. */
  readonly yaml?: ReadYaml;
  /** Absent if nothing is stored outside the database. */
  readonly spool?: Spool;
  /** The event was spooled and is recorded at its original time, `now`. */
  readonly isLate?: true;
  /** Takes the pending lines about the store for the next start. Each is shown once. */
  readonly takeNotes: () => readonly string[];
  /** When the database was copied last; null if never. Reads one folder. */
  readonly copiedAt: () => Millis | null;
  /** Starts a maintenance job in a detached process. */
  readonly startMaintenance: (job: Job) => void;
  /** Starts a Cortex command in the background: in a detached process, or in a running server. */
  readonly start: (words: readonly string[]) => void;
  /** The PATH on which programs are looked for. */
  readonly searchPath: string | undefined;
  /** Feature rooms that take part in events. */
  readonly rooms: readonly EventRoom[];
  /** Feature rooms that keep something of what tools do. */
  readonly captureRooms: readonly CaptureRoom[];
  /** A secret of this home, for marks that nobody can check without it; null where none can be had. */
  readonly homeSecret: () => string | null;
  readonly pause: (millis: number) => Promise<void>;
  readonly deadline: Limit;
  /** A deadline in a number of milliseconds from now. */
  readonly within: (millis: number) => Limit;
  readonly log: Log;
}

/** The deadline passed: a cold start is better than a waiting host. */
export class DeadlinePassed extends Error {
  readonly code = 'DEADLINE';
}

/** Called between steps of a restore: throws after its own limit or its caller's deadline. */
export function inTime({ deadline }: Pick<Deps, 'deadline'>, own: Limit, doing: string): void {
  if (own.passed() || deadline.passed()) throw new DeadlinePassed(`out of time before ${doing}`);
}
