import { beforeEach, describe, expect, it } from 'vitest';
import { sendable } from '../../../test/sendable.ts';
import { T0, useStore } from '../../../test/store.ts';
import type { SessionId } from '../../domain/ids.ts';
import { entryOf, foldLedger, has, newLedger, type Sendable } from '../../domain/ledger/ledger.ts';
import { everything, type Moment } from '../../domain/ledger/send.ts';
import { DAY, HOUR, MINUTE } from '../../domain/time.ts';
import type { Store } from '../../store.ts';

const LIMITS = { inactivityMillis: 30 * MINUTE, durationMillis: DAY, tokens: 1_000_000 };
const A = 'conversation-a' as SessionId;
const B = 'conversation-b' as SessionId;

const at = (millis = T0): Moment => ({ at: millis, limits: LIMITS });
const memory = (id: string, content = `about ${id}`, tokens = 10): Sendable =>
  sendable({ kind: 'memory', id, content, tokens, estimated: false });
const ids = (items: readonly Sendable[]) => items.map((item) => item.id);

/** Without a budget: everything that is new or changed. */
function markSent<T extends Sendable>(
  store: Store,
  id: SessionId,
  epoch: number | null,
  items: readonly T[],
  moment: Moment,
) {
  return store.send(id, items, everything, { ...moment, epoch });
}
const here = useStore();
const { open } = here;
let store: Store;
beforeEach(() => {
  store = here.store;
});
const mark = (...items: Sendable[]) => markSent(store, A, null, items, at());

describe('opening', () => {
  it('gives the ledger that is there, to whoever asks', async () => {
    await store.openLedger({ id: A, at: T0, metadata: { client: 'test', tags: ['x'] } });
    await mark(memory('m'));
    const again = await open().openLedger({ id: A, at: T0 + HOUR });
    expect(again).toMatchObject({
      startedAt: T0,
      epochTokens: 10,
      metadata: { client: 'test', tags: ['x'] },
    });
    expect(await store.findLedger(B)).toBeNull();
  });

  it('happens by itself at the first use', async () => {
    await mark(memory('m'));
    expect(await store.findLedger(A)).toMatchObject({ startedAt: T0, epoch: 0, endedAt: null });
  });

  it('carries over once, and nothing over what was shown meanwhile', async () => {
    await mark(memory('m', 'one'), memory('n'));
    await markSent(store, B, null, [memory('m', 'two')], at());
    await store.openLedger({ id: B, at: T0, resumes: A });
    await mark(memory('later'));
    await store.openLedger({ id: B, at: T0, resumes: A });
    const { withheld } = await markSent(
      store,
      B,
      null,
      [memory('m', 'two'), memory('n'), memory('later')],
      at(),
    );
    expect(ids(withheld)).toEqual(['m', 'n']);
  });
});

describe('sending', () => {
  it('tells kinds apart that use one id', async () => {
    await mark(memory('x', 'text'));
    const pattern = sendable({ kind: 'pattern', id: 'x', content: 'text', tokens: 1, estimated: true });
    expect(ids((await mark(pattern)).sent)).toEqual(['x']);
  });

  it('never takes a content that is not known for the same', async () => {
    const blind = { ...memory('m'), hash: null };
    expect((await mark(blind)).sent).toHaveLength(1);
    expect((await mark(blind)).sent).toHaveLength(1);
    expect((await mark(memory('m'))).sent).toHaveLength(1);
  });

  it('marks nothing when choosing fails, or chooses what was not offered', async () => {
    const failing = store.send(
      A,
      [memory('m')],
      () => {
        throw new Error('no');
      },
      at(),
    );
    await expect(failing).rejects.toThrow('no');
    const stranger = { ...memory('other'), alreadySent: false, replaced: null, isAgain: false };
    const inventing = store.send(A, [memory('m')], () => ({ chosen: [stranger], answer: '' }), at());
    await expect(inventing).rejects.toThrow(/offered/);
    expect(await store.findLedger(A)).toBeNull();
  });

  it('is shared by the processes of a conversation and by no other', async () => {
    await mark(memory('m'));
    expect((await markSent(open(), A, null, [memory('m')], at())).withheld).toHaveLength(1);
    expect((await markSent(store, B, null, [memory('m')], at())).sent).toHaveLength(1);
  });

  it('can be taken back when the answer never arrived', async () => {
    await mark(memory('m', 'one', 5));
    const { receipt } = await mark(memory('m', 'two', 50), memory('n'), memory('o'));
    const after = await mark(memory('p'));
    await store.takeBack(receipt);
    await store.takeBack(receipt);
    expect(after.sent).toHaveLength(1);
    const again = await mark(memory('m', 'one'), memory('n'), memory('p'));
    expect([ids(again.sent), ids(again.withheld)]).toEqual([['n'], ['m', 'p']]);
    expect(await store.findLedger(A)).toMatchObject({ epochTokens: 5 + 10 + 10 });
    expect(await store.ledgerTotals(A)).toMatchObject({ tokensSent: 25, tokensSaved: 20 });
  });
});

