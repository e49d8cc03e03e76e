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
      'Which do you prefer? A queue; A cron job',
    ],
    [
      'It is ready. Let me know whether staging may be migrated.',
      'Let me know whether staging may be migrated.',
    ],
    ['Soll ich die alte Tabelle löschen?', 'Soll ich die alte Tabelle löschen?'],
    ['要不要删除旧表？', '要不要删除旧表？'],
  ])('%s', (text, question) => {
    expect(replyOf(text)?.question).toBe(question);
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
