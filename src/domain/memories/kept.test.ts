import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOf, keptSourceOf, partsOf, sectionsOf } from './kept.ts';

describe('sectionsOf', () => {
  it('knows the headings above a text, and leaves those in code blocks alone', () => {
    const text = 'first\n# A\none\n## B #\n```sh\n# no heading\n```\n~~~\n```\n# none\n~~~\n# C\n\ntwo\n#tag';
    expect(sectionsOf(text)).toEqual([
      { path: [], body: 'first' },
      { path: ['A'], body: 'one' },
      { path: ['A', 'B'], body: '```sh\n# no heading\n```\n~~~\n```\n# none\n~~~' },
      { path: ['C'], body: 'two\n#tag' },
    ]);
  });

  it('ends with a code block that nobody closes', () => {
    expect(sectionsOf('# A\n```\n# B\n').map(({ path }) => path)).toEqual([[], ['A']]);
  });
});

it('entriesOf keeps the lines that belong to an entry', () => {
  expect(entriesOf('before\n- one\n  more\n\n* two\n- \nafter')).toEqual(['one\nmore', 'two']);
});

describe('partsOf', () => {
  it('cuts between paragraphs, else between lines', () => {
    expect(partsOf('aaa\n\nbbb\n\nccc', 8)).toEqual(['aaa\n\nbbb', 'ccc']);
    expect(partsOf('aaaa\nbbbb\ncccc', 9)).toEqual(['aaaa\nbbbb', 'cccc']);
  });

  it('loses no word and makes no part too long', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'ä', '😀', ' ', '\n') }),
        fc.integer({ min: 2, max: 9 }),
        (text, most) => {
          const parts = partsOf(text, most);
          expect(parts.every((part) => part.length <= most && part.isWellFormed())).toBe(true);
          const letters = (one: string) => one.replace(/\s/g, '');
          expect(letters(parts.join(''))).toBe(letters(text));
        },
      ),
    );
  });
});

it('keptSourceOf knows a memory by its id', () => {
  expect(keptSourceOf('claude-code-memory-0123456789ab')).toBe('claude-code-memory');
  expect(keptSourceOf('codex-memory-0123456789ab')).toBe('codex-memory');
  expect(keptSourceOf('mem-01234567')).toBeNull();
});
