import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '../src/domain/ids.ts';
import { entryOf, foldLedger, has, newLedger, type Sendable } from '../src/domain/ledger/ledger.ts';
import { everything, type Fit, type Moment } from '../src/domain/ledger/send.ts';
import { DAY, HOUR, MINUTE } from '../src/domain/time.ts';
import type { LedgerStore } from '../src/store.ts';
import { sendable } from './sendable.ts';

const T0 = Date.parse('2026-11-13T10:00:00Z');
const LIMITS = { inactivityMillis: 30 * MINUTE, durationMillis: DAY, tokens: 1_000_000 };
const A = 'conversation-a' as SessionId;
const B = 'conversation-b' as SessionId;

const at = (millis = T0): Moment => ({ at: millis, limits: LIMITS });
const memory = (id: string, content = `about ${id}`, tokens = 10): Sendable =>
  sendable({ kind: 'memory', id, content, tokens, estimated: false });
const ids = (items: readonly Sendable[]) => items.map((item) => item.id);

/** The first items whose tokens stay within the budget. */
const within =
  (budget: number): Fit<Sendable, string> =>
  (fresh) => {
    let left = budget;
    const chosen = fresh.filter((item) => (left -= item.tokens ?? 0) >= 0);
    return { chosen, answer: ids(chosen).join(' ') };
  };

/** Without a budget: everything that is new or changed. */
export function markSent<T extends Sendable>(
  store: LedgerStore,
  id: SessionId,
  epoch: number | null,
  items: readonly T[],
  moment: Moment,
) {
  return store.send(id, items, everything, { ...moment, epoch });
}

