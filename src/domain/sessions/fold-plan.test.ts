import { describe, expect, it } from 'vitest';
import type { SessionId } from '../base/ids.ts';
import { projectScope } from '../base/scope.ts';
import type { Fact, RecordedFact } from '../facts/fact.ts';
import { EMPTY_DIGEST } from './digest.ts';
import { type FoldConditions, type LastFold, planFold, planMemories } from './fold-plan.ts';
import type { RememberedSentence } from './remember.ts';

const AT = Date.parse('2026-11-13T10:00:00Z');
const SESSION = 'a-session' as SessionId;

function recorded(...kinds: readonly Fact['kind'][]): RecordedFact[] {
  return kinds.map((kind, i) => ({
    seq: i + 1,
    at: AT,
    sessionId: SESSION,
    fact: { kind } as Fact,
  }));
}

const NEVER: LastFold = { digest: null, watermark: 0, briefed: 0 };
const FOLDED: LastFold = { digest: EMPTY_DIGEST, watermark: 7, briefed: 0 };
const INDEXED: FoldConditions = { isIndexed: true, hasLate: false };

describe('planFold', () => {
  it('does nothing without new facts', () => {
    expect(planFold(FOLDED, [], INDEXED)).toEqual({ kind: 'nothing' });
  });

  it('does nothing where a brief covers all facts', () => {
    expect(planFold({ ...NEVER, briefed: 2 }, recorded('prompt', 'ended'), INDEXED)).toEqual({
      kind: 'nothing',
    });
  });

  it('folds nothing again where only the end is new', () => {
    expect(planFold(FOLDED, recorded('ended'), INDEXED)).toEqual({ kind: 'end' });
  });

  it('folds the end of a session that no index has', () => {
    expect(planFold(FOLDED, recorded('ended'), { ...INDEXED, isIndexed: false })).toMatchObject({
      kind: 'fold',
      indexedTurn: 'anew',
    });
  });

  it('goes on from the last fold and the last indexed turn', () => {
    const facts = recorded('prompt');
    expect(planFold(FOLDED, facts, INDEXED)).toEqual({
      kind: 'fold',
      unlearnt: facts,
      isFromStart: false,
      indexedTurn: 0,
    });
  });

  it('begins from the first fact where a late one came', () => {
    expect(planFold(FOLDED, recorded('prompt'), { ...INDEXED, hasLate: true })).toMatchObject({
      isFromStart: true,
      indexedTurn: 'anew',
    });
  });

  it('learns from the facts behind a brief alone', () => {
    const facts = recorded('prompt', 'reply', 'prompt');
    expect(planFold({ ...NEVER, briefed: 2 }, facts, INDEXED)).toMatchObject({
      unlearnt: [facts[2]],
      indexedTurn: 'anew',
    });
  });
});

describe('planMemories', () => {
  const place = {
    scope: projectScope('/work/radio/.git', 'radio', '/work/radio'),
    sessionId: SESSION,
  };
  const sentence = (
    kind: RememberedSentence['kind'],
    text: string,
    seq: number,
    at = AT + seq,
  ): RememberedSentence => ({ kind, text, at, seq });
  const nothing = { rules: () => [], promptsLike: () => [] };

  it('makes one memory of a sentence that is said twice', () => {
    const text = 'Never use tabs in this project.';
    const learnt = planMemories(
      [sentence('rule', text, 1), sentence('rule', text, 2)],
      nothing,
      place,
    );
    expect(new Set(learnt.map(({ memory }) => memory.id)).size).toBe(1);
    expect(learnt.at(-1)!.memory.updatedAt).toBe(AT + 2);
  });

  it('keeps an order only where another session heard it', () => {
    const order = 'Always run the whole suite before every single commit.';
    expect(planMemories([sentence('order', order, 1)], nothing, place)).toEqual([]);
    const heard = { ...nothing, promptsLike: () => [order] };
    expect(planMemories([sentence('order', order, 1)], heard, place)).toHaveLength(1);
  });

  it('reads no rules where no sentence may be one', () => {
    const rules = () => {
      throw new Error('rules were read');
    };
    expect(planMemories([], { ...nothing, rules }, place)).toEqual([]);
  });
});
