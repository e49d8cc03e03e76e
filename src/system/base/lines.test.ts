import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { readLines, writeLines } from './lines.ts';

const folder = useScratch();

const texts = (path: string, longest?: number) =>
  [...readLines(path, longest)].map(({ text }) => text);

describe('lines of a file', () => {
  it('are those that were written, however long', () => {
    const path = join(folder.path, 'lines');
    const line = fc
      .string({ unit: 'grapheme', maxLength: 50 })
      .map((text) => text.replaceAll('\n', ' '));
    const long = fc.integer({ min: 200_000, max: 300_000 }).map((length) => 'ä'.repeat(length));
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 9, arbitrary: line }, { weight: 1, arbitrary: long })),
        (lines) => {
          writeFileSync(path, lines.map((text) => `${text}\n`).join(''));
          expect(texts(path)).toEqual(lines.map((text) => text.replace(/^\ufeff/, '')));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are numbered from 1, and the last needs no end', () => {
    const path = join(folder.path, 'lines');
    writeFileSync(path, 'a\n\nb');
    expect([...readLines(path)].map(({ number, text, read }) => [number, text, read])).toEqual([
      [1, 'a', 2],
      [2, '', 3],
      [3, 'b', 4],
    ]);
  });

  it('are passed over where they are too long or no text', () => {
    const path = join(folder.path, 'lines');
    writeFileSync(
      path,
      Buffer.concat([Buffer.from(`${'x'.repeat(600_000)}\nok\n`), Buffer.from([0xc3, 0x28, 10])]),
    );
    expect(texts(path, 1_000)).toEqual([null, 'ok', null]);
  });
});

describe('writing lines', () => {
  it('shows nothing until it is through, and is private', async () => {
    const path = join(folder.path, 'out.jsonl');
    writeFileSync(path, 'before', { mode: 0o644 });
    await writeLines(path, (write) => {
      for (let i = 0; i < 10_000; i++) write(`line ${i}`);
      expect(readFileSync(path, 'utf8')).toBe('before');
    });
    expect(texts(path)).toHaveLength(10_000);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path)).toEqual(['out.jsonl']);
  });

  it('leaves nothing when it fails', async () => {
    const inner = join(folder.path, 'inner');
    mkdirSync(inner);
    const failing = writeLines(join(inner, 'out.jsonl'), (write) => {
      write('a');
      throw new Error('no more');
    });
    await expect(failing).rejects.toThrow('no more');
    expect(readdirSync(inner)).toEqual([]);
  });

  it('names the place that was asked for where it cannot be written, and leaves nothing', async () => {
    const folderOf = join(folder.path, 'of-lines');
    mkdirSync(join(folderOf, 'taken'), { recursive: true });
    writeFileSync(join(folderOf, 'plain'), '');
    const into = (...names: string[]) =>
      writeLines(join(folderOf, ...names), (write) => write('a'));
    for (const [name, code] of [
      ['none', 'ENOENT'],
      ['plain', 'ENOTDIR'],
    ] as const)
      await expect(into(name, 'out.jsonl')).rejects.toMatchObject({
        code,
        path: join(folderOf, name),
      });
    await expect(into('taken')).rejects.toMatchObject({ path: join(folderOf, 'taken') });
    expect(readdirSync(folderOf).sort()).toEqual(['plain', 'taken']);
  });
});
