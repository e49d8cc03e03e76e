import { expect, it } from 'vitest';
import { readBlame } from './blame.ts';

const ID = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);

it('reads the commits of lines, described where they are named first', () => {
  const output = [
    `${ID} 1 1 2`,
    'author Ada',
    'committer-time 1700000000',
    'summary first',
    'filename old.ts',
    '\tone',
    `${ID} 2 2`,
    '\tfilename is a line',
    `${OTHER} 3 3 1`,
    'author Bob',
    'committer-time 1700000600',
    'summary',
    'boundary',
    'filename new.ts',
    `\t${ID} 1 1`,
    `${ID} 9 4 1`,
    'filename third.ts',
    '\tlast',
    '',
  ].join('\n');
  const lines = readBlame(output);
  expect(lines.map(({ text }) => text)).toEqual(['one', 'filename is a line', `${ID} 1 1`, 'last']);
  expect(lines[0]!.commit).toEqual({
    id: ID,
    at: 1_700_000_000_000,
    author: 'Ada',
    summary: 'first',
    path: 'old.ts',
  });
  expect(lines[1]!.commit).toBe(lines[0]!.commit);
  expect(lines[2]!.commit).toMatchObject({ id: OTHER, author: 'Bob', summary: '' });
  expect(lines[3]!.commit).toMatchObject({ id: ID, path: 'third.ts', summary: 'first' });
  expect(readBlame('')).toEqual([]);
});
