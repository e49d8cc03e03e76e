import { documentOf, fieldOf, type PassageId, passagesOf } from './passage.ts';

/** The passages that hold a word, ascending. */
export interface HitList {
  readonly ids: readonly PassageId[];
  /** The part of the store that was read for it, from the newest on; below 1 for the commonest words. */
  readonly reach: number;
  /** The oldest document that was read; absent: all were. */
  readonly from?: number;
}

/** The hits of some documents only, as far as they were read. */
export function within({ ids, reach }: HitList, documents: ReadonlySet<number>): HitList {
  const own = ids.filter((id) => documents.has(documentOf(id)));
  return reach < 1 && ids.length > 0 ? { ids: own, reach, from: documentOf(ids[0]!) } : { ids: own, reach };
}

/** The passages that hold both words. */
export function together(one: HitList, other: HitList): HitList {
  const ids: PassageId[] = [];
  for (let i = 0, j = 0; i < one.ids.length && j < other.ids.length; ) {
    const [a, b] = [one.ids[i]!, other.ids[j]!];
    if (a === b) ids.push(a);
    if (a <= b) i++;
    if (b <= a) j++;
  }
  const from = Math.max(one.from ?? 0, other.from ?? 0);
  return { ids, reach: Math.min(one.reach, other.reach), ...(from > 0 && { from }) };
}

/** How much a word tells that `holders` of `all` hold: BM25's weight. */
export function rarity(holders: number, all: number): number {
  return Math.log(1 + Math.max(0, all - holders + 0.5) / (holders + 0.5));
}

/** One occurrence counts a third, two a half, and never more than one: how soon repetition stops to tell. */
const HALF = 2;

export function firmness(times: number): number {
  return times / (times + HALF);
}

/**
 * The user's words, the agent's, the paths and the notes are kept apart, since the user says little and means it. How firmly a document's fields hold a
 * word, summed: hits `start` to `end` are the document's, `own` is the weight of the user's words.
 */
export function held(hits: readonly PassageId[], start: number, end: number, own = 1): number {
  let user = 0;
  let agent = 0;
  let paths = 0;
  for (let i = start; i < end; i++) {
    const field = fieldOf(hits[i]!);
    if (field === 0) user++;
    else if (field === 1) agent++;
    else if (field === 2) paths++;
  }
  const notes = end - start - user - agent - paths;
  return own * firmness(user) + firmness(agent) + firmness(paths) + firmness(notes);
}

export function documentsIn(ids: readonly PassageId[]): number {
  let count = 0;
  for (let start = 0; start < ids.length; start = endOfDocument(ids, start)) count++;
  return count;
}

/** Where the hits of a document end that begin at `start`. */
export function endOfDocument(hits: readonly PassageId[], start: number): number {
  const after = passagesOf(documentOf(hits[start]!))[1];
  let end = start + 1;
  while (end < hits.length && hits[end]! < after) end++;
  return end;
}
