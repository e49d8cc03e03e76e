import { beforeEach, describe, expect, it } from 'vitest';
import { sendable } from '../../../test/sendable.ts';
import { T0, useStore } from '../../../test/store.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { DAY, HOUR, MINUTE } from '../../domain/base/time.ts';
import { entryOf, type Sendable } from '../../domain/ledger/ledger.ts';
import type { FittedAnswer, MarkedItem, Moment } from '../../domain/ledger/send.ts';
import type { LedgerStore } from '../store.ts';

// `test/ledger/ledger-model.test.ts` has the lives of conversations; here is what they do not meet.

const LIMITS = { inactivityMillis: 30 * MINUTE, durationMillis: DAY, tokens: 1_000_000 };
const A = 'conversation-a' as SessionId;
const B = 'conversation-b' as SessionId;

const at = (millis = T0): Moment => ({ at: millis, limits: LIMITS });
const memory = (id: string, content = `about ${id}`, tokens = 10): Sendable =>
  sendable({ kind: 'memory', id, content, tokens, estimated: false });
const ids = (items: readonly Sendable[]) => items.map((item) => item.id);

const here = useStore();
const open = () => here.open().ledger;
let store: LedgerStore;
beforeEach(() => {
  store = here.store.ledger;
});
/** Without a budget: everything that is new or changed. */
const everything = <T extends Sendable>(
  fresh: readonly MarkedItem<T>[],
): FittedAnswer<T, null> => ({
  chosen: fresh,
  answer: null,
});
const sendTo = (id: SessionId, items: readonly Sendable[], moment = at()) =>
  store.send(id, items, everything, moment);
const mark = (...items: Sendable[]) => sendTo(A, items);

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

  it('carries over once, and nothing over what was shown meanwhile', async () => {
    await mark(memory('m', 'one'), memory('n'));
    await sendTo(B, [memory('m', 'two')]);
    await store.openLedger({ id: B, at: T0, resumes: A });
    await mark(memory('later'));
    await store.openLedger({ id: B, at: T0, resumes: A });
    const { withheld } = await sendTo(B, [memory('m', 'two'), memory('n'), memory('later')]);
    expect(ids(withheld)).toEqual(['m', 'n']);
  });
});

describe('sending', () => {
  it('tells kinds apart that use one id', async () => {
    await mark(memory('x', 'text'));
    const pattern = sendable({
      kind: 'pattern',
      id: 'x',
      content: 'text',
      tokens: 1,
      estimated: true,
    });
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
    const inventing = store.send(
      A,
      [memory('m')],
      () => ({ chosen: [stranger], answer: '' }),
      at(),
    );
    await expect(inventing).rejects.toThrow(/offered/);
    expect(await store.findLedger(A)).toBeNull();
  });

  it('is taken back once, and only what the answer held', async () => {
    await mark(memory('m', 'one', 5));
    const { receipt } = await mark(memory('m', 'two', 50), memory('n'), memory('o'));
    await mark(memory('p'));
    await store.takeBack(receipt);
    await store.takeBack(receipt);
    const again = await mark(memory('m', 'one'), memory('n'), memory('p'));
    expect([ids(again.sent), ids(again.withheld)]).toEqual([['n'], ['m', 'p']]);
    expect(await store.findLedger(A)).toMatchObject({ epochTokens: 5 + 10 + 10 });
  });

  it('goes on where a clock ran backwards', async () => {
    await mark(memory('m'));
    expect((await sendTo(A, [memory('m')], at(T0 - 400 * DAY))).withheld).toHaveLength(1);
  });
});

describe('recording', () => {
  it('keeps what happened, whoever put it into the conversation', async () => {
    const file = sendable({
      kind: 'file',
      id: 'src/a.ts',
      content: 'text',
      tokens: 40,
      estimated: true,
    });
    const sent = { fact: 'sent', item: file } as const;
    await store.recordInLedger(A, [sent, sent], at());
    await store.recordInLedger(A, [{ fact: 'query', tokens: 5, estimated: false }], at());
    const state = (await open().ledgerState(A, at()))!;
    expect(entryOf(state, 'file', 'src/a.ts')).toMatchObject({
      hash: file.hash,
      tokens: 40,
      sentAt: T0,
    });
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

  it('adds up conversations without mixing them', async () => {
    await mark(memory('m', 'x', 20));
    await sendTo(B, [memory('m', 'x', 20), memory('m', 'x', 20)]);
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
    await mark(memory('m'));
    await sendTo(B, [memory('m')], at(T0 + 1));
    expect(await store.cleanLedgers(T0 + 1)).toBe(1);
    expect(await store.findLedger(A)).toBeNull();
    expect(await store.ledgerTotals(A)).toMatchObject({ conversations: 0 });
    expect(await store.ledgerTotals(null)).toMatchObject({ conversations: 1, tokensSent: 10 });
  });
});

describe('figures by day', () => {
  it('are of all ledgers, or of entries since a moment alone', async () => {
    await sendTo(A, [memory('m')], at(T0));
    await sendTo(B, [memory('n', 'n', 5)], at(T0));
    await sendTo(A, [memory('o', 'o', 7)], at(T0 + DAY));
    const sums = async (since: number) =>
      (await store.ledgerDays(since)).map(({ tokens_sent }) => tokens_sent);
    expect(await sums(0)).toEqual([15, 7]);
    expect(await sums(T0 + 1)).toEqual([7]);
    expect(await sums(T0 + 2 * DAY)).toEqual([]);
  });
});
