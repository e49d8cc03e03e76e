import { PLACEHOLDER } from '../redact/span.ts';
import { FORGOTTEN } from '../text/safe-text.ts';
import { isCommon, isFileName, isOut, isSimple, singular, type Token, tokens } from '../text/words.ts';
import { tellingParts } from './project.ts';

/** The source of a text; a word's weight depends on it. */
export type Signal = 'pin' | 'prompt' | 'file' | 'workdir' | 'tool' | 'category' | 'reply';

export interface Heard {
  readonly signal: Signal;
  readonly text: string;
  /** How much more than usual it counts; 1 where nothing is said. */
  readonly weight?: number;
}

/**
 * How often and where each term was met. Plain JSON: stored with the session and folded on from there.
 * A value is the term's weight times 128 plus one bit for each signal it came from: 400 terms take 9 KB.
 * A term may be `__proto__`: the terms are read as own entries only.
 */
export interface TopicCounts {
  readonly terms: Readonly<Record<string, number>>;
}

export const NO_TOPICS: TopicCounts = { terms: {} };

const MAX_TERMS = 400;
/** Cut deeper than the bound, so that a full table is not sorted again for every text. */
const TERMS_AFTER_CUT = 300;

const WEIGHT: Readonly<Record<Signal, number>> = {
  pin: 300,
  workdir: 200,
  category: 150,
  prompt: 100,
  file: 50,
  tool: 30,
  reply: 10,
};
const SIGNALS: readonly Signal[] = ['pin', 'prompt', 'file', 'workdir', 'tool', 'category', 'reply'];
const BITS = 128;

/** Shares of a compound's weight for each of its words and each pair of them. */
const PART = 0.4;
const PAIR_OF_PARTS = 0.65;
/** A pair below this was met once in a prompt: a pin, a project's name or a second prompt is above. */
const SUPPORTED = 120;
/** A word below this was said in passing: a common one in a prompt, or any in a long reply. */
const MENTIONED = 20;

/** The middle of a long paste is skipped; the question stands before or behind it. */
const HEAD = 12_000;
const TAIL = 4_000;
/** A text with more terms than this says less with each. */
const FOCUSED = 40;

/** The counts with what was heard after them. */
export function foldTopics(counts: TopicCounts, heard: Iterable<Heard>): TopicCounts {
  const terms = new Map(Object.entries(counts.terms));
  for (const { signal, text, weight: factor = 1 } of heard) {
    const found = termsOf(signal, text);
    const worth = (factor * WEIGHT[signal]) / Math.sqrt(Math.max(1, found.size / FOCUSED));
    const bit = 1 << SIGNALS.indexOf(signal);
    for (const [term, times] of found) {
      const before = terms.get(term) ?? 0;
      const weight = weightOf(before) + Math.max(1, Math.round(worth * damped(times) * rarity(term)));
      terms.set(term, weight * BITS + ((before % BITS) | bit));
    }
    if (terms.size > MAX_TERMS) cut(terms);
  }
  // Without a prototype no name is special.
  const kept: Record<string, number> = Object.create(null);
  for (const [term, value] of terms) kept[term] = value;
  return { terms: kept };
}

/** The strongest terms, each subject once: one spelling, and no word beside the compound it stems from. */
export function rankTopics(counts: TopicCounts, limit = 20): string[] {
  let chosen: Candidate[] = [];
  let pairs = 0;
  let fileNames = 0;
  for (const next of candidates(counts)) {
    if (chosen.length >= limit) break;
    if (next.pair && pairs >= limit * PAIR_SHARE) continue;
    if (next.fileName && fileNames >= limit * FILE_SHARE) continue;
    if (chosen.some((one) => covers(one, next))) continue;
    chosen = chosen.filter((one) => !covers(next, one));
    chosen.push(next);
    if (next.pair) pairs++;
    if (next.fileName) fileNames++;
  }
  return chosen.map((one) => one.term);
}

/** Largest shares of the topics for pairs of words, and for names of files. */
const PAIR_SHARE = 0.25;
const FILE_SHARE = 0.4;

interface Candidate {
  readonly term: string;
  readonly weight: number;
  readonly score: number;
  readonly parts: readonly string[];
  readonly pair: boolean;
  readonly fileName: boolean;
}

function candidates(counts: TopicCounts): Candidate[] {
  const spellings = new Map<string, Spelling[]>();
  for (const [term, value] of Object.entries(counts.terms)) {
    const weight = weightOf(value);
    if (weight < (isPair(term) ? SUPPORTED : MENTIONED)) continue;
    const key = spellingKey(term);
    const same = spellings.get(key);
    if (same) same.push({ term, weight, bits: value % BITS });
    else spellings.set(key, [{ term, weight, bits: value % BITS }]);
  }
  return [...spellings.values()]
    .map(candidate)
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1));
}

function candidate(all: readonly Spelling[]): Candidate {
  // The file rather than its test; else what is used most.
  const files = all.filter((one) => !TEST_OF.test(one.term));
  const { term } = (files.length > 0 ? files : all).reduce((best, one) =>
    one.weight > best.weight ? one : best,
  );
  const weight = all.reduce((sum, one) => sum + one.weight, 0);
  const bits = all.reduce((some, one) => some | one.bits, 0);
  const score = Math.log2(1 + weight / 100) * spread(bits);
  return { term, weight, score, parts: partsOf(term), pair: isPair(term), fileName: isFileName(term) };
}

