import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../test/growth.ts';
import { table } from '../../../test/table.ts';
import { claimMark, findClaims, type JudgedClaim, mayClaim, nameOfClaim } from './claim.ts';

const named = (text: string) => findClaims(text).map(nameOfClaim);

describe('a path', () => {
  it.each(table<[string, ...string[]]>('claims-places'))('%s', (text, ...paths) => {
    expect(named(text)).toEqual(paths);
  });

  it.each(table<string>('claims-none'))('is none in %s', (text) => {
    expect(named(text)).toEqual([]);
  });
});

describe('a commit', () => {
  it.each([
    ['fixed in a1b2c3d.', ['commit a1b2c3d']],
    ['(a1b2c3d)', ['commit a1b2c3d']],
    ['#a1b2c3d 0xa1b2c3d4 sha256:0f3a91c0b2 mem-3f2a91c0', []],
    ['1b1e679f-0b2c-4d3e-8f90-a1b2c3d4e5f6', []],
  ])('%s', (text, commits) => {
    expect(named(text)).toEqual(commits);
  });
});

describe('a mark', () => {
  const judged = (
    text: string,
    verdict: JudgedClaim['verdict'],
    branch: string | null = null,
  ): JudgedClaim[] => findClaims(text).map((claim, number) => ({ claim, number, verdict, branch }));

  it('names what is gone, a few at most, and the branch that has it', () => {
    expect(claimMark(judged('src/a.ts', 'holds'))).toBe('');
    expect(claimMark(judged('src/a.ts', 'unknown'))).toBe('');
    expect(claimMark(judged('in a1b2c3d', 'gone'))).toBe(' (gone here: commit a1b2c3d)');
    expect(claimMark(judged('a/1.ts a/2.ts a/3.ts a/4.ts', 'gone'))).toBe(
      ' (gone here: a/1.ts, a/2.ts, a/3.ts and 1 more)',
    );
    expect(
      claimMark([...judged('src/a.ts', 'gone'), ...judged('src/b.ts', 'elsewhere', 'feature/vat')]),
    ).toBe(' (gone here: src/a.ts; only on feature/vat)');
  });
});

it('only a text that may hold a claim is read', () => {
  for (const text of ['use webhooks', 'the port is 8080', 'Ask first. Then go.'])
    expect(mayClaim(text)).toBe(false);
  for (const text of ['src/a', 'a.ts', 'a1b2c3d', 'src\\a.ts']) expect(mayClaim(text)).toBe(true);
});

it.each(['a/', '`a` is ', 'a:', '##', 'src/a.ts, '])(
  'a long text of %j is read in linear time',
  (unit) => {
    expectLinear((times) => findClaims(unit.repeat((250 * times) / unit.length)));
  },
);
