import { describe, expect, it } from 'vitest';
import { HERE, NOW, session } from '../../../test/candidates.ts';
import type { ScopeKey, SessionId } from '../base/ids.ts';
import { DAY, MINUTE } from '../base/time.ts';
import type { PendingTask } from '../todos/task.ts';
import {
  CONTINUED,
  type ContributionRules,
  judgeCandidates,
  type SessionCandidate,
  type ToldIds,
  takeContributors,
} from './contribute.ts';

const RULES: ContributionRules = {
  threshold: 0.25,
  sameScope: 0.5,
  tasksThatForce: 3,
  quietMillis: 30 * MINUTE,
  lookbackMillis: 7 * DAY,
};
const CONTEXT = { now: NOW, scopeKey: HERE };
/** As the sources have it: the best by the formula, whoever is told. */
const BY_SCORE: ToldIds = null;
const BEST = 3;

function tasks(count: number): PendingTask[] {
  return Array.from({ length: count }, (_, i) => ({
    task_id: `t${i}`,
    title: 't',
    stage: 'build',
    flagged_incomplete: false,
    source: 'pipeline_state',
    last_activity: '2026-11-09T00:00:00Z',
  }));
}

function ranked(candidates: SessionCandidate[], told = BY_SCORE, rules = RULES) {
  return takeContributors(judgeCandidates(candidates, CONTEXT, rules), told, BEST);
}

function verdicts(
  candidates: SessionCandidate[],
  told = BY_SCORE,
  rules = RULES,
): Record<string, string> {
  return Object.fromEntries(ranked(candidates, told, rules).map((one) => [one.id, one.verdict]));
}

function told(...ids: string[]): ToldIds {
  return ids as SessionId[];
}

describe('ranking', () => {
  it('takes the best three', () => {
    const all = [session('d', 40), session('a', 10), session('c', 30), session('b', 20)];
    expect(verdicts(all)).toEqual({
      a: 'taken',
      b: 'taken',
      c: 'taken',
      d: 'better ones were found',
    });
  });

  it('leaves what is below the threshold', () => {
    const other = { scopeKey: 'global' as ScopeKey };
    expect(verdicts([session('old', 100, other), session('new', 10, other)])).toEqual({
      new: 'taken',
      old: 'below threshold',
    });
  });

  it('takes three open tasks at 160 h whatever the score', () => {
    const sources = { ...RULES, sameScope: 0 };
    const [forced] = ranked([session('x', 160, { tasks: tasks(3) })], BY_SCORE, sources);
    expect(forced).toMatchObject({ verdict: 'taken', forced: true });
    expect(verdicts([session('x', 160, { tasks: tasks(2) })], BY_SCORE, sources)).toEqual({
      x: 'below threshold',
    });
  });

  it('puts the most recent first among equals, and counts a date to come as now', () => {
    const [first, second] = ranked([session('now', 0), session('future', -24)]);
    expect([first?.id, second?.id]).toEqual(['future', 'now']);
    expect(first?.score.total).toBeCloseTo(second!.score.total, 10);
  });

  it('gives the sources their own result without the same-scope part', () => {
    const sources = { ...RULES, sameScope: 0 };
    expect(verdicts([session('h62', 62), session('h64', 64)], BY_SCORE, sources)).toEqual({
      h62: 'taken',
      h64: 'below threshold',
    });
  });
});

describe('the told sessions', () => {
  const holding = { tasks: tasks(1) };

  it('come first, then the best that hold pins or open tasks, three in all', () => {
    const all = [
      session('last', 20),
      session('before', 30),
      session('talked', 1),
      session('holding', 40, holding),
      session('less', 50, holding),
    ];
    expect(verdicts(all, told('last', 'before'))).toEqual({
      last: 'the latest',
      before: 'taken',
      holding: 'taken',
      talked: 'nothing of it is told or inherited',
      less: 'better ones were found',
    });
    expect(
      ranked(all, told('last', 'before'))
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['last', 'before']);
  });

  it('contribute only if they qualify', () => {
    const all = [session('last', 140), session('old', 9 * 24), session('holding', 100, holding)];
    expect(verdicts(all, told('last', 'old'))).toEqual({
      last: 'below threshold',
      old: 'beyond the lookback',
      holding: 'taken',
    });
  });

  it('take no place of a conversation twice: its newest session contributes', () => {
    const resumed = { ...holding, conversation: 'claude-code c1' };
    const all = [
      session('newest', 1, resumed),
      session('older', 2, resumed),
      session('other', 60, holding),
    ];
    expect(verdicts(all, told('newest', 'older'))).toEqual({
      newest: 'the latest',
      older: CONTINUED,
      other: 'taken',
    });
    expect(verdicts(all, told('older'))).toMatchObject({ newest: 'taken', older: CONTINUED });
  });
});

describe('a branch that is apart', () => {
  it('counts half, and its tasks force nothing', () => {
    const old = { tasks: tasks(3), isUnmerged: true };
    expect(verdicts([session('x', 120, old)])).toEqual({ x: 'below threshold' });
    expect(verdicts([session('x', 120, { tasks: tasks(3) })])).toEqual({ x: 'taken' });
  });
});
