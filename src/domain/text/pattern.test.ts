import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { compileGlob } from './glob.ts';
import { compilePattern, PatternError } from './pattern.ts';

describe('compilePattern', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['git push|deploy', ['git push origin', 'npm run DEPLOY', 'x && git push'], ['git pull', 'git  push']],
    ['^git\\s+push\\b', ['git   push', 'cd x\ngit push'], ['x git push', 'git pushes']],
    ['rm\\s+-[a-z]*r[a-z]*f?', ['rm -rf x', 'rm -fr'], ['rm x', 'rmdir -p']],
    ['\\bprod(?:uction)?$', ['to prod', 'to production\nx'], ['prod x', 'reprod']],
    ['[^\\w\\s]{3,}', ['a!!!b', '---'], ['!!', 'a!b!c!']],
    ['a{2}b{0,1}c{1,}', ['aabc', 'aacc'], ['abc', 'aabb']],
    ['(?i)Drop Table', ['drop table users'], ['drop  table']],
    ['(?<verb>drop|truncate) table', ['TRUNCATE TABLE x'], ['table']],
    ['x{a}', ['x{a}'], ['xa']],
    ['\\.sql$', ['a.sql'], ['asql']],
    ['[\\d-]x', ['1x', '-x'], ['ax']],
    ['É', ['é'], ['e']],
    ['', ['anything', ''], []],
  ])('%s', (source, found, missed) => {
    const pattern = compilePattern(source);
    for (const text of found) expect(pattern.isIn(text), text).toBe(true);
    for (const text of missed) expect(pattern.isIn(text), text).toBe(false);
  });

  it.each<[string, RegExp]>([
    ['(a)\\1', /refers back with \\1/],
    ['a(?=b)', /ahead or behind/],
    ['(?<!a)b', /ahead or behind/],
    ['\\p{L}', /not supported/],
    ['(a', /\( without/],
    ['a)', /\) without/],
    ['[a', /\[ without/],
    ['*a', /before \*/],
    ['^*', /before \*/],
    ['a{2,1}', /backwards/],
    ['[z-a]', /backwards/],
    ['a\\', /backslash/],
    ['((a{90}){90}){90}', /too large/],
    ['('.repeat(60) + ')'.repeat(60), /deeply/],
    ['a'.repeat(1_001), /longer/],
  ])('refuses %s', (source, why) => {
    expect(() => compilePattern(source)).toThrow(PatternError);
    expect(() => compilePattern(source)).toThrow(why);
  });

  // Each of these takes RegExp longer than the age of the machine.
  it.each(['(a+)+$', '(a|a)*b', '(a*)*b', 'a*a*a*a*a*a*a*b', '(.*a){20}b', '((a?){30}a{30})+c'])(
    'is quick with %s',
    (source) => {
      expect(compilePattern(source).isIn(`${'a'.repeat(1_999)}!`)).toBe(false);
    },
  );

  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '\\w',
    '\\W',
    '\\b',
    '^',
    '$',
    '[ab]',
    '[^a]',
    '\\d',
    ' ',
    '\\n',
  );
  const { pattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
    item: fc.oneof(
      { maxDepth: 2 },
      atom,
      fc
        .tuple(
          fc.constantFrom('a', '[ab]', '.', '\\w'),
          fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,}', '*?'),
        )
        .map((parts) => parts.join('')),
      fc
        .tuple(tie('pattern'), fc.constantFrom('', '*', '+', '?', '{2}'))
        .map(([inside, times]) => `(${inside})${times}`),
    ),
    pattern: fc
      .array(
        fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((options) => options.join('|')),
  }));

  it('finds what RegExp finds', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'A', ' ', '\n', '1', 'é'), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, text, (source, where) => {
        fc.pre(source.length < 80);
        expect(compilePattern(source).isIn(where)).toBe(new RegExp(source, 'im').test(where));
      }),
      { numRuns: runs(300, 3_000) },
    );
  });
});

describe('compileGlob', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['*.sql', ['a.sql', '/x/y/A.SQL', 'db\\a.sql'], ['a.sqlx', 'asql', 'a.sql/b']],
    ['db/*.sql', ['/x/db/a.sql', 'db/a.sql'], ['/x/db/y/a.sql', 'mydb/a.sql', 'a.sql']],
    ['db/**/*.sql', ['db/a.sql', '/x/db/y/z/a.sql'], ['a.sql']],
    ['/etc/**', ['/etc/a/b'], ['/x/etc/a']],
    ['*.{yml,yaml}', ['a.yml', 'a.yaml'], ['a.yl']],
    ['a,b?.txt', ['a,bc.txt'], ['a,b.txt', 'b.txt']],
    ['a+(b)[c].txt', ['a+(b)[c].txt'], ['aab.txt']],
  ])('%s', (glob, found, missed) => {
    const compiled = compileGlob(glob);
    for (const path of found) expect(compiled.isIn(path), path).toBe(true);
    for (const path of missed) expect(compiled.isIn(path), path).toBe(false);
  });
});
