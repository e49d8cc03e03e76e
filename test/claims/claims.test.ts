import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimPlace } from '../../src/domain/claims/check.ts';
import { hasFailed, nameOfClaim } from '../../src/domain/claims/claim.ts';
import { claimChecker } from '../../src/platform/claims.ts';
import { scratchFolder } from '../scratch.ts';
import { KNOWN, type Planted, plantRepository } from './repository.ts';
import { FIRST, NEVER_GONE, SECOND, type Sentence, type Sentences, THIRD } from './sentences.ts';

let scratch: ReturnType<typeof scratchFolder>;
let planted: Planted;
let place: ClaimPlace;
beforeAll(() => {
  scratch = scratchFolder();
  planted = plantRepository(join(realpathSync(scratch.path), 'shop'));
  const { root } = planted;
  place = { root, commonDir: join(root, '.git'), branch: 'main', branches: ['main'], known: KNOWN };
});
afterAll(() => scratch.dispose());

/** The verdict on a sentence: `right`, or what was judged instead. */
function judged([sentence, isTrue]: Sentence): string {
  const text = planted.worded(sentence);
  const verdicts = claimChecker(place)({ text, branch: 'main' }).map(({ verdict }) => verdict);
  const isStale = verdicts.some((one) => one === 'gone' || one === 'changed');
  const isRight = isTrue ? verdicts.length > 0 && verdicts.every((one) => one === 'holds') : isStale;
  return isRight ? 'right' : verdicts.join(' ') || 'nothing found';
}

describe.each([
  ['written before the rules', FIRST],
  ['written after them', SECOND],
  ['about commits, written last', THIRD],
] as const)('sentences %s', (_, sentences: Partial<Sentences>) => {
  it.each(Object.entries(sentences))('about a %s are judged right', (_kind, list: readonly Sentence[]) => {
    const wrong = list.map((one) => [judged(one), ...one] as const).filter(([how]) => how !== 'right');
    expect(list.filter(([, isTrue]) => isTrue).length * 2).toBe(list.length);
    expect(wrong.filter(([, , isTrue]) => isTrue).filter(([how]) => /gone|changed/.test(how))).toEqual([]);
    expect(1 - wrong.length / list.length).toBeGreaterThanOrEqual(0.95);
  });
});

const failedIn = (text: string, at: Partial<ClaimPlace> = {}, branch: string | null = 'main') =>
  claimChecker({ ...place, ...at })({ text, branch })
    .filter(hasFailed)
    .map(({ claim }) => nameOfClaim(claim));

it.each(NEVER_GONE)('nothing is told as gone: %s', (text) => {
  expect(failedIn(text)).toEqual([]);
});

