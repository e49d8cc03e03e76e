import { expect, it } from 'vitest';
import { isUnmerged, type Lineage } from './history.ts';

const MAIN = { branch: 'main', head: 'a' };
const DETACHED = { branch: null, head: 'a' };
const VAT = { branch: 'vat', head: 'b' };

it.each<[string, { branch: string | null; head: string }, Lineage, typeof MAIN | typeof DETACHED, boolean]>([
  ['another branch', VAT, { relation: 'apart', tip: 'elsewhere' }, MAIN, true],
  ['a branch that goes on from here', VAT, { relation: 'ahead', tip: 'elsewhere' }, MAIN, true],
  ['a branch that came here under other commits', VAT, { relation: 'apart', tip: 'here' }, MAIN, false],
  ['a branch that is gone', VAT, { relation: 'apart', tip: 'gone' }, MAIN, false],
  ['a branch that was merged', VAT, { relation: 'contained', tip: 'here' }, MAIN, false],
  [
    'this very branch, rewritten',
    { ...MAIN, head: 'c' },
    { relation: 'apart', tip: 'elsewhere' },
    MAIN,
    false,
  ],
  ['a commit that is gone', VAT, { relation: 'gone', tip: 'elsewhere' }, MAIN, false],
  ['nobody knows', VAT, { relation: 'unknown', tip: 'elsewhere' }, MAIN, false],
  ['work without a branch', { branch: null, head: 'b' }, { relation: 'apart', tip: 'gone' }, MAIN, false],
  ['seen from its own past', VAT, { relation: 'ahead', tip: 'elsewhere' }, DETACHED, false],
  ['seen from elsewhere without a branch', VAT, { relation: 'apart', tip: 'elsewhere' }, DETACHED, true],
])('%s', (_, stood, lineage, present, expected) => {
  expect(isUnmerged(stood, lineage, present)).toBe(expected);
});
