/**
 * The facts of a session and of a thread, as hosts report them and as they are stored. A stored fact is never changed, and nothing here derives
 * anything from one.
 */

import type { SessionId } from '../base/ids.ts';
import type { Millis } from '../base/time.ts';
import type { TodoUpdate, UsageLimit } from './event.ts';
import type { PendingTask, TodoItem } from './pending-task.ts';
import type { PinFact } from './pin-fact.ts';
import type { ConfidenceUpdate, Statement } from './statement.ts';

/** A commit, a branch or a pull request that a successful command made. */
export interface GitCreation {
  readonly what: 'commit' | 'branch' | 'pull request';
  readonly text: string;
  readonly ref: string | null;
}

/** Commits and changes that a successful command undid. */
export interface GitUndoing {
  /** Number of undone commits. */
  readonly commits?: number;
  /** The commit or branch to which the branch was reset. */
  readonly to?: string;
  /** All uncommitted changes. */
  readonly all?: true;
  /** Files and folders whose changes were discarded. */
  readonly files?: readonly string[];
  /** The folder in which the command ran; absent where that is not known. */
  readonly where?: string;
}

/** How a file was touched. */
export interface Touch {
  readonly path: string;
  readonly how: 'write' | 'edit' | 'delete' | 'read';
  /** The name of the other project that it lies in. */
  readonly project?: string;
}

/** Size and time of a changed file, to detect later changes. */
export interface FileMark {
  readonly path: string;
  readonly size: number;
  /** When it was last changed. */
  readonly at: Millis;
}

/** A test, build or lint that a command ran, with the outcome read from its output. */
export interface CheckRun {
  readonly name: string;
  readonly ok: boolean;
  /** The failing test, or the message. */
  readonly failing?: string;
}

/** Facts are appended while a session runs. A session's state is a fold over them and nothing else. */
export type Fact =
  | { readonly kind: 'started'; readonly cwd: string | null }
  /** `group`: written by one of several people in a shared channel. `chosen`: the answer to a question that the agent asked by a tool. */
  | {
      readonly kind: 'prompt';
      readonly text: string;
      readonly group?: true;
      readonly chosen?: true;
    }
  /** `between`: said between tool calls, and not at the end of a turn. */
  | {
      readonly kind: 'reply';
      readonly text: string;
      readonly subagent?: string;
      readonly group?: true;
      readonly between?: true;
    }
  | {
      readonly kind: 'tool';
      readonly tool: string;
      readonly ok: boolean;
      readonly touched: readonly Touch[];
      readonly command?: string;
      readonly workdir?: string;
      /** The name of the other project that it ran in. */
      readonly project?: string;
      readonly subagent?: string;
      readonly check?: CheckRun;
    }
  | { readonly kind: 'todos'; readonly update: TodoUpdate; readonly subagent?: string }
  /** Open to-do entries carried over from the conversation that this session resumes. */
  | { readonly kind: 'todos-carried'; readonly todos: readonly TodoItem[] }
  /** Open work that belongs to no session: the project's task list, and messages. */
  | { readonly kind: 'pipeline'; readonly tasks: readonly PendingTask[] }
  | PinFact
  /** Lists stated by a program that keeps them itself. */
  | { readonly kind: 'stated'; readonly lists: Statement }
  /** A memory was created or used, or its confidence changed. Its content is never copied here, so that it can be forgotten. */
  | { readonly kind: 'learned'; readonly memoryId: string; readonly categories: readonly string[] }
  | { readonly kind: 'recalled'; readonly memoryId: string }
  /** Memories of these categories were asked for. */
  | { readonly kind: 'categories-asked'; readonly categories: readonly string[] }
  | { readonly kind: 'confidence'; readonly update: ConfidenceUpdate }
  | {
      readonly kind: 'sop-injected';
      readonly path: string;
      readonly toolCall: string;
      readonly keyword: string | null;
      readonly memories?: readonly string[];
      /** The hash of the note: a changed note is injected again. */
      readonly hash?: string;
      readonly subagent?: string;
    }
  | { readonly kind: 'sop-acknowledged'; readonly path: string; readonly subagent?: string }
  /** A tool was called although the turn ended without the acknowledgement that the instruction requires. */
  | {
      readonly kind: 'sop-ignored';
      readonly path: string;
      readonly toolCall: string;
      readonly subagent?: string;
    }
  /** `failed`: the host aborted the turn, so the last request has no answer. `limit`: the usage limit was reached. */
  | { readonly kind: 'turn-ended'; readonly failed?: true; readonly limit?: UsageLimit }
  /** A successful command made a commit, a branch or a pull request. `ref` is its hash, name or number. */
  | ({ readonly kind: 'made' } & GitCreation)
  | ({ readonly kind: 'undone' } & GitUndoing)
  /** The git position of the working tree when a turn ended. */
  | {
      readonly kind: 'stood';
      readonly branch: string | null;
      readonly head: string | null;
      /** Files that changed since the end of the last turn, and files that were removed. */
      readonly changed?: readonly FileMark[];
      readonly gone?: readonly string[];
    }
  /** The host's summary of a compacted conversation, written by the agent. */
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'compacting' }
  /** The model's context was emptied by compaction or by the host. */
  | { readonly kind: 'epoch-began' }
  | { readonly kind: 'revived' }
  | { readonly kind: 'ended'; readonly reason: string | null };

/** A fact as it stands in the store: numbered, dated, of one session. */
export interface RecordedFact {
  readonly seq: number;
  readonly at: Millis;
  readonly sessionId: SessionId;
  readonly fact: Fact;
}

/** The `via` of facts that were imported, not captured. */
export const IMPORT_VIA = 'import';
/** The `via` of facts that another machine shared. */
export const SHARE_VIA = 'share';
/** The `via` of facts that Cortex itself adds. */
export const OWN_VIA = 'cortex';
