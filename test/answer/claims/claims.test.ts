import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClaimPlace,
  hasFailed,
  isClaimGone,
  nameOfClaim,
} from '../../../src/domain/answer/claim.ts';
import { HOUR } from '../../../src/domain/base/time.ts';
import { judgeClaims } from '../../../src/system/answer/claims.ts';
import { keptPastsIn } from '../../../src/system/answer/kept-pasts.ts';
import { git } from '../../git.ts';
import { filesHolding, scratchFolder } from '../../scratch.ts';
import { table } from '../../table.ts';
import { KNOWN, NOWHERE, type Planted, plantRepository, REMOVED_AT } from './repository.ts';

const PATH = process.env['PATH']!;
/** Other processes may take the whole machine for as long. */
const PATIENCE = 60_000;
/** When texts were written: before the files of the past were removed, on the day of it, and after it. */
const BEFORE = REMOVED_AT - 20 * HOUR;
const SAME_DAY = REMOVED_AT - HOUR;
const AFTER = REMOVED_AT + HOUR;

let scratch: ReturnType<typeof scratchFolder>;
let planted: Planted;
let place: ClaimPlace;
beforeAll(() => {
  scratch = scratchFolder();
  planted = plantRepository(join(realpathSync(scratch.path), 'shop'));
  const { root } = planted;
  const branches = ['main', 'feature/vat'];
  place = { root, branch: 'main', branches, known: KNOWN, commits: Object.values(NOWHERE) };
});
afterAll(() => scratch.dispose());

interface Said {
  readonly at?: number;
  readonly branch?: string | null;
}

const judged = (
  text: string,
  { at = BEFORE, branch = 'main' }: Said = {},
  where: Partial<ClaimPlace> = {},
) =>
  judgeClaims({ ...place, ...where }, [{ text: planted.worded(text), branch, at }], {
    path: PATH,
    patience: PATIENCE,
  })[0]!;
const verdicts = (...asked: Parameters<typeof judged>) =>
  judged(...asked).map((one) => one.branch ?? one.verdict);
const gone = (...asked: Parameters<typeof judged>) =>
  judged(...asked)
    .filter(isClaimGone)
    .map(({ claim }) => nameOfClaim(claim));

