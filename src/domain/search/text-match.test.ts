import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HitList } from './holding.ts';
import { type PassageId, passageId } from './passage.ts';
import { informativeWords, textMatch } from './text-match.ts';

const list = (...ids: PassageId[]): HitList => ({ ids: ids.sort((a, b) => a - b), reach: 1 });
const NONE = list();
const candidates = new Set([1, 2, 3, 4]);

describe('text match', () => {
  it('is 0 without any word and grows towards 1 with firmness', () => {
    const once = list(passageId(1, 0, 'user'));
    const everywhere = list(
      ...Array.from({ length: 3_000 }, (_, i) =>
        passageId(1, i, (['user', 'agent', 'paths'] as const)[i % 3]!),
      ),
    );
    expect(textMatch([NONE], candidates).size).toBe(0);
    // One passage of one of three fields: a third of a third.
    expect(textMatch([once], candidates).get(1)).toBeCloseTo(1 / 9, 12);
    expect(textMatch([everywhere], candidates).get(1)).toBeCloseTo(1, 2);
  });

  it('is the share of the words, by rarity', () => {
    const rare = list(passageId(1, 0, 'user'));
    const common = list(...[1, 2, 3].map((document) => passageId(document, 0, 'user')));
    const weight = (held: number): number => Math.log(1 + (4 - held + 0.5) / (held + 0.5));
    const whole = weight(1) + weight(3) + weight(0);
    const match = textMatch([rare, common, NONE], candidates);
    expect(match.get(1)).toBeCloseTo((weight(1) + weight(3)) / whole / 9, 12);
    expect(match.get(2)).toBeCloseTo(weight(3) / whole / 9, 12);
    expect(match.has(4)).toBe(false);
  });

  it('is absolute: others do not change it, but by how common they make a word', () => {
    const own = list(passageId(1, 0, 'user'));
    const shared = list(passageId(1, 0, 'user'), passageId(9, 0, 'user'));
    expect(textMatch([own], candidates)).toEqual(textMatch([shared], candidates));
  });

  it('matches a single earlier session too', () => {
    expect(
      textMatch([list(passageId(1, 0, 'user'), passageId(1, 1, 'agent'))], new Set([1])).get(1),
    ).toBeCloseTo(2 / 9, 12);
  });

  it('is 0 by words that are everywhere', () => {
    const everywhere = {
      ...list(...[1, 2, 3, 4].map((document) => passageId(document, 0, 'user'))),
      reach: 0.1,
    };
    expect(textMatch([everywhere], candidates).get(1)).toBe(0);
  });

  it('stays between 0 and 1', () => {
    const id = fc.tuple(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom('user', 'agent', 'paths', 'notes'),
    );
    const hits = fc.array(fc.array(id, { maxLength: 40 }), { maxLength: 6 });
    fc.assert(
      fc.property(hits, (lists) => {
        const match = textMatch(
          lists.map((ids) => list(...ids.map(([d, p, f]) => passageId(d, p, f)))),
          candidates,
        );
        for (const [document, m] of match) {
          expect(candidates.has(document)).toBe(true);
          expect(m).toBeGreaterThan(0);
          expect(m).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('the informative words of a prompt', () => {
  it.each([
    ['Fix the parser in src/read.ts at line 42', ['fix', 'parser', 'src', 'read', 'ts', 'line']],
    ['commit 0381a524da4c of 2026-10-01', ['commit']],
    ['', []],
  ])('%s', (prompt, words) => {
    expect(informativeWords(prompt).map(({ forms }) => forms[0])).toEqual(words);
  });

  it('are those of its beginning', () => {
    expect(informativeWords(`${'x '.repeat(750)}late`).map(({ forms }) => forms[0])).toEqual(['x']);
  });
});
