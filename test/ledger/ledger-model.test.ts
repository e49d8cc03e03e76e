import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SessionId } from '../../src/domain/base/ids.ts';
import { contentHash } from '../../src/domain/base/text/hash.ts';
import { HOUR, MINUTE } from '../../src/domain/base/time.ts';
import type { Sendable } from '../../src/domain/ledger/ledger.ts';
import type { FitAnswer } from '../../src/domain/ledger/send.ts';
import type { Database } from '../../src/store/base/database.ts';
import { ledgerStoreOn, memoryDatabase } from '../../src/store/ledger/ledger-store.ts';
import { runs } from '../effort.ts';
import { sendable } from '../sendable.ts';

/**
 * Random lives of conversations against the plainest idea of what the model has: a map from id to the text that it was
 * shown last, emptied when it forgets.
 */
/** Narrow, so that every limit is met in a short life. */
const LIMITS = { inactivityMillis: 30 * MINUTE, durationMillis: HOUR, tokens: 150 };

type Item = Sendable & { readonly place: number };

type Step =
  | {
      readonly do: 'send';
      readonly who: number;
      readonly ids: readonly number[];
      readonly budget: number;
      readonly arrives: boolean;
      /** The model says itself that it has nothing any more. */
      readonly refresh: boolean;
      /** Or that it has not these. */
      readonly again: boolean;
      /** What the answer costs besides; null where nobody asked for it. */
      readonly rest: number | null;
    }
  | { readonly do: 'read'; readonly who: number; readonly id: number }
  | { readonly do: 'change'; readonly id: number }
  | {
      readonly do: 'forget';
      readonly who: number;
      readonly reason: 'compaction' | 'clear' | 'refresh';
    }
  | { readonly do: 'resume'; readonly who: number }
  | { readonly do: 'restart' }
  | { readonly do: 'wait'; readonly millis: number };

const who = fc.constantFrom(0, 0, 0, 1, 2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      who,
      ids: fc.array(fc.nat(4), { maxLength: 9 }),
      budget: fc.oneof(fc.constant(10_000), fc.nat(160)),
      arrives: fc.nat(7).map((n) => n > 0),
      refresh: fc.nat(5).map((n) => n === 0),
      again: fc.nat(5).map((n) => n === 0),
      rest: fc.option(fc.nat(20)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), who, id: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), id: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('forget' as const),
      who,
      reason: fc.constantFrom('compaction' as const, 'clear' as const, 'refresh' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resume' as const), who }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      millis: fc.constantFrom(1_000, 10 * MINUTE, 25 * MINUTE, 30 * MINUTE, 30 * MINUTE + 1),
    }),
  },
);

interface Mind {
  readonly id: SessionId;
  has: Map<number, string>;
  began: number;
  last: number;
  /** Tokens since the model began to forget last, and over all. */
  tokens: number;
  sent: number;
  saved: number;
  opened: boolean;
}

const cost = (id: number) => 10 + 7 * id;

/** In order, whatever still fits. */
const greedily =
  (budget: number, rest: number | null): FitAnswer<Item, null> =>
  (fresh) => {
    let left = budget;
    const chosen: (typeof fresh)[number][] = [];
    for (const item of fresh) {
      if ((item.tokens ?? 0) > left) continue;
      left -= item.tokens ?? 0;
      chosen.push(item);
    }
    const besides = rest === null ? {} : { rest: { tokens: rest, estimated: false } };
    return { chosen, answer: null, ...besides };
  };

