import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { blankLines } from './copies.ts';

const folder = useScratch();
let path: string;

beforeEach(() => {
  path = join(folder.path, 'log.jsonl');
});

describe('lines that are blanked', () => {
  it.each([
    ['the first', 'secret\nkeep\n', '      \nkeep\n'],
    ['the last, without an end', 'keep\nsecret', 'keep\n      '],
    ['several', 'a secret\nkeep\nb secret\n', '        \nkeep\n        \n'],
    ['none', 'keep\nkeep\n', 'keep\nkeep\n'],
    ['of more bytes than characters', 'é secret 频\nkeep é\n', `${' '.repeat(13)}\nkeep é\n`],
    ['of nothing', '', ''],
  ])('%s', (_, before, after) => {
    writeFileSync(path, before);
    blankLines(path, (line) => line.includes('secret'));
    expect(readFileSync(path, 'utf8')).toBe(after);
  });

  it('stay where they are while others append', () => {
    writeFileSync(path, 'secret\n');
    blankLines(path, (line) => {
      appendFileSync(path, 'meanwhile\n');
      return line.includes('secret');
    });
    expect(readFileSync(path, 'utf8')).toBe('      \nmeanwhile\n');
  });

  it('make no file where there is none', () => {
    blankLines(path, () => true);
    expect(existsSync(path)).toBe(false);
  });
});
