/**
 * Events of a host, in words common to all hosts. Each host's adapter makes these from its own payloads; nothing
 * behind the adapter knows a wire format.
 */

import type { Millis } from '../base/time.ts';

/** Why a session started, as reported by the host; `unknown` if it does not report it. */
export type StartSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork' | 'unknown';

/** Whether the model's context was emptied. */
export function isForgetful(source: StartSource): boolean {
  return source === 'compact' || source === 'clear';
}

/** A file the tool changed, with the text that is new in it where the host sends it. */
export interface ChangedFile {
  readonly path: string;
  readonly kind: 'write' | 'edit' | 'delete';
  /** Text that was written: the whole file for `write`, only what replaced something for `edit`. */
  readonly added: string | null;
  /** The text that an edit replaced, or the file that was written over. */
  readonly removed: string | null;
  /** Whole lines that came and went, where the host sends them: an edit may begin and end within a line. */
  readonly patch?: { readonly added: string; readonly removed: string };
}

/** The agent's usage limit is reached; `until` is when it can go on, if the host reports it. */
export interface UsageLimit {
  readonly until: Millis | null;
}

export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled';

/** A host's to-do list from a tool call: the whole list, or some of its entries. */
export interface TodoUpdate {
  readonly whole: boolean;
  readonly items: readonly TodoPatch[];
}

/** An entry of an update; a field that the call did not mention is null and keeps its value. */
export interface TodoPatch {
  /** The host's id; null if it has none: then the text identifies the entry. */
  readonly id: string | null;
  readonly text: string | null;
  readonly status: TodoStatus | null;
  /** Created by this call: it is a new entry even if an earlier one had the same id. */
  readonly isNew?: true;
}

export interface ToolUse {
  /** The tool's name in the host. */
  readonly name: string;
  readonly failed: boolean;
  /** The tool was interrupted or runs on in the background, so its outcome is unknown. */
  readonly unfinished?: boolean;
  /** The host does not report exit codes; `failed: false` does not mean success. */
  readonly outcomeUntold?: boolean;
  readonly changes: readonly ChangedFile[];
  /** Files that were read. */
  readonly reads: readonly string[];
  /** The whole text of the one file that was read, as the model got it; absent if unknown. Only its hash is stored. */
  readonly shown?: string;
  /** A shell command line, where the tool ran one. */
  readonly command: string | null;
  readonly workdir: string | null;
  /** The tool's output or error. It decides the outcome and is never stored in full. */
  readonly output: string | null;
  readonly todos: TodoUpdate | null;
  /** Questions that the agent put to the person by a tool, with the answers. */
  readonly answers?: readonly { readonly question: string; readonly answer: string }[];
}

/** A tool call before it runs. */
export interface ToolIntent {
  readonly name: string;
  readonly paths: readonly string[];
  readonly command: string | null;
}

interface Common {
  readonly hostSessionId: string;
  readonly cwd: string | null;
  /** Built from the host's own ids; null if it sends none: then repeats are detected by content and time. */
  readonly key: string | null;
  /** The subagent that did it, where one did. */
  readonly subagent: string | null;
}

/** The cost of a resume after the host's cache expired, which sends the whole conversation again; dollars by the host's estimate. */
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
  /** A tool call is about to run. */
  | (Common & { readonly kind: 'tool-intent'; readonly intent: ToolIntent })
  /**
   * `failed`: the host aborted the turn; `limit`: because a usage limit was reached, until a time or as in its words (`resets`).
   * `transcript` holds the agent's other messages, and the reply if the host sent none.
   */
  | (Common & {
      readonly kind: 'turn-end';
      readonly reply: string | null;
      readonly failed?: true;
      readonly limit?: UsageLimit & { readonly resets?: string };
      readonly transcript?: string;
    })
  /** A message of the agent; its turn may go on, and does if the message came `between` tool calls. */
  | (Common & { readonly kind: 'reply'; readonly reply: string; readonly between?: true })
  /** A subagent begins; its model has nothing of the session's context. */
  | (Common & { readonly kind: 'subagent-start' })
  | (Common & { readonly kind: 'subagent-end'; readonly reply: string | null })
  /** The host is about to compact. The context is empty only when a start or `compacted` follows. */
  | (Common & { readonly kind: 'compacting' })
  /** The host has compacted, and no start event will follow. */
  | (Common & { readonly kind: 'compacted' })
  /** The summary made by the host's compaction, written by the agent. */
  | (Common & { readonly kind: 'summary'; readonly text: string })
  | (Common & { readonly kind: 'session-end'; readonly reason: string | null });

/** A payload that names an event of the host but does not fit it. */
export class Malformed extends Error {}
