import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { readYaml, type Yaml, YamlError } from './yaml.ts';

/** Maps as objects, so that tables can be read. */
function plain(value: Yaml): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, inner]) => [name, plain(inner)]));
  return Array.isArray(value) ? value.map(plain) : value;
}
const read = (text: string) => plain(readYaml(text));

describe('readYaml', () => {
  it.each<[string, unknown]>([
    ['', null],
    ['# only a comment\n', null],
    ['---\na: 1\n', { a: '1' }],
    ['a: 1\n...\n', { a: '1' }],
    ['\uFEFFa: 1', { a: '1' }],
    ['a: 1\r\nb: 2\r\n', { a: '1', b: '2' }],
    ['just words', 'just words'],
    // Values are what stands there.
    ['a: 1.10\nb: yes\nc: 2026-11-15\nd: 0700', { a: '1.10', b: 'yes', c: '2026-11-15', d: '0700' }],
    ['a:\nb: ~\nc: null\nd: ""', { a: null, b: null, c: null, d: '' }],
    ['a: b # comment\nc: d#e\nf: "g # h" # i', { a: 'b', c: 'd#e', f: 'g # h' }],
    ['url: http://x:80/y', { url: 'http://x:80/y' }],
    ["a: 'it''s'\nb: \"tab\\there \\u00e9 \\x41\"", { a: "it's", b: 'tab\there é A' }],
    ['"quoted name": 1\n\'and: this\': 2', { 'quoted name': '1', 'and: this': '2' }],
    ['a:\n  b:\n    c: 1\n  d: 2', { a: { b: { c: '1' }, d: '2' } }],
    ['a:\n  - x\n  - y', { a: ['x', 'y'] }],
    ['a:\n- x\n- y\nb: 1', { a: ['x', 'y'], b: '1' }],
    ['- a: 1\n  b: 2\n- a: 3', [{ a: '1', b: '2' }, { a: '3' }]],
    ['- a:\n  - x\n  b: 2', [{ a: ['x'], b: '2' }]],
    ['-\n  a: 1\n- - x\n  - y', [{ a: '1' }, ['x', 'y']]],
    ['- # nothing yet\n  a\n-', ['a', null]],
    ['tools: [Bash, "a, b", \'c\']', { tools: ['Bash', 'a, b', 'c'] }],
    [
      'a: [] # none\nb: {}\nc: [x, [y], {z: 1, w: http://x}]',
      { a: [], b: {}, c: ['x', ['y'], { z: '1', w: 'http://x' }] },
    ],
    ['- {id: build, command: npm run build}', [{ id: 'build', command: 'npm run build' }]],
    [
      'constructor: 1\n__proto__: 2',
      Object.fromEntries([
        ['constructor', '1'],
        ['__proto__', '2'],
      ]),
    ],
  ])('%j', (text, expected) => expect(read(text)).toEqual(expected));

  it('lets plain words go on below', () => {
    expect(read('a: one\n  two\n\n  three\nb: 4')).toEqual({ a: 'one two\nthree', b: '4' });
    expect(read('- the server\n  keeps it\n- next')).toEqual(['the server keeps it', 'next']);
    expect(read('reason:\n  because\n  so')).toEqual({ reason: 'because so' });
  });

  it.each<[string, string]>([
    ['a: |\n  x\n    y\n\n  # z\nb: 1', 'x\n  y\n\n# z\n'],
    ['a: |-\n  x\n  y\n', 'x\ny'],
    ['a: |+\n  x\n\n\nb: 1', 'x\n\n\n'],
    ['a: |2\n    x\n', '  x\n'],
    ['a: >\n  one\n  two\n\n  three\n    four\n  five\n', 'one two\nthree\n  four\nfive\n'],
    ['a: >-\n  one\n  two', 'one two'],
    ['a: |\nb: 1', ''],
    ['a: | # comment\n  x', 'x\n'],
  ])('reads the block of %j', (text, expected) => expect((read(text) as { a: string }).a).toBe(expected));

  it('reads a block in a list', () => expect(read('- |\n  x\n  y\n- z')).toEqual(['x\ny\n', 'z']));

  it.each<[string, number, RegExp]>([
    ['a: &x 1', 1, /& has to stand in quotes/],
    ['a: 1\npaths: *.sql', 2, /\* has to stand in quotes/],
    ['a: !!str 1', 1, /! has to/],
    ['a: 1\na: 2', 2, /a stands here a second time/],
    ['a: b: c', 1, /": "/],
    ['a:\n\tb: 1', 2, /tabs/],
    ['a: 1\n   b: 2', 2, /": "/],
    ['a: "x"\n   b: 2', 2, /further/],
    ['a:\n    b: 1\n  c: 2', 3, /belongs|further/],
    ['a: 1\n---\nb: 2', 2, /second document/],
    ['a: [x, y', 1, /closed by \]/],
    ['a: [x] y', 1, /nothing may follow/],
    ['a: "x', 1, /end on its line/],
    ['a: "\\q"', 1, /\\q means nothing/],
    ['a: "\\uZZZZ"', 1, /4 digits/],
    ['? a\n: b', 1, /names that begin/],
    ['a: 1\nwords', 2, /name: value/],
    ['- a\nb: 1', 2, /belongs to nothing/],
    ['a: |x\n  b', 1, /\| has to stand in quotes/],
    [`${'- '.repeat(40)}x`, 1, /deeper/],
    [`a: ${'['.repeat(40)}`, 1, /deeper/],
  ])('refuses %j by its line', (text, line, why) => {
    try {
      readYaml(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(YamlError);
      expect((error as YamlError).line).toBe(line);
      expect((error as YamlError).message).toMatch(why);
    }
  });

  const word = fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]$/);
  const { tree } = fc.letrec<{ tree: unknown; map: unknown; list: unknown }>((tie) => ({
    map: fc.dictionary(word, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    list: fc.array(tie('tree'), { maxLength: 4 }),
    tree: fc.oneof({ maxDepth: 4 }, fc.string(), tie('map'), tie('list')),
  }));

  it('reads back whatever was written in its form', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(read(write(value, 0))).toEqual(value);
      }),
    );
  });

  it('reads any text or refuses it, and nothing else', () => {
    const line = fc.array(
      fc.constantFrom(
        '- ',
        'a: ',
        '"',
        "'",
        '[',
        ']',
        '{',
        '}',
        '|',
        '>',
        '#',
        ' ',
        '\n',
        '  ',
        'x',
        ': ',
        '&',
        '\t',
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(line, (parts) => {
        try {
          readYaml(parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(YamlError);
        }
      }),
      { numRuns: runs(200, 2_000) },
    );
  });
});

/** Block style, every text in double quotes. */
function write(value: unknown, indent: number): string {
  const margin = ' '.repeat(indent);
  if (typeof value === 'string') return margin + JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((item) => ['-', item] as const)
    : Object.entries(value as object).map(
        ([name, item]) => [`${JSON.stringify(name)}:`, item as unknown] as const,
      );
  if (entries.length === 0) return margin + (Array.isArray(value) ? '[]' : '{}');
  return entries.map(([mark, item]) => `${margin}${mark}\n${write(item, indent + 2)}`).join('\n');
}
