import { describe, expect, it } from 'vitest';
import { conversation, used } from '../../../test/deps.ts';
import { writeBack } from '../../../test/schema-19.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { archivePath } from '../../domain/keeping/archive.ts';
import { EMPTY_THREAD } from '../../domain/threads/thread.ts';
import { foldThread } from '../../domain/threads/thread-fold.ts';
import { addMemory } from '../../engine/memories/memories.ts';
import { memoriesOnce } from '../../engine/search/found.ts';
import { recall } from '../../engine/search/recall.ts';
import { moveToCold } from '../../engine/sessions/cold.ts';
import { recordNote } from '../../engine/tasks/noting.ts';
import type { Database } from '../../store/base/database.ts';
import { migrate } from '../../store/base/migrations.ts';
import { openSqliteStore } from '../../store/sqlite-store.ts';
import { markForTeam, unmarkForTeam } from '../engine/rule.ts';
import { thawAll } from '../engine/setup.ts';
import type { Segment } from '../log.ts';
import { sharedUnits } from '../sql/at-events.ts';
import { shareOf } from '../sql/share.ts';
import { machines, NOW, PROJECT, server, type TestHome, testHome } from './homes.ts';
import { memoryServer } from './memory-log.ts';

/** A session that asks, edits, notes and ends. */
async function work(
  home: TestHome,
  id: string,
  asked: string,
  said = 'The retry now waits.',
): Promise<void> {
  const say = home.converse(id);
  await say({ kind: 'session-start', source: 'startup' });
  await say({ kind: 'prompt', text: asked });
  await say(
    used({
      changes: [{ path: `${home.cwd}/src/retry.ts`, kind: 'edit', added: 'x', removed: null }],
    }),
  );
  await say({ kind: 'turn-end', reply: said });
  await say({ kind: 'session-end', reason: null });
}

const fold = async (home: TestHome) =>
  JSON.stringify(
    foldThread(
      EMPTY_THREAD,
      (await shareOf(home.deps).sharedWork(home.scope.key)).map((one, seq) => ({ ...one, seq })),
    ),
  );

