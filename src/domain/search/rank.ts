import {
  afterDocumentOf,
  documentOf,
  fieldOf,
  type PassageId,
  passagesOf,
  turnKey,
  turnOf,
} from '../index/passage.ts';

/** The passages that hold a term, ascending. */
export interface HitList {
  readonly ids: readonly PassageId[];
  /** The share of the store that was searched for it, from the newest on; below 1 for very common words. */
  readonly reach: number;
  /** Extra weight of an id; 1 by default. */
  readonly factor?: number;
}

/** Hits of each term and each pair of a query. */
export interface Hits {
  readonly terms: readonly HitList[];
  readonly pairs: readonly HitList[];
}

export interface Corpus {
  readonly documents: number;
  readonly passages: number;
}

export interface RankOptions {
  /** How well a document's time fits the question's: 1 is within it, less is soon after. */
  readonly timely?: ReadonlyMap<number, number>;
  /** Whether the question is about the user's own words: "what did I say about …". */
  readonly isOwn?: boolean;
  /** The age of a document in days; given if work is requested: then newer sessions rank higher among equal fits. */
  readonly ageOf?: (document: number) => number;
  readonly limit: number;
}

/** Weight of the user's words: in whole documents, in single passages. A question in the first person asks for them. */
interface Voice {
  readonly whole: number;
  readonly passage: number;
}

const ANY_VOICE: Voice = { whole: 1.5, passage: 1 };
const OWN_VOICE: Voice = { whole: 3, passage: 1.3 };

export interface RankedDocument {
  readonly document: number;
  readonly score: number;
  /** The document contains words of the question; otherwise only its time fits. */
  readonly hasWords: boolean;
}

const USER = 0;

/** A fitting time counts as much as two of the three text scores. */
const TIME = 2;

/** The text scores of a document. */
interface Score {
  readonly document: number;
  /** Score of the whole document, by field; two adjacent words count as an extra word. */
  readonly whole: number;
  /** Score of its best passage. */
  readonly passage: number;
  /** Score of its best turn. */
  readonly turn: number;
}

/**
 * Ranks documents by three text scores, each divided by its maximum, and by time. Only whether a
 * passage contains a word counts: word frequency and text length were measured and
 * made no difference.
 */
export function rankDocuments(hits: Hits, corpus: Corpus, options: RankOptions): RankedDocument[] {
  const { timely = new Map<number, number>(), limit, ageOf, isOwn = false } = options;
  const scores = score(hits, corpus, isOwn ? OWN_VOICE : ANY_VOICE, ageOf ? OPENED : 1);
  const most = { whole: 0, passage: 0, turn: 0 };
  for (const { whole, passage, turn } of scores) {
    most.whole = Math.max(most.whole, whole);
    most.passage = Math.max(most.passage, passage);
    most.turn = Math.max(most.turn, turn);
  }
  const ranked = scores.map(({ document, whole, passage, turn }): RankedDocument => {
    const text =
      whole / (most.whole || 1) + passage / (most.passage || 1) + turn / (most.turn || 1);
    const now = ageOf ? text * fresh(ageOf(document)) : text;
    return { document, score: now + TIME * (timely.get(document) ?? 0), hasWords: true };
  });
  const scored = new Set(timely.size > 0 ? scores.map(({ document }) => document) : []);
  // A document without a matching word must lie within the time itself.
  for (const [document, time] of timely)
    if (time >= 1 && !scored.has(document)) ranked.push({ document, score: TIME, hasWords: false });
  return ranked.sort((a, b) => b.score - a.score || b.document - a.document).slice(0, limit);
}

const HALF_LIFE = 14;
const OLD = 0.7;

/** Recent work is more likely to continue; age alone reduces a score by at most a third. */
function fresh(days: number): number {
  return OLD + (1 - OLD) * 2 ** (-days / HALF_LIFE);
}

function largestOf(scores: Iterable<number>): number {
  let most = 0;
  for (const score of scores) if (score > most) most = score;
  return most;
}

/** The BM25 weight of a word that `holders` of `all` documents contain. */
export function rarity(holders: number, all: number): number {
  return Math.log(1 + Math.max(0, all - holders + 0.5) / (holders + 0.5));
}

/** Saturation of repetitions: one occurrence counts a third, two a half, never more than one. */
const HALF = 2;

function firmness(times: number): number {
  return times / (times + HALF);
}

export function documentsIn(ids: readonly PassageId[]): number {
  let count = 0;
  for (let at = 0; at < ids.length; at = endOfDocument(ids, at)) count++;
  return count;
}

/** End index of the document's hits that begin at `start`. */
function endOfDocument(hits: readonly PassageId[], start: number): number {
  const after = afterDocumentOf(hits[start]!);
  let end = start + 1;
  while (end < hits.length && hits[end]! < after) end++;
  return end;
}

/** The hits of some documents only. */
export function withinDocuments(
  { ids, ...list }: HitList,
  among: Pick<ReadonlySet<number>, 'has'>,
): HitList {
  const own: PassageId[] = [];
  let after = 0;
  let isOwn = false;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (id >= after) {
      isOwn = among.has(documentOf(id));
      after = afterDocumentOf(id);
    }
    if (isOwn) own.push(id);
  }
  return { ...list, ids: own };
}

/** Weight of an id in the first turn: such sessions work on it; later turns often only mention it ("close to #481"). */
const OPENED = 3;

/** Whether the user's first turn contains it: hits `start` to `end` belong to the document. */
function isOpening(hits: readonly PassageId[], start: number, end: number): boolean {
  for (let i = start; i < end; i++)
    if (fieldOf(hits[i]!) === USER && turnOf(hits[i]!) === 1) return true;
  return false;
}

