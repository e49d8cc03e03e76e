import {
  appendFileSync,
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { atOnce, bundled } from '../../../test/bundled.ts';
import { runs } from '../../../test/effort.ts';
import { scratchFolder } from '../../../test/scratch.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import {
  compactAnchorFile,
  hmac,
  openSeal,
  openSealer,
  readAnchors,
  type SealFiles,
  sealFilesIn,
} from './seal.ts';

const folder = useScratch();
let files: SealFiles;
let failures: { what: string; message: string }[] = [];

beforeEach(() => {
  files = sealFilesIn(folder.path);
  failures = [];
});

const sealer = () =>
  openSealer(files, (what, error) => failures.push({ what, message: (error as Error).message }));
const hash = (n: number) => n.toString(16).padStart(64, '0');

// RFC 4231, test case 2.
it('seals by HMAC-SHA-256', () => {
  expect(hmac(Buffer.from('Jefe'))('what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

describe('the key', () => {
  it('is made with the first record, 32 bytes that only we can read, and the anchor with it', () => {
    const one = sealer();
    expect(existsSync(files.key)).toBe(false);
    const seal = one.seal(false)!;
    expect(readFileSync(files.key)).toHaveLength(32);
    expect([files.key, files.anchor].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
    expect(sealer().seal(true)!('text')).toBe(seal('text'));
    expect(openSeal(files)!.seal('text')).toBe(seal('text'));
    expect(failures).toEqual([]);
  });

  it('is another one in each home', () => {
    const other = scratchFolder();
    const theirs = openSealer(sealFilesIn(other.path), () => {}).seal(false)!;
    expect(theirs('text')).not.toBe(sealer().seal(false)!('text'));
    other.dispose();
  });

  it('is not made anew where records are: nothing is sealed, and that is said', () => {
    expect(sealer().seal(true)).toBeNull();
    expect(existsSync(files.key)).toBe(false);
    expect(failures).toMatchObject([
      { what: 'metrics are not recorded', message: expect.stringContaining('put it back') },
    ]);
    expect(openSeal(files)).toBeNull();
  });

  it.each([
    ['empty', ''],
    ['short', 'x'.repeat(31)],
    ['long', 'x'.repeat(33)],
  ])('that is %s is none', (_, text) => {
    writeFileSync(files.key, text);
    expect(sealer().seal(false)).toBeNull();
    expect(openSeal(files)).toBeNull();
    expect(readFileSync(files.key, 'utf8')).toBe(text);
    expect(failures).toHaveLength(1);
  });

  it('that is a link to somewhere else is none', () => {
    const elsewhere = join(folder.path, 'elsewhere');
    writeFileSync(elsewhere, 'x'.repeat(32));
    symlinkSync(elsewhere, files.key);
    expect(sealer().seal(false)).toBeNull();
  });

  it('is one, whoever is first of several processes at the same moment', async () => {
    const code = `import { openSealer, sealFilesIn } from ${JSON.stringify(bundled(new URL('./seal.ts', import.meta.url)))};
      await together();
      process.stdout.write(openSealer(sealFilesIn(process.argv[1]), (_, error) => { throw error; }).seal(false)('text'));`;
    const seals = await atOnce(runs(3, 8), code, folder.path);
    expect(new Set(seals)).toEqual(new Set([openSeal(files)!.seal('text')]));
  });
});

describe('the anchor', () => {
  it('remembers every head, in the order of writing, with the key it was sealed with', () => {
    const one = sealer();
    one.seal(false);
    const { key } = openSeal(files)!;
    for (const seq of [1, 3, 2]) one.anchor({ seq, hash: hash(seq) });
    expect(readAnchors(files.anchor)).toEqual(
      [1, 3, 2].map((seq) => ({ seq, hash: hash(seq), key })),
    );
  });

  it('that was taken away stays missing, and what was done is done', () => {
    const one = sealer();
    one.seal(false);
    unlinkSync(files.anchor);
    one.anchor({ seq: 1, hash: hash(1) });
    expect(readAnchors(files.anchor)).toBeNull();
    expect(failures).toMatchObject([{ what: 'the last metric was not anchored' }]);
  });

  it('is read past lines that a crash has torn', () => {
    const one = sealer();
    one.seal(false);
    one.anchor({ seq: 1, hash: hash(1) });
    for (const torn of ['h', 'head 1', `head 12 ${hash(9)}`, `head 12 ${hash(9)} abc`]) {
      appendFileSync(files.anchor, torn);
      one.anchor({ seq: 2, hash: hash(2) });
      one.anchor({ seq: 3, hash: hash(3) });
    }
    expect(readAnchors(files.anchor)!.map(({ seq }) => seq)).toEqual([1, 3, 3, 3, 3]);
  });

  it('is compacted by what is covered, and nothing else', () => {
    const one = sealer();
    one.seal(false);
    for (let seq = 1; seq <= 5; seq++) one.anchor({ seq, hash: hash(seq) });
    one.anchor({ seq: 2, hash: hash(99) });
    compactAnchorFile(
      files.anchor,
      [1, 2, 3, 4].map((seq) => ({ seq, hash: hash(seq) })),
    );
    expect(readAnchors(files.anchor)!.map((head) => [head.seq, head.hash])).toEqual([
      [5, hash(5)],
      [2, hash(99)],
    ]);
    expect(statSync(files.anchor).mode & 0o777).toBe(0o600);
    one.anchor({ seq: 6, hash: hash(6) });
    expect(readAnchors(files.anchor)!.at(-1)).toMatchObject({ seq: 6 });
  });

  it('that cannot be written is no reason to fail', () => {
    const one = sealer();
    one.seal(false);
    unlinkSync(files.anchor);
    symlinkSync('/dev/full', files.anchor);
    one.anchor({ seq: 1, hash: hash(1) });
    expect(failures).toHaveLength(1);
  });
});