/** What any ledger must do. `open` gives a new store on the same data each time it is called within a test. */
export function ledgerContract(
  name: string,
  fixture: () => { open(): { readonly store: LedgerStore; close(): void }; dispose(): void },
): void {
  describe(`${name} keeps ledgers`, () => {
    let place: ReturnType<typeof fixture>;
    let opened: { close(): void }[] = [];
    let store: LedgerStore;
    const open = () => {
      const one = place.open();
      opened.push(one);
      return one.store;
    };
    beforeEach(() => {
      place = fixture();
      store = open();
    });
    afterEach(() => {
      for (const one of opened) one.close();
      opened = [];
      place.dispose();
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

      it('carries over what the model has from the conversation it resumes, without counting it again', async () => {
        await mark(memory('old', 'x', 7));
        await store.beginLedgerEpoch(A, 'compaction', T0, null);
        await mark(memory('kept', 'x', 11));
        await store.openLedger({ id: B, at: T0 + 48 * HOUR, resumes: A });
        const sending = await markSent(
          store,
          B,
          null,
          [memory('old', 'x'), memory('kept', 'x')],
          at(T0 + 48 * HOUR),
        );
        expect([ids(sending.sent), ids(sending.withheld)]).toEqual([['old'], ['kept']]);
        expect(await store.ledgerTotals(B)).toMatchObject({ tokensSent: 10, tokensSaved: 10 });
        expect(await store.findLedger(B)).toMatchObject({ resumes: A, epochTokens: 21 });
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
      it('sends new and changed content, and withholds what the model has', async () => {
        await mark(memory('same'), memory('changing', 'one', 3));
        const sending = await mark(memory('same'), memory('changing', 'two'), memory('new'));
        expect(ids(sending.sent)).toEqual(['changing', 'new']);
        expect(sending.withheld.map(({ id, alreadySent }) => [id, alreadySent])).toEqual([['same', true]]);
        expect(sending.sent.map(({ replaced }) => replaced?.tokens ?? null)).toEqual([3, null]);
        expect(sending.sent[0]?.replaced).toMatchObject({ sentAt: T0, hash: memory('', 'one').hash });
      });

      it('goes by the version that was shown last', async () => {
        await mark(memory('m', 'one'));
        await mark(memory('m', 'two'));
        expect(ids((await mark(memory('m', 'one'))).sent)).toEqual(['m']);
        expect(ids((await mark(memory('m', 'one'))).sent)).toEqual([]);
      });

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

      it('marks only what fitted into the answer', async () => {
        const items = [memory('a', 'a', 10), memory('b', 'b', 10), memory('c', 'c', 10)];
        const first = await store.send(A, items, within(20), at());
        expect([first.answer, ids(first.leftOut)]).toEqual(['a b', ['c']]);
        const second = await store.send(A, items, within(20), at());
        expect([second.answer, ids(second.withheld), ids(second.leftOut)]).toEqual(['c', ['a', 'b'], []]);
      });

      it('counts as saved only what the answer would have held without a ledger', async () => {
        const items = [memory('a', 'a', 10), memory('b', 'b', 10), memory('c', 'c', 10)];
        await mark(...items);
        const sending = await store.send(A, items, within(20), at());
        expect([sending.withheld.length, sending.tokensSaved]).toEqual([3, 20]);
        expect(await store.ledgerTotals(A)).toMatchObject({ tokensSent: 30, tokensSaved: 20 });
      });

      it('says a thing once that is in a list twice', async () => {
        const twice = [memory('a', 'a', 10), memory('a', 'a', 10)];
        const sending = await store.send(A, twice, within(20), at());
        expect([sending.sent.length, sending.withheld.length, sending.tokensSaved]).toEqual([1, 1, 10]);
        const tooMuch = await store.send(B, twice, within(5), at());
        expect([tooMuch.sent.length, tooMuch.withheld.length, tooMuch.leftOut.length]).toEqual([0, 0, 2]);
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

      it('sends again what the model asks for again, and relies on all else', async () => {
        await mark(memory('asked'), memory('changed', 'one'), memory('else'));
        const items = [memory('asked'), memory('asked'), memory('changed', 'two'), memory('new')];
        const again = await markSent(store, A, null, items, { ...at(), again: true });
        expect(again.sent.map(({ id, isAgain, replaced }) => [id, isAgain, replaced !== null])).toEqual([
          ['asked', true, false],
          ['changed', false, true],
          ['new', false, false],
        ]);
        expect([ids(again.withheld), again.epoch, again.tokensSaved]).toEqual([['asked'], 0, 10]);
        const after = await mark(memory('asked'), memory('else'), memory('changed', 'two'));
        expect([ids(after.sent), after.withheld.length]).toEqual([[], 3]);
        expect(await store.ledgerTotals(A)).toMatchObject({ tokensSent: 60, tokensSaved: 40 });
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
      it.each(['compaction', 'clear', 'refresh'] as const)(
        'after %s everything may be sent again',
        async (reason) => {
          await mark(memory('m'));
          expect(await store.beginLedgerEpoch(A, reason, T0, null)).toBe(1);
          expect((await store.ledgerState(A, at()))?.entries.size).toBe(0);
          expect(ids((await mark(memory('m'))).sent)).toEqual(['m']);
        },
      );

      it('begin once for one key', async () => {
        expect(await store.beginLedgerEpoch(A, 'compaction', T0, 'compaction 1')).toBe(1);
        await mark(memory('m'));
        expect(await open().beginLedgerEpoch(A, 'compaction', T0 + 5, 'compaction 1')).toBe(1);
        expect((await mark(memory('m'))).withheld).toHaveLength(1);
        expect(await store.beginLedgerEpoch(A, 'compaction', T0 + 9, 'compaction 2')).toBe(2);
      });

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

      it.each([
        ['inactivity', T0 + 30 * MINUTE, T0 + 30 * MINUTE + 1],
        ['duration', T0 + DAY, T0 + DAY + 1],
      ])('begin by %s, one millisecond after the limit', async (reason, still, over) => {
        await mark(memory('m'));
        if (reason === 'duration') {
          for (let now = T0; now < still; now += 20 * MINUTE)
            await store.recordInLedger(A, [{ fact: 'query', tokens: 0, estimated: false }], at(now));
        }
        expect((await markSent(store, A, null, [memory('m')], at(still))).withheld).toHaveLength(1);
        const later = reason === 'inactivity' ? still + (over - T0) : over;
        expect((await store.ledgerState(A, at(later)))?.entries.size).toBe(0);
        expect(await store.lastShown(A, 'memory', 'm', at(later))).toBeNull();
        const sending = await markSent(store, A, 0, [memory('m')], at(later));
        expect([ids(sending.sent), sending.expired, sending.epoch]).toEqual([['m'], reason, 1]);
        expect((await markSent(store, A, null, [memory('m')], at(later))).withheld).toHaveLength(1);
      });

      it('begin when more tokens were sent than the limit, counted anew in each', async () => {
        const moment = { at: T0, limits: { ...LIMITS, tokens: 100 } };
        await markSent(store, A, null, [memory('m', 'm', 100)], moment);
        expect((await markSent(store, A, null, [memory('m', 'm', 100)], moment)).withheld).toHaveLength(1);
        await markSent(store, A, null, [memory('n', 'n', 1)], moment);
        const sending = await markSent(store, A, null, [memory('m', 'm', 100)], moment);
        expect([ids(sending.sent), sending.expired]).toEqual([['m'], 'tokens']);
        expect((await markSent(store, A, null, [memory('m', 'm', 100)], moment)).withheld).toHaveLength(1);
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
  });
}
