import { expect, it } from 'vitest';
import { fitOf, fitting } from './fuzzy.ts';

const SESSIONS = [
  'fix the retry of the webhook',
  'order parser keeps comments',
  'release notes, retried twice',
];

it.each([
  ['', [0, 1, 2]],
  ['retry', [0]],
  ['retr', [0, 2]],
  ['parser order', [1]],
  ['opkc', [1]],
  ['RELEASE', [2]],
  ['zebra', []],
])('%j finds %j', (typed, found) => expect(fitting(typed, SESSIONS)).toEqual(found));

it('prefers a whole word to a piece, and a piece to scattered letters', () => {
  const fits = ['a key here', 'monkey', 'kept early'].map((text) => fitOf('key', text)!);
  expect(fits).toEqual([...fits].sort((a, b) => b - a));
  expect(new Set(fits).size).toBe(3);
});
