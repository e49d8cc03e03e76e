import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../src/config/config.ts';
import type { ScopeKey } from '../../src/domain/base/ids.ts';
import type { Scope } from '../../src/domain/base/scope.ts';
import { DAY } from '../../src/domain/base/time.ts';
import type { Fact } from '../../src/domain/facts/fact.ts';
import { makeMemory } from '../../src/domain/memories/memory.ts';
import { quotedWords } from '../../src/domain/turns/quote.ts';
import { QUOTED, quoteTurns } from '../../src/engine/search/found.ts';
import { memoriesForPrompt } from '../../src/engine/search/kept.ts';
import { recall } from '../../src/engine/search/recall.ts';
import { useStore } from '../store.ts';

const NOW = Date.parse('2026-11-16T10:00:00Z');
const shop: Scope = { key: '/shop/.git' as ScopeKey, label: 'project:shop', root: '/shop' };
const other: Scope = { key: '/other/.git' as ScopeKey, label: 'project:other', root: '/other' };
const patient = {
  deadline: { passed: () => false },
  now: () => NOW,
  config: defaultConfig(),
  rooms: [],
};

const here = useStore({ now: Date.now });
const session = (name: string, daysAgo: number, turns: readonly string[], scope = shop) => {
  const said = turns.map((text, i): Fact => ({ kind: i % 2 === 0 ? 'prompt' : 'reply', text }));
  return here.session(name, scope, NOW - daysAgo * DAY, said);
};

const recalled = (question: string, scope = shop) =>
  recall({ store: here.store, ...patient }, question, { scope, kinds: ['session'], ...QUOTED });
const quoted = async (prompt: string) => quoteTurns(await recalled(prompt));

async function others(): Promise<void> {
  for (let i = 0; i < 6; i++)
    await session(`other${i}`, 10 + i, [`tidy the docs of chapter ${i}`, 'Done.']);
}

describe('a first prompt beside earlier sessions', () => {
  it('finds the session of an issue before newer ones on the same subject', async () => {
    await session('mine', 40, [
      'Start with #482: rounding of VAT per line',
      'I changed the rounding.',
    ]);
    await session('near', 3, [
      'Start with #479: rounding of VAT per line',
      'I changed the rounding again.',
    ]);
    await others();
    const [first] = await quoted('back to #482 please');
    expect(first).toMatchObject({ sessionId: 'mine', turn: 1 });
  });

  it('finds the session that opened with an id before newer ones that name it in passing', async () => {
    await session('opened', 40, ['#482 came in this morning', 'I wrote a test for it.']);
    for (const age of [2, 3])
      await session(`passing${age}`, age, [
        'the nightly export is slow',
        'I left #482 alone. It is close to #482.',
        'keep #482 in mind',
        'Yes, #482 waits.',
      ]);
    await others();
    expect((await quoted('continue with #482'))[0]).toMatchObject({ sessionId: 'opened', turn: 1 });
  });

  it('quotes the turn, by its number, from beyond the lookback, and nothing of another project', async () => {
    await session('told', 60, [
      'tidy the tests',
      'Done.',
      'why is the shadow comparison red?',
      'The webhook filter of the shadow comparison must use >= because events are exactly five minutes old.',
    ]);
    await session(
      'foreign',
      2,
      ['the webhook filter of the shadow comparison is secret', 'Yes.'],
      other,
    );
    await others();
    const [first] = await quoted('what was it about the webhook filter in the shadow comparison?');
    expect(first).toMatchObject({ sessionId: 'told', turn: 2, at: NOW - 60 * DAY });
    expect(quotedWords(first!.asked)).toBe('why is the shadow comparison red?');
    expect(quotedWords(first!.answered)).toContain('>= because events');
  });

  it('quotes of a long reply the sentences that hold the words', async () => {
    const filler =
      'Before that we looked at many other parts of the program, and none of them was to blame. '.repeat(
        5,
      );
    await session('long', 20, [
      'look into it',
      `${filler}The antenna tuner waits for the squelch.`,
    ]);
    await others();
    const [first] = await quoted('does the antenna tuner mind the squelch?');
    expect(quotedWords(first!.answered).length).toBeLessThan(420);
    expect(quotedWords(first!.answered)).toContain('antenna tuner waits for the squelch');
  });

  it.each([
    'continue where we left off',
    'ok',
    'go on please',
    'weiter',
    'test',
    'What can you do?',
  ])('says nothing to %j', async (prompt) => {
    await session('s1', 3, [
      'continue where we left off',
      'I continue where we left off, and go on please with what you can do. The test is ok.',
    ]);
    await others();
    expect(await quoted(prompt)).toEqual([]);
  });

  it('says nothing to a prompt about something else that shares a word by chance', async () => {
    await session('s1', 3, [
      'the parser of the invoice file fails',
      'The parser skips empty lines now.',
    ]);
    await others();
    expect(await quoted('Write a YAML parser for the spells of my roguelike.')).toEqual([]);
  });
});

describe('words that nobody wrote', () => {
  it.each([
    ['what did the fsnotfy watcher do?', 'fsnotfy', 'fsnotify'],
    ['commit e3f09', 'e3f09', 'e3f09…'],
  ])('%s', async (question, word, as) => {
    await session('s1', 3, [
      'switch to fsnotify',
      'The watcher uses fsnotify now, commit e3f09ab.',
    ]);
    await others();
    const { turns, respelled } = await recalled(question);
    expect(turns[0]!.document.ref).toBe('s1');
    expect(respelled).toEqual([{ word, as }]);
  });

  it('are found without their marks', async () => {
    await session('s1', 3, ['Берёзовая: табло не выключается', 'Größere Tasten für Jörg.']);
    await others();
    for (const question of ['березовая', 'Grossere Tasten'])
      expect((await recalled(question)).turns[0]?.document.ref, question).toBe('s1');
  });
});

describe('memories at a prompt', () => {
  async function remember(content: string, scope = shop): Promise<void> {
    const made = makeMemory(
      { content, source: 'person' },
      { id: '', scope, sessionId: null },
      NOW - 30 * DAY,
    )!;
    await here.store.addMemory(made, () => `mem-${content.length}`, []);
  }
  const told = async (prompt: string) =>
    (await memoriesForPrompt({ store: here.store, ...patient }, shop, prompt, 3)).map(
      ({ content }) => content,
    );

  it('are those whose words it holds, of this scope', async () => {
    await remember('Webhook retries are idempotent.');
    await remember('Use pnpm, never npm.');
    await remember('Webhook retries of another project', other);
    expect(await told('why do the webhook retries come twice?')).toEqual([
      'Webhook retries are idempotent.',
    ]);
    expect(await told('install left-pad with pnpm')).toEqual(['Use pnpm, never npm.']);
    expect(await told('tune the antenna')).toEqual([]);
    expect(await told('continue where we left off')).toEqual([]);
  });
});
