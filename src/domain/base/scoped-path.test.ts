import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { isOutside, scopedPath } from './scoped-path.ts';

describe('a path in its scope', () => {
  it.each(table<[string, string | null, string | null, string]>('scoped-paths'))(
    '%s from %s in %s: %s',
    (path, base, root, expected) => {
      expect(scopedPath(path, base, root)).toBe(expected);
    },
  );

  it('is the same for every way to write it', () => {
    const folder = fc.array(fc.constantFrom('a', 'b', 'c d', '日本'), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(folder, folder, (below, detour) => {
        const plain = below.join('/');
        const way = `${detour.join('/')}/${detour.map(() => '..').join('/')}`;
        expect(scopedPath(`/repo/${plain}`, null, '/repo')).toBe(plain);
        expect(scopedPath(`${way}/./${plain}`, '/repo', '/repo')).toBe(plain);
        expect(scopedPath(scopedPath(plain, '/repo', '/repo'), '/repo', '/repo')).toBe(plain);
      }),
    );
  });

  it.each(table<[string, boolean]>('paths-outside'))('%s lies outside: %s', (path, outside) => {
    expect(isOutside(path)).toBe(outside);
  });
});
