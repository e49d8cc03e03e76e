import {
  afterDocumentOf,
  documentOf,
  fieldOf,
  type PassageId,
  passagesOf,
  turnKey,
  turnOf,
} from './passage.ts';

/** The passages that hold a term, ascending. */
export interface HitList {
  readonly ids: readonly PassageId[];
  /** The part of the store that was read for it, from the newest on; below 1 for the commonest words. */
  readonly reach: number;
  /** How much more than its rarity it tells, for an id; 1 where nothing is said. */
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

interface RankOptions {
  /** How well a document's time fits the question's: 1 is within it, less is soon after. */
  readonly timely?: ReadonlyMap<number, number>;
  /** Whether the question is about the user's own words: "what did I say about …". */
  readonly isOwn?: boolean;
  /** Whether work is asked for: newer sessions come first among those that fit as well. Gives the age of a document, in days. */
  readonly ageOf?: (document: number) => number;
  readonly limit: number;
}

export interface Ranked {
  readonly document: number;
  readonly score: number;
  /** The turns that hold words of the question, best first; none where only the time fits. */
  readonly turns: readonly FoundTurn[];
}

/** A turn of a session, by the passage of it that says most of the question. */
interface FoundTurn {
  readonly passage: PassageId;
  readonly score: number;
}

const USER = 0;
/** Weight of the user's words in a whole document; a question in the first person asks for them. */
const OF_USER = 1.5;
const OF_USER_ASKED = 3;
/** Weights of what the user, the agent, the files and the notes say where turns of one document are compared. */
const VOICES = [2, 1, 0.5, 0.5];
/** Documents are found by turns in which anybody says it. */
const ANY_VOICE = [1, 1, 1, 1];
/** In a turn, two words that stand side by side count half as much again. */
const SIDE_BY_SIDE = 0.5;
/** Work on an issue goes on in sessions that open with its id; later ones are often named in passing ("close to #481"). */
const OPENED = 3;
/** A fitting time, beside two text scores of 1 at most. */
const TIME = 4 / 3;

/** A term or pair, with what it tells of documents and of turns, and how far its hits were read. */
interface Reading {
  readonly ids: readonly PassageId[];
  readonly isPair: boolean;
  readonly isId: boolean;
  readonly amongDocuments: number;
  readonly amongTurns: number;
  at: number;
}

/**
 * The documents that fit best, by all that they say and by their best turn, each divided by its largest, and by their time.
 * How long texts are was measured and made no difference.
 */
export function rank(hits: Hits, corpus: Corpus, options: RankOptions): Ranked[] {
  const { timely, limit, ageOf, isOwn = false } = options;
  const readings = [
    ...hits.terms.map((list) => readingOf(list, corpus, false)),
    ...hits.pairs.map((list) => readingOf(list, corpus, true)),
  ];
  const found: { readonly document: number; readonly whole: number; readonly turn: number }[] = [];
  for (let first = nextOf(readings); first < Number.POSITIVE_INFINITY; first = nextOf(readings)) {
    const ofUser = isOwn ? OF_USER_ASKED : OF_USER;
    const how = { voices: ANY_VOICE, ofUser, opened: ageOf ? OPENED : 1 };
    const { whole, turns } = weigh(readings, afterDocumentOf(first), how);
    let turn = 0;
    for (const { sum, most } of turns.values()) if (sum + most > turn) turn = sum + most;
    found.push({ document: documentOf(first), whole, turn });
  }
  const largest = (name: 'whole' | 'turn') => found.reduce((most, one) => Math.max(most, one[name]), 0) || 1;
  const [wholes, bests] = [largest('whole'), largest('turn')];
  const scored = found.map(({ document, whole, turn }) => {
    const text = (whole / wholes + turn / bests) * (ageOf ? fresh(ageOf(document)) : 1);
    return { document, score: text + TIME * (timely?.get(document) ?? 0), hasWords: true };
  });
  const known = new Set(timely && found.map(({ document }) => document));
  // Without a word of it only what lies in the time itself is an answer.
  for (const [document, time] of timely ?? [])
    if (time >= 1 && !known.has(document)) scored.push({ document, score: TIME, hasWords: false });
  return scored
    .sort((a, b) => b.score - a.score || b.document - a.document)
    .slice(0, limit)
    .map(({ document, score, hasWords }) => ({
      ...{ document, score },
      turns: hasWords ? turnsIn(document, readings) : [],
    }));
}

function readingOf(list: HitList, { documents, passages }: Corpus, isPair: boolean): Reading {
  const { ids, reach, factor = 1 } = list;
  const amongDocuments = rarity(documentsIn(ids) / reach, documents) * factor;
  const amongPassages = rarity(ids.length / reach, passages) * factor;
  const amongTurns = (amongDocuments + amongPassages) * (isPair ? SIDE_BY_SIDE : 1);
  return { ids, isPair, isId: factor > 1, amongDocuments, amongTurns, at: 0 };
}

/** Lists are read at once, document by document: they are in the same order. */
function nextOf(readings: readonly Reading[]): PassageId {
  let first = Number.POSITIVE_INFINITY;
  for (const { ids, at } of readings) if (at < ids.length && ids[at]! < first) first = ids[at]!;
  return first;
}

/** A turn: the words that it holds, each as its loudest voice says it, and the passage that holds most of them. */
interface WeighedTurn {
  sum: number;
  best: PassageId;
  most: number;
}

interface Weights {
  readonly voices: readonly number[];
  readonly ofUser: number;
  readonly opened: number;
}

/** Weighs a document and its turns by the hits before `after`, which are read. */
function weigh(readings: readonly Reading[], after: PassageId, { voices, ofUser, opened }: Weights) {
  const turns = new Map<number, WeighedTurn>();
  const passages = new Map<PassageId, number>();
  let whole = 0;
  for (const reading of readings) {
    const { ids, isPair, isId, amongDocuments, amongTurns } = reading;
    if (reading.at >= ids.length || ids[reading.at]! >= after) continue;
    const times = [0, 0, 0, 0];
    const loudest = new Map<number, number>();
    let more = 1;
    for (; reading.at < ids.length && ids[reading.at]! < after; reading.at++) {
      const id = ids[reading.at]!;
      const field = fieldOf(id);
      times[field]!++;
      if (isId && field === USER && turnOf(id) === 1) more = opened;
      const worth = amongTurns * voices[field]!;
      if (!isPair) passages.set(id, (passages.get(id) ?? 0) + worth);
      loudest.set(turnKey(id), Math.max(worth, loudest.get(turnKey(id)) ?? 0));
    }
    for (const [key, worth] of loudest) {
      const turn = turns.get(key);
      if (turn) turn.sum += worth * more;
      else turns.set(key, { sum: worth * more, best: 0, most: 0 });
    }
    // The fields are kept apart, since the user says little and means it.
    const [user, agent, paths, notes] = times.map(firmness);
    whole += more * amongDocuments * (ofUser * user! + agent! + paths! + notes!);
  }
  for (const [id, sum] of passages) {
    const turn = turns.get(turnKey(id))!;
    if (sum > turn.most) [turn.most, turn.best] = [sum, id];
  }
  return { whole, turns };
}

/** One occurrence counts a third, two a half, and never more than one: how soon repetition stops to tell. */
function firmness(times: number): number {
  return times / (times + 2);
}

/** The turns of a document that hold words of a question, best first. */
function turnsIn(document: number, readings: readonly Reading[]): FoundTurn[] {
  const [from, after] = passagesOf(document);
  for (const reading of readings) reading.at = firstFrom(reading.ids, from);
  return [...weigh(readings, after, { voices: VOICES, ofUser: OF_USER, opened: 1 }).turns.values()]
    .filter(({ most }) => most > 0)
    .map(({ sum, best, most }) => ({ passage: best, score: sum + most }))
    .sort((a, b) => b.score - a.score);
}

const HALF_LIFE = 14;
const OLD = 0.7;

/** Work goes on mostly where it was left lately; age alone never takes more than a third. */
function fresh(days: number): number {
  return OLD + (1 - OLD) * 2 ** (-days / HALF_LIFE);
}

/** How much a word tells that `holders` of `all` hold: BM25's weight. */
export function rarity(holders: number, all: number): number {
  return Math.log(1 + Math.max(0, all - holders + 0.5) / (holders + 0.5));
}

export function documentsIn(ids: readonly PassageId[]): number {
  let count = 0;
  let after = 0;
  for (const id of ids) {
    if (id < after) continue;
    count++;
    after = afterDocumentOf(id);
  }
  return count;
}

/** The hits of some documents only. */
export function withinDocuments({ ids, ...list }: HitList, among: Pick<ReadonlySet<number>, 'has'>): HitList {
  let after = 0;
  let isOwn = false;
  const own = ids.filter((id) => {
    if (id >= after) {
      isOwn = among.has(documentOf(id));
      after = afterDocumentOf(id);
    }
    return isOwn;
  });
  return { ...list, ids: own };
}

/** The place of the first that is not smaller. */
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