async function live(database: Database, steps: readonly Step[]): Promise<void> {
  let store = ledgerStoreOn(database);
  let now = Date.parse('2026-11-13T10:00:00Z');
  let names = 0;
  const versions = new Map<number, number>();
  const textOf = (id: number) => `text ${id}, version ${versions.get(id) ?? 0}`;
  const itemOf = (id: number, at: number): Item => ({
    ...sendable({
      kind: 'memory',
      id: `m${id}`,
      content: textOf(id),
      tokens: cost(id),
      estimated: false,
    }),
    place: at,
  });
  const newMind = (): Mind => {
    const id = `conversation ${names++}` as SessionId;
    return {
      id,
      has: new Map(),
      began: now,
      last: now,
      tokens: 0,
      sent: 0,
      saved: 0,
      opened: false,
    };
  };
  const minds = [newMind(), newMind(), newMind()];
  const all = [...minds];
  const enter = (mind: Mind, refresh = false): void => {
    if (!mind.opened) Object.assign(mind, { opened: true, began: now, last: now });
    const expired =
      now - mind.last > LIMITS.inactivityMillis ||
      now - mind.began > LIMITS.durationMillis ||
      mind.tokens > LIMITS.tokens;
    if (expired || refresh)
      Object.assign(mind, { has: new Map(), began: now, last: now, tokens: 0 });
  };

  const send = async (mind: Mind, step: Extract<Step, { do: 'send' }>) => {
    const { ids, budget, arrives, refresh, again, rest } = step;
    const items = ids.map(itemOf);
    enter(mind, refresh);
    const moment = { at: now, limits: LIMITS, refresh, again };
    const sending = await store.send(mind.id, items, greedily(budget, rest), moment);

    const places = (list: readonly Item[]) => list.map(({ place: at }) => at);
    const [sent, withheld, leftOut] = [
      places(sending.sent),
      places(sending.withheld),
      places(sending.leftOut),
    ];
    expect([...sent, ...withheld, ...leftOut].sort((a, b) => a - b)).toEqual(
      ids.map((_, at) => at),
    );
    // Never sends what the model has, unless it asks for that again; never twice in one answer.
    for (const { place: at, isAgain } of sending.sent) {
      const isHad = mind.has.get(ids[at]!) === textOf(ids[at]!);
      expect(isAgain).toBe(isHad);
      expect(isHad && !again).toBe(false);
    }
    expect(new Set(sent.map((at) => ids[at])).size).toBe(sent.length);
    // Never withholds what it has not.
    const had = again ? [] : [...mind.has].filter(([id, text]) => text === textOf(id));
    const shown = new Set(had.map(([id]) => id));
    for (const at of sent) shown.add(ids[at]!);
    for (const at of withheld) expect(shown.has(ids[at]!)).toBe(true);
    // What is left out is what the budget had no room for.
    const used = sent.reduce((sum, at) => sum + cost(ids[at]!), 0);
    expect(used).toBeLessThanOrEqual(budget);
    for (const at of leftOut) {
      expect(shown.has(ids[at]!)).toBe(false);
      const before = sent
        .filter((other) => other < at)
        .reduce((sum, other) => sum + cost(ids[other]!), 0);
      expect(before + cost(ids[at]!)).toBeGreaterThan(budget);
    }
    // A change says what it replaces.
    for (const item of sending.sent) {
      const known = mind.has.get(ids[item.place]!);
      const isOther = known !== undefined && known !== textOf(ids[item.place]!);
      expect(item.replaced?.hash ?? null).toBe(isOther ? contentHash(known) : null);
    }
    // Saved is what the withheld would have cost in the same budget.
    let left = budget;
    const affordable = new Set<number>();
    ids.forEach((id, at) => {
      if (cost(id) > left) return;
      left -= cost(id);
      affordable.add(at);
    });
    const saved = withheld.reduce((sum, at) => sum + (affordable.has(at) ? cost(ids[at]!) : 0), 0);

    if (sent.length + withheld.length > 0 || rest !== null) mind.last = now;
    if (!arrives) return store.takeBack(sending.receipt);
    for (const at of sent) mind.has.set(ids[at]!, textOf(ids[at]!));
    mind.tokens += used + (rest ?? 0);
    mind.sent += used + (rest ?? 0);
    mind.saved += saved;
  };

  for (const one of steps) {
    switch (one.do) {
      case 'send':
        await send(minds[one.who]!, one);
        break;
      case 'read': {
        const mind = minds[one.who]!;
        enter(mind);
        const item = itemOf(one.id, 0);
        await store.recordInLedger(mind.id, [{ fact: 'sent', item }], { at: now, limits: LIMITS });
        mind.has.set(one.id, textOf(one.id));
        mind.tokens += cost(one.id);
        mind.sent += cost(one.id);
        mind.last = now;
        break;
      }
      case 'change':
        versions.set(one.id, (versions.get(one.id) ?? 0) + 1);
        break;
      case 'forget': {
        const mind = minds[one.who]!;
        const key = `${one.reason} at ${now} of step ${steps.indexOf(one)}`;
        const epoch = await store.beginLedgerEpoch(mind.id, one.reason, now, key);
        // Hosts report it twice.
        expect(await store.beginLedgerEpoch(mind.id, one.reason, now, key)).toBe(epoch);
        Object.assign(mind, { opened: true, has: new Map(), began: now, last: now, tokens: 0 });
        break;
      }
      case 'resume': {
        const from = minds[one.who]!;
        const mind = { ...newMind(), opened: true, has: new Map(from.has) };
        for (const id of mind.has.keys()) mind.tokens += cost(id);
        await store.openLedger({ id: mind.id, at: now, resumes: from.id });
        minds[(one.who + 1) % minds.length] = mind;
        all.push(mind);
        break;
      }
      case 'restart':
        store = ledgerStoreOn(database);
        break;
      case 'wait':
        now += one.millis;
        break;
    }
  }
  for (const mind of all.filter((one) => one.opened)) {
    const { tokensSent, tokensSaved } = await store.ledgerTotals(mind.id);
    expect([tokensSent, tokensSaved]).toEqual([mind.sent, mind.saved]);
  }
}

const lives = fc.array(step, { minLength: 20, maxLength: 80, size: 'max' });

it('a ledger never sends what the model has and never withholds what it has not', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (steps) => {
      const database = memoryDatabase();
      await live(database, steps);
      database.close();
    }),
    { numRuns: runs(120, 20_000) },
  );
});
