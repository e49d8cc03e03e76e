import { FORGOTTEN } from '../base/text/safe-text.ts';
import { isCommon, isFileTerm, isOut, readTokens, singular } from '../base/text/words.ts';
import { PLACEHOLDER } from '../redact/span.ts';

/** The source of a text; the weight of its words depends on it. A `project` is a name, a `file` a path. */
export type Signal = 'pin' | 'prompt' | 'file' | 'project' | 'tool' | 'category' | 'reply';

export interface TopicText {
  readonly signal: Signal;
  readonly text: string;
  /** Factor for its weight; 1 by default. */
  readonly weight?: number;
}

/**
 * The weight of each term, times 128: rows of older versions use the lower bits. Plain JSON: stored with the session and folded
 * on from there. A term may be `__proto__`: the terms are read as own entries only.
 */
export interface TopicCounts {
  readonly terms: Readonly<Record<string, number>>;
}

export const NO_TOPICS: TopicCounts = { terms: {} };

const UNIT = 128;
const MAX_TERMS = 400;
/** Terms left after a cut: fewer than the bound, so that a full table is not sorted again for every text. */
const TERMS_AFTER_CUT = 300;

const WEIGHT: Readonly<Record<Signal, number>> = {
  pin: 300,
  project: 200,
  category: 150,
  prompt: 100,
  file: 50,
  tool: 30,
  reply: 10,
};

/** Shares of a compound's weight for each of its words and each pair of them. */
const PART = 0.4;
const PAIR_OF_PARTS = 0.65;
/** A pair with less weight occurred once in a prompt; a pin, a project's name or a second prompt gives more. */
const SUPPORTED = 120;
/** A word with less weight was only mentioned: a common one in a prompt, or any in a long reply. */
const MENTIONED = 20;
/** Repetitions of a term in one text count up to this number. */
const MOST_TIMES = 3;
/** In a text with more terms than this, each weighs less. */
const FOCUSED = 40;
/** The middle of a long paste is skipped; the question is before or after it. */
const HEAD = 12_000;
const TAIL = 4_000;

/** Adds the terms of further texts to the counts. */
export function foldTopics(counts: TopicCounts, heard: Iterable<TopicText>): TopicCounts {
  const terms = new Map(Object.entries(counts.terms));
  for (const { signal, text, weight: factor = 1 } of heard) {
    const found = termsOf(signal, text);
    const worth = (factor * WEIGHT[signal]) / Math.sqrt(Math.max(1, found.size / FOCUSED));
    for (const [term, times] of found) {
      const weight = Math.max(1, Math.round(worth * Math.min(times, MOST_TIMES) * rarity(term)));
      terms.set(term, (terms.get(term) ?? 0) + weight * UNIT);
    }
    if (terms.size > MAX_TERMS) cut(terms);
  }
  // Without a prototype no name is special.
  const kept: Record<string, number> = Object.create(null);
  for (const [term, value] of terms) kept[term] = value;
  return { terms: kept };
}

/** Keeps the strongest terms; of equal ones the later, because a new subject had no time to grow. */
function cut(terms: Map<string, number>): void {
  const byWeight = [...terms].reverse().sort((a, b) => b[1] - a[1]);
  for (const [term] of byWeight.slice(TERMS_AFTER_CUT)) terms.delete(term);
}

export function weightOf(value: number): number {
  return Math.floor(value / UNIT);
}

/** A word at most this much heavier than a compound that contains it counts as part of the compound. */
const COVERED = 1.25;
/** The largest share of file names among the topics. */
const FILE_SHARE = 0.4;

/** The strongest terms, each subject once: one spelling, and no word that is part of a listed compound. */
export function rankTopics(counts: TopicCounts, limit = 20): string[] {
  const weights = Object.entries(counts.terms).map(([term, value]) => ({
    term,
    weight: weightOf(value),
  }));
  const met = weights.filter(
    ({ term, weight }) => weight >= (term.includes(' ') ? SUPPORTED : MENTIONED),
  );
  const subjects = [...Map.groupBy(met, ({ term }) => spellingKey(term)).values()].map(
    (spellings) => ({
      // The file rather than its test; else the most frequent spelling.
      term: spellings.reduce((best, one) => (isBetter(one, best) ? one : best)).term,
      weight: spellings.reduce((sum, { weight }) => sum + weight, 0),
    }),
  );
  const covering = new Map<string, number>();
  for (const { term, weight } of subjects)
    for (const part of partsOf(term)) covering.set(part, Math.max(weight, covering.get(part) ?? 0));
  // The `ft991a` of `ft991a.py` is a topic of its own.
  const isCovered = ({ term, weight }: Weighed) =>
    partsOf(term).length === 0 && !/\d/.test(term) && weight <= COVERED * (covering.get(term) ?? 0);
  let files = 0;
  return subjects
    .filter((one) => !isCovered(one))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .filter(({ term }) => !isFileTerm(term) || files++ < limit * FILE_SHARE)
    .slice(0, limit)
    .map(({ term }) => term);
}

