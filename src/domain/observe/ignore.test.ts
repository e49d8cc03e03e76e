import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { parseIgnore } from './ignore.ts';

describe('a .cortexignore', () => {
  it.each(['', '\n', '  \n\n'])('that is empty keeps the whole repository out: %j', (text) => {
    expect(parseIgnore(text).all).toBe(true);
  });

  it.each(table<[lines: string, path: string, expected: boolean]>('ignored-paths'))(
    '%j and %s: %s',
    (lines, path, expected) => {
      expect(parseIgnore(lines).isIgnored(path)).toBe(expected);
    },
  );
});
