import { expect, it } from 'vitest';
import { locate, testDeps } from '../../../test/deps.ts';
import { search } from './search.ts';

/** Counts how often the index is asked, and lets it fail. */
function searched({ failing = false, mended = [] as readonly string[] } = {}) {
  const deps = testDeps();
  let asked = 0;
  const store = {
    ...deps.store,
    searchHits: (...args: Parameters<typeof deps.store.searchHits>) => {
      asked++;
      return failing ? Promise.reject(new Error('malformed')) : deps.store.searchHits(...args);
    },
    mendIndexes: async () => mended,
  };
  const request = { question: 'relay', timeZone: 'UTC', scope: locate('/work/radio').scope, limit: 5 };
  return { found: search({ ...deps, store }, request), asked: () => asked };
}

it('asks a sound index once where it holds nothing of the question', async () => {
  const { found, asked } = searched();
  expect((await found).found).toEqual([]);
  expect(asked()).toBe(1);
});

it('asks an index anew that was mended, and no other that fails', async () => {
  const anew = searched({ mended: ['search_index'] });
  await anew.found;
  expect(anew.asked()).toBe(2);
  const broken = searched({ failing: true });
  await expect(broken.found).rejects.toThrow('malformed');
  expect(broken.asked()).toBe(1);
});