describe('a person with two machines', () => {
  it('goes on under another name where somebody else wrote in the stream, by whichever copy of the driver says so', async () => {
    const log = server().as('alice');
    let refusals = 1;
    const push = async (segments: readonly Segment[]) => {
      if (refusals-- > 0)
        throw Object.assign(new Error('segment 1 is another one'), { code: 'STREAM_TAKEN' });
      await log.push(segments);
    };
    const laptop = await testHome('laptop', { ...log, push });
    const origin = async () => (await shareOf(laptop.deps).sharedProject(laptop.scope.key))!.origin;
    const before = await origin();
    await work(laptop, 'one', 'Make the retry of the payment wait five minutes.');
    expect((await laptop.sync()).sent.segments).toBeGreaterThan(0);
    expect(await origin()).not.toBe(before);
  });

  it('works on with both when one of them comes from schema 19', async () => {
    const { laptop, desktop } = await machines();
    await work(laptop, 'one', 'Make the retry of the payment wait five minutes.');
    await laptop.sync();
    await desktop.sync();
    await work(desktop, 'two', 'Now the refunds.');
    await desktop.sync();
    await laptop.sync();
    await recordNote(
      laptop.deps,
      laptop.scope,
      { kind: 'decision', text: 'the retry is linear', reason: null },
      'person',
    );
    const before = await fold(laptop);
    const upgrade = (database: Database) => {
      writeBack(database);
      migrate(database, () => 0);
    };
    await laptop.deps.store.room({ upgrade }).upgrade();
    expect(await fold(laptop)).toBe(before);
    await work(laptop, 'three', 'And the receipts.');
    expect(await shareOf(laptop.deps).hasUnsent(laptop.scope.key)).toBe(true);
    await laptop.sync();
    await desktop.sync();
    expect(await fold(laptop)).toContain('the retry is linear');
    expect(await fold(desktop)).toBe(await fold(laptop));
    expect(await shareOf(laptop.deps).hasUnsent(laptop.scope.key)).toBe(false);
    expect((await laptop.sync()).sent.records).toBe(0);
    // Entries of a ledger are nothing to send.
    const [last] = await laptop.deps.store.history({ limit: 1 });
    await laptop.deps.store.ledger.beginLedgerEpoch(
      last!.session_id,
      'compaction',
      laptop.deps.now(),
      null,
    );
    expect(await shareOf(laptop.deps).hasUnsent(laptop.scope.key)).toBe(false);
  });

  it('is told on the second where the first stopped, at its own path', async () => {
    const { laptop, desktop } = await machines();
    await work(
      laptop,
      'one',
      'Make the retry of the payment wait five minutes.',
      'One test is red: evt_3 is too young.',
    );
    await recordNote(
      laptop.deps,
      laptop.scope,
      { kind: 'decision', text: 'retry: exponential', reason: 'the bank throttles' },
      'person',
    );
    const sent = await laptop.sync();
    expect(sent.sent.records).toBeGreaterThan(5);
    const got = await desktop.sync();
    expect(got.received.records).toBe(sent.sent.records);
    const { context } = await desktop.converse('new')({ kind: 'session-start', source: 'startup' });
    expect(context).toContain('LAST TIME');
    expect(context).toContain('Make the retry of the payment wait five minutes.');
    expect(context).toContain('evt_3 is too young');
    expect(context).toContain('exponential');
    expect(context).not.toContain('/laptop/');
    expect(desktop.deps.failures).toEqual([]);
    expect(laptop.deps.failures).toEqual([]);
  });

  it('is told at the first prompt what came while the start was being answered', async () => {
    const { laptop, desktop } = await machines();
    await work(laptop, 'one', 'Make the heliotrope retry wait.');
    await laptop.sync();
    let isFirst = true;
    // Read after everything else that a start is made of.
    const arrives = async () => {
      if (!isFirst) return null;
      isFirst = false;
      desktop.deps.advance(10);
      await desktop.sync();
      desktop.deps.advance(10);
      return null;
    };
    Object.assign(desktop.deps, { rooms: [...desktop.deps.rooms, { contributes: arrives }] });
    const say = desktop.converse('two');
    const start = await say({ kind: 'session-start', source: 'startup' });
    expect(start.context ?? '').not.toContain('heliotrope');
    expect((await say({ kind: 'prompt', text: 'Go on.' })).context).toContain('heliotrope');
  });

  it('is not told that files changed which lie on the first alone', async () => {
    const { laptop, desktop } = await machines();
    Object.assign(laptop.deps, { fileMark: () => ({ size: 7, at: NOW }) });
    await work(laptop, 'one', 'Make the retry of the payment wait five minutes.');
    const left = async ({ deps }: TestHome) =>
      (await deps.store.filesOf((await deps.store.history({ limit: 1 }))[0]!.session_id)).left;
    expect(await left(laptop)).toMatchObject([{ path: 'src/retry.ts', size: 7 }]);
    await laptop.sync();
    await desktop.sync();
    expect(await left(desktop)).toEqual([]);
    const { context } = await desktop.converse('new')({ kind: 'session-start', source: 'startup' });
    expect(context).toContain('[changed retry.ts]');
    expect(context).not.toMatch(/not committed|deleted|changed since/);
  });

  it('goes on there, and the first learns of it', async () => {
    const { laptop, desktop } = await machines();
    await work(laptop, 'one', 'Build the shadow mode.');
    await laptop.sync();
    await desktop.sync();
    desktop.deps.advance(60_000);
    await work(desktop, 'two', 'Now switch the shadow mode on.');
    await recordNote(
      desktop.deps,
      desktop.scope,
      { kind: 'next', text: 'remove the polling job' },
      'person',
    );
    await desktop.sync();
    await laptop.sync();
    laptop.deps.advance(120_000);
    const threads = await Promise.all(
      [laptop, desktop].map(({ deps, scope }) => deps.store.threadHistory(scope.key, 9)),
    );
    expect(threads[0]!.map(({ id }) => id)).toEqual(threads[1]!.map(({ id }) => id));
    const { context } = await laptop.converse('three')({
      kind: 'session-start',
      source: 'startup',
    });
    expect(context).toContain('Now switch the shadow mode on.');
    expect(context).toContain('remove the polling job');
    expect(await fold(laptop)).toBe(await fold(desktop));
  });

  it('gets sessions that were in cold storage before anything was shared', async () => {
    const { laptop, desktop } = await machines();
    const files = new Map<string, { text: string; hash: string; bytes: number }>();
    const { now } = laptop.deps;
    const quiet = { waitMillis: () => 0, prepare: () => {}, sharedMemory: false, now };
    const store = openSqliteStore(':memory:', {
      ...quiet,
      cold: { read: (path) => files.get(path) ?? null },
    });
    Object.assign(laptop.deps, { store });
    await work(laptop, 'one', 'Build the shadow mode.');
    const id = (await store.history({ limit: 1 }))[0]!.session_id;
    const storage: Parameters<typeof moveToCold>[1] = {
      witness: () => null,
      archiveFor: (name, end) => archivePath(name, end),
      writeArchive: (path, text) =>
        void files.set(path, { text, hash: `hash of ${text}`, bytes: text.length }),
      readArchive: (path) => files.get(path) ?? null,
      removeMirror: () => true,
    };
    expect(await moveToCold(laptop.deps, storage, id)).toBe(true);
    const shared = { scopeKey: laptop.scope.key, project: PROJECT, name: PROJECT, since: now() };
    await shareOf({ store }).shareProject({ ...shared, origin: `alice/${'c'.repeat(32)}` });
    await thawAll(laptop.deps, laptop.scope);
    expect(await store.endedBefore(now() + 1)).toEqual([]);
    await laptop.sync();
    expect(await store.endedBefore(now() + 1)).toEqual([id]);
    await desktop.sync();
    expect(await desktop.deps.store.history({ limit: 9 })).toMatchObject([
      { session_id: id, title: 'Build the shadow mode' },
    ]);
    expect((await laptop.sync()).sent.records).toBe(0);
    expect(await shareOf({ store }).hasUnsent(laptop.scope.key)).toBe(false);
  });

  it('sends and takes nothing twice', async () => {
    const { log, laptop, desktop } = await machines();
    await work(laptop, 'one', 'Build the shadow mode.');
    await laptop.sync();
    const rows = log.rows.length;
    for (const home of [desktop, laptop, desktop, laptop]) await home.sync();
    expect((await laptop.sync()).sent).toEqual({ records: 0, segments: 0, withdrawn: 0 });
    expect((await desktop.sync()).received).toEqual({ records: 0, segments: 0 });
    // The desktop has a chain of metrics of its own at most.
    expect(log.rows.length - rows).toBeLessThanOrEqual(1);
    const facts = await Promise.all([laptop, desktop].map(({ deps }) => deps.store.counts()));
    expect(facts[0]!.facts).toBe(facts[1]!.facts);
  });

  it('keeps the days of a week without a network', async () => {
    const { laptop, desktop } = await machines();
    for (let day = 0; day < 7; day++) {
      await recordNote(
        laptop.deps,
        laptop.scope,
        { kind: 'phase', text: `laptop ${day}` },
        'person',
      );
      laptop.deps.advance(12 * 3_600_000);
      desktop.deps.advance(12 * 3_600_000);
      await recordNote(
        desktop.deps,
        desktop.scope,
        { kind: 'phase', text: `desktop ${day}` },
        'person',
      );
      laptop.deps.advance(12 * 3_600_000);
      desktop.deps.advance(12 * 3_600_000);
    }
    const late = memoryServer(() => NOW + 8 * 86_400_000);
    late.invite(PROJECT, 'alice');
    for (const home of [laptop, desktop]) Object.assign(home.sharing, { log: late.as('alice') });
    for (const home of [laptop, desktop, laptop]) await home.sync();
    const phases = (await shareOf(laptop.deps).sharedWork(laptop.scope.key)).flatMap(({ fact }) =>
      fact.kind === 'phase' ? [fact.text] : [],
    );
    expect(phases).toEqual(
      [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [`laptop ${day}`, `desktop ${day}`]),
    );
    expect(await fold(laptop)).toBe(await fold(desktop));
  });
});

