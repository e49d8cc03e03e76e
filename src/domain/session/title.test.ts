import { expect, test } from 'vitest';
import { titleIn } from './title.ts';

test.each([
  ['Fix the retry loop in src/queue.ts. It never ends.', 'Fix the retry loop in src/queue.ts'],
  [
    'The export used to live in its own repo. We need to move the release job.',
    'We need to move the release job',
  ],
  [
    "I've got a merge conflict here. Explain each part of it to me.",
    "I've got a merge conflict here. Explain each part of it to me",
  ],
  ['ok, so please add a --json flag to `list`', 'add a --json flag to `list`'],
  ["Let's address 2. Unused variable in watch", "Let's address 2. Unused variable in watch"],
  ['We get this error:\n\nHow can I resolve this?', 'We get this error: How can I resolve this?'],
  [
    'Hallo! Kannst du den Import der Rechnungen schneller machen?',
    'Kannst du den Import der Rechnungen schneller machen?',
  ],
  ['Bonjour. Ajoute un test pour la facture en retard.', 'Ajoute un test pour la facture en retard'],
  ['Hola. Necesito que el informe salga en PDF.', 'Necesito que el informe salga en PDF'],
  ['Olá! Adicione um cache para as cotações.', 'Adicione um cache para as cotações'],
  ['你好。请修复登录页面的错误。', '请修复登录页面的错误'],
  ['Take a look at /home/ada/projects/shop/var/log/2026-11/exports/debug.log', 'Take a look at …/debug.log'],
  ['⚠️ Minor: empty answers print nothing', 'Minor: empty answers print nothing'],
  ['continue', null],
  ['151', null],
  ['', null],
])('%s', (words, title) => {
  expect(titleIn(words)?.text ?? null).toBe(title);
});

test('is a line of 100 characters at most', () => {
  const title = titleIn(`Rename the ${'very '.repeat(60)}long function`)!.text;
  expect(title.length).toBeLessThanOrEqual(100);
  expect(title.endsWith('…')).toBe(true);
});

test.each([
  [
    'Read docs/PLAN.md. We move the importer to its own package.',
    'Read docs/PLAN.md. We move the importer to its own package',
  ],
  [
    'Look at https://example.com/shop/issues/182 why does the flag do nothing for `run`?',
    'Look at https://example.com/shop/issues/182 why does the flag do nothing for `run`?',
  ],
  ['Look at the release job in ../shop. It is slow.', 'Look at the release job in ../shop'],
])('that only names a place goes on: %s', (words, title) => {
  expect(titleIn(words)?.text).toBe(title);
});

test.each([
  ["This isn't good.", true],
  ['Address 3, 8 and 11', true],
  ['The inversions have already been done', true],
  ['Fix the retry loop', false],
  ['The export prints every row twice since the migration to the new queue', false],
  ['src/queue.ts never ends', false],
])('is vague where it names nothing: %s', (words, isVague) => {
  expect(titleIn(words)?.isVague).toBe(isVague);
});