/** Walks all lists in parallel, document by document: they have the same order. */
function score(hits: Hits, corpus: Corpus, voice: Voice, opened: number): Score[] {
  const lists = [...hits.terms, ...hits.pairs].map(({ ids, reach, factor = 1 }, i) => ({
    ids,
    at: 0,
    isPair: i >= hits.terms.length,
    isId: factor > 1,
    amongDocuments: rarity(documentsIn(ids) / reach, corpus.documents) * factor,
    amongPassages: rarity(ids.length / reach, corpus.passages) * factor,
  }));
  const turns = turnScores(voice.passage);
  const scores: Score[] = [];
  for (;;) {
    let first = Number.POSITIVE_INFINITY;
    for (const { ids, at } of lists) if (at < ids.length && ids[at]! < first) first = ids[at]!;
    if (first === Number.POSITIVE_INFINITY) return scores;
    const document = documentOf(first);
    const after = afterDocumentOf(first);
    let whole = 0;
    for (const list of lists) {
      const start = list.at;
      if (start >= list.ids.length || list.ids[start]! >= after) continue;
      list.at = endOfDocument(list.ids, start);
      const more = list.isId && isOpening(list.ids, start, list.at) ? opened : 1;
      whole += more * list.amongDocuments * held(list.ids, start, list.at, voice.whole);
      if (!list.isPair) turns.add(list.ids, start, list.at, more * list.amongPassages);
    }
    const { passage, turn } = turns.take();
    scores.push({ document, whole, passage, turn });
  }
}

/**
 * Sums how strongly a document's fields contain a word. Fields count separately, because the user's words are few and weigh
 * more. Hits `start` to `end` belong to the document, `own` is the weight of the user's words.
 */
function held(hits: readonly PassageId[], start: number, end: number, own: number): number {
  const times = [0, 0, 0, 0];
  for (let i = start; i < end; i++) times[fieldOf(hits[i]!)]!++;
  return (
    own * firmness(times[0]!) + firmness(times[1]!) + firmness(times[2]!) + firmness(times[3]!)
  );
}

interface TurnScores {
  add(ids: readonly PassageId[], start: number, end: number, weight: number): void;
  /** The best scores so far; begins anew for the next document. */
  take(): Pick<Score, 'passage' | 'turn'>;
}

/** Scores of one document's passages and turns; the same maps serve every document. */
function turnScores(own: number): TurnScores {
  const passages = new Map<PassageId, number>();
  const turns = new Map<number, number>();
  return {
    add(ids: readonly PassageId[], start: number, end: number, weight: number): void {
      for (let i = start; i < end; ) {
        const key = turnKey(ids[i]!);
        let times = 0;
        for (; i < end && turnKey(ids[i]!) === key; i++) {
          const id = ids[i]!;
          passages.set(
            id,
            (passages.get(id) ?? 0) + (fieldOf(id) === USER ? weight * own : weight),
          );
          times++;
        }
        turns.set(key, (turns.get(key) ?? 0) + weight * firmness(times));
      }
    },
    take(): Pick<Score, 'passage' | 'turn'> {
      const best = { passage: largestOf(passages.values()), turn: largestOf(turns.values()) };
      passages.clear();
      turns.clear();
      return best;
    },
  };
}

/** A turn of a session, identified by its best passage. */
export interface FoundTurn {
  readonly passage: PassageId;
  readonly score: number;
}

/** Weights of the user's words, the agent's, the files and the notes. */
const VOICES = [2, 1, 0.5, 0.5];
/** Extra weight of two adjacent words. */
const SIDE_BY_SIDE = 0.5;

/** A turn while it is weighed. */
interface Sum {
  sum: number;
  best: PassageId;
  most: number;
}

/** The matching turns of a document, best first: by the words of the whole turn and of its best passage. */
export function rankTurns(document: number, hits: Hits, corpus: Corpus): FoundTurn[] {
  const turns = new Map<number, Sum>();
  const passages = new Map<PassageId, number>();
  const [from, to] = passagesOf(document);
  const weigh = (list: HitList, isPair: boolean) => {
    const { ids } = list;
    let at = firstFrom(ids, from);
    if (at === ids.length || ids[at]! >= to) return;
    const weight = weightOf(list, corpus) * (isPair ? SIDE_BY_SIDE : 1);
    const loudest = new Map<number, number>();
    for (; at < ids.length && ids[at]! < to; at++) {
      const id = ids[at]!;
      const worth = weight * VOICES[fieldOf(id)]!;
      if (!isPair) passages.set(id, (passages.get(id) ?? 0) + worth);
      loudest.set(turnKey(id), Math.max(worth, loudest.get(turnKey(id)) ?? 0));
    }
    for (const [key, worth] of loudest) {
      const one = turns.get(key);
      if (one) one.sum += worth;
      else turns.set(key, { sum: worth, best: 0, most: 0 });
    }
  };
  for (const list of hits.terms) weigh(list, false);
  for (const list of hits.pairs) weigh(list, true);
  for (const [id, sum] of passages) {
    const one = turns.get(turnKey(id))!;
    if (sum > one.most) [one.most, one.best] = [sum, id];
  }
  return [...turns.values()]
    .filter(({ most }) => most > 0)
    .map(({ sum, best, most }) => ({ passage: best, score: sum + most }))
    .sort((a, b) => b.score - a.score);
}

function weightOf({ ids, reach }: HitList, { documents, passages }: Corpus): number {
  return rarity(documentsIn(ids) / reach, documents) + rarity(ids.length / reach, passages);
}

/** The index of the first id that is not smaller. */
export function firstFrom(ids: readonly PassageId[], from: PassageId): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
