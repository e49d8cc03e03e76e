import * as z from 'zod/v4';
import type { Sendable } from '../../domain/ledger.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps, Location } from '../../engine/deps.ts';
import type { Copies } from '../../engine/forget.ts';
import type { Receipt } from '../../store/ledger.ts';
import type { SessionHead } from '../../store.ts';
import type { Reach } from './reach.ts';

/** What a tool gets besides its input. */
export interface Call {
  readonly deps: Deps;
  /** The project that it is about. */
  readonly location: Location;
  readonly scope: Scope;
  /** It was named in the call; otherwise it is where the client works. */
  readonly isChosen: boolean;
  /** The session that the client stands in; null where it has none. */
  readonly session: SessionHead | null;
  /** Who calls, for the record. */
  readonly agent: string;
  /** Whose memory it may touch. */
  readonly reach: Reach;
  timeZone(): string;
  copies(): Copies;
}

/** What a tool answers: a text for the model, and the same as data. */
export interface Answer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The text was made so by whoever made it, and may hold an element of ours. */
  readonly isHarmless?: true;
  /** Of what was put on record as shown, to take it back where nobody receives it. */
  readonly receipt?: Receipt | null;
  /** What it holds whatever the model has: it was asked for by name, or is what the model said itself, as it was kept. */
  readonly shown?: readonly Sendable[];
}

export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: false;
}

/** What an argument of another name is called here, and its value as it is given here. */
export type Aliases = Readonly<Record<string, Alias>>;

interface Alias {
  readonly name: string;
  readonly value?: (given: unknown) => unknown;
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

/** As the sources of Cortex and its older versions call them. */
export const SCOPE_ALIAS: Aliases = { scope: { name: 'project' } };
export const CATEGORY_ALIAS: Aliases = {
  category: { name: 'categories', value: (given) => (typeof given === 'string' ? [given] : given) },
};

export const project = z.string().max(4096).optional().describe('Folder, name or "global"');
/** How many, where nothing is said `standard`. */
export const limit = (standard: number, most: number) => z.int().min(1).max(most).default(standard);
/** A question; the beginning of a long one says what it is about. */
export const question = z
  .string()
  .max(100_000)
  .transform((text) => text.trim().slice(0, 4000));
export const words = question.refine((text) => text !== '', 'is empty, expected words to look for');
export const id = z.string().trim().min(1).max(100);
export const categories = z.array(z.string().max(200)).max(10).optional();
/** As a person would say it; checked where it is read. */
export const since = z.string().max(40).optional().describe('90m, 36h, 2w, 3mo or ISO date');

/** Of what is asked for; only `memory_context` takes it that everything is lost. */
export const refresh = z.boolean().optional().describe('Also what was sent');

/** Objects whose fields are those of the stored records: named, not described again. */
export const records = z.array(z.looseObject({}));
/** What the model has already and was spared. */
export const withheld = z.looseObject({});
