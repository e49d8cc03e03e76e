import { afterPassagesOf, documentOf, fieldOf, type PassageId } from './passage.ts';

/** The passages that hold a word, ascending. */
export interface HitList {
  readonly ids: readonly PassageId[];
  /** The part of the store that was read for it, from the newest on; below 1 for the commonest words. */
  readonly reach: number;
  /** The oldest document that was read; absent: all were. */
  readonly from?: number;
}

/** Hits by document: those of `documents[i]` are the `ids` from `starts[i]` to before `starts[i + 1]`. */
export interface Holding extends HitList {
  readonly documents: readonly number[];
  /** One more than there are documents. */
  readonly starts: readonly number[];
}

/**
 * The hits of some documents only, as far as they were read. V8 interprets everything in a process as short as a hook: this is
 * the one loop over all hits, and later ones go over documents.
 */
export function within({ ids, reach }: HitList, among: Pick<ReadonlySet<number>, 'has'>): Holding {
  const own: PassageId[] = [];
  const documents: number[] = [];
  const starts: number[] = [];
  let after = 0;
  let isOwn = false;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (id >= after) {
      const document = documentOf(id);
      after = afterPassagesOf(document);
      isOwn = among.has(document);
      if (isOwn) {
        documents.push(document);
        starts.push(own.length);
      }
    }
    if (isOwn) own.push(id);
  }
  starts.push(own.length);
  const held = { ids: own, documents, starts, reach };
  return reach < 1 && ids.length > 0 ? { ...held, from: documentOf(ids[0]!) } : held;
}

/** The passages that hold both words. */
export function together(one: Holding, other: Holding): Holding {
  const ids: PassageId[] = [];
  const documents: number[] = [];
  const starts: number[] = [];
  for (let i = 0, j = 0; i < one.documents.length && j < other.documents.length; ) {
    const a = one.documents[i]!;
    const b = other.documents[j]!;
    if (a === b) {
      const start = ids.length;
      inBoth(one, i, other, j, ids);
      if (ids.length > start) {
        documents.push(a);
        starts.push(start);
      }
    }
    if (a <= b) i++;
    if (b <= a) j++;
  }
  starts.push(ids.length);
  const from = Math.max(one.from ?? 0, other.from ?? 0);
  const held = { ids, documents, starts, reach: Math.min(one.reach, other.reach) };
  return from > 0 ? { ...held, from } : held;
}

/** Adds the passages of one document that hold both words. */
function inBoth(one: Holding, of: number, other: Holding, ofOther: number, found: PassageId[]): void {
  const end = one.starts[of + 1]!;
  const endOfOther = other.starts[ofOther + 1]!;
  for (let i = one.starts[of]!, j = other.starts[ofOther]!; i < end && j < endOfOther; ) {
    const a = one.ids[i]!;
    const b = other.ids[j]!;
    if (a === b) found.push(a);
    if (a <= b) i++;
    if (b <= a) j++;
  }
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

/** End index of the document's hits that begin at `start`. */
export function endOfDocument(hits: readonly PassageId[], start: number): number {
  const after = afterPassagesOf(documentOf(hits[start]!));
  let end = start + 1;
  while (end < hits.length && hits[end]! < after) end++;
  return end;
}
