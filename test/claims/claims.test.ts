import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClaimPlace, isGone, nameOfClaim } from '../../src/domain/claims/claim.ts';
import { claimChecker } from '../../src/platform/claims.ts';
import { scratchFolder } from '../scratch.ts';
import { KNOWN, NOWHERE, type Planted, plantRepository } from './repository.ts';
import { COMMITS, NEVER_GONE, PATHS } from './sentences.ts';

const PATH = process.env['PATH']!;
/** When sessions stopped: while the files of the past were there, and after they went. */
const THEN = 1_000;
const NOW = 2_000;

let scratch: ReturnType<typeof scratchFolder>;
let planted: Planted;
let place: ClaimPlace;
beforeAll(() => {
  scratch = scratchFolder();
  planted = plantRepository(join(realpathSync(scratch.path), 'shop'));
  const { root, first, last } = planted;
  place = {
    ...{ root, branch: 'main', branches: ['main'], known: KNOWN, made: Object.values(NOWHERE), texts: [] },
    stops: [
      { head: last, branch: 'main', at: NOW },
      { head: first, branch: 'main', at: THEN },
    ],
  };
});
afterAll(() => scratch.dispose());

interface Said {
  readonly at?: number;
  readonly branch?: string | null;
}

const judged = (text: string, { at = THEN, branch = 'main' }: Said = {}, where: Partial<ClaimPlace> = {}) =>
  claimChecker({ ...place, ...where }, PATH)({ text: planted.worded(text), branch, at });
const verdicts = (...asked: Parameters<typeof judged>) =>
  judged(...asked).map((one) => one.branch ?? one.verdict);
const gone = (...asked: Parameters<typeof judged>) =>
  judged(...asked)
    .filter(isGone)
    .map(({ claim }) => nameOfClaim(claim));

describe('sentences', () => {
  it.each([
    ['paths', PATHS],
    ['commits', COMMITS],
  ])('about %s: those of then are stale, those of today are not', (_, sentences) => {
    const wrong = sentences.filter(([text, isTrue]) => {
      const found = gone(text, { at: isTrue ? THEN + 1 : THEN });
      return isTrue ? found.length > 0 : found.length === 0;
    });
    expect(wrong).toEqual([]);
  });

  it.each(NEVER_GONE)('nothing is told as gone: %s', (text) => {
    expect(gone(text, { at: 0 }, { made: [] })).toEqual([]);
  });
});

describe('gone is only what was here after the text was written', () => {
  it('and a text that was written later may say that it went', () => {
    expect(verdicts('src/poller.ts is gone for good', { at: THEN })).toEqual(['gone']);
    expect(verdicts('src/poller.ts is gone for good', { at: THEN + 1 })).toEqual(['unknown']);
  });

  it('and open work names what is yet to be made', () => {
    expect(verdicts('Write src/refund.ts', { at: 0 })).toEqual(['unknown']);
  });

  it('and where no session stopped nobody knows', () => {
    expect(verdicts('src/poller.ts leaks', {}, { stops: [] })).toEqual(['unknown']);
    expect(
      verdicts('src/poller.ts leaks', {}, { stops: [{ head: 'main --output=x', branch: 'main', at: NOW }] }),
    ).toEqual(['unknown']);
  });

  it('and a commit counts that a session stopped at or made', () => {
    expect(verdicts('fixed in f3a91c0')).toEqual(['gone']);
    expect(verdicts('fixed in f3a91c0', {}, { made: [] })).toEqual(['unknown']);
    const head = `f3a91c0${'0'.repeat(33)}`;
    expect(
      verdicts('fixed in f3a91c0', {}, { made: [], stops: [{ head, branch: 'main', at: NOW }] }),
    ).toEqual(['gone']);
    writeFileSync(join(planted.root, '.git', 'shallow'), '');
    expect(verdicts('fixed in f3a91c0')).toEqual(['unknown']);
    rmSync(join(planted.root, '.git', 'shallow'));
  });
});

