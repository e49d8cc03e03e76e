import { describe, expect, it } from 'vitest';
import { findAnswers } from './answers.ts';
import type { Turn } from './turn.ts';

const turn = (number: number, asked: string | null, answered: string | null): Turn => ({
  number,
  at: number,
  asked,
  answered,
  files: [],
  runs: [],
  made: [],
  ended: 'answered',
});

describe('a reply that ends with a question, and what was said next', () => {
  it.each([
    ['The job is in. Half up or bankers?', 'Half up or bankers?'],
    ['完成了。要保留旧的缓存吗？', '要保留旧的缓存吗？'],
    ['How shall it round?\n\n- half up\n- bankers', 'How shall it round? half up · bankers'],
    ['Two ways:\n- keep it\n- shall I drop it?', 'Two ways: keep it · shall I drop it?'],
    ['All is in.\n- keep it?\n- drop it?', 'keep it? · drop it?'],
  ])('%s', (reply, question) => {
    const turns = [turn(1, 'round it', reply), turn(2, 'bankers please', 'Done.')];
    expect(findAnswers(turns)).toMatchObject([{ question, answer: 'bankers please', turn: 2 }]);
  });

  it.each([
    ['Is it done? Yes, all of it.', 2],
    ['All done.', 2],
    ['Half up or bankers?', 3],
  ])('is none: %s, then turn %s', (reply, next) => {
    expect(findAnswers([turn(1, 'round it', reply), turn(next, 'bankers', null)])).toEqual([]);
  });

  it('waits for its answer', () => {
    expect(findAnswers([turn(1, 'round it', 'Half up or bankers?')])).toEqual([]);
  });
});
