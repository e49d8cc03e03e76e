import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldStatement, type Stated, type StatedTask, type Statement, statesAnything } from './stated.ts';

const T0 = Date.parse('2026-11-13T10:00:00Z');
const task = (id: string, stage = 'build', more: Partial<StatedTask> = {}): StatedTask => ({
  task_id: id,
  title: `Title of ${id}`,
  stage,
  flagged_incomplete: false,
  ...more,
});
const fold = (...statements: Statement[]) =>
  statements.reduce<Stated | undefined>((sofar, one, i) => foldStatement(sofar, one, T0 + i), undefined)!;
const closedIn = (stated: Stated) => stated.closed?.map(({ id }) => id) ?? [];
const openIn = (stated: Stated) => stated.pending_tasks?.map(({ task_id: id }) => id) ?? [];

describe('what a program states', () => {
  it('keeps every list that a later statement does not name', () => {
    const words = fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 });
    const statement = fc.record(
      { hot_topics: words, active_projects: words, recent_learnings: words },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(statement, { minLength: 1, maxLength: 6 }), (statements) => {
        expect(fold(...statements)).toEqual(Object.assign({}, ...statements));
      }),
    );
  });

  it('closes a task that is no longer listed, and opens it when it is listed again', () => {
    const both = fold({ pending_tasks: [task('a'), task('b')] });
    expect([openIn(both), closedIn(both)]).toEqual([['a', 'b'], []]);
    const one = foldStatement(both, { pending_tasks: [task('b')] }, T0 + 1);
    expect([openIn(one), closedIn(one)]).toEqual([['b'], ['a']]);
    const again = foldStatement(one, { pending_tasks: [task('a'), task('b')] }, T0 + 2);
    expect([openIn(again), closedIn(again)]).toEqual([['a', 'b'], []]);
  });

  it.each(['done', 'Completed', 'closed', 'cancelled'])('takes the stage %s for an end', (stage) => {
    const stated = fold({ pending_tasks: [task('a', stage), task('b')] });
    expect([openIn(stated), closedIn(stated)]).toEqual([['b'], ['a']]);
  });

  it('is silent about tasks where it names none', () => {
    const stated = fold({ pending_tasks: [task('a')] }, { hot_topics: ['x'] });
    expect([openIn(stated), closedIn(stated)]).toEqual([['a'], []]);
  });

  it('dates a task by what last happened to it, not by being listed', () => {
    const stated = fold({ pending_tasks: [task('a')] }, { pending_tasks: [task('a')] });
    expect(stated.pending_tasks?.[0]?.last_activity).toBe('2026-11-13T10:00:00.000Z');
    const moved = foldStatement(stated, { pending_tasks: [task('a', 'verify')] }, T0 + 5000);
    expect(moved.pending_tasks?.[0]?.last_activity).toBe('2026-11-13T10:00:05.000Z');
    const given = fold({ pending_tasks: [task('a', 'build', { last_activity: '2026-11-01T00:00:00Z' })] });
    expect(given.pending_tasks?.[0]?.last_activity).toBe('2026-11-01T00:00:00Z');
  });

  it('counts a task once, as it was named last', () => {
    const stated = fold({ pending_tasks: [task('a', 'build'), task('a', 'verify')] });
    expect(stated.pending_tasks?.map(({ stage }) => stage)).toEqual(['verify']);
  });

  it('holds something only where a list does', () => {
    expect(statesAnything(fold({}))).toBe(false);
    expect(statesAnything(fold({ hot_topics: [], pending_tasks: [task('a', 'done')] }))).toBe(false);
    expect(statesAnything(fold({ hot_topics: ['x'] }))).toBe(true);
  });
});
