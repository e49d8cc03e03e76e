import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { GLOBAL_SCOPE } from '../../domain/base/scope.ts';
import { foreignDate } from '../../domain/base/time.ts';
import { cerberusMemory } from './cerberus.ts';
import { stmMemory } from './sessions.ts';
import { foreignList } from './taking.ts';

const NOW = Date.UTC(2026, 1, 20);

describe('dates of other systems', () => {
  it.each([
    ['2026-01-05T10:00:00Z', Date.UTC(2026, 0, 5, 10)],
    ['2026-01-05T10:00:00+02:00', Date.UTC(2026, 0, 5, 8)],
    ['2026-01-05 10:00:00', Date.UTC(2026, 0, 5, 10)],
    [1767607200, 1767607200_000],
    [1767607200_123, 1767607200_123],
    ['', null],
    ['soon', null],
    [null, null],
    [Number.NaN, null],
  ])('%s', (value, at) => expect(foreignDate(value)).toBe(at));
});

describe('lists of other systems', () => {
  it.each(table<[string | null | number, null | string[]]>('foreign-lists'))('%s', (value, list) =>
    expect(foreignList(value)).toEqual(list),
  );
});

describe('memories of other systems', () => {
  it('keep their figures, within what is possible here', () => {
    const row = {
      id: 7,
      content: ' the port is slow ',
      categories: '["Radio","radio"]',
      importance: 9,
      confidence: 3,
      access_count: -2,
      validation_count: 2,
      created_at: '2026-01-05T10:00:00Z',
      expires_at: '2026-03-01T00:00:00Z',
    };
    expect(stmMemory(row, NOW)).toMatchObject({
      id: 'stm-7',
      content: 'the port is slow',
      categories: ['radio'],
      importance: 3,
      confidence: 1,
      accessCount: 0,
      validations: 2,
      source: 'import',
      scopeKey: 'global',
      createdAt: Date.UTC(2026, 0, 5, 10),
      updatedAt: Date.UTC(2026, 0, 5, 10),
      expiresAt: Date.UTC(2026, 2, 1),
    });
  });

  it.each(table<[object, Record<string, string> | null, string]>('cerberus-found'))(
    'of Cerberus are found wherever their words are',
    (row, indexed, content) => {
      expect(cerberusMemory({ id: 'm', ...row }, indexed, GLOBAL_SCOPE, NOW)?.content).toBe(
        content,
      );
    },
  );

  it('of a language hold everywhere, and say for which', () => {
    const row = { id: 'm', content: 'use gofmt', category: 'rule', scope: 'language:go' };
    expect(cerberusMemory(row, null, GLOBAL_SCOPE, NOW)?.categories).toEqual(['rule', 'go']);
  });

  it.each([
    { id: 'm' },
    { content: 'x' },
    { id: 'm', content: '  ' },
    { id: 'm', anchor_file: 'a.ts' },
  ])('say nothing without words or an id: %j', (row) =>
    expect(cerberusMemory(row, null, GLOBAL_SCOPE, NOW)).toBeNull(),
  );

  it('are read out of anything without a complaint', () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.constant(null));
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('id', 'content', 'categories', 'created_at', 'confidence'),
          value,
        ),
        (row) => {
          const read = stmMemory(row, NOW);
          expect(read === null || (read.confidence >= 0 && read.confidence <= 1)).toBe(true);
          expect(read === null || Number.isFinite(read.createdAt)).toBe(true);
        },
      ),
    );
  });
});
