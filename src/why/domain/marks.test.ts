import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangedFile } from '../../domain/facts/event.ts';
import { redactText } from '../../domain/redact/redact.ts';
import { deriveMarkSeed, hashLine, hashNewLines, unpackMarks } from './marks.ts';

const SEED = deriveMarkSeed('2f1d6a53-7c1e-4f0e-9a43-1c7e0d6b2f11');
const change = (more: Partial<ChangedFile>): ChangedFile => ({
  path: 'a.ts',
  kind: 'edit',
  added: null,
  removed: null,
  ...more,
});
const marked = (more: Partial<ChangedFile>) =>
  unpackMarks(hashNewLines(change(more), SEED, redactText) ?? new Uint8Array());
const marks = (...lines: string[]) => new Set(lines.map((line) => hashLine(line, SEED)!));

describe('the mark of a line', () => {
  it('counts no white space, and tells lines apart', () => {
    expect(hashLine('\tconst port = 8080;\r', SEED)).toBe(hashLine('const  port=8080;', SEED));
    expect(hashLine('const port = 8080;', SEED)).not.toBe(hashLine('const port = 8081;', SEED));
  });

  it.each(['', '  }', '});', '  else', '/* */', 'x=1', '</a>'])(
    'is none for %j, which stands anywhere',
    (line) => {
      expect(hashLine(line, SEED)).toBeNull();
    },
  );

  it('is another one with the secret of another home', () => {
    expect(hashLine('const port = 8080;', deriveMarkSeed('another'))).not.toBe(
      hashLine('const port = 8080;', SEED),
    );
  });

  it('counts the letters of every language', () => {
    expect(hashLine('私は猫です。', SEED)).not.toBeNull();
  });

  it('is one of sixteen million: ten thousand lines have hardly two of one', () => {
    const all = Array.from({ length: 10_000 }, (_, i) =>
      hashLine(`const value${i} = read(${i * 7});`, SEED),
    );
    expect(new Set(all).size).toBeGreaterThan(9_980);
  });
});

describe('the marks of a change', () => {
  it('are of lines that are new in it', () => {
    const removed = 'function port() {\n  return 80;\n}\n';
    const added = 'function port() {\n  return 8080;\n}\n';
    expect(marked({ added, removed })).toEqual(marks('return 8080;'));
  });

  it('are of the whole lines of a patch, where an edit begins within one', () => {
    const patch = { added: 'const port = 8080;', removed: 'const port = 80;' };
    expect(marked({ added: '= 8080', removed: '= 80', patch })).toEqual(
      marks('const port = 8080;'),
    );
  });

  it('are not of what only moved or was indented, but of a second line like it', () => {
    expect(marked({ added: '  first();\nsecond();', removed: 'second();\nfirst();' })).toEqual(
      new Set(),
    );
    expect(marked({ added: 'first();\nfirst();', removed: 'first();' })).toEqual(marks('first();'));
  });

  it('are none of a line that redaction would change, and of private ones', () => {
    const secret = `token = "AKIA${'Q7RVZ2LMXPD4KJ5T'}"`;
    expect(marked({ added: `const port = 8080;\n${secret}\n` })).toEqual(
      marks('const port = 8080;'),
    );
    expect(
      marked({ added: '<private>\npin is 4711 0815\n</private>\nconst port = 8080;' }),
    ).toEqual(marks('const port = 8080;'));
  });

  it('are 5,000 at most', () => {
    const added = Array.from({ length: 6_000 }, (_, i) => `const value${i} = ${i};`).join('\n');
    expect(hashNewLines(change({ added }), SEED, (text) => text)!.length / 3).toBe(5_000);
  });

  it('are read only in form', () => {
    expect(unpackMarks(new Uint8Array(4))).toEqual(new Set());
    expect(unpackMarks('abc')).toEqual(new Set());
    expect(unpackMarks(new Uint8Array(3 * 5_001))).toEqual(new Set());
  });

  it('are those of its lines, whatever they are', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\n\r]/.test(text));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const found = unpackMarks(
          hashNewLines(change({ added: lines.join('\n') }), SEED, (text) => text) ??
            new Uint8Array(),
        );
        const wanted = lines.map((one) => hashLine(one, SEED)).filter((mark) => mark !== null);
        expect(found).toEqual(new Set(wanted));
      }),
    );
  });
});
