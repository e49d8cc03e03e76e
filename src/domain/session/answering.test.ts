import { describe, expect, it } from 'vitest';
import { isAnswer, isBareAnswer, isDenial } from './answering.ts';

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
  ['I have forwarded your question about the dead-letter table to the platform team', false],
  ["we'll discuss the dead-letter table on Tuesday with everybody who is on call", false],
  ['das mit der dead-letter table muss ich erst mit Jana klären, das dauert bis Montag', false],
  ['lo de la dead-letter table se lo pregunto mañana a Marta, que es quien lo lleva', false],
  ['pour la dead-letter table je vais demander à Luc, il revient lundi matin seulement', false],
])('%j: %s', (words, expected) => expect(isAnswer(words, QUESTION)).toBe(expected));

it('is answered by an option that the reply names', () => {
  const reply = 'Two designs are possible: an RRULE that is expanded on read, or materialised rows.';
  const words =
    'Thank you, very clear. Let us go with materialised rows, because the doctors move single sessions.';
  expect(isAnswer(words, 'Which one do you prefer?')).toBe(false);
  expect(isAnswer(words, 'Which one do you prefer?', reply)).toBe(true);
});

it.each<[words: string, expected: boolean]>([
  ['back in an hour', false],
  ['yes, go on with it', false],
  ['park it in the table', true],
])('an older question stays open: %j: %s', (words, answered) =>
  expect(isAnswer(words, QUESTION, '', true)).toBe(answered),
);

describe('isBareAnswer', () => {
  it.each([
    'n',
    'y',
    'b',
    'B)',
    '2',
    'option c',
    'yes',
    'No.',
    'no, leave them where they are',
    'ja, bitte',
    'sí',
    '不用',
  ])('%s', (words) => expect(isBareAnswer(words)).toBe(true));
  it.each([
    'a test fails',
    'no tests run, why?',
    'continue',
    'hi',
    'ok fix the parser',
    '2. rename it',
    '404',
    'n+1 queries',
  ])('not: %s', (words) => expect(isBareAnswer(words)).toBe(false));
});

describe('isDenial', () => {
  it.each([
    'nope other way',
    'no, newest first',
    "that's wrong",
    'Nein, andersrum',
    'non, le contraire',
    'al revés',
    '不对，反了',
  ])('%s', (words) => expect(isDenial(words)).toBe(true));
  it.each([
    'no problem, now the header',
    'now the header',
    'not sure, look again',
    'nobody uses it',
    'normalise the rows',
  ])('not: %s', (words) => expect(isDenial(words)).toBe(false));
});
