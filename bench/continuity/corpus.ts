import { readFileSync } from 'node:fs';

/** Rules may be tuned on `dev`; `held` is the half that nobody looks at while tuning. */
export const HALVES = ['dev', 'held'] as const;
export type Half = (typeof HALVES)[number];

export type ToolUse =
  | { readonly tool: 'Read'; readonly file: string }
  | { readonly tool: 'Write'; readonly file: string; readonly content: string }
  | { readonly tool: 'Edit'; readonly file: string; readonly old: string; readonly new: string }
  | {
      readonly tool: 'Bash';
      readonly command: string;
      readonly ok: boolean;
      readonly output: string;
    }
  | { readonly tool: 'TodoWrite'; readonly todos: readonly { content: string; status: string }[] }
  | { readonly tool: 'pin'; readonly text: string; readonly critical: boolean };

export interface Turn {
  readonly prompt: string;
  readonly tools: readonly ToolUse[];
  /** Words of the agent between its tool calls. */
  readonly between?: readonly string[];
  /** Missing where the answer never came. */
  readonly reply?: string;
}

/** Something with the words by which it is recognised; one of them is enough. */
export interface Keyed {
  readonly key: readonly string[];
}

export interface PlantedFact extends Keyed {
  readonly kind: string;
  readonly kind_no: number;
}

/** One session of work, and what the next one has to know of it. */
export interface Script {
  readonly id: string;
  readonly half: Half;
  readonly repo: string;
  readonly branch: string;
  readonly lang: string;
  readonly turns: readonly Turn[];
  readonly facts: readonly PlantedFact[];
  /** Was open for a while and is not any more. */
  readonly over: readonly Keyed[];
  readonly open: readonly Keyed[];
  readonly noise: readonly string[];
  readonly topical_prompt: string;
}

/** One of 28 sessions in four repositories; `needed` and `over` hold when it starts. */
export interface FortnightSession {
  readonly id: string;
  readonly day: number;
  readonly hour: number;
  readonly repo: string;
  readonly branch: string;
  readonly turns: readonly Turn[];
  readonly needed: readonly Keyed[];
  readonly over: readonly Keyed[];
}

/** A person's message; `rule` is the sentence in it that holds for good, missing in a lookalike. */
export interface Message {
  readonly id: string;
  readonly half: Half;
  readonly text: string;
  readonly rule?: string;
}

export interface Poison {
  readonly id: string;
  readonly door: string;
  readonly text: string;
  readonly canary: string;
}

export interface Corpus {
  readonly scripts: readonly Script[];
  readonly fortnight: readonly FortnightSession[];
  readonly rules: readonly Message[];
  readonly lookalikes: readonly Message[];
  readonly poison: readonly Poison[];
}

export function loadCorpus(): Corpus {
  const load = (name: string) =>
    JSON.parse(readFileSync(new URL(`./corpus/${name}.json`, import.meta.url), 'utf8'));
  return {
    scripts: load('scripts'),
    fortnight: load('fortnight'),
    rules: load('rules'),
    lookalikes: load('lookalikes'),
    poison: load('poison'),
  };
}
