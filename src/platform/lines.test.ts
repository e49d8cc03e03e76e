import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useScratch } from '../../test/use-scratch.ts';
import { openSink, readLines } from './lines.ts';

const folder = useScratch();

const texts = (path: string, longest?: number) => [...readLines(path, longest)].map(({ text }) => text);

describe('lines of a file', () => {
  it('are those that were written, however long', () => {
    const path = join(folder.path, 'lines');
    const line = fc.string({ unit: 'grapheme', maxLength: 50 }).map((text) => text.replaceAll('\n', ' '));
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

describe('a sink', () => {
  it('shows nothing until it is finished, and is private', () => {
    const path = join(folder.path, 'out.jsonl');
    writeFileSync(path, 'before', { mode: 0o644 });
    const sink = openSink(path);
    for (let i = 0; i < 10_000; i++) sink.write(`line ${i}`);
    expect(readFileSync(path, 'utf8')).toBe('before');
    sink.finish();
    sink.discard();
    expect(texts(path)).toHaveLength(10_000);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path)).toEqual(['out.jsonl']);
  });

  it('leaves nothing when it is given up', () => {
    const inner = join(folder.path, 'inner');
    mkdirSync(inner);
    const sink = openSink(join(inner, 'out.jsonl'));
    sink.write('a');
    sink.discard();
    expect(readdirSync(inner)).toEqual([]);
  });

  it('names the place that was asked for where it cannot be written, and leaves nothing', () => {
    const folderOf = join(folder.path, 'of-sinks');
    mkdirSync(join(folderOf, 'taken'), { recursive: true });
    writeFileSync(join(folderOf, 'plain'), '');
    const opens =
      (...names: string[]) =>
      () =>
        openSink(join(folderOf, ...names));
    expect(opens('none', 'out.jsonl')).toThrow(
      expect.objectContaining({ code: 'ENOENT', path: join(folderOf, 'none') }),
    );
    expect(opens('plain', 'out.jsonl')).toThrow(
      expect.objectContaining({ code: 'ENOTDIR', path: join(folderOf, 'plain') }),
    );
    const sink = openSink(join(folderOf, 'taken'));
    sink.write('a');
    expect(() => sink.finish()).toThrow(expect.objectContaining({ path: join(folderOf, 'taken') }));
    sink.discard();
    expect(readdirSync(folderOf).sort()).toEqual(['plain', 'taken']);
  });
});
