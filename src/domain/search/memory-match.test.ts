import { expect, it } from 'vitest';
import { memoryFit, memoryWords } from './memory-match.ts';

const LONG =
  'Payment webhooks of the sandbox come twice; signatures rotate on Friday, and polling stays until spring.';

it.each([
  // `test/search/prompt-search.test.ts` has the plain ones.
  ['one word of many is a coincidence', 'the webhook has a typo', LONG, 0, false],
  ['what the memory holds of the prompt counts as well', 'payment webhooks', LONG, 1, true],
  ['but not without that', 'payment webhooks', LONG, 0, false],
])('%s', (_, prompt, memory, held, expected) => {
  expect(memoryFit(memoryWords(prompt), memory, held) !== null).toBe(expected);
});
