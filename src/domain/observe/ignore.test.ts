import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { GIT_ENV, git } from '../../../test/git.ts';
import { expectLinear } from '../../../test/growth.ts';
import { table } from '../../../test/table.ts';
import { parseIgnore } from './ignore.ts';

let repository = '';
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'cortex-ignore-'));
  git(repository, 'init', '-q');
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

/** The paths that git itself leaves out. */
function ignoredByGit(lines: string, paths: readonly string[]): string[] {
  writeFileSync(join(repository, '.gitignore'), lines);
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['check-ignore', '-z', '--stdin', '--no-index'],
    {
      cwd: repository,
      input: paths.map((path) => `${path}\0`).join(''),
      encoding: 'utf8',
      env: GIT_ENV,
    },
  );
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return stdout.split('\0').filter(Boolean);
}

const ROWS = table<[lines: string, path: string, expected: boolean]>('ignored-paths');

/** Pieces of lines, hostile ones too. */
const PIECE = fc.constantFrom(
  'a',
  'b',
  'ab',
  '1',
  'A',
  'x',
  '.',
  '-',
  ' ',
  '\\ ',
  '!',
  '#',
  '\t',
  '{a,b}',
  '/',
  '/',
  '/',
  '/',
  '*',
  '**',
  '***',
  '?',
  '\\*',
  '\\a',
  '\\[',
  '\\',
  '[ab]',
  '[!a]',
  '[^b]',
  '[a-c]',
  '[c-a]',
  '[]a]',
  '[!]]',
  '[a-]',
  '[--0]',
  '[\\]]',
  '[a/b]',
  '[A-C]',
  '[a',
  '[[:alpha:]]',
  '[[:digit:]x]',
  '[[:none:]]',
);
const LINE = fc
  .tuple(fc.constantFrom('', '', '', '!'), fc.array(PIECE, { minLength: 1, maxLength: 6 }))
  .map(([sign, pieces]) => sign + pieces.join(''));
const NAME = fc.constantFrom(
  'a',
  'b',
  'c',
  'ab',
  'abc',
  'abab',
  'A',
  'x',
  '1',
  'a.b',
  '*',
  '[',
  '[a',
  ']',
  '-',
  '\\',
  '{a,b}',
  '!a',
  '#a',
  'a ',
  'b c',
);
const PATH = fc.array(NAME, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

describe('a .cortexignore', () => {
  it.each(['', '\n', '  \n\n', '\uFEFF\n'])(
    'that is empty keeps the whole repository out: %j',
    (text) => {
      expect(parseIgnore(text).all).toBe(true);
    },
  );

  it.each(ROWS)('%j and %s: %s', (lines, path, expected) => {
    expect(parseIgnore(lines).isIgnored(path)).toBe(expected);
  });

  it('agrees with git on every row of the table', () => {
    for (const [lines, of] of Map.groupBy(ROWS, ([lines]) => lines)) {
      const ignored = ignoredByGit(
        `${lines}\n`,
        of.map(([, path]) => path),
      );
      expect([lines, ignored]).toEqual([
        lines,
        of.filter(([, , is]) => is).map(([, path]) => path),
      ]);
    }
  });

  it('agrees with git on random lines and paths', () => {
    fc.assert(
      fc.property(
        fc.array(LINE, { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(PATH, { minLength: 40, maxLength: 40 }),
        (rules, paths) => {
          const lines = `x/only\n${rules.join('\n')}\n`;
          const { isIgnored } = parseIgnore(lines);
          expect(paths.filter(isIgnored)).toEqual(ignoredByGit(lines, paths));
        },
      ),
      { numRuns: runs(60, 2_000) },
    );
  });

  it('ignores case where the file system does', () => {
    expect(parseIgnore('Secrets/\n*.PEM', { foldsCase: true }).isIgnored('a/SECRETS/b')).toBe(true);
    expect(parseIgnore('Secrets/\n*.PEM', { foldsCase: true }).isIgnored('server.pem')).toBe(true);
    expect(parseIgnore('Secrets/').isIgnored('SECRETS/b')).toBe(false);
  });

  it('excludes a path longer than any file system allows', () => {
    expect(parseIgnore('x').isIgnored('a/'.repeat(3_000))).toBe(true);
  });

  it.each([
    ' ',
    '\\',
    '[[:',
    '*a',
    '**/',
    '*?',
    '[a-z]*',
    '**/*a/',
    '\\a*',
    '[[:alpha:]]*',
    '*[!b]',
  ])('takes time that grows with a rule of many %s and no faster', (unit) => {
    const paths = ['a'.repeat(2_000), 'a/'.repeat(1_000), `${'a'.repeat(200)}/`.repeat(10)];
    expectLinear((times) => {
      const { isIgnored } = parseIgnore(`${unit.repeat((times * 4_000) / unit.length)}b\n`);
      for (const path of paths) isIgnored(path);
    });
  });
});
