import { readFileSync } from 'node:fs';
import type { Keyed } from '../continuity/corpus.ts';
import type { StorySession } from '../continuity/stories.ts';

/** How a person comes back, or begins something new. */
export type ReturnKind =
  | 'words'
  | 'path'
  | 'error'
  | 'number'
  | 'bare'
  | 'middle'
  | 'newground'
  | 'new';

interface MatterSession extends StorySession {
  /** The piece of work; two of them joined by `+`. */
  readonly matter: string;
}

interface Overruled extends Keyed {
  /** Words of the later sentence that overrules it. */
  readonly truth: readonly string[];
}

/** One possible continuation after all sessions of a history. */
export interface Return {
  readonly kind: ReturnKind;
  /** Hours after the first session. */
  readonly hours: number;
  readonly prompts: readonly string[];
  readonly matter: string;
  readonly needed: readonly Keyed[];
  readonly stale: readonly Overruled[];
  /** Words of other matters. */
  readonly foreign: readonly string[];
}

/** Several matters of one repository over some weeks. */
export interface History {
  readonly id: string;
  readonly lang: string;
  readonly repo: string;
  readonly sessions: readonly MatterSession[];
  readonly returns: readonly Return[];
}

export type MatterHalf = 'dev' | 'held';

export function loadHistories(half: MatterHalf): readonly History[] {
  const file = new URL(`../continuity/corpus/matters/${half}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as readonly History[];
}
