/**
 * The line of work in a scope: files, decisions, blockers, next steps, folded from facts. A thread never takes a sentence for one of these unless
 * it is labelled or was noted on purpose.
 */

import type { SessionId } from '../base/ids.ts';
import type { Millis } from '../base/time.ts';
import type { Author, Authorship, ThreadFact, ThreadFacts } from '../facts/thread-fact.ts';

export type {
  Author,
  Authorship as Said,
  CheckFailure as Failure,
  FailedCheck,
  RecordedThreadFact,
  ThreadFact,
  ThreadFactOf,
} from '../facts/thread-fact.ts';

/** Characters that a note may have. */
export const LONGEST_NOTE = 4000;

/** The last mention of an item: author, time, and place in the order. */
export interface Mark extends Authorship {
  readonly at: Millis;
  readonly seq: number;
  /** The session; absent if it was noted outside of any, or folded by an older version. */
  readonly session?: SessionId;
  /** The teammate who shared it; absent for the person's own work. */
  readonly from?: string;
}

export interface ThreadDecision extends Mark {
  readonly subject: string | null;
  readonly choice: string;
  readonly reason: string | null;
  /** A later decision on the same subject took its place. */
  readonly replaced: boolean;
}

export interface ThreadBlocker extends Mark, Readonly<Omit<ThreadFacts['blocker'], 'identity'>> {
  readonly identity: string | null;
  readonly resolved: boolean;
  /** The check ran again since, with an unknown outcome. */
  readonly unread?: true;
}

/** An action's entry in a host's to-do list. */
interface Listed {
  /** The session, and the subagent in it, that owns the list; null if no list contains the action. */
  readonly list: string | null;
  /** The host's id, unique in that session only. */
  readonly id: string | null;
}

export interface NextAction extends Mark, Listed {
  readonly text: string;
  readonly status: 'pending' | 'in_progress';
  /** Noted on purpose: it stays when a list omits it. */
  readonly noted: boolean;
}

export interface DoneItem extends Mark, Listed {
  readonly text: string;
  /** Its status in the host's list when it was closed elsewhere. A list that repeats it does not reopen it. */
  readonly closedAs?: NextAction['status'];
}

/**
 * The line of work in a scope. Plain JSON, stored beside a watermark and folded on from there. Every list is in order of
 * time, the latest last; next actions in the order in which they were first named, which is that of the plan.
 */
export interface Thread {
  readonly status: 'active' | 'completed';
  readonly phase: string | null;
  /** Relative to the scope's root where they lie below it. */
  readonly files: readonly (Mark & Readonly<ThreadFacts['file']>)[];
  readonly functions: readonly (Mark & Readonly<ThreadFacts['function']>)[];
  readonly decisions: readonly ThreadDecision[];
  readonly blockers: readonly ThreadBlocker[];
  readonly next: readonly NextAction[];
  readonly done: readonly DoneItem[];
  readonly turns: number;
  readonly startedAt: Millis;
  readonly lastActivity: Millis;
}

export const EMPTY_THREAD: Thread = {
  status: 'active',
  phase: null,
  files: [],
  functions: [],
  decisions: [],
  blockers: [],
  next: [],
  done: [],
  turns: 0,
  startedAt: 0,
  lastActivity: 0,
};

const LISTS = ['files', 'functions', 'decisions', 'blockers', 'next', 'done'] as const;

/** The thread without items whose last mention is in these sessions. */
export function withoutSessions(thread: Thread, sessions: ReadonlySet<string>): Thread {
  const isKept = ({ session }: Mark) => session === undefined || !sessions.has(session);
  const lists = LISTS.map((name) => [name, thread[name].filter(isKept)]);
  return sessions.size === 0 ? thread : { ...thread, ...Object.fromEntries(lists) };
}

/** The thread with the work of these sessions alone. */
export function withSessionsOnly(thread: Thread, sessions: ReadonlySet<string>): Thread {
  const isKept = ({ session }: Mark) => session !== undefined && sessions.has(session);
  const lists = LISTS.map((name) => [name, thread[name].filter(isKept)]);
  return { ...thread, ...Object.fromEntries(lists) };
}

/** The branches of sessions, by id. */
export type Branches = Readonly<Record<string, string>>;

/** The thread without the work of other branches. An item without a branch belongs to all of them. */
export function workOn(thread: Thread, branches: Branches, branch: string): Thread {
  return withoutSessions(
    thread,
    new Set(Object.keys(branches).filter((id) => branches[id] !== branch)),
  );
}

/** A note by a person or an agent. */
export interface Note {
  readonly kind: 'next' | 'done' | 'dropped' | 'resolved' | 'phase' | 'decision' | 'blocker';
  readonly text: string;
  /** For a decision. */
  readonly reason?: string | null | undefined;
  readonly subject?: string | null | undefined;
  /** For a blocker. */
  readonly type?: string | null | undefined;
}

const CODE = /^(?:next|done|dec|block|phase):\s*(?=\S)/;

/** "race: line 712" contains a type, "http://…" does not. */
const TYPED = /^([a-z][\w-]{1,19}):\s*(?!\/\/)(\S[\s\S]*)$/i;

/** The fact of a note; null if it is empty. Models that have read codes may begin with the code's name. */
export function factOfNote(
  { kind, text: said, reason = null, subject, type }: Note,
  by: Author,
): ThreadFact | null {
  const text = said.trim().replace(CODE, '');
  if (text === '') return null;
  switch (kind) {
    case 'resolved':
      return { kind: 'blocker-resolved', identity: text, by };
    case 'decision':
      return { kind, choice: text, reason, ...(subject && { subject }), by };
    case 'blocker': {
      const [, named = 'blocked', rest = text] = (type ? null : TYPED.exec(text)) ?? [];
      return { kind, type: type || named, text: rest, by };
    }
    default:
      return { kind, text, by };
  }
}

/**
 * Whether a fact is work, which opens a thread if the scope has none. A turn alone is not work, nor is closing an item; a green
 * run of tests is.
 */
export function opensThread(fact: ThreadFact): boolean {
  if (fact.kind === 'blocker-resolved')
    return fact.runs?.some(({ kind }) => kind === 'test') === true;
  if (fact.kind === 'todos') return fact.update.items.length > 0;
  if (fact.kind === 'phase') return fact.text !== null;
  return ['file', 'function', 'blocker', 'decision', 'next', 'done'].includes(fact.kind);
}