describe('sentences', () => {
  // True is one of today; false one that held when it was written. `{a}` to `{e}` are commits, `{v}` to `{z}` lost ones.
  it.each(['paths', 'commits'])(
    'about %s: those of then are stale, those of today are not',
    (about) => {
      const wrong = table<[text: string, isTrue: boolean]>(`claims-${about}`).filter(
        ([text, isTrue]) => {
          const found = gone(text, { at: isTrue ? AFTER : BEFORE });
          return isTrue ? found.length > 0 : found.length === 0;
        },
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(table<string>('claims-never-gone'))('nothing is told as gone: %s', (text) => {
    expect(gone(text, {}, { commits: [] })).toEqual([]);
  });
});

describe('gone is what went after the text was written', () => {
  const POLLER = 'src/poller.ts';
  const outdated = (...asked: Parameters<typeof judged>) => judged(...asked).map(hasFailed);

  it('by a commit; a text of the same day may be about that, and a later one is', () => {
    expect(outdated(POLLER, { at: BEFORE })).toEqual([true]);
    expect(verdicts(POLLER, { at: SAME_DAY })).toEqual(['gone']);
    expect(outdated(POLLER, { at: SAME_DAY })).toEqual([false]);
    expect(verdicts(POLLER, { at: AFTER })).toEqual(['unknown']);
  });

  it('or from the working tree alone, whose folder says when', () => {
    const { root, git } = planted;
    rmSync(join(root, 'docs/setup.md'));
    const at = REMOVED_AT + 48 * HOUR;
    utimesSync(join(root, 'docs'), at / 1000, at / 1000);
    expect(outdated('see docs/setup.md', { at: AFTER })).toEqual([true]);
    expect(outdated('see docs/setup.md', { at: at - HOUR })).toEqual([false]);
    expect(verdicts('see docs/setup.md', { at: at + HOUR })).toEqual(['unknown']);
    const sparse = join(root, '.git', 'info', 'sparse-checkout');
    writeFileSync(sparse, '/src\n');
    expect(verdicts('see docs/setup.md', { at: AFTER })).toEqual(['unknown']);
    rmSync(sparse);
    git('checkout', '-q', '--', 'docs/setup.md');
  });

  it('a folder goes with its last file', () => {
    expect(verdicts('all of src/utils/ is old')).toEqual(['gone']);
  });

  it('a commit where a session stopped at it or made it', () => {
    expect(verdicts('fixed in f3a91c0')).toEqual(['gone']);
    expect(verdicts('fixed in f3a91c0', {}, { commits: [] })).toEqual(['unknown']);
    expect(verdicts('fixed in f3a91c0', {}, { commits: [`f3a91c0${'0'.repeat(33)}`] })).toEqual([
      'gone',
    ]);
    expect(verdicts('fixed in f3a91c0', {}, { commits: ['--all', 'HEAD', ''] })).toEqual([
      'unknown',
    ]);
    writeFileSync(join(planted.root, '.git', 'shallow'), '');
    expect(verdicts('fixed in f3a91c0')).toEqual(['unknown']);
    rmSync(join(planted.root, '.git', 'shallow'));
  });
});

describe('what is not here may be elsewhere', () => {
  it('on the branch where it was said', () => {
    const branch = 'feature/vat';
    expect(verdicts('src/vat.ts adds the tax', { branch })).toEqual([branch]);
    expect(verdicts('src/vat.ts adds the tax', { branch }, { branch: null })).toEqual([branch]);
    expect(verdicts('src/none.ts adds the tax', { branch })).toEqual(['unknown']);
    // That branch still has it, and what was said here is about here.
    expect(verdicts('src/poller.ts leaks', { branch })).toEqual([branch]);
    expect(verdicts('src/poller.ts leaks')).toEqual(['gone']);
    expect(verdicts('src/poller.ts leaks', { branch: null })).toEqual(['gone']);
  });

  it('or was never here', () => {
    expect(verdicts('src/vat.ts adds the tax')).toEqual(['unknown']);
    expect(verdicts('src/vat.ts adds the tax', { branch: 'feature/dropped' })).toEqual(['unknown']);
  });

  it('below a folder in which a session worked', () => {
    const known = ['crates/core/src/lib.rs'];
    expect(verdicts('core/src/lib.rs holds the fold', {}, { known })).toEqual(['holds']);
    expect(verdicts('lib.rs holds the fold', {}, { known })).toEqual(['holds']);
    expect(verdicts('index.html is old', {}, { known: ['legacy/index.html'] })).toEqual(['gone']);
    expect(verdicts('index.html is old', {}, { known: [] })).toEqual([]);
  });
});

describe('a look', () => {
  it('follows no link out of the tree', () => {
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

  it('ends when it has cost enough', () => {
    const texts = [...Array.from({ length: 100 }, (_, i) => `src/none-${i}.ts`), 'docs/setup.md'];
    const said = texts.map((text) => ({ text, branch: 'main', at: AFTER }));
    expect(judgeClaims(place, said, { path: PATH }).at(-1)).toMatchObject([{ verdict: 'unknown' }]);
  });

  it('asks git at once for all texts, and again when HEAD moved or an older text is looked up', () => {
    const bin = join(realpathSync(scratch.path), 'bin');
    mkdirSync(bin);
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    writeFileSync(
      join(bin, 'git'),
      `#!/bin/sh\necho x >> '${join(bin, 'asked')}'\nexec '${real}' "$@"\n`,
    );
    chmodSync(join(bin, 'git'), 0o755);
    const texts = ['src/poller.ts leaks', 'docs/legacy.md and lib/lexer.py', 'src/queue.ts'];
    const said = texts.map((text) => ({ text, at: BEFORE, branch: 'main' }));
    const home = join(realpathSync(scratch.path), 'home');
    mkdirSync(join(home, 'cache'), { recursive: true });
    const found = () =>
      judgeClaims(place, said, {
        path: `${bin}:${PATH}`,
        patience: PATIENCE,
        kept: keptPastsIn(home, place.branches),
      }).flat();
    const asked = () => readFileSync(join(bin, 'asked'), 'utf8');
    const verdicts = () => found().map(({ verdict }) => verdict);
    expect(verdicts()).toEqual(['gone', 'gone', 'gone', 'holds']);
    // One question for what there is, and one for what went.
    expect(asked()).toBe('x\nx\n');
    const first = found();
    expect(first).toEqual(found());
    expect(asked()).toBe('x\nx\n');
    expect(filesHolding(home, 'poller')).toEqual([]);
    // HEAD moves.
    git(planted.root, 'commit', '-q', '--allow-empty', '-m', 'more');
    expect(verdicts()).toEqual(['gone', 'gone', 'gone', 'holds']);
    expect(asked()).toBe('x\nx\nx\nx\n');
    // An older text may tell of an earlier removal.
    said[0]!.at = BEFORE - 1;
    found();
    expect(asked()).toBe('x\nx\nx\nx\nx\nx\n');
  });

  it('tells nothing as gone without git', () => {
    const said = { text: 'src/poller.ts and src/queue.ts, f3a91c0', branch: 'main', at: BEFORE };
    const [found] = judgeClaims(place, [said], { path: join(planted.root, 'nowhere') });
    expect(found!.map(({ verdict }) => verdict)).toEqual(['unknown', 'holds', 'unknown']);
  });
});
