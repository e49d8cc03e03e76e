import type { TodoUpdate } from './event.ts';
import type { SessionId } from './ids.ts';
import type { ConfidenceUpdate } from './memories/memory.ts';
import type { PinFact } from './pins/pin.ts';
import type { Statement } from './session/stated.ts';
import type { Undone } from './session/stopped.ts';
import type { PendingTask } from './tasks/task.ts';
import type { TodoItem } from './tasks/todo.ts';
import type { Millis } from './time.ts';

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

/** What is appended while a session runs. A session's state is a fold over these, and nothing else. */
export type Fact =
  | { readonly kind: 'started'; readonly cwd: string | null }
  /** `group`: one of several people said it, on a channel that they share. */
  | { readonly kind: 'prompt'; readonly text: string; readonly group?: true }
  /** `group`: as a file has it that anybody may have written. */
  | { readonly kind: 'reply'; readonly text: string; readonly subagent?: string; readonly group?: true }
  | {
      readonly kind: 'tool';
      readonly tool: string;
      readonly ok: boolean;
      readonly touched: readonly Touch[];
      readonly command?: string;
      readonly workdir?: string;
      readonly subagent?: string;
    }
  | { readonly kind: 'todos'; readonly update: TodoUpdate; readonly subagent?: string }
  /** What the host's list still had open when the conversation that this session resumes was left. */
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
  /** `failed`: the host broke the turn off, so that the last request has no answer. */
  | { readonly kind: 'turn-ended'; readonly failed?: true }
  /** A successful command made a commit, a branch or a pull request. `ref` is its hash, name or number. */
  | {
      readonly kind: 'made';
      readonly what: 'commit' | 'branch' | 'pull request';
      readonly text: string;
      readonly ref: string | null;
    }
  | ({ readonly kind: 'undone' } & Undone)
  /** Where the working tree stood when a turn ended. */
  | {
      readonly kind: 'stood';
      readonly branch: string | null;
      readonly head: string | null;
      /** Files that the session had changed, by their paths below the root. */
      readonly files?: readonly FileMark[];
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