interface Spelling {
  readonly term: string;
  readonly weight: number;
  readonly bits: number;
}

/** One subject: `ft-991a` and `ft991a`, `error-handling` and `error handling`, `a.test.ts` and `a.ts`. */
function spellingKey(term: string): string {
  return term.replace(TEST_OF, '').replace(/[ ._/@-]/g, '');
}

const TEST_OF = /^test_(?=[^.]+\.py$)|[._-](?:test|spec)(?=\.[a-z0-9]{1,5}$)/;

/** Whether a word is there mostly because of a compound. The `ft991a` of `ft991a.py` is a name of its own. */
function covers(whole: Candidate, word: Candidate): boolean {
  if (!whole.parts.includes(word.term) || word.parts.length > 0 || /\d/.test(word.term)) return false;
  return word.weight <= COVERED * whole.weight;
}

const COVERED = 1.25;

function partsOf(term: string): string[] {
  const parts = term.split(/[ ._/@-]+/).filter((part) => part !== '');
  return parts.length > 1 ? parts.map(singular) : [];
}

function isPair(term: string): boolean {
  return term.includes(' ');
}

/** A weight with its spread: what several signals name is worth more than what one of them repeats. */
function strength(value: number): number {
  return weightOf(value) * spread(value % BITS);
}

function spread(bits: number): number {
  let signals = 0;
  for (let rest = bits; rest > 0; rest &= rest - 1) signals++;
  return 1 + SPREAD * (signals - 1);
}

const SPREAD = 0.3;

/** For want of a corpus: common words are worth little, compounds and names with digits more than others. */
function rarity(term: string): number {
  const blank = term.indexOf(' ');
  if (blank > 0) {
    const common = Number(isCommon(term.slice(0, blank))) + Number(isCommon(term.slice(blank + 1)));
    return common === 0 ? 1 : common === 1 ? 0.7 : 0.25;
  }
  if (isCommon(term)) return 0.15;
  if (isSimple(term)) return /.{4}(?:ly|ed|ing)$/.test(term) ? 0.5 : 1;
  const parts = partsOf(term);
  if (parts.length === 0) return /\d/.test(term) ? 1.6 : 1;
  return parts.every((part) => part.length < 3 || isCommon(part) || isOut(part)) ? 0.5 : 1.6;
}

export function weightOf(value: number): number {
  return Math.floor(value / BITS);
}

/** The tenth time in one text says little more than the third. */
function damped(times: number): number {
  return times > 1 ? 1 + Math.log2(times) : times;
}

/** Leaves the strongest; of equals the later ones, as a new subject has had no time to grow. */
function cut(terms: Map<string, number>): void {
  const weakest = [...terms].reverse().sort((a, b) => strength(b[1]) - strength(a[1]));
  for (const [term] of weakest.slice(TERMS_AFTER_CUT)) terms.delete(term);
}

function termsOf(signal: Signal, text: string): Map<string, number> {
  const found = new Map<string, number>();
  if (signal === 'file' || signal === 'workdir') {
    const parts = tellingParts(text.slice(0, TAIL)).slice(-MAX_DEPTH);
    // The first part names the project, the last the thing itself.
    parts.forEach((part, i) => {
      addTerms(found, tokens(part), i === 0 || i === parts.length - 1 ? 1 : 0.5);
    });
    return found;
  }
  const short = text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text;
  // The placeholder of a secret, or of forgotten words, is no topic.
  addTerms(found, tokens(short.replaceAll(PLACEHOLDER, ' ').replaceAll(FORGOTTEN, ' ')), 1);
  return found;
}

const MAX_DEPTH = 6;

function addTerms(found: Map<string, number>, list: readonly Token[], factor: number): void {
  const add = (term: string, times: number) => found.set(term, (found.get(term) ?? 0) + times * factor);
  let phrase: string | null = null;
  for (const { term, parts, follows } of list) {
    add(term, 1);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      if (!part) continue;
      add(part, PART);
      const next = parts[i + 1];
      if (next && part !== next && isWord(part) && isWord(next)) add(`${part} ${next}`, PAIR_OF_PARTS);
    }
    const word: string | null = parts.length === 0 && isWord(term) ? term : null;
    if (phrase && word && follows && phrase !== word) add(`${phrase} ${word}`, 1);
    phrase = word;
  }
}

/** Letters with a vowel among them: `ham` and `radio` are words, `lbf` is a label. */
function isWord(term: string): boolean {
  return term.length > 2 && (isSimple(term) ? /[aeiouy]/.test(term) : /^[^\d_./@+#-]+$/.test(term));
}

/** Topics that say something beside what a preamble is headed with: the project, the branch, and what stands for words that are gone. */
export function tellingTopics(topics: readonly string[], names: readonly (string | null)[]): string[] {
  const out = new Set(['redacted', 'forgotten', ...names.map((name) => keyOf(name ?? ''))]);
  return topics.filter((topic) => !out.has(keyOf(topic)));
}

/** One name however it is spelled: `Radio Kit`, `radio-kit`. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[ ._/@-]/g, '');
}
