import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { libraryApi, REPORT } from '../../scripts/house/api.ts';

it('the types of the library are those that were written down: a change of them is made by npm run api', () => {
  expect(libraryApi()).toBe(readFileSync(REPORT, 'utf8'));
});
