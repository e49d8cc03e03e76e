import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScopeKey } from '../base/ids.ts';
import { GLOBAL_SCOPE } from '../base/scope.ts';
import { DAY, HOUR } from '../base/time.ts';
import {
  confidenceAt,
  confidenceUpdate,
  hasExpired,
  type Memory,
  makeMemory,
  mergeRepeated,
  moreConfident,
  morePractised,
  patchMemory,
  tidyCategories,
  worth,
} from './memory.ts';

const T0 = Date.parse('2026-11-13T10:00:00Z');

function memory(more: Partial<Memory> = {}): Memory {
  const place = { id: 'mem-1', scope: GLOBAL_SCOPE, sessionId: null };
  return {
    ...makeMemory({ content: 'the radio wants 38400 baud', source: 'person' }, place, T0)!,
    ...more,
  };
}

describe('confidence on reading', () => {
  it.each<[what: string, Partial<Memory>, days: number, expected: number]>([
    ['is full when new', {}, 0, 1],
    ['loses 0.01 a day', {}, 10, 0.9],
    ['loses nothing before a day is over', {}, 0.99, 1],
    ['keeps a tenth of its worth at least', {}, 400, 0.1],
    ['starts from what is stored', { confidence: 0.8 }, 0, 0.8],
    ['and age is a factor on that', { confidence: 0.8 }, 50, 0.4],
    ['gains 0.2 for a validation', { confidence: 0.5, validations: 1 }, 0, 0.7],
    ['loses 0.3 for a contradiction', { contradictions: 2 }, 0, 0.4],
    ['never falls below 0.1', { contradictions: 9 }, 0, 0.1],
    ['never rises above 1', { validations: 9 }, 10, 1],
    [
      'gains nothing by being looked up',
      { confidence: 0.4, accessCount: 99, lastAccessed: T0 },
      0,
      0.4,
    ],
    ['survives a stored figure that is none', { confidence: Number.NaN }, 0, 0.1],
  ])('%s', (_, more, days, expected) => {
    expect(confidenceAt(memory(more), T0 + days * DAY)).toBeCloseTo(expected, 10);
  });

  it('comes back by use, by so much at most, and rises above what was stated only when it was confirmed', () => {
    const lowered = memory({ confidence: 0.3, stated: 0.4 });
    expect(morePractised(lowered, 0.05).confidence).toBe(0.35);
    expect(morePractised(lowered, 0.5).confidence).toBe(0.4);
    expect(morePractised(lowered, 0).confidence).toBe(0.3);
    expect(morePractised(memory({ confidence: 0.4, stated: 0.4 }), 0.05).confidence).toBe(0.4);
    expect(
      morePractised(memory({ confidence: 0.4, stated: 0.4, validations: 1 }), 0.05).confidence,
    ).toBe(0.45);
    // Lifted by an instruction that was heeded: use takes nothing away.
    expect(morePractised(memory({ confidence: 0.6, stated: 0.4 }), 0.05).confidence).toBe(0.6);
  });

  it('lies between 0.1 and 1 whatever is stored, and a clock that ran backwards is no age', () => {
    const odd = fc.record({
      confidence: fc.double(),
      accessCount: fc.integer(),
      validations: fc.nat(),
      contradictions: fc.nat(),
      updatedAt: fc.integer(),
      lastAccessed: fc.option(fc.integer()),
    });
    fc.assert(
      fc.property(odd, fc.integer(), (stored, at) => {
        const value = confidenceAt(memory(stored), at);
        expect(value).toBeGreaterThanOrEqual(0.1);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
    expect(confidenceAt(memory(), T0 - 100 * DAY)).toBe(1);
  });
});

describe('a memory', () => {
  it('is refused without words, and has no control characters', () => {
    const place = { id: 'm', scope: GLOBAL_SCOPE, sessionId: null };
    expect(makeMemory({ content: ' \u0007\n ', source: 'agent' }, place, T0)).toBeNull();
    const made = makeMemory(
      { content: ' a\u0007b\r\nc ', source: 'agent', confidence: 7 },
      place,
      T0,
    );
    expect(made).toMatchObject({
      content: 'ab\nc',
      confidence: 1,
      importance: 1,
      scopeKey: 'global' as ScopeKey,
    });
  });

  it('has each category once, in small letters', () => {
    expect(tidyCategories(['Radio', ' radio ', '', 'cat  driver'])).toEqual([
      'radio',
      'cat driver',
    ]);
    expect(tidyCategories(Array.from({ length: 30 }, (_, i) => `c${i}`))).toHaveLength(10);
  });

  it('keeps its fields and gets a new age when it is repeated', () => {
    const known = memory({ categories: ['radio'], importance: 3, accessCount: 4 });
    const again = memory({ categories: ['cat'], importance: 1, updatedAt: T0 + DAY });
    expect(mergeRepeated(known, again)).toMatchObject({
      categories: ['radio', 'cat'],
      importance: 3,
      accessCount: 4,
      createdAt: T0,
      updatedAt: T0 + DAY,
    });
  });

  it('expires at its moment', () => {
    expect(hasExpired(memory({ expiresAt: T0 }), T0)).toBe(true);
    expect(hasExpired(memory({ expiresAt: T0 + 1 }), T0)).toBe(false);
    expect(hasExpired(memory(), T0 + 999 * DAY)).toBe(false);
  });
});

describe('a change', () => {
  it('of words or confidence makes it young again; of categories or importance does not', () => {
    const at = T0 + 50 * DAY;
    expect(patchMemory(memory(), { content: 'now 4800 baud' }, at)!.updatedAt).toBe(at);
    expect(patchMemory(memory(), { confidence: 0.6 }, at)!.updatedAt).toBe(at);
    expect(patchMemory(memory(), { content: 'the radio wants 38400 baud' }, at)!.updatedAt).toBe(
      T0,
    );
    expect(patchMemory(memory(), { categories: ['x'], importance: 2 }, at)!.updatedAt).toBe(T0);
  });

  it('leaves what it does not mention, and refuses to leave nothing', () => {
    const rich = memory({ categories: ['radio'], importance: 2, expiresAt: T0 + DAY });
    expect(patchMemory(rich, {}, T0 + HOUR)).toEqual(rich);
    expect(patchMemory(rich, { expiresAt: null }, T0)).toMatchObject({
      expiresAt: null,
      categories: ['radio'],
    });
    expect(patchMemory(rich, { content: '  ' }, T0)).toBeNull();
  });

  it('by a confidence said outright settles what was confirmed and contradicted', () => {
    const disputed = memory({ contradictions: 2, validations: 1 });
    const settled = patchMemory(disputed, { confidence: 0.9 }, T0)!;
    expect(settled).toMatchObject({ confidence: 0.9, contradictions: 0, validations: 0 });
    expect(patchMemory(disputed, { outcome: 'contradicted' }, T0)).toMatchObject({
      contradictions: 3,
      confidence: 1,
    });
  });

  it('is told with what it was worth before and after', () => {
    const weak = memory({ confidence: 0.7 });
    expect(confidenceUpdate(weak, moreConfident(weak, 0.1), 'sop_boost', T0)).toEqual({
      memory_id: 'mem-1',
      old_score: 0.7,
      new_score: 0.8,
      reason: 'sop_boost',
      timestamp: '2026-11-13T10:00:00.000Z',
    });
    const wrong = patchMemory(weak, { outcome: 'contradicted' }, T0)!;
    expect(confidenceUpdate(weak, wrong, 'manual', T0)).toMatchObject({
      old_score: 0.7,
      new_score: 0.4,
    });
  });

  it('stays between 0 and 1', () => {
    expect(moreConfident(memory(), 0.3).confidence).toBe(1);
    expect(moreConfident(memory({ confidence: 0.05 }), -0.3).confidence).toBe(0);
    expect(moreConfident(memory({ confidence: 0.4 }), Number.NaN).confidence).toBe(0.4);
    expect(worth(memory({ contradictions: 9 }))).toBe(0);
  });
});
