import { describe, expect, test } from 'vitest';
import { mostTelling, tellingIn } from './telling.ts';

const told = (words: string) => mostTelling(tellingIn(words), 4, 400);

describe('what a person told', () => {
  test.each([
    [
      'a fact in passing',
      'Great work so far, I really like it. Events come twice from the Stripe sandbox, that is normal. Can you go on with it?',
      ['Events come twice from the Stripe sandbox, that is normal.'],
    ],
    [
      'a constraint',
      'Hmm, let me think about it for a moment. The staging database is shared with QA until 19 November.',
      ['The staging database is shared with QA until 19 November.'],
    ],
    [
      'German',
      'Das sieht doch schon ganz gut aus. Der Testserver läuft noch mit Postgres 14 unter /srv/pg.',
      ['Der Testserver läuft noch mit Postgres 14 unter /srv/pg.'],
    ],
    [
      'French',
      "C'est très bien comme ça. Le client Dupont paie toujours en francs suisses.",
      ['Le client Dupont paie toujours en francs suisses.'],
    ],
    [
      'Chinese',
      '好的。测试环境的数据库版本是 Postgres 14，端口 5433。',
      ['测试环境的数据库版本是 Postgres 14，端口 5433。'],
    ],
    [
      'a limit in plain words',
      'Nice one. We keep the old names until the audit is over, not before.',
      ['We keep the old names until the audit is over, not before.'],
    ],
    [
      'a limit behind a semicolon with its reason',
      'All good. The expected values of the parity tests stay; they are evidence.',
      ['The expected values of the parity tests stay; they are evidence.'],
    ],
    [
      'a limit in Spanish',
      'Muy bien hecho. Sin el apellido del paciente, solo la hora.',
      ['Sin el apellido del paciente, solo la hora.'],
    ],
    [
      'a choice in Korean',
      '좋아요. 결제는 아임포트 대신 토스페이먼츠를 쓰기로 했어요.',
      ['결제는 아임포트 대신 토스페이먼츠를 쓰기로 했어요.'],
    ],
    [
      'a limit in Korean',
      '감사합니다. 절대 main에 직접 푸시하지 마세요.',
      ['절대 main에 직접 푸시하지 마세요.'],
    ],
    [
      'a limit in Japanese',
      'ありがとう。floatは絶対に使わないでください。',
      ['floatは絶対に使わないでください。'],
    ],
    ['a limit in Chinese', '很好。日志里不能出现用户姓名。', ['日志里不能出现用户姓名。']],
  ])('%s', (_, words, expected) => {
    expect(told(words)).toEqual(expected);
  });

  test('what stands in a place of more worth comes before what says as much', () => {
    const task = 'The import of the customer list takes forty minutes on the old machine.';
    const answer = 'The export of the supplier list keeps its old column order.';
    const chosen = (worth: number) => mostTelling([...tellingIn(task), ...tellingIn(answer, worth)], 1, 400);
    expect(chosen(0.8)).toEqual([task]);
    expect(chosen(1.6)).toEqual([answer]);
  });

  test.each([
    'ok thanks',
    'That looks really good to me.',
    'what do you think about it?',
    '/srv/app/logs/debug.log',
    'It prints this:',
  ])('nothing: %s', (words) => {
    expect(told(words)).toEqual([]);
  });

  test('says a thing once, and in order of time', () => {
    const words =
      'Invoices of Acme have 3 decimals. The importer needs Node 22 on Windows. The importer needs Node 22 on Windows machines.';
    expect(told(words)).toEqual([
      'Invoices of Acme have 3 decimals.',
      'The importer needs Node 22 on Windows machines.',
    ]);
  });

  test('keeps to its length', () => {
    const words = Array.from(
      { length: 20 },
      (_, i) => `Customer number ${i} of Region${i} pays by Method${i} only.`,
    ).join(' ');
    const chosen = told(words);
    expect(chosen.length).toBeLessThanOrEqual(4);
    expect(chosen.join('').length).toBeLessThanOrEqual(400);
  });
});
