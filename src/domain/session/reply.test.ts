import { describe, expect, test } from 'vitest';
import { replyOf } from './reply.ts';

const FILLER = 'The handler reads the row, checks the version and writes it back in one transaction. '.repeat(
  12,
);

describe('what a reply said', () => {
  test('short, as plain sentences', () => {
    const reply = replyOf('## Done\n\n**Changes:**\n- renamed `a`\n- removed `b`\n\nAll tests pass.');
    expect(reply?.said).toBe('Done; Changes: renamed `a`; removed `b`; All tests pass.');
  });

  test('ticks stay: without them what is done would read as open', () => {
    const list = '- [x] list and get\n- [ ] pagination\n- [X] docs';
    for (const name of ['**To do**', 'Status:', '## Remaining'])
      expect(replyOf(`${name}\n${list}`)?.said).toMatch(
        /\S+[;:] \[x\] list and get; pagination; \[X\] docs$/,
      );
    expect(replyOf(`## Remaining\n${list}`)?.next).toEqual(['pagination']);
  });

  test('code blocks are left out', () => {
    expect(replyOf('Added it:\n\n```ts\nconst a = 1;\n```\n\nIt works.')?.said).toBe('Added it: It works.');
  });

  test('a reply that is only a block is its block', () => {
    expect(replyOf('```\napi: paging\n\nLists grew.\n```')?.said).toBe('api: paging; Lists grew.');
  });

  test('head and tail of a long one', () => {
    const said = replyOf(`The cause was the cache.\n\n${FILLER}\n\nOne test is still red: rounding.`)!.said;
    expect(said.length).toBeLessThanOrEqual(600);
    expect(said.startsWith('The cause was the cache.')).toBe(true);
    expect(said.endsWith('One test is still red: rounding.')).toBe(true);
    expect(said).toContain(' … ');
  });

  test('the closing list first', () => {
    const reply = replyOf(
      `The cause was the cache.\n\n${FILLER}\n\n**Next steps:**\n1. Drop the cache\n2. Tell ops`,
    )!;
    expect(reply.said.startsWith('Next steps: ')).toBe(true);
    expect(reply.said).toContain('Drop the cache');
    expect(reply.said).toContain('The cause was the cache.');
    expect(reply.said.length).toBeLessThanOrEqual(600);
    expect(reply.next).toEqual(['Drop the cache', 'Tell ops']);
  });

  test.each(['[Request interrupted by user]', 'API Error: 400 {"type":"error"}', '', '   '])(
    'nothing: %s',
    (text) => {
      expect(replyOf(text)).toBeNull();
    },
  );
});

describe('what a reply asked', () => {
  test.each([
    ['All done. Should I delete the old table too?', 'Should I delete the old table too?'],
    [
      'Two ways lead there. Which do you prefer?\n\n1. A queue\n2. A cron job',
      'Which do you prefer? 1. A queue; 2. A cron job',
    ],
    [
      "Three ways out:\n1. Start cron in instance 0\n2. Own app with `instances: 1`\n3. Claim rows\n\nI'd go for 2. Which one do you want?",
      "1. Start cron in instance 0; 2. Own app with `instances: 1`; 3. Claim rows; I'd go for 2. Which one do you want?",
    ],
    [
      '**A) In Postgres** – one backup.\n**B) In S3** – cheap.\n\nWhich one do you want?',
      'A) In Postgres – one backup. B) In S3 – cheap. Which one do you want?',
    ],
    ['- a) Redis\n- b) Postgres\n\nWelche Variante?', 'a) Redis; b) Postgres; Welche Variante?'],
    ['1. Renamed a\n2. Added b\n\nShould I commit?', 'Should I commit?'],
    ['1. Renamed a\n\nWhich branch?', 'Which branch?'],
    [
      'It is ready. Let me know whether staging may be migrated.',
      'Let me know whether staging may be migrated.',
    ],
    ['Soll ich die alte Tabelle löschen?', 'Soll ich die alte Tabelle löschen?'],
    ['要不要删除旧表？', '要不要删除旧表？'],
  ])('%s', (text, question) => {
    expect(replyOf(text)?.question).toBe(question);
  });

  test('long options are all there, with their beginnings', () => {
    const option = (n: number) => `${n}. Way ${n} ${'goes on and on '.repeat(20)}`;
    const { question } = replyOf(`${option(1)}\n${option(2)}\n${option(3)}\n\nWhich one?`)!;
    expect(question).toMatch(/^1\. Way 1 .*… 2\. Way 2 .*… 3\. Way 3 .*… Which one\?$/);
    expect(question!.length).toBeLessThanOrEqual(300);
  });

  test.each([
    'All done.',
    'All done. Let me know if you have any questions!',
    'Done. Anything else?',
    `Why was it slow? ${FILLER} It is fast now.`,
  ])('nothing: %s', (text) => {
    expect(replyOf(text)?.question).toBeNull();
  });
});
