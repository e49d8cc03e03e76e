import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type { ChangedFile } from '../../domain/facts/event.ts';
import { patchIn, patchPaths, readPatch } from './patch.ts';

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

describe('readPatch', () => {
  it.each<[string, string, ChangedFile[]]>(table('patches'))('%s', (_, text, changes) =>
    expect(readPatch(text)).toEqual(changes),
  );

  it('gives back the changes of any patch that was written', () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replace(/[\r\n]/g, ' '));
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

  it('throws for no text, whatever follows the first mark', () => {
    fc.assert(
      fc.property(fc.string(), (text) => Array.isArray(readPatch(`*** Begin Patch\n${text}`))),
    );
  });
});

it('names the files of a patch before it is applied', () => {
  expect(patchPaths(patch('*** Update File: a', '*** Move to: b', '*** Delete File: c'))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

it('finds a patch in the command of a shell', () => {
  const inner = patch('*** Delete File: a');
  expect(patchIn(`apply_patch <<'EOF'\n${inner}\nEOF\nnpm test`)).toBe(inner);
  expect(patchIn('npm test')).toBeNull();
});
