import { describe, expect, it } from 'vitest';
import { score, scoreAll } from './context-scorer.ts';

const session = (tasks: number, topics: readonly string[] = [], end = '2026-11-08T10:00:00Z') => ({
  hot_topics: topics,
  pending_tasks: Array.from({ length: tasks }, () => ({})),
  end_time: end,
});
const NOW = Date.parse('2026-11-15T10:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();

describe('score', () => {
  it.each([
    // tasks, topics, keywords, hours, score
    [0, [], [], 0, 0.4],
    [0, [], [], 24, 0.4 * (1 - 24 / 168)],
    [0, [], [], 48, 0.4 * (1 - 48 / 168)],
    [0, ['a'], ['b'], 168, 0],
    [4, [], [], 168, 0.25],
    [3, [], [], 168, 0.1875],
    [40, [], [], 168, 0.25],
    [0, ['a'], ['a'], 168, 0.35],
    [0, ['Alpha', 'alpha', 'b'], ['ALPHA', 'c'], 168, 0.35 / 3],
    [2, ['a'], ['a'], -5, 0.4 + 0.35 + 0.125],
  ] as const)(
    'of %i tasks, topics %j, keywords %j after %d h is %d',
    (tasks, topics, keywords, hours, expected) => {
      expect(score(session(tasks, topics), { keywords }, hours)).toBeCloseTo(expected, 12);
    },
  );
});

describe('scoreAll', () => {
  const all = [40, 60, 20, 100, 10].map((hours) => session(0, [], hoursAgo(hours)));

  it('gives the best first, three at most, and nothing below the threshold', () => {
    const found = scoreAll(all, { keywords: [] }, undefined, { now: NOW });
    expect(found.map(({ hoursElapsed }) => hoursElapsed)).toEqual([10, 20, 40]);
    expect(
      scoreAll(all, { keywords: [] }, 0.25, { now: NOW, limit: 9 }).map((one) => one.hoursElapsed),
    ).toEqual([10, 20, 40, 60]);
    expect(scoreAll(all, { keywords: [] }, 0.36, { now: NOW })).toHaveLength(1);
    expect(found[0]?.session).toBe(all[4]);
  });

  it('counts a session that still runs from its last sign of life', () => {
    const running = {
      ...session(0),
      end_time: null,
      last_activity: hoursAgo(2),
      start_time: hoursAgo(30),
    };
    expect(scoreAll([running], { keywords: [] }, 0, { now: NOW })[0]?.hoursElapsed).toBe(2);
  });

  it('puts the more recent of equals first', () => {
    const old = session(4, [], hoursAgo(300));
    const older = session(4, [], hoursAgo(400));
    const found = scoreAll([older, old], { keywords: [] }, 0.25, { now: NOW });
    expect(found.map((one) => one.session)).toEqual([old, older]);
  });
});