describe('what a teammate shares', () => {
  it('is found by its words, as hers, and only the last time that she worked is kept', async () => {
    const log = server();
    const alice = await testHome('laptop', log.as('alice'));
    const bob = await testHome('other', log.as('bob'), { login: 'bob' });
    await work(alice, 'one', 'Mind the heliotrope.');
    alice.deps.advance(60_000);
    await work(alice, 'two', 'Mind it again.');
    await addMemory(alice.deps, alice.scope, {
      content: 'The bank throttles after five calls',
      source: 'person',
    });
    await alice.sync();
    await addMemory(bob.deps, bob.scope, {
      content: 'Five calls are one too many',
      source: 'person',
    });
    await bob.sync();
    const items = await shareOf(bob.deps).teamItems(bob.scope.key);
    expect(items.filter(({ record }) => record.kind === 'visit')).toHaveLength(1);
    const recalled = (question: string) =>
      recall(bob.deps, question, { scope: bob.scope, limit: 10 });
    expect(await recalled('bank throttles calls')).toMatchObject({
      team: [{ author: 'alice', content: 'The bank throttles after five calls', score: 1 }],
      memories: [{ memory: { content: 'Five calls are one too many' } }],
    });
    expect(await recalled('heliotrope')).toMatchObject({ turns: [], memories: [], team: [] });
    const asked = { question: 'bank throttles', scope: bob.scope };
    const { text, memories, team } = await memoriesOnce(bob.deps, null, asked, { refresh: false });
    expect(text).toMatch(
      /FROM THE TEAM \(.*\):\n- \[alice, 0m ago\] The bank throttles after five calls/,
    );
    expect([memories.length, team?.length]).toEqual([0, 1]);
  });
});

