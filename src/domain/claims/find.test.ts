import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../test/growth.ts';
import { type Judged, markOf, nameOfClaim } from './claim.ts';
import { claimsIn } from './find.ts';
import { mayClaim } from './may-claim.ts';

const said = (text: string) => claimsIn(text).map((claim) => `${claim.says()}: ${nameOfClaim(claim)}`);

describe('a path', () => {
  it.each([
    ['see `src/queue.ts`.', 'there: src/queue.ts'],
    ['(src/queue.ts:12-18)', 'there: src/queue.ts'],
    ['./src/queue.ts:3:4, please', 'there: src/queue.ts'],
    ['src\\api\\server.go answers', 'there: src/api/server.go'],
    ['app/[slug]/page.tsx', 'there: app/[slug]/page.tsx'],
    ["src/queue.ts's head", 'there: src/queue.ts'],
    ['在src/poller.ts里', 'there: src/poller.ts'],
    ['docker/Dockerfile', 'there: docker/Dockerfile'],
    ['we deleted the old src/poller.ts', 'absent: src/poller.ts'],
    ['removed src/a.ts, src/b.ts', 'absent: src/a.ts', 'absent: src/b.ts'],
    ['removed the import from src/a.ts', 'there: src/a.ts'],
    ['renamed src/a.ts to src/b.ts', 'absent: src/a.ts', 'there: src/b.ts'],
    ['create src/new.ts', 'either: src/new.ts'],
    ['src/new.ts does not exist yet', 'absent: src/new.ts'],
    ['is src/new.ts needed?', 'doubt: src/new.ts'],
    ['remove src/old.ts', 'either: src/old.ts'],
  ])('%s', (text, ...claims) => {
    expect(said(text)).toEqual(claims);
  });

  it.each([
    'https://example.org/a/b.ts',
    'npm i @acme/shop',
    'src/**/*.ts',
    '--out=dist/a.js',
    '1/2 of 3/4',
    'git@github.com:acme/shop.git',
    'node:fs/promises',
    '~/notes/a.md',
  ])('is none in %s', (text) => {
    expect(said(text)).toEqual([]);
  });
});

describe('a symbol', () => {
  it.each([
    ['`retryLater` in src/queue.ts', 'there: retryLater in src/queue.ts'],
    ['src/queue.ts › retryLater', 'there: retryLater in src/queue.ts'],
    ['queue.ts: retryLater() waits', 'there: retryLater in queue.ts'],
    ['function foo in bar.ts', 'there: foo in bar.ts'],
    ['there is no `foo` in src/bar.ts', 'absent: foo in src/bar.ts'],
    ['`foo` was removed from src/bar.ts', 'absent: foo in src/bar.ts'],
    ['add `foo` to src/bar.ts', 'either: src/bar.ts'],
    ['TypeScript in src/bar.ts', 'there: src/bar.ts'],
    ['the bug in src/bar.ts', 'there: src/bar.ts'],
  ])('%s', (text, claim) => {
    expect(said(text)).toEqual([claim]);
  });
});

describe('a commit', () => {
  it.each([
    ['fixed in a1b2c3d.', ['there: commit a1b2c3d']],
    ['(a1b2c3d)', ['there: commit a1b2c3d']],
    ['commit 1234567', ['there: commit 1234567']],
    ['commit deadbeef', ['there: commit deadbeef']],
    ['deadbeef and 1234567', []],
    ['session 81bb2383', ['doubt: commit 81bb2383']],
    ['#a1b2c3d 0xa1b2c3d4 sha256:0f3a91c0b2', []],
    ['a1b2c3d was dropped', ['either: commit a1b2c3d']],
  ])('%s', (text, claims) => {
    expect(said(text)).toEqual(claims);
  });
});

describe('a mark', () => {
  const judged = (text: string, verdict: Judged['verdict'], branch: string | null = null): Judged[] =>
    claimsIn(text).map((claim, number) => ({ claim, number, verdict, branch }));

  it('names what is gone, a few at most, and the branch that has it', () => {
    expect(markOf(judged('src/a.ts', 'holds'))).toBe('');
    expect(markOf(judged('src/a.ts', 'unknown'))).toBe('');
    expect(markOf(judged('`foo` in src/a.ts', 'changed'))).toBe(' (gone here: foo in src/a.ts)');
    expect(markOf(judged('a/1.ts a/2.ts a/3.ts a/4.ts', 'gone'))).toBe(
      ' (gone here: a/1.ts, a/2.ts, a/3.ts and 1 more)',
    );
    expect(markOf([...judged('src/a.ts', 'gone'), ...judged('src/b.ts', 'elsewhere', 'feature/vat')])).toBe(
      ' (gone here: src/a.ts; only on feature/vat)',
    );
  });
});

it('only a text that may hold a claim is read', () => {
  for (const text of ['use webhooks', 'the port is 8080', 'Ask first. Then go.'])
    expect(mayClaim(text)).toBe(false);
  for (const text of ['src/a', 'a.ts', 'a1b2c3d', 'src\\a.ts']) expect(mayClaim(text)).toBe(true);
});

it.each(['a/', '`a` is ', 'the the the ', 'src/a.ts, '])(
  'a long text of %j is read in linear time',
  (unit) => {
    expectLinear((times) => claimsIn(unit.repeat((250 * times) / unit.length)));
  },
);
