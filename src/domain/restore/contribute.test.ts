import { describe, expect, it } from 'vitest';
import { HERE, NOW, session } from '../../../test/candidates.ts';
import type { ScopeKey } from '../ids.ts';
import { NO_OUTCOME } from '../session/outcome.ts';
import type { PendingTask } from '../tasks/task.ts';
import { DAY, MINUTE } from '../time.ts';
import { type Candidate, type ContributionRules, rankCandidates } from './contribute.ts';

/** As the sources have it: the best by the formula, whoever is the latest. */
const RULES: ContributionRules = {
  threshold: 0.25,
  best: 3,
  sameScope: 0.5,
  tasksThatForce: 3,
  quietMillis: 30 * MINUTE,
  lookbackMillis: 7 * DAY,
  latest: false,
};
const CONTEXT = { now: NOW, scopeKey: HERE, tree: '/repo' };

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

function verdicts(candidates: Candidate[], rules = RULES): Record<string, string> {
  return Object.fromEntries(rankCandidates(candidates, CONTEXT, rules).map((r) => [r.id, r.verdict]));
}

describe('ranking', () => {
  it('takes the best three', () => {
    const all = [session('d', 40), session('a', 10), session('c', 30), session('b', 20)];
    expect(verdicts(all)).toEqual({ a: 'taken', b: 'taken', c: 'taken', d: 'better ones were found' });
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
    const ranked = rankCandidates([session('x', 160, { tasks: tasks(3) })], CONTEXT, sources);
    expect(ranked[0]).toMatchObject({ verdict: 'taken', forced: true });
    expect(verdicts([session('x', 160, { tasks: tasks(2) })], sources)).toEqual({ x: 'below threshold' });
  });

  it('puts the most recent first among equals, and counts a date to come as now', () => {
    const ranked = rankCandidates([session('now', 0), session('future', -24)], CONTEXT, RULES);
    expect(ranked.map((r) => r.id)).toEqual(['future', 'now']);
    expect(ranked[0]?.score.total).toBeCloseTo(ranked[1]!.score.total, 10);
  });

  it('gives the sources their own result without the same-scope part', () => {
    const sources = { ...RULES, sameScope: 0 };
    expect(verdicts([session('h62', 62), session('h64', 64)], sources)).toEqual({
      h62: 'taken',
      h64: 'below threshold',
    });
  });
});

describe('the latest session', () => {
  const latest = { ...RULES, latest: true };
  const first = (candidates: Candidate[], tree = '/repo') =>
    rankCandidates(candidates, { ...CONTEXT, tree }, latest)[0]!;

  it('is followed by the best; of about the same score by those that worked', () => {
    const talked = ['newest', 'b', 'c', 'd'].map((id, i) => session(id, 1 + i / 10));
    const made = session('made', 1.5, { stopped: { ...NO_OUTCOME, work: 1, touched: ['a.ts'] } });
    expect(verdicts([...talked, made, session('old', 40)], latest)).toEqual({
      ...{ newest: 'the latest', made: 'taken', b: 'taken' },
      ...{ c: 'enough as good were taken', d: 'enough as good were taken' },
      old: 'better ones were found',
    });
  });

  it('has to qualify, and to have done something', () => {
    const nothing = session('empty', 1, { stopped: NO_OUTCOME });
    const busy = session('busy', 0.1, { running: true });
    expect(first([nothing, busy, session('older', 5)]).id).toBe('older');
    expect(verdicts([session('old', 140)], latest)).toEqual({ old: 'below threshold' });
  });

  it('is that of the working tree where several are in use', () => {
    const all = [session('other tree', 1, { tree: '/elsewhere' }), session('this tree', 9)];
    expect(first(all).id).toBe('this tree');
    expect(first(all, '/new').id).toBe('other tree');
  });

  it('is not one of a branch that is apart, unless all are', () => {
    const apart = session('apart', 1, { isUnmerged: true });
    expect(first([apart, session('here', 9)]).id).toBe('here');
    expect(first([apart]).id).toBe('apart');
  });

  it('is never one of the global scope', () => {
    const global = session('global', 1, { scopeKey: 'global' as ScopeKey });
    expect(first([global, session('here', 9)]).id).toBe('here');
  });
});

describe('a branch that is apart', () => {
  it('counts half, and its tasks force nothing', () => {
    const old = { tasks: tasks(3), isUnmerged: true };
    expect(verdicts([session('x', 120, old)])).toEqual({ x: 'below threshold' });
    expect(verdicts([session('x', 120, { tasks: tasks(3) })])).toEqual({ x: 'taken' });
  });
});

it('names a session that stopped somewhere as the latest, before a later one that only holds a pin', () => {
  const pinned = {
    ...{ stopped: null, turns: 0 },
    pins: [{ content: 'frozen', label: null, critical: false, pinnedAt: NOW, origin: null }],
  } as unknown as Partial<Candidate>;
  const found = verdicts([session('pinned', 1, pinned), session('worked', 2)], { ...RULES, latest: true });
  expect(found).toEqual({ worked: 'the latest', pinned: 'taken' });
  expect(verdicts([session('pinned', 1, pinned)], { ...RULES, latest: true })).toEqual({
    pinned: 'the latest',
  });
});