describe('what is not here may be elsewhere', () => {
  const verdicts = (
    text: string,
    at: Partial<ClaimPlace> = {},
    branch: string | null = 'main',
    isWork = false,
  ) => claimChecker({ ...place, ...at })({ text, branch, isWork }).map((one) => one.branch ?? one.verdict);

  it('on the branch where it was said', () => {
    expect(verdicts('src/vat.ts adds the tax', {}, 'feature/vat')).toEqual(['feature/vat']);
    expect(verdicts('`addVat` in src/vat.ts', {}, 'feature/vat')).toEqual(['feature/vat']);
    expect(verdicts('`addVat` in src/queue.ts', {}, 'feature/vat')).toEqual(['feature/vat']);
  });

  it('and is gone where that branch is gone, or this one', () => {
    expect(verdicts('src/vat.ts adds the tax', {}, 'feature/dropped')).toEqual(['gone']);
    expect(verdicts('src/vat.ts adds the tax')).toEqual(['gone']);
  });

  it('which is unknown where nobody knows on which branch it was said', () => {
    const branches = ['main', 'feature/vat'];
    expect(verdicts('src/vat.ts adds the tax', { branches }, null)).toEqual(['unknown']);
    expect(verdicts('src/vat.ts adds the tax', { branches: ['main', 'feature/dropped'] }, null)).toEqual([
      'gone',
    ]);
    expect(verdicts('src/vat.ts adds the tax', { branch: null }, null)).toEqual(['unknown']);
    expect(verdicts('src/vat.ts adds the tax', { branch: null }, 'feature/vat')).toEqual(['feature/vat']);
  });

  it('below a package, or below a folder in which a session worked', () => {
    expect(verdicts('src/App.tsx renders the cart')).toEqual(['holds']);
    expect(verdicts('core/src/lib.rs holds the fold', { known: ['crates/core/src/lib.rs'] })).toEqual([
      'holds',
    ]);
    expect(verdicts('lib.rs holds the fold', { known: ['crates/core/src/lib.rs'] })).toEqual(['holds']);
    expect(verdicts('index.html is old', { known: ['legacy/index.html'] })).toEqual(['gone']);
    expect(verdicts('index.html is old', { known: [] })).toEqual([]);
  });

  it('and open work is about what is yet to be made, unless a session had that file', () => {
    expect(verdicts('Fix the timer in src/poller.ts', {}, 'main', true)).toEqual(['unknown']);
    expect(verdicts('Fix the timer in src/poller.ts', { known: ['src/poller.ts'] }, 'main', true)).toEqual([
      'gone',
    ]);
    expect(verdicts('Call `flush` in src/queue.ts', {}, 'main', true)).toEqual(['unknown']);
  });

  it('in a sparse checkout, a submodule, or an ignored folder', () => {
    const { root } = planted;
    const sparse = join(root, '.git', 'info', 'sparse-checkout');
    writeFileSync(sparse, '/src\n');
    expect(verdicts('lib/lexer.py reads')).toEqual(['unknown']);
    rmSync(sparse);
    writeFileSync(join(root, '.gitmodules'), '[submodule "x"]\n\tpath = lib/vendored\n\turl = x\n');
    expect(verdicts('lib/vendored/x.py reads')).toEqual(['unknown']);
    rmSync(join(root, '.gitmodules'));
    writeFileSync(join(root, 'lib', '.gitignore'), 'local/\n');
    expect(verdicts('lib/local/x.py reads')).toEqual(['unknown']);
    rmSync(join(root, 'lib', '.gitignore'));
    expect(verdicts('lib/local/x.py reads')).toEqual(['gone']);
  });

  it('and a commit, in a shallow clone or with borrowed objects', () => {
    const { root } = planted;
    for (const file of ['shallow', 'objects/info/alternates']) {
      writeFileSync(join(root, '.git', file), '');
      expect(verdicts('fixed in f3a91c0')).toEqual(['unknown']);
      rmSync(join(root, '.git', file));
    }
    expect(verdicts('fixed in f3a91c0')).toEqual(['gone']);
    expect(verdicts('fixed in f3a91c0', { commonDir: join(root, 'nowhere') })).toEqual(['unknown']);
  });
});

describe('a look stays inside', () => {
  it('follows no link out of the tree, opens no pipe, and reads nothing that is large', () => {
    const { root } = planted;
    const outside = join(root, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.ts'), 'export const found = 1;\n');
    symlinkSync(outside, join(root, 'src', 'linked'));
    symlinkSync(join(outside, 'secret.ts'), join(root, 'src', 'one.ts'));
    execFileSync('mkfifo', [join(root, 'src', 'pipe.ts')]);
    writeFileSync(join(root, 'src', 'large.ts'), `${'x\n'.repeat(40_000)}export const late = 1;\n`);
    for (const path of [
      'src/linked/secret.ts',
      'src/linked/none.ts',
      'src/one.ts',
      'src/pipe.ts',
      'src/large.ts',
    ]) {
      const text = `\`late\` in ${path}`;
      expect([path, ...claimChecker(place)({ text, branch: 'main' }).map((one) => one.verdict)]).toEqual([
        path,
        'unknown',
      ]);
    }
    for (const name of ['linked', 'one.ts', 'pipe.ts', 'large.ts']) rmSync(join(root, 'src', name));
  });

  it('ends when it has cost enough', () => {
    const texts = Array.from({ length: 200 }, (_, i) => ({ text: `src/gone-${i}/x.ts`, branch: 'main' }));
    const check = claimChecker(place);
    const found = texts.flatMap((one) => check(one));
    expect(found.filter(({ verdict }) => verdict === 'gone').length).toBeLessThan(80);
    expect(found.at(-1)!.verdict).toBe('unknown');
  });
});
