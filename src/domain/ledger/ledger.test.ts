import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendable } from '../../../test/sendable.ts';
import type { SessionId } from '../ids.ts';
import { HOUR } from '../time.ts';
import {
  expiry,
  foldLedger,
  headAfter,
  type LedgerFact,
  newLedger,
  type RecordedLedgerFact,
} from './ledger.ts';

const T0 = Date.parse('2026-11-13T10:00:00Z');
const HEAD = newLedger({ id: 'c' as SessionId, at: T0 });

const item = (id: string, content: string, tokens: number | null = 10) => ({
  ...sendable({ kind: 'memory', id, content, tokens: 0, estimated: false }),
  tokens,
});

describe('validity', () => {
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

  it('has the head that its facts give one after the other', () => {
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
        let head = HEAD;
        for (const fact of facts) {
          head = headAfter(head, fact);
        }
        expect(head).toEqual(whole.head);
      }),
    );
  });
});
