import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOutside, scopedPath } from './scoped-path.ts';

describe('a path in its scope', () => {
  it.each<[string, string | null, string | null, string]>([
    ['/repo/src/a.ts', null, '/repo', 'src/a.ts'],
    ['src/a.ts', '/repo', '/repo', 'src/a.ts'],
    ['a.ts', '/repo/src', '/repo', 'src/a.ts'],
    ['../b.ts', '/repo/src', '/repo', 'b.ts'],
    ['./x/../a.ts', '/repo', '/repo/', 'a.ts'],
    ['src/a.ts', null, '/repo', 'src/a.ts'],
    ['/repository/a.ts', null, '/repo', '/repository/a.ts'],
    ['/other/a.ts', '/repo', '/repo', '/other/a.ts'],
    ['../../etc/x', '/repo', '/repo', '/etc/x'],
    ['/repo', null, '/repo', '.'],
    ['/tmp/notes/a.md', '/tmp/notes', null, '/tmp/notes/a.md'],
    ['C:\\Repo\\src\\a.cs', null, 'c:\\repo', 'src/a.cs'],
    ['src\\a.cs', 'C:\\repo', 'C:\\repo', 'src/a.cs'],
    ['D:/x/a.cs', null, 'C:/repo', 'D:/x/a.cs'],
    ['~/.zshrc', '/repo', '/repo', '~/.zshrc'],
  ])('%s from %s in %s: %s', (path, base, root, expected) => {
    expect(scopedPath(path, base, root)).toBe(expected);
  });

  it('is the same for every way to write it', () => {
    const folder = fc.array(fc.constantFrom('a', 'b', 'c d', '日本'), { minLength: 1, maxLength: 5 });
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

  it.each([
    ['src/a.ts', false],
    ['..foo/a.ts', false],
    ['/other/a.ts', true],
    ['../a.ts', true],
    ['C:/a.ts', true],
  ])('%s lies outside: %s', (path, outside) => {
    expect(isOutside(path)).toBe(outside);
  });
});