describe('what is not here may be elsewhere', () => {
  it('on the branch where it was said', () => {
    const branch = 'feature/vat';
    const branches = ['main', branch];
    expect(verdicts('src/vat.ts adds the tax', { branch }, { branches })).toEqual([branch]);
    expect(verdicts('src/vat.ts adds the tax', { branch }, { branches, branch: null })).toEqual([branch]);
    expect(verdicts('src/none.ts adds the tax', { branch }, { branches })).toEqual(['unknown']);
  });

  it('and is gone where that branch is gone, as long as its commit is there', () => {
    const branch = 'feature/dropped';
    const stops = [{ head: planted.git('rev-parse', 'feature/vat'), branch, at: NOW }];
    expect(verdicts('src/vat.ts adds the tax', { branch }, { stops })).toEqual(['gone']);
    expect(verdicts('src/vat.ts adds the tax', { branch })).toEqual(['unknown']);
    // Who says on main that it is not here does not mean the other branch.
    expect(verdicts('src/vat.ts adds the tax', {}, { stops })).toEqual(['unknown']);
  });

  it('which is unknown where nobody knows on which branch it was said', () => {
    const branches = ['main', 'feature/vat'];
    expect(verdicts('src/poller.ts leaks', { branch: null }, { branches })).toEqual(['unknown']);
    expect(verdicts('src/poller.ts leaks', { branch: null })).toEqual(['gone']);
  });

  it('below a folder in which a session worked', () => {
    const known = ['crates/core/src/lib.rs'];
    expect(verdicts('core/src/lib.rs holds the fold', {}, { known })).toEqual(['holds']);
    expect(verdicts('lib.rs holds the fold', {}, { known })).toEqual(['holds']);
    expect(verdicts('index.html is old', {}, { known: ['legacy/index.html'] })).toEqual(['gone']);
    expect(verdicts('index.html is old', {}, { known: [] })).toEqual([]);
  });

  it('in a sparse checkout', () => {
    const sparse = join(planted.root, '.git', 'info', 'sparse-checkout');
    writeFileSync(sparse, '/src\n');
    expect(verdicts('lib/lexer.py reads')).toEqual(['unknown']);
    rmSync(sparse);
    expect(verdicts('lib/lexer.py reads')).toEqual(['gone']);
  });
});

describe('a look stays inside', () => {
  it('and follows no link out of the tree', () => {
    const { root } = planted;
    const outside = join(root, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.ts'), 'export const found = 1;\n');
    symlinkSync(outside, join(root, 'src', 'linked'));
    symlinkSync(join(outside, 'secret.ts'), join(root, 'src', 'one.ts'));
    execFileSync('mkfifo', [join(root, 'src', 'pipe.ts')]);
    const seen = ['src/linked/secret.ts', 'src/linked/none.ts', 'src/one.ts', 'src/pipe.ts'];
    expect(verdicts(seen.join(' '))).toEqual(['unknown', 'unknown', 'holds', 'holds']);
    for (const name of ['linked', 'one.ts', 'pipe.ts']) rmSync(join(root, 'src', name));
  });

  it('and ends when it has cost enough', () => {
    const check = claimChecker(place, PATH);
    const judge = (text: string) => check({ text, branch: 'main', at: THEN }).map(({ verdict }) => verdict);
    for (let i = 0; i < 100; i++) judge(`src/none-${i}.ts`);
    expect(judge('docs/setup.md')).toEqual(['unknown']);
  });

  it('and git is asked once for all texts that are expected', () => {
    const bin = join(realpathSync(scratch.path), 'bin');
    mkdirSync(bin);
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    writeFileSync(join(bin, 'git'), `#!/bin/sh\necho x >> '${join(bin, 'asked')}'\nexec '${real}' "$@"\n`);
    chmodSync(join(bin, 'git'), 0o755);
    const texts = [
      'src/poller.ts leaks',
      'docs/legacy.md and lib/lexer.py',
      'fixed in f3a91c0',
      'src/queue.ts',
    ];
    const check = claimChecker({ ...place, texts }, `${bin}:${PATH}`);
    const found = texts.flatMap((text) => check({ text, branch: 'main', at: THEN }));
    expect(found.map(({ verdict }) => verdict)).toEqual(['gone', 'gone', 'gone', 'gone', 'holds']);
    expect(readFileSync(join(bin, 'asked'), 'utf8')).toBe('x\n');
  });

  it('and without git nothing is told as gone', () => {
    const check = claimChecker(place, join(planted.root, 'nowhere'));
    const found = check({ text: 'src/poller.ts and src/queue.ts, f3a91c0', branch: 'main', at: THEN });
    expect(found.map(({ verdict }) => verdict)).toEqual(['unknown', 'holds', 'unknown']);
  });
});
