import { expect, it } from 'vitest';
import { isAnswer } from './answering.ts';

const QUESTION = 'Should a failed event be retried forever, or parked in a dead-letter table?';

it.each<[words: string, expected: boolean]>([
  ['yes', true],
  ['no, park them', true],
  ['the second one', true],
  ['park it after five attempts and tell me when the dead-letter table grows', true],
  ['thanks, that is all for today', false],
  ["let me ask Priya about the dead-letter table, she's back on Monday", false],
  ['dunno, need to ask my coauthor. now fix the bibliography please, three entries are missing', false],
  ['now please look at the certificate of the tile server and how long it is still valid', false],
  ['das weiß ich nicht, mach erst mal mit dem Import der Gebäude weiter, der ist dringender', false],
])('%j: %s', (words, expected) => expect(isAnswer(words, QUESTION)).toBe(expected));
