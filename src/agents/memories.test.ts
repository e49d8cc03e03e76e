import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../test/table.ts';
import type { TranscriptFile } from '../ports/base/transcripts.ts';
import { ALL_MEMORIES } from './all.ts';
import { claudeMemories } from './claude-code/memory.ts';

/** Pieces from which a page is put together that may mean something to a reader. */
const PIECES = table<string>('memory-pieces');

it.each(ALL_MEMORIES.map((one) => [one.host, one] as const))(
  'the memory of %s is read without a fault, whatever stands in it',
  (_, keeper) => {
    const page = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(page, (text) => {
        for (const one of keeper.read('/p/memory/a.md', text, []))
          expect(typeof one.text).toBe('string');
      }),
      { numRuns: 500 },
    );
  },
);

describe('the folder of a project of Claude Code', () => {
  const placesIn = (folder: string, ...lines: string[]) => {
    const project = `/home/u/.claude/projects/${folder}`;
    const transcript = {
      path: `${project}/a.jsonl`,
      lines: () => lines.map((text, i) => ({ number: i + 1, text, read: 0 })),
    } as unknown as TranscriptFile;
    return [...claudeMemories.read(`${project}/memory/MEMORY.md`, 'x', [transcript])][0]!.places;
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
      '{"cwd":"/ho',
    ];
    expect(placesIn('-home-u-radio', ...lines)).toEqual(['/home/u/radio']);
  });
});
