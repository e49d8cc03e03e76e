import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../domain/base/ids.ts';
import { MINUTE } from '../../domain/base/time.ts';
import type { Fact, RecordedFact } from '../../domain/facts/fact.ts';
import { findAwaited, foldStandings, instructionKey, isDue, isIgnored } from './history.ts';

const T0 = Date.parse('2026-11-15T10:00:00Z');
const given = (path = 'a.md', subagent?: string): Fact => ({
  kind: 'sop-injected',
  path,
  toolCall: 'Bash: git push',
  keyword: 'READ-IT',
  memories: ['mem-1'],
  ...(subagent && { subagent }),
});
/** A minute between facts. */
const history = (...facts: Fact[]): RecordedFact[] =>
  facts.map((fact, i) => ({ seq: i + 1, at: T0 + i * MINUTE, sessionId: 's' as SessionId, fact }));
const standing = (facts: RecordedFact[], path = 'a.md', subagent: string | null = null) =>
  foldStandings(facts).get(instructionKey(path, subagent));

const ACK: Fact = { kind: 'sop-acknowledged', path: 'a.md' };
const IGNORED: Fact = { kind: 'sop-ignored', path: 'a.md', toolCall: 'x' };
const TURN: Fact = { kind: 'turn-ended' };
const EPOCH: Fact = { kind: 'epoch-began' };

describe('isDue', () => {
  const due = (facts: RecordedFact[], minutes: number) =>
    isDue(standing(facts), 'h', T0 + minutes * MINUTE, 5 * MINUTE);

  it('before it was ever given', () => expect(due(history(), 0)).toBe(true));
  it('not again while the model has it', () => {
    expect(due(history(given(), TURN, ACK), 600)).toBe(false);
  });
  it('again after a new epoch, when the cool-down is over', () => {
    expect(due(history(given(), EPOCH), 4.9)).toBe(false);
    expect(due(history(given(), EPOCH), 5)).toBe(true);
    expect(due(history(given(), EPOCH, given()), 60)).toBe(false);
  });
  it('again where the clock ran backwards', () =>
    expect(due(history(given(), EPOCH), -60)).toBe(true));
  it('to each conversation for itself', () => {
    const isNow = (found: ReturnType<typeof standing>) => isDue(found, 'h', T0, 0);
    expect(isNow(standing(history(given()), 'a.md', 'explore/1'))).toBe(true);
    expect(isNow(standing(history(given('a.md', 'explore/1')), 'a.md', 'explore/1'))).toBe(false);
    expect(isNow(standing(history(given('a.md', 'explore/1'))))).toBe(true);
  });
  it('at once in other words', () => {
    expect(due(history({ ...given(), hash: 'other' } as Fact), 0)).toBe(true);
  });
});

describe('isIgnored', () => {
  it.each<[string, boolean, Fact[]]>([
    ['the turn is still running', false, [given()]],
    ['the turn ended without the word', true, [given(), TURN]],
    ['the turn ended with it', false, [given(), TURN, ACK]],
    ['it was counted before', false, [given(), TURN, IGNORED]],
    ['it was given anew', false, [given(), TURN, EPOCH, given()]],
    ['it asks for no word', false, [{ ...given(), keyword: null } as Fact, TURN]],
  ])('when %s: %s', (_, expected, facts) =>
    expect(isIgnored(standing(history(...facts))!)).toBe(expected),
  );
});

describe('awaited', () => {
  it('is what asks for a word and has not got it, in that conversation', () => {
    const facts = history(given('a.md'), given('b.md'), given('a.md', 'explore/1'), ACK);
    expect(findAwaited(facts, null).map(({ path }) => path)).toEqual(['b.md']);
    expect(findAwaited(facts, 'explore/1').map(({ path, memories }) => [path, memories])).toEqual([
      ['a.md', ['mem-1']],
    ]);
  });
});
