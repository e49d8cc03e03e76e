import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../domain/event.ts';
import { patchIn, patchPaths, readPatch } from './patch.ts';

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

describe('readPatch', () => {
  it.each<[string, string, Change[]]>([
    [
      'a new file',
      patch('*** Add File: a/b c.txt', '+one', '+', '++three'),
      [{ path: 'a/b c.txt', kind: 'write', added: 'one\n\n+three\n', removed: null }],
    ],
    ['an empty file', patch('*** Add File: a'), [{ path: 'a', kind: 'write', added: '', removed: null }]],
    [
      'several hunks',
      patch('*** Update File: a', '@@ class X', ' keep', '-old', '+new', '@@', '-x', '*** End of File'),
      [{ path: 'a', kind: 'edit', added: 'new', removed: 'old\nx' }],
    ],
    [
      'lines that look like marks',
      patch('*** Update File: a', '+*** Delete File: b', '-*** End Patch', ' *** Add File: c'),
      [{ path: 'a', kind: 'edit', added: '*** Delete File: b', removed: '*** End Patch' }],
    ],
    [
      'a move alone',
      patch('*** Update File: a', '*** Move to: b'),
      [
        { path: 'a', kind: 'delete', added: null, removed: null },
        { path: 'b', kind: 'write', added: null, removed: null },
      ],
    ],
    [
      'a move with a change',
      patch('*** Update File: a', '*** Move to: b', '@@', '-x', '+y'),
      [
        { path: 'a', kind: 'delete', added: null, removed: null },
        { path: 'b', kind: 'edit', added: 'y', removed: 'x' },
      ],
    ],
    [
      'two files',
      patch('*** Delete File: a', '*** Add File: b', '+x'),
      [
        { path: 'a', kind: 'delete', added: null, removed: null },
        { path: 'b', kind: 'write', added: 'x\n', removed: null },
      ],
    ],
    [
      'line ends of Windows',
      patch('*** Add File: a', '+x').replaceAll('\n', '\r\n'),
      [{ path: 'a', kind: 'write', added: 'x\n', removed: null }],
    ],
    [
      'no end',
      '*** Begin Patch\n*** Add File: a\n+x',
      [{ path: 'a', kind: 'write', added: 'x\n', removed: null }],
    ],
    ['a file without a name', patch('*** Add File: ', '+x'), []],
    ['no patch', '+x\n-y', []],
    ['a mark inside a line', 'echo *** Begin Patch\n*** Delete File: a', []],
  ])('%s', (_, text, changes) => expect(readPatch(text)).toEqual(changes));

  it('finds again what was written, whatever it was', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ' '));
    const lines = fc.array(line, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, lines, lines, (added, removed, kept) => {
        const signed = (sign: string, texts: string[]) => texts.map((text) => sign + text);
        const text = patch(
          '*** Update File: x.ts',
          '@@',
          ...signed(' ', kept),
          ...signed('-', removed),
          ...signed('+', added),
        );
        expect(readPatch(text)).toEqual([
          { path: 'x.ts', kind: 'edit', added: added.join('\n'), removed: removed.join('\n') },
        ]);
      }),
    );
  });

  it('reads anything', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(readPatch(`*** Begin Patch\n${text}`))));
  });
});

it('names the files before it is applied', () => {
  expect(patchPaths(patch('*** Update File: a', '*** Move to: b', '*** Delete File: c'))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

it('is found in the command of a shell', () => {
  const inner = patch('*** Delete File: a');
  expect(patchIn(`apply_patch <<'EOF'\n${inner}\nEOF\nnpm test`)).toBe(inner);
  expect(patchIn('npm test')).toBeNull();
});
