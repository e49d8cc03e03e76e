import { beforeEach, describe, expect, it } from 'vitest';
import { sendable } from '../../../test/sendable.ts';
import { HERE, T0, useStore } from '../../../test/store.ts';
import type { SessionId, ThreadId } from '../../domain/base/ids.ts';
import { DAY, HOUR, MINUTE } from '../../domain/base/time.ts';
import { OWN_VIA } from '../../domain/facts/fact.ts';
import type { Moment } from '../../domain/ledger/send.ts';
import type { ThreadFact } from '../../domain/threads/thread.ts';
import type { Row } from '../base/database.ts';
import { badRows } from './repair/condition.ts';
import { dropLeftovers } from './repair/salvage.ts';
import { otherTables } from './tables.ts';

const here = useStore();
const pack = async () => {
  for (const piece of await here.store.lateWork('sessions_thinned')) while (piece.do() === 'more');
};
const blocks = () =>
  here.database.all('SELECT log, owner, facts FROM fact_blocks ORDER BY last') as Row[];
const rowsOf = (owner: string) =>
  here.database.all('SELECT * FROM session_events WHERE session_id = ? ORDER BY seq', owner);

describe('facts of a thread', () => {
  const THREAD = '00000000-0000-7000-8000-000000000001' as ThreadId;
  const work = (i: number): ThreadFact => ({
    kind: 'file',
    path: `src/part-${i}.ts`,
    how: 'edit',
    by: 'agent',
  });
  const record = (facts: readonly ThreadFact[], at: number, session: string | null) =>
    here.store.recordThread(
      { scope: HERE, facts, newId: () => THREAD, idleMillis: 365 * DAY },
      at,
      session as SessionId | null,
    );
  const read = async () => ({
    thread: await here.store.thread(THREAD),
    exported: exported(),
    counts: await here.store.counts(),
  });
  const exported = (keys: string | null = null) => [
    ...otherTables(here.database, keys).find(({ name }) => name === 'thread_events')!.rows,
  ];

  /** Three sessions that did 60 things each, a minute apart. */
  beforeEach(async () => {
    for (let i = 0; i < 180; i++)
      await record([work(i), { kind: 'turn', by: 'agent' }], T0 + i * MINUTE, `s${i % 3}`);
  });

  it('are packed behind the newest, and read as before', async () => {
    const before = await read();
    await pack();
    expect(blocks()).toMatchObject([{ log: 'work', owner: THREAD }]);
    expect(rowsOf(THREAD).length).toBeLessThan(105);
    expect(await read()).toEqual(before);
    expect(exported(JSON.stringify([HERE.key]))).toEqual(before.exported);
    expect(await here.store.findWrongFolds()).toEqual([]);
    expect(badRows(here.database.raw)).toEqual([]);
    await pack();
    expect(blocks()).toHaveLength(1);
  });

  it('leave by which the thread of a session is found, however much others did since', async () => {
    for (let i = 0; i < 300; i++) await record([work(i)], T0 + DAY + i * MINUTE, 'later');
    await pack();
    await pack();
    for (const session of ['s0', 's1', 's2', 'later'])
      expect(await here.store.threadOfSession(session as SessionId)).toBe(THREAD);
  });

  it('that come late are placed among those in a block', async () => {
    const at = T0 + 10 * MINUTE + 1;
    await pack();
    const { id } = await here.begin({ scope: HERE, at: T0 });
    const late = { fact: { kind: 'prompt' as const, text: 'Late.' }, key: null };
    const entry = { scope: HERE, facts: [work(999)], newId: () => THREAD, idleMillis: 365 * DAY };
    await here.store.append(id, [late], { via: OWN_VIA, at, isLate: true }, [entry]);
    const paths = exported().flatMap(({ body }) => JSON.parse(String(body)).path ?? []);
    expect(paths.slice(9, 13)).toEqual([
      'src/part-9.ts',
      'src/part-10.ts',
      'src/part-999.ts',
      'src/part-11.ts',
    ]);
  });

  it('stay rows where projects are shared', async () => {
    here.database.run(
      "INSERT INTO share_projects(scope_key, project, name, origin, since) VALUES (?, 'p', 'radio', 'o', 0)",
      HERE.key,
    );
    await pack();
    expect(blocks()).toEqual([]);
  });
});

describe('entries of a ledger', () => {
  const A = 'conversation-a' as SessionId;
  const LIMITS = { inactivityMillis: HOUR, durationMillis: DAY, tokens: 1_000_000 };
  const at = (millis = T0): Moment => ({ at: millis, limits: LIMITS });
  const items = Array.from({ length: 8 }, (_, i) =>
    sendable({ kind: 'memory', id: `m${i}`, content: `about ${i}`, tokens: 10, estimated: false }),
  );
  const send = (moment = at()) =>
    here.store.ledger.send(A, items, (fresh) => ({ chosen: fresh, answer: null }), moment);
  const packed = () => blocks().filter(({ log }) => log === 'ledger');

  beforeEach(async () => {
    await send();
  });

  it('are packed when the conversation ended, and read as before', async () => {
    await pack();
    expect(packed()).toEqual([]);
    await here.store.ledger.endLedger(A, T0);
    const read = async () => ({
      state: await here.store.ledger.ledgerState(A, at()),
      totals: await here.store.ledger.ledgerTotals(null),
      days: await here.store.ledger.ledgerDays(0),
      one: await here.store.ledger.lastShown(A, 'memory', 'm3', at()),
    });
    const before = await read();
    expect(before.days).toEqual([{ day: '2026-11-13', tokens_sent: 80, tokens_saved: 0 }]);
    await pack();
    expect(packed()).toEqual([{ log: 'ledger', owner: 'ledger 1', facts: 8 }]);
    expect(rowsOf('ledger 1')).toEqual([]);
    expect(await read()).toEqual(before);
  });

  it('are rows again where the conversation goes on: nothing is sent twice', async () => {
    await here.store.ledger.endLedger(A, T0);
    await pack();
    await here.store.ledger.openLedger({ id: A, at: T0 + MINUTE });
    expect(packed()).toEqual([]);
    const { sent, withheld } = await send(at(T0 + 2 * MINUTE));
    expect([sent.length, withheld.length]).toEqual([0, 8]);
  });

  it('are carried over into the conversation that resumes it', async () => {
    await here.store.ledger.endLedger(A, T0);
    await pack();
    const next = 'conversation-b' as SessionId;
    await here.store.ledger.openLedger({ id: next, at: T0, resumes: A });
    const state = await here.store.ledger.ledgerState(next, at());
    expect(state?.entries.size).toBe(8);
  });

  it('go with their conversation, and where repair found nobody that they belong to', async () => {
    await here.store.ledger.endLedger(A, T0);
    await pack();
    await here.store.ledger.cleanLedgers(T0 + 1);
    expect(packed()).toEqual([]);
    await send(at(T0 + 2));
    await here.store.ledger.endLedger(A, T0 + 3);
    await pack();
    here.database.raw.exec('DROP TRIGGER ledger_removed; DELETE FROM ledger_conversations');
    expect(packed()).toHaveLength(1);
    dropLeftovers(here.database);
    expect(packed()).toEqual([]);
  });

  it('as rows of a backup are dropped where a block has them', async () => {
    await here.store.ledger.endLedger(A, T0);
    const rows = rowsOf('ledger 1');
    await pack();
    for (const { checksum: _, ...row } of rows)
      here.database.append('session_events', row as never);
    dropLeftovers(here.database);
    expect(rowsOf('ledger 1')).toEqual([]);
    expect((await here.store.ledger.ledgerState(A, at()))?.entries.size).toBe(8);
  });
});