interface Weighed {
  readonly term: string;
  readonly weight: number;
}

const TEST_OF = /^test_(?=[^.]+\.py$)|[._-](?:test|spec)(?=\.[a-z0-9]{1,5}$)/;

function isBetter(one: Weighed, other: Weighed): boolean {
  const [isTest, wasTest] = [TEST_OF.test(one.term), TEST_OF.test(other.term)];
  return isTest === wasTest ? one.weight > other.weight : wasTest;
}

/** One subject: `ft-991a` and `ft991a`, `error-handling` and `error handling`, `a.test.ts` and `a.ts`. */
function spellingKey(term: string): string {
  return keyOf(term.replace(TEST_OF, ''));
}

/** A key that ignores spelling: `Radio Kit`, `radio-kit`. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[ ._/@-]/g, '');
}

function partsOf(term: string): string[] {
  const parts = term.split(/[ ._/@-]+/).filter((part) => part !== '');
  return parts.length > 1 ? parts.map(singular) : [];
}

/** A rarity estimate without a corpus: common words weigh little, compounds and names with digits more than others. */
function rarity(term: string): number {
  const parts = partsOf(term);
  const common = parts.filter((part) => part.length < 3 || isCommon(part) || isOut(part)).length;
  if (term.includes(' ')) return 1 - 0.35 * common;
  if (parts.length > 0) return common === parts.length ? 0.5 : 1.6;
  if (isCommon(term)) return 0.15;
  return /\d/.test(term) ? 1.6 : 1;
}

/** Names of places, which are no subjects: paths, addresses, owners with their repositories, scoped and qualified packages. */
const PLACE_NAMES =
  /(?<![\w.@~:+\\/-])[\w.@~:+-]*[\\/][\w.@~:+\\/-]*|\b(?:com|org|net|io|edu|dev)(?:\.\w+){2,}/g;
/** The packages that a command installs or removes. */
const INSTALLED =
  /\b(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|go|gem|brew|apt(?:-get)?|composer|dotnet|conda)\s+(?:-\S+\s+|pip\s+)*(?:install|i|add|get|require|remove|uninstall)\b[^;&|\n]*/gi;

function termsOf(signal: Signal, text: string): Map<string, number> {
  const found = new Map<string, number>();
  if (signal === 'project') {
    addTerms(found, text, 1);
    return found;
  }
  if (signal === 'file') {
    addTerms(found, fileNameIn(text), 1);
    return found;
  }
  const short = text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text;
  // Placeholders of secrets and of forgotten words are not topics.
  const said = short.replaceAll(PLACEHOLDER, ' ').replaceAll(FORGOTTEN, ' ');
  const subjects = (signal === 'tool' ? said.replace(INSTALLED, ' ') : said).replace(
    PLACE_NAMES,
    fileNameIn,
  );
  addTerms(found, subjects, 1);
  return found;
}

/** The file that a path ends with; folders, owners and packages are nobody's subject. */
function fileNameIn(path: string): string {
  const last =
    path
      .replace(/[:.]*$/, '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  // `src/port.ts:12` names a line too.
  const name = last.replace(/(?::\d+)+$/, '');
  return isFileTerm(name.toLowerCase()) ? name : ' ';
}

function addTerms(found: Map<string, number>, text: string, factor: number): void {
  const add = (term: string, times: number) =>
    found.set(term, (found.get(term) ?? 0) + times * factor);
  let before: string | null = null;
  for (const { term, parts, follows } of readTokens(text)) {
    add(term, 1);
    const word: string | null = parts.length === 0 && isWord(term) ? term : null;
    if (follows && before && word && before !== word) add(`${before} ${word}`, 1);
    before = word;
    parts.forEach((part, i) => {
      if (part === null) return;
      add(part, PART);
      const next = parts[i + 1];
      if (next && part !== next && isWord(part) && isWord(next))
        add(`${part} ${next}`, PAIR_OF_PARTS);
    });
  }
}

/** `ham` and `radio` are words, `lbf` is a label. */
function isWord(part: string): boolean {
  return part.length > 2 && !/\d|^[b-df-hj-np-tv-xz]+$/.test(part);
}

/** Topics without the project, the branch and placeholders of removed words. */
export function tellingTopics(
  topics: readonly string[],
  names: readonly (string | null)[],
): string[] {
  const out = new Set(['redacted', 'forgotten', ...names.map((name) => keyOf(name ?? ''))]);
  return topics.filter((topic) => !out.has(keyOf(topic)));
}
