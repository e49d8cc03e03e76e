import { expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { isGreeting, isNod, isOffer, isProcessTalk } from './talk.ts';

it.each(table<[boolean, string]>('process-talk'))('process talk: %s: %s', (is, sentence) => {
  expect(isProcessTalk(sentence)).toBe(is);
});

it.each(table<[string, string]>('nods'))('%s: %s', (kind, words) => {
  expect([isNod(words), isGreeting(words)]).toEqual([kind !== 'neither', kind === 'greeting']);
});

it.each(table<[boolean, string]>('offers'))('an offer: %s: %s', (is, question) => {
  expect(isOffer(question)).toBe(is);
});
