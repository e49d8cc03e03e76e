import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type { SessionId } from '../base/ids.ts';
import { GLOBAL_SCOPE } from '../base/scope.ts';
import { DAY, HOUR } from '../base/time.ts';
import { inheritMemories, type Learning } from './decay.ts';
import { type Memory, makeMemory } from './memory.ts';

const END = Date.parse('2026-11-13T10:20:00Z');
const SUNDAY = END + 48 * HOUR;

function learning(id: string, more: Partial<Memory> = {}, about: Partial<Learning> = {}): Learning {
  const place = { id, scope: GLOBAL_SCOPE, sessionId: null };
  const made = makeMemory({ content: `about ${id}`, source: 'agent' }, place, END - HOUR)!;
  return {
    memory: { ...made, ...more },
    sessionId: 'friday' as SessionId,
    confidenceAtEnd: 1,
    endedAt: END,
    ...about,
  };
}

describe('what is inherited', () => {
  it("starts from the confidence at the session's end, whatever happened since", () => {
    const used = learning(
      'a',
      { confidence: 0.2, accessCount: 50, contradictions: 3 },
      { confidenceAtEnd: 0.8 },
    );
    expect(inheritMemories([used], SUNDAY)[0]!.decayed).toBeCloseTo(0.8 * 0.8857142857, 8);
  });

  it('starts from a correction made after that end', () => {
    const corrected = learning('a', { confidence: 0.5, updatedAt: END + 24 * HOUR });
    const [one] = inheritMemories([corrected], SUNDAY);
    expect(one).toMatchObject({ original: 0.5, hours: 24 });
  });

  it.each(table<[number, number, boolean]>('memories-inherited'))(
    'at %f after %i hours is left out: %s',
    (confidenceAtEnd, hours, excluded) => {
      const [one] = inheritMemories([learning('a', {}, { confidenceAtEnd })], END + hours * HOUR);
      expect(one!.excluded).toBe(excluded);
    },
  );

  it('takes the floor from the option, for the factor and for leaving out', () => {
    const weak = learning('a', {}, { confidenceAtEnd: 0.5 });
    expect(inheritMemories([weak], END + 30 * DAY, 0.5)[0]).toMatchObject({
      decayed: 0.25,
      excluded: true,
    });
    expect(inheritMemories([weak], END + 30 * DAY, 0.1)[0]).toMatchObject({
      decayed: 0.05,
      excluded: true,
    });
    expect(inheritMemories([weak], SUNDAY, 0.4)[0]!.excluded).toBe(false);
  });

  it('inherits each memory once, from its last session, and no expired one', () => {
    const monday = { sessionId: 'monday' as SessionId, endedAt: END + HOUR, confidenceAtEnd: 0.5 };
    const held = inheritMemories(
      [learning('a'), learning('a', {}, monday), learning('b', { expiresAt: SUNDAY })],
      SUNDAY,
    );
    expect(held.map(({ memory, sessionId }) => [memory.id, sessionId])).toEqual([['a', 'monday']]);
  });

  it('comes in order of importance, then of confidence', () => {
    const order = inheritMemories(
      [
        learning('weak', {}, { confidenceAtEnd: 0.5 }),
        learning('sure'),
        learning('vital', { importance: 3 }, { confidenceAtEnd: 0.4 }),
      ],
      SUNDAY,
    );
    expect(order.map(({ memory }) => memory.id)).toEqual(['vital', 'sure', 'weak']);
  });
});
