import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { splitFrontMatter, UnclosedFrontMatter } from './front-matter.ts';

describe('splitFrontMatter', () => {
  // Dashes within a value end nothing.
  it.each(table<[string, string | null, string]>('front-matter'))('%j', (text, head, body) =>
    expect(splitFrontMatter(text)).toEqual({ head, body }),
  );

  it('refuses a head without an end', () => {
    expect(() => splitFrontMatter('---\na: 1\nbody')).toThrow(UnclosedFrontMatter);
  });
});
