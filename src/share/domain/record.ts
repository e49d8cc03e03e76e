import type { Fact } from '../../domain/fact.ts';
import type { ScopeKey } from '../../domain/ids.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { ThreadFact } from '../../domain/thread/thread.ts';
import type { Millis } from '../../domain/time.ts';

/** Readers of a segment. `me`: the logins of one person's homes; `team`: everybody of the project. */
export type Audience = 'me' | 'team';

/** A session as its own home knows it. Everything else of it is folded from its facts. */
export interface SharedSession {
  readonly id: string;
  readonly host: string;
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly crashed: boolean;
  readonly branch: string | null;
  readonly head: string | null;
  readonly previous: string | null;
}

export type TeamRecord =
  /** A memory of the project; a person's own words only where they were marked. */
  | { readonly kind: 'memory'; readonly memory: TeamMemory }
  /** A pin that its owner marked for the team. */
  | {
      readonly kind: 'pin';
      readonly id: string;
      readonly label: string | null;
      readonly content: string;
      readonly critical: boolean;
    }
  | TeamVisit;

/** A memory as a row holds it, without how often it was looked up here. */
export interface TeamMemory {
  readonly id: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly importance: number;
  readonly source: string;
  readonly confidence: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
  readonly session: string | null;
}

/** When somebody worked, on which branch, and what they committed last: no word of the conversation. */
export interface TeamVisit {
  readonly kind: 'visit';
  readonly session: string;
  readonly host: string;
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly title: string | null;
}

/** Something a teammate shared. */
export interface TeamItem {
  readonly id: string;
  readonly scopeKey: ScopeKey;
  readonly author: string;
  readonly at: Millis;
  readonly record: TeamRecord;
}

/** One statement of a home to others. Paths are relative to the root of the project. */
export type SharedRecord =
  /** A session began, or its end became known. Audience `me`. */
  | { readonly kind: 'session'; readonly session: SharedSession }
  /** A fact of a session, with the person's words and the agent's. Audience `me`. */
  | { readonly kind: 'fact'; readonly session: string; readonly at: Millis; readonly fact: Fact }
  /** A fact of the thread of work. Audience `team`. */
  | {
      readonly kind: 'work';
      readonly thread: string;
      readonly session: string | null;
      readonly at: Millis;
      readonly fact: ThreadFact;
    }
  /** For the team. */
  | TeamRecord
  /** A pin that waits for the next session, wherever that is. Audience `me`. */
  | { readonly kind: 'waiting'; readonly at: Millis; readonly pin: Pin }
  /** A pin or a task was let go of, and must not come back from an earlier session. Audience `me`. */
  | { readonly kind: 'let-go'; readonly what: string; readonly identity: string; readonly at: Millis }
  /** The end of this home's chain of metrics: what is cut off there later shows elsewhere. Audience `me`. */
  | { readonly kind: 'metrics'; readonly number: number; readonly seal: string }
  /** Ids of records, sessions, memories and pins that every home lets go of. No word of what they were. */
  | { readonly kind: 'withdrawn'; readonly ids: readonly string[] };

/** A record with its place in the order of all homes. */
export interface Stamped {
  readonly stamp: number;
  readonly record: SharedRecord;
}

/** The name of a record in a withdrawal. Stamps of one origin only rise. */
export function recordId(origin: string, stamp: number): string {
  return `${origin}@${stamp}`;
}

/** The login that a stream belongs to. */
export function loginOf(origin: string): string {
  return origin.slice(0, origin.lastIndexOf('/'));
}

const FROM_TEAM = 'team:';

/** Names what is taken back from the team alone: the person's own machines keep it, and it may be given again. */
export function fromTeam(id: string): string {
  return `${FROM_TEAM}${id}`;
}

/** The id that is taken back from the team; null for what is withdrawn from everybody. */
export function takenFromTeam(id: string): string | null {
  return id.startsWith(FROM_TEAM) ? id.slice(FROM_TEAM.length) : null;
}

const MIRROR = 'mirror:';
const ROWS = 'rows:';

/** Names, in the list of what is still to be obeyed, a session of which facts were withdrawn: its mirror is to be written anew. */
export function mirrorOf(session: string): string {
  return `${MIRROR}${session}`;
}

/** The session whose mirror is to be written anew; null for every other name. */
export function mirroredSession(id: string): string | null {
  return id.startsWith(MIRROR) ? id.slice(MIRROR.length) : null;
}

/** Names, in the same list, a withdrawal that took rows out: backups still hold them. */
export function rowsGone(where: string): string {
  return `${ROWS}${where}`;
}

export function isOfRowsGone(id: string): boolean {
  return id.startsWith(ROWS);
}

/** Every id that a withdrawal may name a record by: its own, and that of what it belongs to. */
export function idsOf(origin: string, { stamp, record }: Stamped): readonly string[] {
  const own = recordId(origin, stamp);
  switch (record.kind) {
    case 'session':
      return [own, record.session.id];
    case 'fact':
    case 'visit':
      return [own, record.session];
    case 'work':
      return record.session === null ? [own] : [own, record.session];
    case 'memory':
      return [own, record.memory.id];
    case 'pin':
      return [own, record.id];
    case 'waiting':
    case 'let-go':
    case 'metrics':
    case 'withdrawn':
      return [own];
  }
}
