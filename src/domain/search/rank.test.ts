import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HitList } from './holding.ts';
import { documentOf, type Field, fieldOf, type PassageId, passageId, placeOf } from './passage.ts';
import { type Hits, rank } from './rank.ts';

const list = (...ids: PassageId[]): HitList => ({ ids: ids.sort((a, b) => a - b), reach: 1 });
const at = (document: number, place: number, field: Field = 'user'): PassageId =>
  passageId(document, place, field);
const corpus = { documents: 10, passages: 200 };
const order = (hits: Hits, options = {}): number[] =>
  rank(hits, corpus, { limit: 10, ...options }).map(({ document }) => document);

describe('ranking', () => {
  it('prefers the rare word, and both words to one', () => {
    const common = list(at(1, 0), at(2, 0), at(3, 0), at(4, 0), at(6, 0));
    const rare = list(at(5, 0), at(6, 9));
    expect(order({ terms: [common, rare], pairs: [] }).slice(0, 2)).toEqual([6, 5]);
  });

  it('prefers words that are near each other', () => {
    const first = list(at(1, 0), at(2, 0), at(3, 0));
    const second = list(at(1, 5), at(2, 0), at(3, 1));
    expect(order({ terms: [first, second], pairs: [] })).toEqual([2, 3, 1]);
  });

  it('prefers a word in two fields to the same word twice in one', () => {
    const word = list(at(1, 0), at(1, 9), at(2, 0), at(2, 9, 'agent'));
    expect(order({ terms: [word], pairs: [] })).toEqual([2, 1]);
  });

  it('prefers words side by side, and finds those that the text writes as one', () => {
    const terms = [list(at(1, 0), at(2, 0)), list(at(1, 0), at(2, 0))];
    expect(order({ terms, pairs: [list(at(1, 0), at(3, 4))] })).toEqual([1, 2, 3]);
  });

  it('lets a fitting time outweigh what a text says a little better, not what it alone says', () => {
    const word = list(at(1, 0), at(2, 0), at(2, 9, 'agent'));
    expect(order({ terms: [word], pairs: [] })).toEqual([2, 1]);
    expect(
      order(
        { terms: [word], pairs: [] },
        {
          timely: new Map([
            [1, 1],
            [3, 1],
          ]),
        },
      ),
    ).toEqual([1, 2, 3]);
  });

  it('takes what is soon after a time only with a word of it', () => {
    const timely = new Map([
      [1, 0.5],
      [2, 0.5],
      [3, 1],
    ]);
    expect(order({ terms: [list(at(1, 0))], pairs: [] }, { timely })).toEqual([1, 3]);
  });

  it('leaves out what a filter does not admit, and all beyond the limit', () => {
    const word = list(at(1, 0), at(2, 0), at(3, 0));
    const timely = new Map([[4, 1]]);
    expect(order({ terms: [word], pairs: [] }, { admitted: new Set([1, 3]), timely })).toEqual([3, 1]);
    expect(order({ terms: [word], pairs: [] }, { limit: 1 })).toEqual([3]);
    expect(order({ terms: [word], pairs: [] }, { limit: 0 })).toEqual([]);
    expect(order({ terms: [], pairs: [] })).toEqual([]);
  });

  it('names the passage that says most', () => {
    const terms = [list(at(1, 0), at(1, 7)), list(at(1, 7), at(1, 9))];
    expect(rank({ terms, pairs: [] }, corpus, { limit: 1 })[0]!.passage).toBe(at(1, 7));
    expect(
      rank({ terms: [], pairs: [] }, corpus, { limit: 1, timely: new Map([[2, 1]]) })[0]!.passage,
    ).toBeNull();
  });

  it('is not misled by a word that was read in part', () => {
    // In the newest hundredth of the store the word is in 2 of its 2 documents: it is everywhere.
    const partly: HitList = { ids: [at(9, 0), at(10, 0)], reach: 0.01 };
    const rare = list(at(3, 0), at(4, 0));
    expect(order({ terms: [partly, rare], pairs: [] }).slice(0, 2)).toEqual([4, 3]);
  });

  it('scores as its definition says', () => {
    const id = fc.record({
      document: fc.integer({ min: 1, max: 10 }),
      place: fc.integer({ min: 0, max: 8 }),
    });
    const ids = fc.uniqueArray(id, {
      maxLength: 25,
      selector: ({ document, place }) => document * 100 + place,
    });
    const hits = ids.map((all) =>
      list(...all.map(({ document, place }) => at(document, place, place % 2 ? 'agent' : 'user'))),
    );
    fc.assert(
      fc.property(
        fc.array(hits, { maxLength: 4 }),
        fc.array(hits, { maxLength: 2 }),
        fc.boolean(),
        (terms, pairs, isOwn) => {
          const found = rank({ terms, pairs }, corpus, { limit: 100, isOwn });
          const expected = slowly({ terms, pairs }, isOwn);
          expect(found.map(({ document }) => document).sort()).toEqual([...expected.keys()].sort());
          for (const { document, score } of found) expect(score).toBeCloseTo(expected.get(document)!, 9);
          for (const [i, { score }] of found.entries())
            if (i > 0) expect(score).toBeLessThanOrEqual(found[i - 1]!.score);
        },
      ),
    );
  });
});

/** The definition, word for word and without any haste. */
function slowly({ terms, pairs }: Hits, isOwn: boolean): Map<number, number> {
  const rarity = (held: number, all: number): number => Math.log(1 + (all - held + 0.5) / (held + 0.5));
  const documents = new Set([...terms, ...pairs].flatMap(({ ids }) => ids.map(documentOf)));
  const scores = [...documents].map((document) => {
    let whole = 0;
    const passage = new Map<number, number>();
    const window = new Map<number, number>();
    for (const [i, { ids }] of [...terms, ...pairs].entries()) {
      const own = ids.filter((id) => documentOf(id) === document);
      const among = rarity(new Set(ids.map(documentOf)).size, 10);
      for (const field of [0, 1, 2, 3]) {
        const times = own.filter((id) => fieldOf(id) === field).length;
        whole += ((field === 0 ? (isOwn ? 3 : 1.5) : 1) * among * times) / (times + 2);
      }
      if (i >= terms.length) continue;
      const weight = rarity(ids.length, 200);
      for (let place = -1; place < 12; place++) {
        const here = own.filter((id) => placeOf(id) === place).length;
        const near = own.filter((id) => Math.abs(placeOf(id) - place) <= 1).length;
        // The user's places are the even ones.
        const voice = isOwn && place % 2 === 0 ? 1.3 : 1;
        passage.set(place, (passage.get(place) ?? 0) + voice * weight * here);
        window.set(place, (window.get(place) ?? 0) + (weight * near) / (near + 2));
      }
    }
    return { document, parts: [whole, Math.max(0, ...passage.values()), Math.max(0, ...window.values())] };
  });
  const largest = [0, 1, 2].map((k) => Math.max(0, ...scores.map(({ parts }) => parts[k]!)) || 1);
  return new Map(
    scores.map(({ document, parts }) => [
      document,
      parts.reduce((sum, part, k) => sum + part / largest[k]!, 0),
    ]),
  );
}
