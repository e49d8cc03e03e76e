import type { Millis } from '../domain/base/time.ts';
import type { ShareAudience } from './domain/record.ts';

/** A segment on its way to the log. Its author is whoever is logged in, which only the server says. */
export interface Segment {
  /** The name that the project has in the log. */
  readonly project: string;
  /** `<login>/<32 hexadecimal digits>`: nobody can write into the stream of another login. */
  readonly origin: string;
  readonly n: number;
  readonly audience: ShareAudience;
  readonly format: number;
  readonly body: Uint8Array;
}

export interface ArrivedSegment extends Segment {
  readonly author: string;
  /** When the server stored it; null where the log has no clock. */
  readonly arrived: Millis | null;
  /** Only the machine that wrote it may put another in its place. */
  readonly isElsewhere?: true;
}

/** How far the stream of an origin goes, as far as this login may see it. */
export interface OriginHead {
  readonly origin: string;
  readonly author: string;
  readonly n: number;
  /** When the server stored its last segment; null where the log has no clock. */
  readonly arrived: Millis | null;
  /** A sentence on what is wrong with the stream there: it is read as far as it was good. */
  readonly trouble?: string;
}

export interface Member {
  readonly login: string;
  readonly role: string;
}

export interface LogHeads {
  readonly login: string;
  /** The server's clock; null where the log has none. */
  readonly now: Millis | null;
  /** Null: not a member of the project. */
  readonly role: string | null;
  readonly origins: readonly OriginHead[];
  /** A sentence on what is wrong there beside the streams. */
  readonly trouble?: string;
}

/** A reader's position in the stream of an origin. */
export interface Cursor {
  readonly origin: string;
  readonly after: number;
}

/**
 * The log that homes share. Segments are appended to the stream of their origin and never changed, but for what their author
 * withdraws. Nobody orders streams against each other: readers do, by the stamps inside.
 */
export interface SegmentLog {
  /** Whose streams ours are, the log's time if it has one, and the last segment of each stream. */
  heads(project: string): Promise<LogHeads>;
  /** The same as of the last time, without asking anybody: enough to send by, where the log keeps a copy here. */
  known?(project: string): Promise<LogHeads>;
  /**
   * Appends, all or nothing, in order. A segment that is there with the same body counts as appended, so that a push whose answer
   * was lost can be repeated. Another body under its number is a `StreamTaken`.
   */
  push(segments: readonly Segment[]): Promise<void>;
  /** Segments behind the cursors, each stream in order, at most so many. */
  pull(
    project: string,
    cursors: readonly Cursor[],
    most: number,
  ): Promise<readonly ArrivedSegment[]>;
  /** Puts these in the place of our own segments of the same numbers, all or nothing. */
  withdraw(segments: readonly Segment[]): Promise<void>;
  close(): Promise<void>;
}

/** A server's word on who belongs to what: a log without a server is one person's. */
export interface Membership {
  /** Names of the projects that this login is a member of. */
  projects(): Promise<readonly string[]>;
  /** Everybody of a project, to its members. */
  members(project: string): Promise<readonly Member[]>;
}

/** A log on a server that knows its members. */
export interface SharedLog extends SegmentLog, Membership {}

/** Further operations on a server, for setting up. */
export interface SharedServer extends SharedLog {
  /** Makes the schema where it is missing. */
  prepare(): Promise<void>;
  hasSchema(): Promise<boolean>;
  /** Makes this login the owner of a project that nobody has yet; false where that is not ours to do. */
  found(project: string): Promise<boolean>;
  /** Whether the policies do not hold for this login: it reads and writes everything. */
  isAboveThePolicies(): Promise<boolean>;
}

/** The server refused: no member, not the author, too large. */
export class ShareRefused extends Error {
  readonly code = 'SHARE_REFUSED';
}

/** The login is no member of the project any more. */
export class NotAMember extends ShareRefused {
  readonly login: string;
  /** The items of teammates were removed here. */
  readonly isDismissed: boolean;
  constructor(login: string, project: string, { isDismissed }: { readonly isDismissed: boolean }) {
    super(`${login} is not a member of ${project}`);
    this.login = login;
    this.isDismissed = isDismissed;
  }
}

/** The server has no tables of ours, or those of another version. */
export class SchemaMissing extends Error {
  readonly code = 'SCHEMA_MISSING';
}

/** Somebody else wrote on in this stream: the home was copied, or put back from a backup. */
export class StreamTaken extends Error {
  readonly code = 'STREAM_TAKEN';
}

/** The driver is a bundle of its own, with classes of its own: errors of the server are known by their code. */
export function isOfServer(
  error: unknown,
  code: (SchemaMissing | StreamTaken)['code'],
): error is Error {
  return (error as { code?: unknown } | null)?.code === code;
}

/** A segment of this size and more is refused. */
export const LARGEST_SEGMENT = 1024 * 1024;

/** Bodies of this format and later ones are bound to their seat, sealed or not. The server takes no others. */
export const FIRST_BOUND = 3;

/** The place that a body is bound to: elsewhere it cannot be opened. */
export type Seat = Pick<Segment, 'project' | 'origin' | 'n' | 'format'>;

/** The name of a sealed project is a keyed hash. */
export function isSealedName(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/** How bodies are packed, and under which name the log knows a project. The same text in the same seat is the same body. */
export interface Codec {
  readonly isSecret: boolean;
  nameOf(project: string): string;
  pack(seat: Seat, text: string): Uint8Array;
  /** Null for what another key sealed, or somebody changed or moved. */
  unpack(seat: Seat, body: Uint8Array): string | null;
}
