import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { erase, eraserOf, forgetInText, mayHold, traceOf } from '../../keeping/forget.ts';
import { isSearchable } from './phrase.ts';
import { FORGOTTEN, isEmptied } from './safe-text.ts';

const typed = (content: string) => ({ memoryId: null, content });

describe('typed words', () => {
  it.each(table<[string, string, string]>('phrases'))('%s', (_, text, expected) => {
    expect(forgetInText(text, typed('Zürich  relay'))).toBe(expected);
  });

  it.each(['"quoted" <b> & c\\d', '漢字の鍵', 'a.b*c(d)'])('of any letters: %s', (words) => {
    const stored = { [words]: [words, JSON.stringify({ words })] };
    const raw = JSON.stringify(stored);
    expect(mayHold(raw, typed(words))).toBe(true);
    expect(erase(stored, eraserOf(typed(words)))).toEqual({
      [FORGOTTEN]: [FORGOTTEN, JSON.stringify({ words: FORGOTTEN })],
    });
  });

  it('have letters by which rows are found, or every row is looked at', () => {
    expect(traceOf(typed('Zürich relay'))).toBe('rich');
    expect(traceOf(typed('漢字の鍵'))).toBeNull();
  });

  it('leave a text empty that consisted of them', () => {
    expect(isEmptied(`${FORGOTTEN}, ${FORGOTTEN}.`)).toBe(true);
    expect(isEmptied(`${FORGOTTEN} is red`)).toBe(false);
    expect(isEmptied('...')).toBe(false);
  });

  it('are at least two letters', () => {
    expect(['a', '--', 'ab', '漢字'].map(isSearchable)).toEqual([false, false, true, true]);
  });
});
