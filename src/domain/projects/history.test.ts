import { expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { isUnmerged, type Lineage } from './history.ts';

const MAIN = { branch: 'main', head: 'a' };
const DETACHED = { branch: null, head: 'a' };

it.each<
  [string, { branch: string | null; head: string }, Lineage, typeof MAIN | typeof DETACHED, boolean]
>(table('project-history'))('%s', (_, stood, lineage, present, expected) => {
  expect(isUnmerged(stood, lineage, present)).toBe(expected);
});
