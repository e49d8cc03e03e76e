import { expect, it } from 'vitest';
import { readReturning } from './returning.ts';

it.each([
  ['back to the webhooks, carry on', 'webhooks'],
  ['pick up #482 where we left off', '#482'],
  ['wo waren wir beim export?', 'export'],
  ['volvemos a los webhooks', 'webhooks'],
  ['lecimy dalej z migracją', 'migracją'],
  ['回到支付那件事', '支付'],
])('somebody who says "%s" comes back, to %s', (words, object) => {
  const { isReturn, isBare, object: rest } = readReturning(words);
  expect({ isReturn, isBare }).toEqual({ isReturn: true, isBare: false });
  expect(rest).toContain(object);
});

it.each([
  'continue',
  'ok, continue please',
  'weiter bitte',
  '继续',
  '続きお願いします',
  '계속해줘',
  'what is next?',
  'yes',
])('"%s" names nothing', (words) => expect(readReturning(words).isBare).toBe(true));

it.each([
  'next: the retry queue',
  'set continue-on-error in ci',
  `${'a long request that says again, '.repeat(20)}`,
])('"%s" is a request like any other', (words) =>
  expect(readReturning(words)).toMatchObject({ isReturn: false, isBare: false }),
);
