import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { readQuery } from './query.ts';

const terms = (text: string): (readonly string[])[] =>
  readQuery(text).terms.map(({ forms }) => forms);
const pairs = (text: string): (readonly string[])[] =>
  readQuery(text).pairs.map(({ forms }) => forms);

describe('what a question looks for', () => {
  it.each(table<[string, string[][]]>('search-queries'))('%s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('knows irregular forms, and takes any of them for one term', () => {
    expect(terms('wrote children')).toEqual([
      ['write', 'wrote', 'written'],
      ['child', 'children'],
    ]);
    expect(terms('write wrote written')).toEqual([['write', 'wrote', 'written']]);
  });

  it('has stop words only where there is nothing else', () => {
    expect(terms('what is it')).toEqual([['what'], ['is'], ['it']]);
    expect(terms('what is the index')).toEqual([['index', 'indices', 'indexes']]);
  });

  it('looks for pairs of characters where words have no spaces', () => {
    expect(terms('数据库迁移')).toEqual([['数据'], ['据库'], ['库迁'], ['迁移']]);
    expect(pairs('数据库')).toEqual([['数据 据库']]);
    expect(readQuery('库').terms).toEqual([{ kind: 'word', forms: ['库'], prefix: true }]);
  });

  it('pairs neighbours: as they stand, without the stop words between, and as one word', () => {
    expect(pairs('the work tree')).toEqual([['work tree', 'worktree']]);
    expect(pairs('trip to the sea')).toEqual([['trip to the sea', 'trip sea', 'tripsea']]);
    expect(readQuery('a work tree and a tree').pairs.map(({ of }) => of)).toEqual([[0, 1]]);
  });

  it('is bounded for a pasted log', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        const query = readQuery(text);
        expect(query.terms.length).toBeLessThanOrEqual(64);
        for (const { of } of query.pairs)
          for (const place of of) expect(query.terms[place]).toBeDefined();
      }),
    );
    const log = Array.from({ length: 5_000 }, (_, i) => `word${i}`).join(' ');
    expect(readQuery(log).terms.length).toBe(48);
    expect(readQuery(log).pairs.length).toBe(47);
  });
});
