import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../base/ids.ts';
import { chooseSessions } from './choose-sessions.ts';
import { isSure, opensAtFirst, opensLater, opensWhenAsked } from './opens.ts';
import type { SessionFit } from './session-fit.ts';

const sessionFit = (id: string, place: number, more: Partial<SessionFit> = {}): SessionFit => ({
  id: id as SessionId,
  place,
  at: place,
  words: 1,
  paths: 0,
  telling: 4,
  rare: 4,
  turns: [1],
  said: 0,
  saidAgain: 0,
  isNamed: false,
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

  it.each([
    ['one rare word', { rare: 1 }, ['a']],
    ['most of the prompt', { fit: { ...weak.fit, share: 0.5 } }, ['a']],
    ['a common word among others', {}, []],
  ])('where somebody says that he comes back, are those with %s', (_what, more, expected) => {
    const fits = [sessionFit('a', 1, { ...weak, ...more })];
    expect(ids(chooseSessions(fits, { opens: opensAtFirst({ isReturn: true }) }))).toEqual(
      expected,
    );
  });

  it('are those with one telling word where somebody asks', () => {
    expect(ids(chooseSessions([sessionFit('a', 1, weak)], { opens: opensWhenAsked }))).toEqual([
      'a',
    ]);
  });

  it.each([
    ['a file or an id that few sessions hold', { isNamed: true }, 3, false, true],
    ['two words that a person said there', { said: 2 }, 2, false, true],
    ['fewer than there have to be', { said: 2 }, 3, false, false],
    ['rare words of the agent', { said: 0, rare: 5 }, 1, false, false],
    ['one word', { said: 1 }, 1, false, false],
    ['one word that a person said in two turns', { said: 1, saidAgain: 1 }, 1, false, true],
    ['one word and a word of returning', { said: 1 }, 1, true, true],
    [
      'many words that fit, none of them rare',
      { fit: { ...weak.fit, share: 0.9, words: 8 } },
      1,
      true,
      false,
    ],
  ])('at a later prompt %s', (_what, more, least, isReturn, isOpen) => {
    expect(opensLater(least, { isReturn })(sessionFit('a', 1, { ...weak, ...more }))).toBe(isOpen);
  });

  it.each([
    ['two rare words', { rare: 2 }, true],
    [
      'one rare word that is most of the prompt',
      { rare: 1, fit: { ...weak.fit, share: 0.8 } },
      true,
    ],
    ['one rare word of many', { rare: 1 }, false],
    ['many telling words', { fit: { ...weak.fit, telling: 3 } }, true],
    ['a named file', { paths: 1 }, true],
  ])('are sure by %s', (_what, more, sure) => {
    expect(isSure(sessionFit('a', 1, { ...weak, ...more }))).toBe(sure);
  });

  it.each([
    ['the best one, where it opens or not', false, []],
    ['the best of those that open, where another one only holds the same words', true, ['meant']],
  ])('are %s', (_what, isAnyOpen, expected) => {
    const fits = [
      sessionFit('noise', 1, { ...weak, words: 3 }),
      sessionFit('meant', 2, { words: 1, rare: 5 }),
    ];
    expect(ids(chooseSessions(fits, { isAnyOpen, opens: ({ rare }) => rare > 2 }))).toEqual(
      expected,
    );
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
