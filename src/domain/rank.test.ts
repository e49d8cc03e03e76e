import { describe, expect, it } from 'vitest';
import type { ScopeKey, SessionId } from './ids.ts';
import { type Candidate, type RankRules, rankCandidates } from './rank.ts';
import type { PendingTask } from './task.ts';
import { HOUR, MINUTE } from './time.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const HERE = '/repo/.git' as ScopeKey;
const RULES: RankRules = {
  threshold: 0.25,
  best: 3,
  sameScope: 0.5,
  tasksThatForce: 3,
  quietMillis: 30 * MINUTE,
};
const CONTEXT = { now: NOW, scopeKey: HERE, keywords: new Set<string>() };

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

function session(id: string, hoursAgo: number, more: Partial<Candidate> = {}): Candidate {
  return {
    id: id as SessionId,
    scopeKey: HERE,
    at: NOW - hoursAgo * HOUR,
    running: false,
    topics: [],
    tasks: [],
    textMatch: 0,
    ...more,
  };
}

function verdicts(candidates: Candidate[], rules = RULES): Record<string, string> {
  return Object.fromEntries(
    rankCandidates(candidates, CONTEXT, rules).map((r) => [r.candidate.id, r.verdict]),
  );
}

describe('ranking', () => {
  it('takes the best three', () => {
    const all = [session('d', 40), session('a', 10), session('c', 30), session('b', 20)];
    expect(verdicts(all)).toEqual({ a: 'taken', b: 'taken', c: 'taken', d: 'better ones came first' });
  });

  it('gives a conversation that was taken up again one place', () => {
    const resumed = { conversation: 'codex abc' };
    const all = [
      session('a1', 1, resumed),
      session('a2', 2, resumed),
      session('a3', 3, resumed),
      session('b', 10, { conversation: 'codex def' }),
      session('c', 20, { conversation: null }),
      session('d', 30, { conversation: null }),
    ];
    expect(verdicts(all)).toEqual({
      ...{ a1: 'taken', a2: 'taken', a3: 'taken', b: 'taken', c: 'taken' },
      d: 'better ones came first',
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
    const ranked = rankCandidates([session('x', 160, { tasks: tasks(3) })], CONTEXT, sources);
    expect(ranked[0]).toMatchObject({ verdict: 'taken', forced: true });
    expect(verdicts([session('x', 160, { tasks: tasks(2) })], sources)).toEqual({ x: 'below threshold' });
  });

  it('leaves a busy session alone and takes a quiet one', () => {
    const running = { running: true };
    expect(verdicts([session('busy', 0.4, running), session('quiet', 0.6, running)])).toEqual({
      busy: 'busy',
      quiet: 'taken',
    });
  });

  it('does not let a busy session use up a place', () => {
    const all = [
      session('busy', 0.1, { running: true }),
      ...['a', 'b', 'c'].map((id, i) => session(id, i + 1)),
    ];
    expect(Object.values(verdicts(all)).filter((verdict) => verdict === 'taken')).toHaveLength(3);
  });

  it('puts the most recent first among equals, and counts a date to come as now', () => {
    const ranked = rankCandidates([session('now', 0), session('future', -24)], CONTEXT, RULES);
    expect(ranked.map((r) => r.candidate.id)).toEqual(['future', 'now']);
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
