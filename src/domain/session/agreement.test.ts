import { expect, it } from 'vitest';
import { agreement, speaksOf } from './agreement.ts';

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

it.each([
  ['Migrate old carts from localStorage', 'I migrated the carts out of localStorage.', true],
  ['Move DNS', 'DNS points to shop-eu now.', true],
  ['Delete the old namespace', 'Deleted the branch.', false],
  ['Write tests for the poller', 'Renamed it, all tests are green.', false],
  ['virus scan hook', 'Renamed presign to sign.', false],
  ['Doku für den Import', 'Die Doku zum Import steht.', true],
  ['Löschregel nach 400 Tagen', 'Umbenannt, Tests grün.', false],
  ['borrar la tabla vieja', 'He borrado la tabla.', true],
  ['支付接口的测试', '支付接口已经写好。', true],
  ['更新文档', '测试通过。', false],
])('whether of "%s" speaks "%s": %s', (item, text, expected) => {
  expect(speaksOf(text, item)).toBe(expected);
});
