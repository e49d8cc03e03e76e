import { onlyLetters } from '../base/text/near.ts';
import type { Turn } from '../turns/turn.ts';
import { parseUnits } from '../turns/units.ts';
import type { Context } from './context.ts';

/**
 * Sentences that an agent loads from its own files, such as CLAUDE.md: these are not repeated to it. Whole
 * sentences are compared, because a part of one may say the opposite.
 */
export type LoadedSentences = ReadonlySet<string>;

export function loadedSentences(texts: readonly string[]): LoadedSentences {
  return new Set(texts.flatMap(sentencesIn));
}

function sentencesIn(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/)
    .map((sentence) => onlyLetters(sentence.toLowerCase(), ' ').trim())
    .filter((sentence) => sentence.length >= SHORTEST);
}

/** Shortest sentence that is compared. */
const SHORTEST = 6;

export function isLoaded(text: string, loaded: LoadedSentences): boolean {
  const sentences = sentencesIn(text);
  return sentences.length > 0 && sentences.every((one) => loaded.has(one));
}

/** A context for an agent that has these sentences. */
export function withoutLoaded<C extends Context>(context: C, loaded: LoadedSentences): C {
  if (loaded.size === 0) return context;
  const isNew = (text: string) => !isLoaded(text, loaded);
  return {
    ...context,
    turns: context.turns.map((one) => ({
      ...one,
      turns: one.turns.map((turn) => turnWithout(turn, loaded)),
    })),
    rules: context.rules.filter(({ text }) => isNew(text)),
    inheritedPins: context.inheritedPins.filter(({ content }) => isNew(content)),
    ownPins: context.ownPins.filter(({ content }) => isNew(content)),
    decisions: context.decisions.filter(({ choice }) => isNew(choice)),
    memories: context.memories.filter(({ content }) => isNew(content)),
  };
}

function turnWithout(turn: Turn, loaded: LoadedSentences): Turn {
  const left = (text: string | null) =>
    text === null || !sentencesIn(text).some((one) => loaded.has(one))
      ? text
      : unloadedIn(text, loaded);
  return { ...turn, asked: left(turn.asked), answered: left(turn.answered) };
}

function unloadedIn(text: string, loaded: LoadedSentences): string | null {
  const units = parseUnits(text).filter((unit) => !isLoaded(unit.text, loaded));
  return units.length === 0 ? null : units.map((unit) => unit.text).join('\n');
}
