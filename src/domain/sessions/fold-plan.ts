import type { RecordedFact } from '../facts/fact.ts';
import type { Memory } from '../memories/memory.ts';
import type { Digest } from './digest.ts';
import { isOrderedIn, memoryOfSentence, type RememberedSentence } from './remember.ts';

/**
 * Decides what a fold does, before anything is written: the store reads the last fold and the new facts, and carries the plan out.
 * Nothing here reads or writes rows.
 */

/** A session as it was folded last. */
export interface LastFold {
  /** Null where an older version folded it without its turns, and where only a brief is left of it. */
  readonly digest: Digest | null;
  /** The last fact that the digest covers. */
  readonly watermark: number;
  /** The last fact that a brief covers; memories of facts up to there exist. */
  readonly briefed: number;
}

export interface FoldConditions {
  /** The search index has the session. */
  readonly isIndexed: boolean;
  /** One of the new facts belongs before the watermark. */
  readonly hasLate: boolean;
}

export type FoldPlan =
  /** Every fact was folded before. */
  | { readonly kind: 'nothing' }
  /** Only the end is new, which changes nothing of the state. */
  | { readonly kind: 'end' }
  | {
      readonly kind: 'fold';
      /** Facts that may make memories: with a brief all facts are folded again, and only later ones say something new. */
      readonly unlearnt: readonly RecordedFact[];
      /** The digest begins from the first fact, because a late fact shifts the turns behind it. */
      readonly isFromStart: boolean;
      /** The last turn that the index has; `anew`: all facts are indexed, in place of what was. */
      readonly indexedTurn: number | 'anew';
    };

/** `facts` are those after the watermark. */
export function planFold(
  { digest, watermark, briefed }: LastFold,
  facts: readonly RecordedFact[],
  { isIndexed, hasLate }: FoldConditions,
): FoldPlan {
  const unlearnt = facts.filter(({ seq }) => seq > briefed);
  if (unlearnt.length === 0) return { kind: 'nothing' };
  if (digest !== null && isIndexed && facts.every(({ fact }) => fact.kind === 'ended'))
    return { kind: 'end' };
  // A session that was folded before the index existed is indexed in full.
  const isAnew = watermark === 0 || !isIndexed || hasLate;
  return {
    kind: 'fold',
    unlearnt,
    isFromStart: hasLate,
    indexedTurn: isAnew ? 'anew' : (digest?.dialogue?.all.at(-1)?.number ?? 0),
  };
}

/** A memory that a sentence makes or states again. */
export interface LearntMemory {
  readonly memory: Memory;
  readonly sentence: RememberedSentence;
}

/** Looks up rows of the session's project. */
export interface RememberedBefore {
  /** Its rules and proposals, the latest first. */
  rules(): readonly Memory[];
  /** Prompts of its other sessions that may hold the same order. */
  promptsLike(order: string): readonly string[];
}

/** The memories of a person's sentences, each against those before it. An order counts where another session heard it too. */
export function planMemories(
  sentences: readonly RememberedSentence[],
  before: RememberedBefore,
  place: Parameters<typeof memoryOfSentence>[2],
): readonly LearntMemory[] {
  const learnt: LearntMemory[] = [];
  let known: readonly Memory[] | null = null;
  for (const sentence of sentences) {
    if (sentence.kind === 'order' && !isOrderedIn(sentence.text, before.promptsLike(sentence.text)))
      continue;
    known ??= before.rules();
    const memory = memoryOfSentence(sentence, known, place);
    if (!memory) continue;
    learnt.push({ memory, sentence });
    known = [memory, ...known.filter(({ id }) => id !== memory.id)].sort(
      (a, b) => b.updatedAt - a.updatedAt,
    );
  }
  return learnt;
}
