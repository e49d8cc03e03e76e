import { fieldOf, type PassageId, passagesOf, turnKey } from './passage.ts';
import { type Corpus, documentsIn, type HitList, type Hits, rarity } from './rank.ts';

/** A turn of a session, by the passage of it that says most of the question. */
export interface FoundTurn {
  readonly passage: PassageId;
  readonly score: number;
}

/** Weights of what the user, the agent, the files and the notes say: the user says little and means it. */
const VOICES = [2, 1, 0.5, 0.5];
/** Two words that stand side by side count half as much again. */
const SIDE_BY_SIDE = 0.5;

/** A turn while it is weighed. */
interface Sum {
  sum: number;
  best: PassageId;
  most: number;
}

/** The turns of a document that hold words of a question, best first: by the words of the whole turn and of its best passage. */
export function turnsIn(document: number, hits: Hits, corpus: Corpus): FoundTurn[] {
  const turns = new Map<number, Sum>();
  const passages = new Map<PassageId, number>();
  const weigh = (list: HitList, [from, to]: readonly [PassageId, PassageId], isPair: boolean) => {
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
  for (const range of passagesOf(document)) {
    for (const list of hits.terms) weigh(list, range, false);
    for (const list of hits.pairs) weigh(list, range, true);
  }
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
