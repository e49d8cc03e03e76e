import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeptMemory, MemoryBook } from '../agent-memories.ts';
import { readYaml } from '../entries/yaml.ts';
import { ALL_MEMORIES } from './all.ts';
import { claudeMemories } from './claude-code/memory.ts';

function book(files: Readonly<Record<string, string | null>>, more: Partial<MemoryBook> = {}): MemoryBook {
  return {
    path: '/home/u/.claude/projects/-home-u-radio/memory',
    files: Object.entries(files).map(([name, text]) => ({ name, modified: 7, text: () => text })),
    transcripts: () => [],
    yaml: readYaml,
    ...more,
  };
}
const kept = (all: Iterable<unknown>) =>
  [...all].filter((one) => !('why' in (one as object))) as KeptMemory[];

/** Pieces from which a page is put together that may mean something to a reader. */
const PIECES = [
  ...[
    '---\n',
    '---',
    'name: x\n',
    'type: rule\n',
    'type: user\n',
    'metadata:\n  type: feedback\n',
    'description: ">"\n',
  ],
  ...[
    '# Task Group: a\n',
    '# b\n',
    '## Reusable knowledge\n',
    '### keywords\n',
    'applies_to: cwd=/a; x\n',
    '- one\n',
    '  two\n',
  ],
  ...[
    '- [A](a.md) — x\n',
    '```\n',
    '~~~\n',
    '[Task 1]',
    '\r\n',
    '\n\n',
    '\ufeff',
    'ä😀',
    '\ud800',
    '&a *a',
    '>\n',
    '|\n',
  ],
];

describe.each(ALL_MEMORIES.map((one) => [one.host, one] as const))('the memory of %s', (_, keeper) => {
  it('is read without a fault, whatever stands in it, and calls nothing a rule', () => {
    const page = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(page, page, (index, other) => {
        for (const one of kept(keeper.read(book({ 'MEMORY.md': index, 'a.md': other }), 40))) {
          expect(one.text.length).toBeLessThanOrEqual(40);
          expect(one.text.trim()).not.toBe('');
          expect(one.categories).not.toContain('rule');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('names a file that is no text', () => {
    expect([...keeper.read(book({ 'MEMORY.md': null }), 40)]).toMatchObject([{ where: 'MEMORY.md' }]);
  });
});

describe('the folder of a project of Claude Code', () => {
  const placesIn = (folder: string, ...lines: string[]) => {
    const path = `/home/u/.claude/projects/${folder}/memory`;
    const of = book({ 'MEMORY.md': 'x' }, { path, transcripts: () => [lines.join('\n')] });
    return kept(claudeMemories.read(of, 9))[0]?.places;
  };
  const long = `/home/u/${'deep/'.repeat(60)}end`;
  const dashed = long.replaceAll('/', '-');
  it.each([
    ['-home-u-radio', '/home/u/radio', true],
    ['-home-u-my-app', '/home/u/my.app', true],
    ['C--work-radio', 'C:\\work\\radio', true],
    ['-home-u-radio', '/home/u/radio-2', false],
    [`${dashed.slice(0, 200)}-1x2y3z`, long, true],
    [dashed.slice(0, 150), long, false],
  ])('%s may be of %s: %s', (folder, path, may) => {
    expect(placesIn(folder, JSON.stringify({ cwd: path }))).toEqual(may ? [path] : []);
  });

  it('is named by the transcripts beside it, and by no other folder that a session went to', () => {
    const lines = [
      '{"cwd":"/home/u/radio/src"}',
      '{"type":"x","cwd":"/home/u/radio"}',
      '{"cwd":7}',
      '{"cwd":"/home/u/rad',
    ];
    expect(placesIn('-home-u-radio', ...lines)).toEqual(['/home/u/radio']);
  });
});
