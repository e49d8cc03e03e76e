import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../ids.ts';
import { contentHash } from '../text/hash.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';
import {
  entryOf,
  expiry,
  foldLedger,
  has,
  headAfter,
  idsOf,
  type LedgerFact,
  newLedger,
  type RecordedLedgerFact,
  sendable,
  take,
} from './ledger.ts';

const T0 = Date.parse('2026-11-13T10:00:00Z');
const HEAD = newLedger({ id: 'c' as SessionId, at: T0 });
const LIMITS = { inactivityMillis: 30 * MINUTE, durationMillis: DAY, tokens: 1_000_000 };

const item = (id: string, content: string, tokens: number | null = 10) => ({
  ...sendable({ kind: 'memory', id, content, tokens: 0, estimated: false }),
  tokens,
});

describe('validity', () => {
  it.each([
    [{}, T0 + 30 * MINUTE, null],
    [{}, T0 + 30 * MINUTE + 1, 'inactivity'],
    [{ lastActivity: T0 + DAY }, T0 + DAY, null],
    [{ lastActivity: T0 + DAY }, T0 + DAY + 1, 'duration'],
    [{ epochTokens: 1_000_000 }, T0, null],
    [{ epochTokens: 1_000_001 }, T0, 'tokens'],
    [{}, T0 - 400 * DAY, null],
  ] as const)('of %j at %d: %s', (more, at, expected) => {
    expect(expiry({ ...HEAD, ...more }, at, LIMITS)).toBe(expected);
  });

  it('has no limit where the limit is infinite', () => {
    const none = { inactivityMillis: Infinity, durationMillis: Infinity, tokens: Infinity };
    expect(expiry({ ...HEAD, epochTokens: 1e15 }, T0 + 9_000 * HOUR, none)).toBeNull();
  });
});

describe('the fold', () => {
  const record = (bodies: readonly LedgerFact[]): RecordedLedgerFact[] => {
    let epoch = 0;
    return bodies.map((body, i) => {
      if (body.fact === 'epoch') epoch++;
      return { seq: i + 1, at: T0 + i, epoch, body };
    });
  };

  it('keeps the last version, its loads, and when it was shown', () => {
    const state = foldLedger(
      HEAD,
      record([
        { fact: 'sent', item: item('m', 'one') },
        { fact: 'withheld', item: item('m', 'one'), saved: 10 },
        { fact: 'sent', item: item('m', 'two', 4) },
      ]),
    );
    expect(entryOf(state, 'memory', 'm')).toEqual({
      ...item('m', 'two', 4),
      loads: 3,
      sentAt: T0 + 2,
      epoch: 0,
    });
    expect([
      has(state, 'memory', 'm', contentHash('one')),
      has(state, 'memory', 'm', contentHash('two')),
    ]).toEqual([false, true]);
    expect(state.head).toMatchObject({ epochTokens: 14, lastActivity: T0 + 2, lastSeq: 3 });
  });

  it('is empty after an epoch began, and counts tokens anew', () => {
    const facts = record([
      { fact: 'sent', item: item('m', 'one') },
      { fact: 'epoch', reason: 'compaction' },
      { fact: 'sent', item: item('n', 'x', null) },
      { fact: 'query', tokens: 3, estimated: true },
    ]);
    const state = foldLedger(HEAD, facts);
    expect([...idsOf(state, 'memory')]).toEqual(['n']);
    expect(state.head).toMatchObject({ epoch: 1, epochBegan: T0 + 1, epochTokens: 3 });
  });

  it('leaves out what was sent in an epoch that was over', () => {
    const late = { seq: 2, at: T0, epoch: 0, body: { fact: 'sent', item: item('late', 'x') } } as const;
    const begun = { seq: 1, at: T0, epoch: 1, body: { fact: 'epoch', reason: 'clear' } } as const;
    const state = foldLedger(HEAD, [begun, late]);
    expect([state.entries.size, state.head.epochTokens, state.head.lastSeq]).toEqual([0, 0, 2]);
  });

  it('comes to the same in parts and at once', () => {
    const body: fc.Arbitrary<LedgerFact> = fc.oneof(
      fc.record({
        fact: fc.constantFrom('sent' as const, 'carried' as const),
        item: fc.tuple(fc.nat(3), fc.nat(2)).map(([id, version]) => item(`m${id}`, `v${version}`)),
      }),
      fc.record({
        fact: fc.constant('withheld' as const),
        item: fc.nat(3).map((id) => item(`m${id}`, 'v0')),
        saved: fc.nat(20),
      }),
      fc.constant({ fact: 'epoch' as const, reason: 'clear' as const }),
    );
    fc.assert(
      fc.property(fc.array(body, { maxLength: 30 }), (bodies) => {
        const facts = record(bodies);
        const whole = foldLedger(HEAD, facts);
        const state = foldLedger(HEAD, []);
        let head = HEAD;
        for (const fact of facts) {
          take(state, fact);
          head = headAfter(head, fact);
        }
        expect(state).toEqual(whole);
        expect(head).toEqual(whole.head);
      }),
    );
  });
});
