import type { TodoUpdate, UsageLimit } from './event.ts';
import type { SessionId } from './ids.ts';
import type { ConfidenceUpdate } from './memories/memory.ts';
import type { PinFact } from './pins/pin.ts';
import type { Statement } from './session/stated.ts';
import type { PendingTask } from './tasks/task.ts';
import type { TodoItem } from './tasks/todo.ts';
import type { Millis } from './time.ts';

/** A commit, a branch or a pull request that a successful command made. */
export interface Made {
  readonly what: 'commit' | 'branch' | 'pull request';
  readonly text: string;
  readonly ref: string | null;
}

/** Commits and changes that a successful command took back. */
export interface Undone {
  /** How many of the last commits. */
  readonly commits?: number;
  /** The commit or branch to which the branch was set back. */
  readonly to?: string;
  /** Every change that was in no commit. */
  readonly all?: true;
  /** Files and folders whose changes were given up. */
  readonly files?: readonly string[];
  /** The folder in which the command ran; absent where that is not known. */
  readonly where?: string;
}

/** How a file was touched. */
export interface Touch {
  readonly path: string;
  readonly how: 'write' | 'edit' | 'delete' | 'read';
}

/** A file as it was left. */
export interface FileMark {
  readonly path: string;
  readonly size: number;
  /** When it was last changed. */
  readonly at: Millis;
}

/** A test, build or lint that a command ran, with its outcome as its output tells it. */
export interface CheckRun {
  readonly name: string;
  readonly ok: boolean;
  /** The failing test, or the message. */
  readonly failing?: string;
}

/** Facts are appended while a session runs. A session's state is a fold over them and nothing else. */
export type Fact =
  | { readonly kind: 'started'; readonly cwd: string | null }
  /** `group`: one of several people said it, on a channel that they share. `chosen`: it answers a question of the agent's tool. */
  | { readonly kind: 'prompt'; readonly text: string; readonly group?: true; readonly chosen?: true }
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
      readonly subagent?: string;
      readonly check?: CheckRun;
    }
  | { readonly kind: 'todos'; readonly update: TodoUpdate; readonly subagent?: string }
  /** Open entries of the host's list when the conversation that this session resumes was left. */
  | { readonly kind: 'todos-carried'; readonly todos: readonly TodoItem[] }
  /** Open work that is no session's own: the project's task list, and messages. */
  | { readonly kind: 'pipeline'; readonly tasks: readonly PendingTask[] }
  | PinFact
  /** A program that keeps such lists itself says what they are. */
  | { readonly kind: 'stated'; readonly lists: Statement }
  /** A memory was made, used, or came to be trusted more or less. Its content is with the memory, never here: it may be forgotten. */
  | { readonly kind: 'learned'; readonly memoryId: string; readonly categories: readonly string[] }
  | { readonly kind: 'recalled'; readonly memoryId: string }
  | { readonly kind: 'confidence'; readonly update: ConfidenceUpdate }
  | {
      readonly kind: 'sop-injected';
      readonly path: string;
      readonly toolCall: string;
      readonly keyword: string | null;
      readonly memories?: readonly string[];
      /** The note's hash: in other words it is given again. */
      readonly hash?: string;
      readonly subagent?: string;
    }
  | { readonly kind: 'sop-acknowledged'; readonly path: string; readonly subagent?: string }
  /** A tool was called although a turn had ended without the word that the instruction asks for. */
  | {
      readonly kind: 'sop-ignored';
      readonly path: string;
      readonly toolCall: string;
      readonly subagent?: string;
    }
  /** `failed`: the host broke the turn off, so that the last request has no answer. `limit`: for it has used up its allowance. */
  | { readonly kind: 'turn-ended'; readonly failed?: true; readonly limit?: UsageLimit }
  /** A successful command made a commit, a branch or a pull request. `ref` is its hash, name or number. */
  | ({ readonly kind: 'made' } & Made)
  | ({ readonly kind: 'undone' } & Undone)
  /** The git position of the working tree when a turn ended. */
  | {
      readonly kind: 'stood';
      readonly branch: string | null;
      readonly head: string | null;
      /** Files that differ from the last turn's end, and those that are not there any more. */
      readonly changed?: readonly FileMark[];
      readonly gone?: readonly string[];
    }
  /** The host's own summary of a conversation that it compacted: an agent's words. */
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'compacting' }
  /** The model's context began anew: compaction, or a host that cleared it. */
  | { readonly kind: 'epoch-began' }
  | { readonly kind: 'revived' }
  | { readonly kind: 'ended'; readonly reason: string | null };

/** A fact as it stands in the store: numbered, dated, of one session. */
export interface Recorded {
  readonly seq: number;
  readonly at: Millis;
  readonly sessionId: SessionId;
  readonly fact: Fact;
}

/** The configuration that facts are recorded under which were not captured but taken over. */
export const IMPORTED = 'import';
/** And under which those that another machine shared. */
export const SHARED = 'share';
/** And under which those that Cortex itself adds. */
export const OWN = 'cortex';
