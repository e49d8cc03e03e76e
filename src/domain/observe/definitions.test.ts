import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';
import { findDefinitions } from './definitions.ts';

const lines = (...text: string[]) => text.join('\n');

describe('a whole file', () => {
  it('names what it defines, in order, each once', () => {
    const text = lines(
      'export function load() {}',
      'class Cart {',
      '  add() {',
      '  }',
      '}',
      'function load() {}',
    );
    expect(findDefinitions('src/cart.ts', text, null)).toEqual(['load', 'Cart', 'Cart.add']);
  });

  it('is known by extension, by name or by its first line', () => {
    expect(findDefinitions('/a/b.PY', 'def f():\n    pass\n', null)).toEqual(['f']);
    expect(findDefinitions('C:\\x\\Rakefile', 'def f\nend\n', null)).toEqual(['f']);
    expect(findDefinitions('bin/run', '#!/usr/bin/env bash\nf() {\n:\n}\n', null)).toEqual(['f']);
    expect(findDefinitions('bin/run', '#!/usr/bin/python3\ndef f():\n    pass\n', null)).toEqual([
      'f',
    ]);
  });

  it.each([
    'README.md',
    'notes.txt',
    'Makefile',
    'data.json',
    'constructor',
    'x.constructor',
    '',
    '.ts',
  ])('of no known language names nothing: %s', (path) => {
    expect(findDefinitions(path, 'function f() {\n}\ndef g():\n  pass\n', null)).toEqual([]);
  });

  it('names at most 50', () => {
    const many = Array.from({ length: 80 }, (_, n) => `function f${n}() {\n}`).join('\n');
    const names = findDefinitions('a.js', many, null);
    expect(names).toHaveLength(50);
    expect(names.at(-1)).toBe('f49');
  });
});

describe('one form serves', () => {
  const samples: readonly (readonly [path: string, text: string, names: string])[] =
    table('definitions-samples');
  it.each(samples)('%s: %j', (path, text, names) => {
    expect(findDefinitions(path, text, null).join(' ')).toBe(names);
  });
});

describe('an edit', () => {
  const edits: readonly (readonly [string, string, string, string, readonly string[]])[] =
    table('definitions-edits');
  it.each(edits)('%s', (_what, path, removed, added, names) => {
    expect(findDefinitions(path, added, removed)).toEqual(names);
  });
});

describe('any text', () => {
  const paths = 'ts py go rs java kt c cpp cs rb php swift sh sql'
    .split(' ')
    .map((extension) => `x.${extension}`);
  const pieces = table<string>('definitions-pieces');
  const soup = fc
    .array(fc.constantFrom(...pieces), { maxLength: 60 })
    .map((parts) => parts.join(' '));

  it('is read without an error, and yields names that stand in it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), soup, fc.option(soup), (path, added, removed) => {
        const names = findDefinitions(path, added, removed);
        expect(names.length).toBeLessThanOrEqual(50);
        for (const name of names) for (const part of name.split('.')) expect(added).toContain(part);
      }),
      { numRuns: runs(60, 600) },
    );
  });

  it('names nothing when compared with itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), soup, (path, text) => {
        expect(findDefinitions(path, text, text)).toEqual([]);
      }),
    );
  });

  it('an edit names nothing that the whole text does not define', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), soup, soup, (path, added, removed) => {
        const all = findDefinitions(path, added, null);
        if (all.length < 50)
          for (const name of findDefinitions(path, added, removed)) expect(all).toContain(name);
      }),
    );
  });
});
