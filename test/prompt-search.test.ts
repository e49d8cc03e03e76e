import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '../src/config/config.ts';
import type { Fact } from '../src/domain/fact.ts';
import type { ScopeKey, SessionId } from '../src/domain/ids.ts';
import { makeMemory } from '../src/domain/memories/memory.ts';
import type { Scope } from '../src/domain/scope.ts';
import { DAY } from '../src/domain/time.ts';
import { memoriesForPrompt } from '../src/engine/search/memories-for-prompt.ts';
import { quotedPassages } from '../src/engine/search/passages.ts';
import { matchPrompt } from '../src/engine/search/text-match.ts';
import { foldingUnder } from '../src/engine/session/folding.ts';
import { createPrivate } from '../src/platform/files.ts';
import type { Store } from '../src/store.ts';
import { openMigrated } from '../src/stores/sqlite/migrations.ts';
import { storeOn } from '../src/stores/sqlite/sqlite-store.ts';
import { scratchFolder } from './scratch.ts';

const NOW = Date.parse('2026-11-16T10:00:00Z');
const shop: Scope = { key: '/shop/.git' as ScopeKey, label: 'project:shop', root: '/shop' };
const other: Scope = { key: '/other/.git' as ScopeKey, label: 'project:other', root: '/other' };
const NOBODY = '' as SessionId;
const patient = { deadline: { passed: () => false }, now: () => NOW };

let store: Store;
let folder: ReturnType<typeof scratchFolder>;

beforeEach(() => {
  folder = scratchFolder();
  const options = { waitMillis: () => 5_000, prepare: createPrivate, sharedMemory: true, now: Date.now };
  store = storeOn(openMigrated(join(folder.path, 'brain.db'), options));
});

afterEach(() => {
  store.close();
  folder.dispose();
});

async function session(
  name: string,
  daysAgo: number,
  turns: readonly string[],
  scope = shop,
): Promise<SessionId> {
  const at = NOW - daysAgo * DAY;
  const id = name as SessionId;
  const facts = turns.map((text, i): Fact => ({ kind: i % 2 === 0 ? 'prompt' : 'reply', text }));
  await store.openSession({
    ...{ id, scope, at, host: 'bench', hostSessionId: id },
    ...{ branch: null, head: null, cwd: null, owner: null, resumes: null },
  });
  await store.append(
    id,
    facts.map((fact) => ({ fact, key: null })),
    { via: 'test', at },
  );
  await store.endSession(id, foldingUnder(defaultConfig()), at, null);
  return id;
}

const match = (prompt: string) => matchPrompt({ store, ...patient }, prompt, shop.key, NOBODY);
const quoted = async (prompt: string) => quotedPassages({ store, ...patient }, prompt, await match(prompt));

