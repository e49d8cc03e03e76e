import { DAY, type Millis } from '../time.ts';
import { rarity } from './holding.ts';
import { fieldOf, type PassageId } from './passage.ts';
import { isTelling, type PromptTerm } from './prompt-terms.ts';
import { MARK } from './snippet.ts';
import type { TermHits } from './text-match.ts';
import { isStopWord, isUnspaced, rawWords } from './words.ts';

/** How much of a prompt a passage says. */
export interface PassageShare {
  readonly id: PassageId;
  /** Share of the prompt's words that it holds, by inverse frequency: 0 to 1. */
  readonly share: number;
  /** How many telling words of the prompt it holds. */
  readonly telling: number;
  /** Whether it holds an id that the prompt names. */
  readonly named: boolean;
}

const PATHS = 2;
/** A word that more sessions hold says nothing about one of them. */
const RARE = 1 / 3;

/** With fewer sessions than this, word frequencies say little: each word counts as if there were so many. */
const FEW = 12;

/** The passages that are of use, of so many candidates: those that say most first, of equal ones the newest. */
export function usefulPassages(words: readonly TermHits[], candidates: number): PassageShare[] {
  const found = new Map<PassageId, { sum: number; telling: number; named: boolean }>();
  let whole = 0;
  const weighed = words.flatMap(({ term, hits }) => {
    if (term.kind === 'file') return [];
    const holders = hits.documents.length;
    if (holders === 0 && /\d/.test(term.forms[0]!) && term.kind !== 'id') return [];
    // An unknown word marks a prompt as new only if much was written before.
    const counted = candidates < FEW ? Math.max(1, holders) : holders;
    // Squared, so that a template which many prompts share counts for little.
    const weight =
      rarity(counted / hits.reach, Math.max(FEW, candidates)) ** 2 * (term.kind === 'id' ? 2 : 1);
    whole += weight;
    const telling = isTelling(term) && holders <= Math.max(2, candidates * RARE);
    return [{ ids: hits.ids, weight, telling, named: term.kind === 'id' }];
  });
  for (const { ids, weight, telling, named } of weighed) {
    if (!telling) continue;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      const one = found.get(id);
      if (one) {
        one.sum += weight;
        one.telling++;
        one.named ||= named;
      } else if (fieldOf(id) !== PATHS) found.set(id, { sum: weight, telling: 1, named });
    }
  }
  // One telling word in common is a coincidence. This leaves few, and most hits are of words that are not telling.
  for (const [id, one] of found) if (!isToldEnough(one)) found.delete(id);
  if (found.size === 0) return [];
  // Passages without a telling word are many, and never quoted.
  for (const { ids, weight, telling } of weighed) {
    if (telling) continue;
    for (let i = 0; i < ids.length; i++) {
      const one = found.get(ids[i]!);
      if (one) one.sum += weight;
    }
  }
  return [...found]
    .map(([id, { sum, telling, named }]) => ({
      id,
      share: whole > 0 ? Math.min(1, sum / whole) : 0,
      telling,
      named,
    }))
    .filter(({ share }) => share >= USEFUL)
    .sort((a, b) => b.share - a.share || b.id - a.id);
}

/** Below this share a quotation has no use for the prompt more often than one time in five. */
const USEFUL = 0.35;
const LEAST_TELLING = 2;

function isToldEnough({ telling, named }: Pick<PassageShare, 'telling' | 'named'>): boolean {
  return named || telling >= LEAST_TELLING;
}

const HALF_LIFE = 14 * DAY;

/** Prefers the newer of passages that say as much; age alone never takes more than half. */
export function quoteOrder(share: number, age: Millis): number {
  return share * (0.5 + 0.5 * 2 ** (-Math.max(0, age) / HALF_LIFE));
}

/** Whether a text holds one of the ids with its sign: the index cannot tell `#482` from line 482. */
export function holdsSigned(passage: string, terms: readonly PromptTerm[]): boolean {
  const text = unmarked(passage).toLowerCase();
  return terms.some(({ kind, forms }) => {
    if (kind !== 'id') return false;
    const number = forms.find((form) => /^\d+$/.test(form));
    if (number === undefined) return true;
    return new RegExp(`(?:[#/!]|\\p{L}[-_ ]#?)${number}(?!\\d)`, 'u').test(
      text.replace(/\blines? \d+/g, ' '),
    );
  });
}

/** From this share of its words on, a passage only repeats what the other text says. */
const ECHO = 0.75;

export function isEcho(passage: string, other: string): boolean {
  const known = new Set(rawWords(other.toLowerCase()));
  const own = new Set(rawWords(unmarked(passage).toLowerCase()).filter((word) => !isStopWord(word)));
  let repeated = 0;
  for (const word of own) if (known.has(word)) repeated++;
  return repeated >= own.size * ECHO;
}

/** A question alone tells nothing; what answers it may. */
export function isOnlyAsked(passage: string): boolean {
  return /^[^.!?。！？]*[?？]\s*$/.test(unmarked(passage));
}

/** An expanded command: the same opening with another subject. */
export function isSameTemplate(passage: string, prompt: string): boolean {
  const opening = (text: string): string => rawWords(text.slice(0, 200)).slice(0, OPENING).join(' ');
  const own = opening(unmarked(passage));
  return own.split(' ').length === OPENING && own === opening(prompt);
}

const OPENING = 5;

/** Sentences, not a diff, a log or a list of paths: most of its pieces are plain words. */
export function isProse(passage: string): boolean {
  const pieces = unmarked(passage)
    .split(/\s+/)
    .filter((piece) => piece !== '');
  const plain = pieces.filter(
    (piece) => /^["'(*`]*\p{L}[\p{L}\p{M}’'-]*[.,:;!?)*"'`]*$/u.test(piece) || isUnspaced(piece),
  );
  return plain.length >= pieces.length * PROSE;
}

const PROSE = 0.7;

function unmarked(passage: string): string {
  return passage.replaceAll(MARK.open, '').replaceAll(MARK.close, '');
}
