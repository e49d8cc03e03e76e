/**
 * Events of a host, in words common to all hosts. Each host's adapter makes these from its own payloads; nothing
 * behind the adapter knows a wire format.
 */

import type { Millis } from './time.ts';

/** Why a session started, as the host says it; `unknown` where it does not. */
export type StartSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork' | 'unknown';

/** Whether the model has forgotten the conversation so far. */
export function isForgetful(source: StartSource): boolean {
  return source === 'compact' || source === 'clear';
}

/** A file the tool changed, with the text that is new in it where the host sends it. */
export interface Change {
  readonly path: string;
  readonly kind: 'write' | 'edit' | 'delete';
  /** Text that was written: the whole file for `write`, only what replaced something for `edit`. */
  readonly added: string | null;
  /** The text that an edit replaced. */
  readonly removed: string | null;
}

/** An agent's allowance is used up; `until` is when it can go on, where its host says so. */
export interface UsageLimit {
  readonly until: Millis | null;
}

export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled';

/** A host's to-do list as a tool call showed it: all of it, or some entries of it. */
export interface TodoUpdate {
  readonly whole: boolean;
  readonly items: readonly TodoPatch[];
}

/** An entry of an update; a field that the call did not mention is null and keeps its value. */
export interface TodoPatch {
  /** The host's id where it has one, else null: then the words are the identity. */
  readonly id: string | null;
  readonly text: string | null;
  readonly status: TodoStatus | null;
  /** Made by this call: its id is its own, even where an earlier entry had the same. */
  readonly isNew?: true;
}

export interface ToolUse {
  /** The host's own name of the tool. */
  readonly name: string;
  readonly failed: boolean;
  /** The tool was interrupted or runs on in the background, so its outcome is unknown. */
  readonly unfinished?: boolean;
  /** The host does not report exit codes; `failed: false` does not mean success. */
  readonly outcomeUntold?: boolean;
  readonly changes: readonly Change[];
  /** Files that were read. */
  readonly reads: readonly string[];
  /** The whole text of the one file that was read, as the model got it; absent where it is unknown. Only its hash is kept. */
  readonly shown?: string;
  /** A shell command line, where the tool ran one. */
  readonly command: string | null;
  readonly workdir: string | null;
  /** The tool's output or error. It decides the outcome and is never kept whole. */
  readonly output: string | null;
  readonly todos: TodoUpdate | null;
  /** Questions that the agent put to the person by a tool, with the answers. */
  readonly answers?: readonly { readonly question: string; readonly answer: string }[];
}

/** The request to a tool. */
export interface ToolIntent {
  readonly name: string;
  readonly paths: readonly string[];
  readonly command: string | null;
}

interface Common {
  readonly hostSessionId: string;
  readonly cwd: string | null;
  /** Built from the host's own ids; null where it sends none, and then content and time tell repeats. */
  readonly key: string | null;
  /** The subagent that did it, where one did. */
  readonly subagent: string | null;
}

/** A resume after the host's cache has expired sends the whole conversation anew: tokens, and dollars by the host's own estimate. */
export interface ResumeCost {
  readonly tokens: number;
  readonly dollars: number | null;
}

export type HostEvent =
  /** `transcript`: the file that its host writes the conversation to. */
  | (Common & {
      readonly kind: 'session-start';
      readonly source: StartSource;
      readonly transcript?: string;
      readonly cost?: ResumeCost;
    })
  | (Common & { readonly kind: 'prompt'; readonly text: string; readonly group?: true })
  | (Common & { readonly kind: 'tool-use'; readonly use: ToolUse })
  /** A tool is about to be used; nothing has happened yet. */
  | (Common & { readonly kind: 'tool-intent'; readonly intent: ToolIntent })
  /**
   * `failed`: the host broke the turn off; `limit`: for its allowance is used up, until a time or as its words (`resets`) tell it.
   * `transcript` holds the agent's other messages, and the reply if the host sent none.
   */
  | (Common & {
      readonly kind: 'turn-end';
      readonly reply: string | null;
      readonly failed?: true;
      readonly limit?: UsageLimit & { readonly resets?: string };
      readonly transcript?: string;
    })
  /** The agent has said something, and its turn may go on; it did where that was said `between` tool calls. */
  | (Common & { readonly kind: 'reply'; readonly reply: string; readonly between?: true })
  /** A subagent begins, and its model knows nothing of what the session was told. */
  | (Common & { readonly kind: 'subagent-start' })
  | (Common & { readonly kind: 'subagent-end'; readonly reply: string | null })
  /** The host is about to compact; where it says so again afterwards, by a start or by `compacted`, the model has forgotten. */
  | (Common & { readonly kind: 'compacting' })
  /** The host has compacted, and no start will say so. */
  | (Common & { readonly kind: 'compacted' })
  /** The summary that a host's compaction left, in the agent's words. */
  | (Common & { readonly kind: 'summary'; readonly text: string })
  | (Common & { readonly kind: 'session-end'; readonly reason: string | null });
