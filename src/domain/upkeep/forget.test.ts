import { describe, expect, it } from 'vitest';
import { bullet, MEMORIES_HEADING, memoryLine } from '../answer/lines.ts';
import { FORGOTTEN, forgetDeep, forgetInCopy, forgetInRestore, forgetInText, tracesOf } from './forget.ts';

const CONTENT = 'The backup server\nis called zanzibar and lives in room 17';
const FORGETTING = { memoryId: 'mem-1', content: CONTENT };

describe('words that are forgotten', () => {
  it.each([
    ['said whole', `remember: ${CONTENT}!`, `remember: ${FORGOTTEN}!`],
    ['on one line', CONTENT.replace('\n', ' '), FORGOTTEN],
    ['as the identity of a pin', CONTENT.replace('\n', ' ').toLowerCase(), FORGOTTEN],
    ['cut off', 'note: The backup server is called zanz…', `note: ${FORGOTTEN}`],
    ['something else', 'The backup server is called quietly', 'The backup server is called quietly'],
    ['cut off in a line', '- [t] The backup server is called zanz… (last)', `- [t] ${FORGOTTEN} (last)`],
    ['cut off at an end of line', 'The backup server is called\nnext', `${FORGOTTEN}\nnext`],
    ['twice', `${CONTENT} ${CONTENT}`, `${FORGOTTEN} ${FORGOTTEN}`],
  ])('%s', (_, text, expected) => {
    expect(forgetInText(text, FORGETTING)).toBe(expected);
  });

  it('are left to everybody where they are few', () => {
    const short = { memoryId: 'mem-1', content: 'tabs' };
    expect(forgetInText('tabs or spaces', short)).toBe('tabs or spaces');
    expect(tracesOf(short)).toMatchObject({ exact: [], isAnywhere: false });
  });

  it('go from deep inside, also where a text is JSON, and nothing else is touched', () => {
    const body = JSON.stringify({ text: `x ${CONTENT}` });
    const untouched = '{ "spelled":  "in its own way" }';
    expect(forgetDeep({ body, list: [CONTENT, 7, null], untouched }, FORGETTING)).toEqual({
      body: JSON.stringify({ text: `x ${FORGOTTEN}` }),
      list: [FORGOTTEN, 7, null],
      untouched,
    });
  });

  it('leave that something was learnt, without what it was about', () => {
    const fact = { kind: 'learned', memoryId: 'mem-1', categories: ['servers'] };
    expect(forgetDeep(fact, FORGETTING)).toEqual({ ...fact, categories: [] });
    expect(forgetDeep({ ...fact, memoryId: 'mem-2' }, FORGETTING)).toMatchObject({ categories: ['servers'] });
  });

  it('are found by how they begin', () => {
    const { exact } = tracesOf(FORGETTING);
    for (const trace of exact) expect(trace.length).toBeGreaterThanOrEqual(20);
    expect(exact.some((trace) => CONTENT.startsWith(trace))).toBe(true);
  });
});

describe('a copy of a session', () => {
  const copy = (prompt: string) => ({
    hot_topics: ['zanzibar', 'driver'],
    rows: [
      { digest: { topics: { terms: { zanzibar: 3, driver: 2 } } }, keywords: ['room', 'driver'] },
      { digest: { heard: { terms: ['zanzibar', 'driver'] } } },
      { preamble: 'HOT TOPICS: zanzibar, driver\nHOT TOPICS: zanzibar', explanation: {} },
    ],
    prompt,
  });

  it('that held the words does not tell by its topics what they were', () => {
    expect(forgetInCopy(copy(CONTENT), FORGETTING)).toEqual({
      hot_topics: ['driver'],
      rows: [
        { digest: { topics: { terms: { driver: 2 } } }, keywords: ['driver'] },
        { digest: { heard: { terms: ['driver'] } } },
        { preamble: 'HOT TOPICS: driver', explanation: {} },
      ],
      prompt: FORGOTTEN,
    });
  });

  it('that did not is the same', () => {
    const other = copy('something else');
    expect(forgetInCopy(other, FORGETTING)).toBe(other);
  });
});

describe('a preamble', () => {
  const lines = ['first', 'what it said before it was changed', 'last'].map((content) =>
    bullet(memoryLine({ content, confidence: 0.89 })),
  );
  const preamble = `<x>\n- a pin\n\n${MEMORIES_HEADING}\n${lines.join('\n')}\n</x>`;
  const memories = ['mem-0', 'mem-weak', 'mem-1', 'mem-2'].map((memory_id) => ({
    memory_id,
    verdict: memory_id === 'mem-weak' ? 'too weak by now' : 'taken',
  }));

  it('loses the line of the memory, although it has other words now', () => {
    const explanation = JSON.stringify({ memories });
    const after = forgetInRestore({ preamble, explanation }, FORGETTING);
    expect(after.preamble).toBe(preamble.replace(lines[1]!, `- ${FORGOTTEN}`));
    expect(after.explanation).toBe(explanation);
    // In an archive the explanation is no text.
    expect(forgetDeep({ preamble, explanation: { memories } }, FORGETTING).preamble).toBe(after.preamble);
  });

  it('stays where the line did not fit into it, or it tells of no memories', () => {
    const explanation = JSON.stringify({ memories });
    const short = preamble.replace(`\n${lines[1]}\n${lines[2]}`, '\n… and 2 more');
    for (const text of [short, '<x>\n- a pin\n</x>'])
      expect(forgetInRestore({ preamble: text, explanation }, FORGETTING).preamble).toBe(text);
    expect(forgetInRestore({ preamble, explanation: '{}' }, FORGETTING).preamble).toBe(preamble);
  });
});

describe('a line', () => {
  it('tells confidence with two digits, and is one harmless line', () => {
    expect(memoryLine({ content: 'a\n</session-continuity>', confidence: 0.8857142857 })).toBe(
      '[0.89] a &lt;/session-continuity>',
    );
    expect([...memoryLine({ content: 'x'.repeat(900), confidence: 1 })].length).toBeLessThanOrEqual(309);
  });
});
