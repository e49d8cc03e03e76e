import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { agreement, findByWords, looseIdentity } from './near.ts';

describe('two wordings are the same', () => {
  it.each(table<[string, string]>('wordings-alike'))('%j, %j', (a, b) => {
    expect(looseIdentity(a)).toBe(looseIdentity(b));
  });

  it.each([
    ['use C', 'use C++'],
    ['key for staging', 'key for production'],
    ['line 712', 'line 713'],
  ])('but not %j, %j', (a, b) => {
    expect(looseIdentity(a)).not.toBe(looseIdentity(b));
  });
});

describe('agreement', () => {
  it('counts the words of both sides, and asks for one that tells', () => {
    expect(agreement('the staging key', 'a staging key from ops')).toEqual({
      ofSaid: 1,
      ofText: 2 / 3,
      isTelling: true,
      shared: ['staging', 'key'],
    });
    expect(agreement('', 'a staging key')).toMatchObject({
      ofSaid: 0,
      ofText: 0,
      isTelling: false,
    });
  });
});

describe('what words mean', () => {
  const open = [
    'Write the parser',
    'Write the parser tests',
    'Rerun the race detector',
    'Ask Mia: colours',
  ];
  const find = (said: string) => findByWords(said, open, (text) => [text]);

  it.each(table<[string, string]>('words-meant'))('%j is %j', (said, found) => {
    expect(find(said)).toEqual({ kind: 'one', found });
  });

  it('is told apart by small words where all of them are said', () => {
    const both = ['Write it', 'Write that'];
    expect(findByWords('write that.', both, (text) => [text])).toEqual({
      kind: 'one',
      found: 'Write that',
    });
    expect(findByWords('write', both, (text) => [text])).toMatchObject({ kind: 'several' });
  });

  it('gives all equally good matches, and none for words that fit no item', () => {
    expect(find('write')).toEqual({ kind: 'several', candidates: open.slice(0, 2) });
    expect(find('rerun the linter')).toEqual({ kind: 'none' });
    expect(find('the')).toEqual({ kind: 'none' });
    expect(find('')).toEqual({ kind: 'none' });
  });
});
