import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../time.ts';
import { type Holding, within } from './holding.ts';
import { type PassageId, passageId } from './passage.ts';
import type { PromptTerm } from './prompt-terms.ts';
import { NO_MATCH, promptOrder, type TermHits, textMatch } from './text-match.ts';

const candidates = new Set([1, 2, 3, 4]);
const list = (...ids: PassageId[]): Holding =>
  within({ ids: ids.sort((a, b) => a - b), reach: 1 }, candidates);
const held = (hits: Holding, kind: PromptTerm['kind'] = 'word', form = 'radio'): TermHits => ({
  term: { forms: [form], kind },
  hits,
});
const NONE = list();
const share = (words: readonly TermHits[], document = 1): number =>
  textMatch(words, [], candidates.size).get(document)?.share ?? 0;

describe('text match', () => {
  it('is 1 where the user said every word, whatever else there is', () => {
    const said = list(passageId(1, 0, 'user'));
    const common = list(...[1, 2, 3, 4].map((document) => passageId(document, 0, 'user')));
    expect(share([held(said), held(common, 'word', 'the')])).toBe(1);
    expect(share([held(said), held(said, 'id', '482')])).toBe(1);
    expect(textMatch([held(said)], [], 1).get(1)!.share).toBe(1);
  });

  it('counts the user three times as much as the agent', () => {
    expect(share([held(list(passageId(1, 0, 'agent')))])).toBeCloseTo(1 / 3, 12);
    expect(share([held(list(passageId(1, 0, 'user')))])).toBe(1);
    const often = list(...[0, 1, 2].map((place) => passageId(1, place, 'agent')));
    expect(share([held(often)])).toBe(1);
  });

  it('is the share of the words, by rarity', () => {
    const rare = list(passageId(1, 0, 'user'));
    const common = list(...[1, 2, 3].map((document) => passageId(document, 0, 'user')));
    const weight = (n: number): number => Math.log(1 + (4 - n + 0.5) / (n + 0.5));
    const whole = weight(1) + weight(3) + weight(0);
    const words = [held(rare), held(common), held(NONE)];
    expect(share(words)).toBeCloseTo((weight(1) + weight(3)) / whole, 12);
    expect(share(words, 2)).toBeCloseTo(weight(3) / whole, 12);
    expect(textMatch(words, [], candidates.size).has(4)).toBe(false);
  });

  it('lets an id count twice, and a new one too', () => {
    const said = list(passageId(1, 0, 'user'));
    const other = list(passageId(2, 0, 'user'));
    expect(share([held(said, 'id', '482'), held(other)])).toBeCloseTo(2 / 3, 12);
    expect(share([held(NONE, 'id', '482'), held(said)])).toBeLessThan(0.5);
    // A hash or a number that nobody wrote says nothing.
    expect(share([held(NONE, 'word', '0381a52'), held(NONE, 'number', '8080'), held(said)])).toBe(1);
  });

  it('is absolute: others do not change it, but by how common they make a word', () => {
    const own = list(passageId(1, 0, 'user'));
    const shared = list(passageId(1, 0, 'user'), passageId(9, 0, 'user'));
    expect(textMatch([held(own)], [], candidates.size)).toEqual(
      textMatch([held(shared)], [], candidates.size),
    );
  });

  it('does not count a word against sessions for which it was not read', () => {
    const everywhere = {
      ...list(...[3, 4].map((document) => passageId(document, 0, 'user'))),
      reach: 0.5,
      from: 3,
    };
    const own = list(passageId(1, 0, 'user'));
    expect(share([held(everywhere, 'word', 'the'), held(own)])).toBe(1);
    expect(share([held(everywhere, 'word', 'the'), held(own)], 3)).toBeLessThan(0.5);
  });

  it('takes the id that a session opens with for its subject', () => {
    const ids = (id: PassageId): number =>
      textMatch([held(list(id), 'id', '482')], [], candidates.size).get(1)!.ids;
    const [opens, later, agent] = [
      ids(passageId(1, 0, 'user')),
      ids(passageId(1, 6, 'user')),
      ids(passageId(1, 1, 'agent')),
    ];
    expect(opens).toBe(1);
    expect(later).toBeLessThan(opens);
    expect(agent).toBeLessThan(later);
  });

  it('stays between 0 and 1, and grows with every word that is held', () => {
    const id = fc.tuple(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom('user', 'agent', 'paths', 'notes'),
    );
    const kind = fc.constantFrom('word', 'number', 'id', 'file');
    const hits = fc.array(fc.tuple(kind, fc.array(id, { maxLength: 40 })), { maxLength: 6 });
    fc.assert(
      fc.property(hits, fc.array(fc.array(id, { maxLength: 9 }), { maxLength: 3 }), (lists, pairs) => {
        const match = textMatch(
          lists.map(([of, ids]) => held(list(...ids.map(([d, p, f]) => passageId(d, p, f))), of)),
          pairs.map((ids) => list(...ids.map(([d, p, f]) => passageId(d, p, f)))),
          candidates.size,
        );
        for (const [document, one] of match) {
          expect(candidates.has(document)).toBe(true);
          for (const part of [one.share, one.strength, one.ids]) {
            expect(part).toBeGreaterThanOrEqual(0);
            expect(part).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});

describe('the order at the first prompt', () => {
  const text = { share: 1, strength: 0.4, ids: 0 };

  it('halves what the text tells in 14 days', () => {
    expect(promptOrder(text, 14 * DAY)).toBeCloseTo(promptOrder(text, 0) / 2, 12);
    expect(promptOrder(text, -DAY)).toBe(promptOrder(text, 0));
  });

  it('puts the newer first without any word', () => {
    expect(promptOrder(NO_MATCH, DAY)).toBeGreaterThan(promptOrder(NO_MATCH, 2 * DAY));
  });

  it('keeps an id before recency for as long as it takes', () => {
    expect(promptOrder({ ...text, strength: 0.1, ids: 1 }, 90 * DAY)).toBeGreaterThan(
      promptOrder(NO_MATCH, 0),
    );
  });
});
