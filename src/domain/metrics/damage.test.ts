import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { type Damage, diagnose } from './damage.ts';
import { BEFORE_ALL, follows, type MetricHead, type MetricRecord, sealRecord } from './seal.ts';

const seal = (text: string) => createHmac('sha256', 'key').update(text).digest('hex');
const stranger = (text: string) => createHmac('sha256', 'another').update(text).digest('hex');

function records(count: number, key = seal, before: MetricHead = BEFORE_ALL): MetricRecord[] {
  const all: MetricRecord[] = [];
  for (let i = 0; i < count; i++) {
    const body = JSON.stringify({ n: i });
    all.push(
      sealRecord(all.at(-1) ?? before, { at: 1_000 + i, event: 'session_captured', body }, key),
    );
  }
  return all;
}

/** The first thing that is wrong; a cut tail is seen from outside, not here. */
function found(all: readonly MetricRecord[]): Damage | null {
  const inOrder = [...all].sort((a, b) => a.seq - b.seq);
  let before: MetricHead = BEFORE_ALL;
  for (const [i, record] of inOrder.entries()) {
    if (!follows(record, before, seal)) return diagnose(before, inOrder.slice(i), seal);
    before = record;
  }
  return null;
}

function numbered(all: readonly MetricRecord[]): MetricRecord[] {
  return all.map((record, i) => ({ ...record, seq: i + 1 }));
}

const TEN = records(10);

const CHANGED_PLACES = new Map([
  [4, 7],
  [7, 4],
]);
const with4 = (change: Partial<MetricRecord>) =>
  TEN.map((r) => (r.seq === 4 ? { ...r, ...change } : r));

describe('a sealed sequence', () => {
  it('passes as it was written', () => {
    expect(found(TEN)).toBeNull();
    expect(TEN[0]!.previous).toBe('0'.repeat(64));
    expect(TEN.every((record) => /^[0-9a-f]{64}$/.test(record.hash))).toBe(true);
  });

  it('fails when the boundary between two fields moves', () => {
    const a = sealRecord(BEFORE_ALL, { at: 1, event: 'a', body: '","b{}' }, seal);
    const b = sealRecord(BEFORE_ALL, { at: 1, event: 'a","b', body: '{}' }, seal);
    expect(a.hash).not.toBe(b.hash);
  });

  it.each<[string, readonly MetricRecord[], Damage['kind'], number]>([
    ['a body is edited', with4({ body: '{"n":99}' }), 'edited', 4],
    ['a time is edited', with4({ at: 0 }), 'edited', 4],
    ['an event is edited', with4({ event: 'session_restored' }), 'edited', 4],
    ['a link is edited', with4({ previous: 'f'.repeat(64) }), 'edited', 4],
    ['a hash is edited', with4({ hash: 'f'.repeat(64) }), 'edited', 4],
    ['one is deleted', TEN.filter(({ seq }) => seq !== 4), 'deleted', 4],
    ['the first is deleted', TEN.slice(1), 'deleted', 1],
    [
      'one is deleted and the rest renumbered',
      numbered(TEN.filter(({ seq }) => seq !== 4)),
      'deleted',
      4,
    ],
    [
      'two change places',
      TEN.map((r) => ({ ...r, seq: CHANGED_PLACES.get(r.seq) ?? r.seq })),
      'reordered',
      4,
    ],
    [
      'a forged one is put in',
      numbered([
        ...TEN.slice(0, 3),
        { ...records(4, stranger)[3]!, previous: TEN[2]!.hash },
        ...TEN.slice(3),
      ]),
      'edited',
      4,
    ],
    ['a copy is put in', numbered([...TEN.slice(0, 5), TEN[1]!, ...TEN.slice(5)]), 'reordered', 6],
    ['one is put before the first', [{ ...TEN[0]!, seq: -3 }, ...TEN], 'inserted', -3],
    [
      'the rest is written anew',
      [...TEN.slice(0, 3), ...records(7, stranger, TEN[2])],
      'edited',
      4,
    ],
    [
      'a record of another history stands there',
      [
        ...TEN.slice(0, 3),
        sealRecord(records(3, stranger)[2]!, { at: 1, event: 'e', body: '{}' }, seal),
      ],
      'reordered',
      4,
    ],
  ])('tells that %s', (_, all, kind, seq) => {
    expect(found(all)).toMatchObject({ kind, seq });
  });

  it('bounds the search for the number of a forged record', () => {
    const all = [...with4({ body: '{}' }), { ...TEN[5]!, seq: Number.MAX_SAFE_INTEGER - 1 }];
    expect(found(all)).toMatchObject({ kind: 'edited', seq: 4 });
  });

  it('never passes with any field of any record changed, any record gone or any two swapped', () => {
    const index = fc.nat(9);
    const attack = fc.oneof(
      fc.record({
        i: index,
        change: fc.oneof(
          fc.record({ body: fc.string() }),
          fc.record({ at: fc.integer() }),
          fc.record({ event: fc.string() }),
          fc.record({ previous: fc.string() }),
          fc.record({ hash: fc.string() }),
        ),
      }),
      fc.record({ gone: fc.nat(8) }),
      fc.record({ a: index, b: index }),
    );
    fc.assert(
      fc.property(attack, (how) => {
        let all = [...TEN];
        if ('change' in how) all = all.map((r, i) => (i === how.i ? { ...r, ...how.change } : r));
        else if ('gone' in how) all.splice(how.gone, 1);
        else {
          const { a, b } = how;
          const others = new Map([
            [a, TEN[b]!],
            [b, TEN[a]!],
          ]);
          all = all.map((r, i) => ({ ...(others.get(i) ?? r), seq: r.seq }));
        }
        const same = JSON.stringify(all) === JSON.stringify(TEN);
        expect(all.every((r, i) => follows(r, all[i - 1] ?? BEFORE_ALL, seal))).toBe(same);
      }),
      { numRuns: runs(50, 500) },
    );
  });
});
