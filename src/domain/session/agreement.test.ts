import { expect, it } from 'vitest';
import { agreement } from './agreement.ts';

const REPLACES = 0.6;

it.each([
  ['Always squash before merging.', 'never squash before merging'],
  ['we use tabs in this repo', 'Always use tabs.'],
  ['Never commit to main directly.', 'never commit directly to main, ever'],
  ['Kommentare immer auf Deutsch', 'Kommentare bitte auf Deutsch'],
  ['提交信息都用英文写', '以后提交信息用英文写'],
])('%s ~ %s', (a, b) => {
  expect(agreement(a, b)).toBeGreaterThanOrEqual(REPLACES);
  expect(agreement(b, a)).toBe(agreement(a, b));
});

it.each([
  ['Branch names start with the ticket number.', 'Commit messages start with the ticket number.'],
  ['use pnpm', 'never use pnpm in docker'],
  ['Never log e-mail addresses.', 'Never log phone numbers.'],
  ['', 'Always use tabs.'],
  ['', ''],
])('%s ≠ %s', (a, b) => {
  expect(agreement(a, b)).toBeLessThan(REPLACES);
});

it('equal sentences agree wholly, whatever their words', () => {
  expect(agreement('Always use tabs.', 'always use tabs')).toBe(1);
  expect(agreement('do it', 'do it')).toBe(1);
});