describe('epochs', () => {
  it('that a sender has not heard of make its answer count for neither', async () => {
    await mark(memory('m'));
    await store.beginLedgerEpoch(A, 'compaction', T0, null);
    const late = await markSent(store, A, 0, [memory('m'), memory('n')], at());
    expect([ids(late.sent), late.epoch]).toEqual([['m', 'n'], 0]);
    expect(ids((await markSent(store, A, 1, [memory('m'), memory('n')], at())).sent)).toEqual(['m', 'n']);
    expect(await store.findLedger(A)).toMatchObject({ epoch: 1, epochTokens: 20 });
  });

  it('that have not begun are refused', async () => {
    await expect(markSent(store, A, 3, [memory('m')], at())).rejects.toThrow(/epoch 3 has not begun/);
  });

  it('do not begin because a clock ran backwards', async () => {
    await mark(memory('m'));
    expect((await markSent(store, A, null, [memory('m')], at(T0 - 400 * DAY))).withheld).toHaveLength(1);
  });
});

describe('recording', () => {
  it('keeps what happened, whoever put it into the conversation', async () => {
    const file = sendable({ kind: 'file', id: 'src/a.ts', content: 'text', tokens: 40, estimated: true });
    await store.recordInLedger(
      A,
      [
        { fact: 'sent', item: file },
        { fact: 'sent', item: file },
      ],
      at(),
    );
    await store.recordInLedger(A, [{ fact: 'query', tokens: 5, estimated: false }], at());
    const state = (await store.ledgerState(A, at()))!;
    expect(entryOf(state, 'file', 'src/a.ts')).toMatchObject({ loads: 2, tokens: 40, estimated: true });
    expect(has(state, 'file', 'src/a.ts', file.hash!)).toBe(true);
    expect(await store.lastShown(A, 'file', 'src/a.ts', at())).toMatchObject({
      hash: file.hash,
      sentAt: T0,
    });
    expect(await store.lastShown(A, 'file', 'src/b.ts', at())).toBeNull();
    expect(await store.ledgerTotals(A)).toMatchObject({
      tokensSent: 85,
      tokensEstimated: 80,
      queries: 1,
    });
  });

  it('counts by kind and level, over all epochs, and only what was counted', async () => {
    const packed = { ...memory('packed', 'x', 4), level: 2 };
    await mark(memory('m', 'x', 20), packed, { ...memory('unknown'), tokens: null });
    await mark(memory('m', 'x', 20));
    await store.beginLedgerEpoch(A, 'clear', T0, null);
    await mark(memory('m', 'x', 20));
    const totals = await store.ledgerTotals(A);
    expect(totals.byKind).toEqual({
      memory: { loads: 5, unique: 3, sent: 4, withheld: 1, tokensSent: 44, tokensSaved: 20 },
    });
    expect(totals).toMatchObject({
      conversations: 1,
      tokensSent: 44,
      tokensSaved: 20,
      efficiency: 20 / 64,
      byLevel: { 0: 3, 2: 1 },
      uncounted: 1,
    });
  });

  it('adds up conversations without mixing them', async () => {
    await mark(memory('m', 'x', 20));
    await markSent(store, B, null, [memory('m', 'x', 20), memory('m', 'x', 20)], at());
    expect(await store.ledgerTotals(null)).toMatchObject({
      conversations: 2,
      tokensSent: 40,
      tokensSaved: 20,
      byKind: { memory: { unique: 2, loads: 3 } },
    });
    expect(await store.ledgerTotals('nobody' as SessionId)).toMatchObject({
      conversations: 0,
      efficiency: 0,
    });
  });

  it('is a fold over its facts', async () => {
    await store.openLedger({ id: A, at: T0 });
    await mark(memory('m'), memory('n'));
    await store.beginLedgerEpoch(A, 'compaction', T0 + 1, 'k');
    await markSent(store, A, 0, [memory('late')], at(T0 + 2));
    await markSent(store, A, null, [memory('m', 'two'), memory('n')], at(T0 + 3));
    await markSent(store, A, null, [memory('n')], at(T0 + 4));
    await store.recordInLedger(A, [{ fact: 'query', tokens: 3, estimated: true }], at(T0 + 5));
    const reader = open();
    const folded = foldLedger(newLedger({ id: A, at: T0 }), await reader.ledgerFacts(A));
    const state = await reader.ledgerState(A, at(T0 + 5));
    expect(state?.entries).toEqual(folded.entries);
    expect(state?.head).toEqual(folded.head);
    expect(entryOf(folded, 'memory', 'n')?.loads).toBe(2);
  });
});

describe('ending', () => {
  it('ends once, and goes on where it is opened again', async () => {
    await mark(memory('m'));
    expect((await store.endLedger(A, T0 + 5))?.endedAt).toBe(T0 + 5);
    expect((await store.endLedger(A, T0 + 9))?.endedAt).toBe(T0 + 5);
    expect(await store.endLedger(B, T0)).toBeNull();
    expect((await store.openLedger({ id: A, at: T0 + 10 })).endedAt).toBeNull();
    expect((await mark(memory('m'))).withheld).toHaveLength(1);
  });

  it('removes what was not used since a day, and nothing else', async () => {
    await markSent(store, A, null, [memory('m')], at(T0));
    await markSent(store, B, null, [memory('m')], at(T0 + 1));
    expect(await store.cleanLedgers(T0 + 1)).toBe(1);
    expect([await store.findLedger(A), await store.ledgerFacts(A)]).toEqual([null, []]);
    expect(await store.ledgerFacts(B)).toHaveLength(1);
    expect(await store.ledgerTotals(null)).toMatchObject({ conversations: 1, tokensSent: 10 });
  });
});
