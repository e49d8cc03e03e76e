import { documentsIn, endOfDocument, firmness, type HitList, held, rarity } from './holding.ts';
import { documentOf, fieldOf, LAST_PLACE, type PassageId, passagesOf, placeOf } from './passage.ts';

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
  /** The documents that a filter leaves. */
  readonly admitted?: ReadonlySet<number>;
  /** Whether the question is about the user's own words: "what did I say about …". */
  readonly isOwn?: boolean;
  readonly limit: number;
}

/** Weight of the user's words: in whole documents, in single passages. A question in the first person asks for them. */
interface Voice {
  readonly whole: number;
  readonly passage: number;
}

const ANY_VOICE: Voice = { whole: 1.5, passage: 1 };
const OWN_VOICE: Voice = { whole: 3, passage: 1.3 };

export interface Ranked {
  readonly document: number;
  readonly score: number;
  /** The passage that says most of what was asked; null where only the time fits. */
  readonly passage: PassageId | null;
  /** How much of what was asked that passage says, by how rare each word is: 0 to 1. */
  readonly share: number;
}

const USER = 0;

/** A fitting time counts as much as two of the three text scores. */
const TIME = 2;

/** The scores of documents, column by column: objects for ten thousand of them cost more than the scoring. */
interface Scores {
  readonly document: number[];
  /** The whole document, its fields apart; two words that stand together count as a further word. */
  readonly whole: number[];
  /** Its best passage. */
  readonly passage: number[];
  /** Its best three passages in a row. */
  readonly window: number[];
  readonly where: PassageId[];
  /** The score of a passage that holds every word. */
  readonly everything: number;
}

/**
 * The documents that fit best: three text scores, each divided by its largest, and the time. Whether a
 * passage holds a word is all that counts. How often it does, and the lengths of texts, were measured and
 * made no difference.
 */
export function rank(hits: Hits, corpus: Corpus, options: RankOptions): Ranked[] {
  const { admitted, timely, limit, isOwn = false } = options;
  const { document, whole, passage, window, where, everything } = score(
    hits,
    corpus,
    admitted,
    isOwn ? OWN_VOICE : ANY_VOICE,
  );
  const parts = [1 / largest(whole), 1 / largest(passage), 1 / largest(window)] as const;
  const best = bestOf(limit);
  for (let i = 0; i < document.length; i++) {
    const text = whole[i]! * parts[0] + passage[i]! * parts[1] + window[i]! * parts[2];
    const share = everything > 0 ? Math.min(1, passage[i]! / everything) : 0;
    best.offer(document[i]!, text + TIME * (timely?.get(document[i]!) ?? 0), where[i]!, share);
  }
  if (timely) {
    const scored = new Set(document);
    // Without a word of it only what lies in the time itself is an answer.
    for (const [other, time] of timely)
      if (time >= 1 && !scored.has(other) && (admitted?.has(other) ?? true)) best.offer(other, TIME, null, 0);
  }
  return best.found;
}

function largest(scores: readonly number[]): number {
  let most = 0;
  for (const score of scores) if (score > most) most = score;
  return most || 1;
}

/** Keeps the best few, best first; of equal ones the later document. */
function bestOf(limit: number) {
  const found: Ranked[] = [];
  return {
    found,
    offer(document: number, score: number, passage: PassageId | null, share: number): void {
      const isBetter = (one: Ranked): boolean =>
        one.score > score || (one.score === score && one.document > document);
      let at = found.length;
      if (at === limit && (at === 0 || isBetter(found[at - 1]!))) return;
      while (at > 0 && !isBetter(found[at - 1]!)) at--;
      found.splice(at, 0, { document, score, passage, share });
      if (found.length > limit) found.pop();
    },
  };
}

/** Goes through all lists at once, document by document: they are in the same order. */
function score(hits: Hits, corpus: Corpus, admitted: ReadonlySet<number> | undefined, voice: Voice): Scores {
  const lists = [...hits.terms, ...hits.pairs].map(({ ids, reach }, i) => ({
    ids,
    at: 0,
    isPair: i >= hits.terms.length,
    amongDocuments: rarity(documentsIn(ids) / reach, corpus.documents),
    amongPassages: rarity(ids.length / reach, corpus.passages),
  }));
  const places = placeScores(voice.passage);
  const everything = lists.reduce(
    (sum, { isPair, amongPassages }) => (isPair ? sum : sum + amongPassages),
    0,
  );
  const scores: Scores = { document: [], whole: [], passage: [], window: [], where: [], everything };
  for (;;) {
    let first = Number.POSITIVE_INFINITY;
    for (const { ids, at } of lists) if (at < ids.length && ids[at]! < first) first = ids[at]!;
    if (first === Number.POSITIVE_INFINITY) return scores;
    const document = documentOf(first);
    const after = passagesOf(document)[1];
    const isAdmitted = admitted?.has(document) ?? true;
    let whole = 0;
    for (const list of lists) {
      const start = list.at;
      if (start >= list.ids.length || list.ids[start]! >= after) continue;
      list.at = endOfDocument(list.ids, start);
      if (!isAdmitted) continue;
      whole += list.amongDocuments * held(list.ids, start, list.at, voice.whole);
      if (!list.isPair) places.add(list.ids, start, list.at, list.amongPassages);
    }
    if (!isAdmitted) continue;
    scores.document.push(document);
    scores.whole.push(whole);
    places.takeInto(scores, first);
  }
}

/**
 * Scores of one document's passages and the windows around them, in arrays that serve every document in turn.
 */
function placeScores(own: number) {
  // Places are shifted by one: the window around the first passage begins before it.
  const passages = new Float64Array(LAST_PLACE + 3);
  const windows = new Float64Array(LAST_PLACE + 3);
  const near = new Uint8Array(LAST_PLACE + 3);
  const found: PassageId[] = [];
  return {
    add(ids: readonly PassageId[], start: number, end: number, weight: number): void {
      for (let i = start; i < end; i++) {
        const at = placeOf(ids[i]!) + 1;
        if (passages[at] === 0) found.push(ids[i]!);
        passages[at]! += fieldOf(ids[i]!) === USER ? weight * own : weight;
        near[at - 1]!++;
        near[at]!++;
        near[at + 1]!++;
      }
      for (let i = start; i < end; i++) {
        const at = placeOf(ids[i]!) + 1;
        for (let centre = at - 1; centre <= at + 1; centre++) {
          if (near[centre] === 0) continue;
          windows[centre]! += weight * firmness(near[centre]!);
          near[centre] = 0;
        }
      }
    },
    /** The best of what was added since the last time; `otherwise` where only a pair was found. */
    takeInto(scores: Scores, otherwise: PassageId): void {
      let passage = 0;
      let window = 0;
      let where = otherwise;
      for (const id of found) {
        const at = placeOf(id) + 1;
        if (passages[at]! > passage) {
          passage = passages[at]!;
          where = id;
        }
        for (let centre = at - 1; centre <= at + 1; centre++) {
          if (windows[centre]! > window) window = windows[centre]!;
          windows[centre] = 0;
        }
        passages[at] = 0;
      }
      found.length = 0;
      scores.passage.push(passage);
      scores.window.push(window);
      scores.where.push(where);
    },
  };
}