describe('a session of another machine', () => {
  it('is declared dead by nobody else before its lease, and nothing is added to it here', async () => {
    const { laptop, desktop } = await machines();
    await laptop.say({ kind: 'session-start', source: 'startup' });
    await laptop.say({ kind: 'prompt', text: 'Look at the ledger.' });
    await laptop.say({ kind: 'turn-end', reply: 'I look.' });
    await laptop.sync();
    await desktop.sync();
    desktop.deps.advance(3 * 3_600_000);
    await desktop.converse('here')({ kind: 'session-start', source: 'startup' });
    const open = await desktop.deps.store.openSessions();
    expect(open.map(({ host }) => host)).toHaveLength(2);
    const { meantSessions } = await import('../../engine/presence/target.ts');
    desktop.deps.from('a terminal');
    expect(
      (await meantSessions(desktop.deps, desktop.scope)).map(({ hostSessionId }) => hostSessionId),
    ).toEqual(['here']);
    desktop.deps.advance(8 * 86_400_000);
    await desktop.converse('later')({ kind: 'session-start', source: 'startup' });
    const still = await desktop.deps.store.openSessions();
    expect(still.filter(({ owner }) => owner?.['origin'] !== undefined)).toEqual([]);
    // The session goes on at home, which opens it again.
    await laptop.say({ kind: 'prompt', text: 'And the index?' });
    await laptop.say({ kind: 'session-end', reason: null });
    await laptop.sync();
    await desktop.sync();
    const [state] = (await desktop.deps.store.history({ limit: 9 })).filter(
      ({ host_session_id }) => host_session_id === null,
    );
    expect(state).toMatchObject({ crash_recovered: false });
    const turns = await desktop.deps.store.turnsOf(state!.session_id as SessionId);
    expect(turns.at(-1)).toMatchObject({ asked: 'And the index?' });
  });
});

it('marks for the team count in a project whose folder was linked to another one since', async () => {
  const log = server();
  const alice = await testHome('alice', log.as('alice'));
  const bob = await testHome('bob', log.as('bob'), { login: 'bob' });
  await alice.sync();
  const other = '/elsewhere/.git' as typeof alice.scope.key;
  await alice.deps.store.joinProject(alice.scope.key, { into: other, why: 'link' }, NOW);
  const joined = alice.deps.store.placed(alice.scope);
  const rule = {
    content: 'never deploy on a persimmon day',
    categories: ['rule'],
    source: 'person' as const,
  };
  await addMemory(alice.deps, joined, rule);
  const items = async () =>
    JSON.stringify(await bob.deps.store.room(sharedUnits).teamItems(bob.scope.key));
  expect(await markForTeam(alice.deps, joined, 'persimmon')).toHaveLength(1);
  for (const home of [alice, bob]) await home.sync();
  expect(await items()).toContain('persimmon');
  expect(await unmarkForTeam(alice.deps, joined, 'persimmon')).toHaveLength(1);
  for (const home of [alice, bob]) await home.sync();
  expect(await items()).not.toContain('persimmon');
});

it('a team hears nothing of what the sessions of another project did in the shared one', async () => {
  const log = server();
  const [alice, bob] = [
    await testHome('alice', log.as('alice')),
    await testHome('bob', log.as('bob'), { login: 'bob' }),
  ];
  await work(alice, 'one', 'Make the retry of the payment wait five minutes.');
  const say = conversation(alice.deps, 'other', '/alice/private');
  await say({ kind: 'session-start', source: 'startup' });
  await say({ kind: 'prompt', text: 'Take over the private formula.' });
  const path = `${alice.cwd}/src/formula.ts`;
  await say(used({ changes: [{ path, kind: 'edit', added: 'x', removed: null }] }));
  await say({ kind: 'turn-end', reply: 'formula.ts has it.' });
  await say({ kind: 'session-end', reason: null });
  await alice.sync();
  await bob.sync();
  expect(await fold(alice)).toContain('src/retry.ts');
  for (const home of [alice, bob]) expect(await fold(home)).not.toContain('formula');
  expect(await shareOf(alice.deps).hasUnsent(alice.scope.key)).toBe(false);
});
