import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../ids.ts';
import { chooseSessions, opensLater, type SessionFit } from './matter.ts';

const sessionFit = (id: string, place: number, more: Partial<SessionFit> = {}): SessionFit => ({
  ...{ id: id as SessionId, place, at: place, words: 1, paths: 0, telling: 4, rare: 4, turns: [1] },
  fit: { share: 0.6, words: 3, telling: 2, isNamed: false },
  ...more,
});

const ids = (chosen: readonly SessionFit[]) => chosen.map(({ id }) => id);

describe('the sessions that a prompt means', () => {
  it('are the best one and the newest that fits nearly as well, the latest first', () => {
    const fits = [
      sessionFit('decided', 1, { words: 3 }),
      sessionFit('went-on', 5, { words: 2.4 }),
      sessionFit('other', 9, { words: 0.3 }),
    ];
    expect(ids(chooseSessions(fits))).toEqual(['went-on', 'decided']);
  });

  it('are one where the newest fits best', () => {
    expect(
      ids(chooseSessions([sessionFit('old', 1, { words: 1 }), sessionFit('new', 2, { words: 3 })])),
    ).toEqual(['new']);
  });

  it('are those that touched the files that it names', () => {
    const fits = [
      sessionFit('talked', 2, { words: 2.6 }),
      sessionFit('touched', 1, { words: 2.5, paths: 2 }),
    ];
    expect(ids(chooseSessions(fits))[0]).toBe('touched');
  });

  const weak = { rare: 0, telling: 1, fit: { share: 0.1, words: 1, telling: 1, isNamed: false } };

  it('are none where nothing but a common word fits', () => {
    expect(chooseSessions([sessionFit('a', 1, weak), sessionFit('b', 2, weak)])).toEqual([]);
    expect(chooseSessions([])).toEqual([]);
  });

  it('need one telling word where somebody says that he comes back', () => {
    expect(ids(chooseSessions([sessionFit('a', 1, weak)], { isReturn: true }))).toEqual(['a']);
  });

  it.each([
    ['a file that it names', { paths: 1 }, false, true],
    ['an id', { fit: { ...weak.fit, isNamed: true } }, false, true],
    ['two rare words', { rare: 2 }, false, true],
    ['one rare word', { rare: 1 }, false, false],
    ['one rare word and a word of returning', { rare: 1 }, true, true],
    ['common words and a word of returning', {}, true, false],
    ['many words that fit, none of them rare', { fit: { ...weak.fit, share: 0.9, words: 8 } }, false, false],
  ])('at a later prompt %s', (_what, more, isReturn, isOpen) => {
    expect(opensLater(isReturn)(sessionFit('a', 1, { ...weak, ...more }))).toBe(isOpen);
  });

  it('are never more than two, each once, and do not depend on the order in which they were found', () => {
    const some = fc.record({
      words: fc.double({ min: 0, max: 3, noNaN: true }),
      paths: fc.nat(3),
      rare: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), (all) => {
        const fits = all.map((one, i) => sessionFit(`s${i}`, i, one));
        const chosen = ids(chooseSessions(fits));
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(chosen.length).toBeLessThanOrEqual(2);
        expect(ids(chooseSessions(fits.toReversed()))).toEqual(chosen);
      }),
    );
  });
});