describe('a prompt beside earlier sessions', () => {
  const PROMPT = 'compare the shadow mode of the payment webhooks with polling, as in #482';

  it('matches 1 with the session that began with the same words 14 days ago', async () => {
    const same = await session('same', 14, [PROMPT, 'The comparison runs behind a flag.']);
    const unlike = await session('unlike', 1, ['write the changelog', 'Done.']);
    const matches = await match(PROMPT);
    const fits = await matches.weigh([same, unlike]);
    expect(fits.of(same)).toBe(1);
    expect(fits.of(unlike)).toBe(0);
    expect(fits.order(same, NOW - 14 * DAY, NOW)).toBeGreaterThan(fits.order(unlike, NOW - DAY, NOW));
    expect((await matches.strong(NOW - 7 * DAY, 3)).map(({ id }) => id)).toEqual([same]);
  });

  it('finds the session of an issue before newer ones on the same subject', async () => {
    const mine = await session('mine', 40, [
      'Start with #482: rounding of VAT per line',
      'I changed the rounding.',
    ]);
    const near = await session('near', 3, [
      'Start with #479: rounding of VAT per line',
      'I changed the rounding at line 482.',
    ]);
    const fits = await (await match('back to #482 please')).weigh([mine, near]);
    expect(fits.of(mine)).toBeGreaterThan(fits.of(near));
    expect(fits.order(mine, NOW - 40 * DAY, NOW)).toBeGreaterThan(fits.order(near, NOW - 3 * DAY, NOW));
  });

  it('quotes what was said, with who said it, from beyond the lookback, and nothing of another project', async () => {
    await session('told', 60, [
      'why is the shadow comparison red?',
      'The webhook filter of the shadow comparison must use >= because events are exactly five minutes old.',
    ]);
    await session('foreign', 2, ['the webhook filter of the shadow comparison is secret', 'Yes.'], other);
    for (let i = 0; i < 6; i++)
      await session(`other${i}`, 10 + i, [`tidy the docs of chapter ${i}`, 'Done.']);
    const [first, ...rest] = await quoted('what was it about the webhook filter in the shadow comparison?');
    expect(first).toMatchObject({ session: 'told', by: 'agent', at: NOW - 60 * DAY });
    expect(first!.text).toContain('>= because events');
    expect(rest).toEqual([]);
  });

  it('quotes the answer to the same question', async () => {
    const question = 'how do the antenna tuner and the squelch work together?';
    const answer =
      'The tuner settles first, which takes about 40 milliseconds; only then is the receiver opened, so that no noise is heard while it moves.';
    await session('asked', 20, [question, answer]);
    for (let i = 0; i < 4; i++)
      await session(`other${i}`, 10 + i, [`tidy the docs of chapter ${i}`, 'Done.']);
    const [first] = await quoted(question);
    expect(first).toMatchObject({ session: 'asked', by: 'agent', text: answer });
  });

  it('quotes of a long passage what stands around the words', async () => {
    const filler =
      'Before that we looked at many other parts of the program, and none of them was to blame. '.repeat(5);
    await session('long', 20, ['look into it', `${filler}The antenna tuner waits for the squelch.`]);
    for (let i = 0; i < 4; i++)
      await session(`other${i}`, 10 + i, [`tidy the docs of chapter ${i}`, 'Done.']);
    const [first] = await quoted('does the antenna tuner mind the squelch?');
    expect(first!.text.length).toBeLessThan(400);
    expect(first!.text).toContain('antenna tuner waits for the squelch');
  });

  it('counts a session without a word of the prompt where it is newer', async () => {
    const fair = 'the antenna of the radio';
    const prompt = 'the antenna and the squelch';
    const old = await session('old', 60, [fair, 'Done.']);
    const best = async () => (await match(prompt)).best(NOW, 6);
    for (let i = 0; i < 2; i++) await session(`new${i}`, i, [`tidy chapter ${i}`, 'Done.']);
    expect(await best()).toEqual([old]);
    await session('new2', 2, ['tidy chapter 2', 'Done.']);
    expect(await best()).toEqual([]);
  });

  it.each(['continue where we left off', 'ok', 'go on please', 'weiter'])(
    'says nothing to %j',
    async (prompt) => {
      await session('s1', 3, [
        'continue where we left off',
        'I continue where we left off, and go on please.',
      ]);
      expect(await quoted(prompt)).toEqual([]);
      expect(await (await match(prompt)).strong(NOW, 3)).toEqual([]);
    },
  );
});

describe('memories at a prompt', () => {
  async function remember(content: string, scope = shop): Promise<void> {
    const made = makeMemory(
      { content, source: 'person' },
      { id: '', scope, sessionId: null },
      NOW - 30 * DAY,
    )!;
    await store.addMemory(made, () => `mem-${content.length}`, []);
  }
  const told = async (prompt: string) =>
    (await memoriesForPrompt({ store, ...patient }, shop, prompt, 3)).map(({ memory }) => memory.content);

  it('are those whose words it holds, of this scope', async () => {
    await remember('Webhook retries are idempotent.');
    await remember('Use pnpm, never npm.');
    await remember('Webhook retries of another project', other);
    expect(await told('why do the webhook retries come twice?')).toEqual(['Webhook retries are idempotent.']);
    expect(await told('install left-pad with pnpm')).toEqual(['Use pnpm, never npm.']);
    expect(await told('tune the antenna')).toEqual([]);
    expect(await told('continue where we left off')).toEqual([]);
  });
});
