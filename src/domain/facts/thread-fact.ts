import type { SessionId } from '../base/ids.ts';
import type { Millis } from '../base/time.ts';
import type { TodoUpdate } from './event.ts';
import type { CommandRun } from './run.ts';

/** The author: a person, the agent, or the output of a tool. */
export type Author = 'person' | 'agent' | 'tool';

export interface Authorship {
  readonly by: Author;
  /** The subagent that did it, where one did; it counts for its parent's thread. */
  readonly subagent?: string;
}

export type FileChange = 'write' | 'edit' | 'delete';

/** A failed test, or an error. */
export interface CheckFailure {
  /** As the tool names it, with its file or package where that is known. */
  readonly name: string;
  /** Its file, relative to the scope's root, where there was one. */
  readonly file?: string;
}

/** The runs and failures of a failed check, as far as its output names them. */
export interface FailedCheck {
  readonly runs?: readonly CommandRun[];
  readonly failures?: readonly CheckFailure[];
  /** Nothing else failed in what ran. */
  readonly isAll?: boolean;
  /** The part in which it stopped. */
  readonly stoppedAt?: string;
  /** The only failure, with its file, as earlier versions stored it. */
  readonly sole?: string;
}

/** The fields of each kind of fact. */
export interface ThreadFacts {
  file: { path: string; how: FileChange };
  /** A function, method or type that was defined or changed. */
  function: { name: string; path: string };
  decision: { subject?: string; choice: string; reason: string | null };
  /** Blockers are compared by identity, else by type and text. A failed check has its runs and what failed. */
  blocker: { type: string; text: string; identity?: string } & FailedCheck;
  /** By identity or text; for a check it also resolves narrower ones, and by `runs` those of other commands. */
  'blocker-resolved': { identity: string; runs?: readonly CommandRun[] };
  /** A check ran with an unknown outcome: an earlier failure may be fixed. */
  'check-unread': { identity: string };
  next: { text: string };
  done: { text: string };
  /** A next action was dropped. */
  dropped: { text: string };
  /** An update of a host's to-do list. */
  todos: { update: TodoUpdate };
  phase: { text: string | null };
  turn: object;
  completed: object;
  reopened: object;
}

/** Facts that are appended to a thread. Its state is a fold over them and nothing else. */
export type ThreadFact = {
  [Kind in keyof ThreadFacts]: Authorship & { readonly kind: Kind } & Readonly<ThreadFacts[Kind]>;
}[keyof ThreadFacts];

export type ThreadFactOf<Kind extends keyof ThreadFacts> = Extract<
  ThreadFact,
  { readonly kind: Kind }
>;

/** A stored fact of a thread; without a session if it was noted outside of any. */
export interface RecordedThreadFact {
  readonly seq: number;
  readonly at: Millis;
  readonly sessionId: SessionId | null;
  readonly fact: ThreadFact;
  /** The teammate who shared it; absent for the person's own work. */
  readonly from?: string;
}
