import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptSourceOf, markdownSections, partsOf } from './kept.ts';

describe('sectionsOf', () => {
  it('begins a section at each heading, and leaves those in code blocks alone', () => {
    const text =
      'first\n# A\none\n## B\n```sh\n# no heading\n```\n~~~\n```\n# none\n~~~\n# C\n\ntwo\n#tag';
    expect(markdownSections(text)).toEqual([
      'first',
      '# A\none',
      '## B\n```sh\n# no heading\n```\n~~~\n```\n# none\n~~~',
      '# C\n\ntwo\n#tag',
    ]);
  });

  it('ends with a code block that nobody closes', () => {
    expect(markdownSections('# A\n```\n# B\n')).toEqual(['', '# A\n```\n# B']);
  });
});

describe('partsOf', () => {
  it('cuts behind a line where it can', () => {
    expect(partsOf('aaa\n\nbbb\n\nccc', 8)).toEqual(['aaa\n\nbbb', 'ccc']);
    expect(partsOf('aaaa\nbbbb\ncccc', 9)).toEqual(['aaaa\nbbbb', 'cccc']);
    expect(partsOf('aaaaaa', 4)).toEqual(['aaaa', 'aa']);
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
