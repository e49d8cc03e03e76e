import * as z from 'zod/v4';
import type { Aliases, Call, Told } from '../../operations/operation.ts';

export type { Aliases, Call } from '../../operations/operation.ts';

/** The answer of a tool: a text for the model, and the same as data. */
export interface Answer extends Told {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: false;
}

/** A tool, declared once: what the model reads, what is checked and what is done. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For a model: when to use it, and when not. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** Other names that callers know arguments by; they stand in no schema. */
  readonly aliases?: Aliases;
  readonly output: z.ZodObject;
  readonly annotations: Annotations;
  /** A model should know it without a search, also in a host that keeps the tools of servers behind one. */
  readonly isAtHand?: true;
  /** Whether a call writes something that belongs to the client's session. What a person does through a tool does not. */
  writes(input: Record<string, unknown>): boolean;
  run(call: Call, input: Record<string, unknown>): Promise<Answer>;
}

/** Lets the compiler see in `run` what was declared. */
export function tool<I extends z.ZodObject>(
  declared: Omit<Tool, 'input' | 'run'> & {
    readonly input: I;
    run(call: Call, input: z.output<I>): Promise<Answer>;
  },
): Tool {
  return declared as unknown as Tool;
}

export const READS: Annotations = { readOnlyHint: true, openWorldHint: false };
export const ADDS: Annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
export const CHANGES: Annotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };

export const project = z.string().max(4096).optional().describe('Folder, name or "global"');
