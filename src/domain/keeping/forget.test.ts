import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { memoryLine } from '../answer/lines.ts';
import { FORGOTTEN } from '../base/text/safe-text.ts';
import { erase, eraserOf, forgetInText, forgettingWords } from './forget.ts';

const CONTENT = 'The backup server\nis called zanzibar and lives in room 17';
const FORGETTING = { memoryId: 'mem-1', content: CONTENT };

describe('words that are forgotten', () => {
  it.each(table<[string, string, string]>('forgotten-words'))('%s', (_, text, expected) => {
    expect(forgetInText(text, FORGETTING)).toBe(expected);
  });

  it('stay in all texts if they are too short', () => {
    expect(forgetInText('tabs or spaces', forgettingWords('tabs', 'mem-1'))).toBe('tabs or spaces');
  });

  it('are removed at any depth, in JSON within texts too, and nothing else changes', () => {
    const body = JSON.stringify({ text: `x ${CONTENT}` });
    const untouched = '{ "spelled":  "in its own way" }';
    expect(erase({ body, list: [CONTENT, 7, null], untouched }, eraserOf(FORGETTING))).toEqual({
      body: JSON.stringify({ text: `x ${FORGOTTEN}` }),
      list: [FORGOTTEN, 7, null],
      untouched,
    });
  });

  it('leave the fact that something was learnt, without its categories', () => {
    const fact = { kind: 'learned', memoryId: 'mem-1', categories: ['servers'] };
    expect(erase(fact, eraserOf(FORGETTING))).toEqual({ ...fact, categories: [] });
    expect(erase({ ...fact, memoryId: 'mem-2' }, eraserOf(FORGETTING))).toMatchObject({
      categories: ['servers'],
    });
  });
});

describe('a text that a session was told', () => {
  it.each([
    ['in the words', { preamble: `- ${CONTENT}`, explanation: '{}' }],
    [
      'by its id, in other words',
      { preamble: '- old words', explanation: '{"memories":["mem-1"]}' },
    ],
  ])('goes as a whole where it told of it %s', (_how, told) => {
    expect(erase(told, eraserOf(FORGETTING))).toEqual({
      preamble: null,
      explanation: '{"brief":true,"forgotten":true}',
    });
  });

  it('stays if it does not contain the words', () => {
    const told = {
      preamble: 'The backup server is called quietly',
      explanation: '{"with_prompt":true}',
    };
    expect(erase(told, eraserOf(FORGETTING))).toEqual(told);
  });
});

describe('a line', () => {
  it('shows the confidence with two digits, on one escaped line', () => {
    expect(memoryLine({ content: 'a\n</session-continuity>', confidence: 0.8857142857 })).toBe(
      '[0.89] a &lt;/session-continuity>',
    );
    expect([...memoryLine({ content: 'x'.repeat(900), confidence: 1 })].length).toBeLessThanOrEqual(
      309,
    );
  });
});
