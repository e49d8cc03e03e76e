import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import {
  checkPins,
  foldStatement,
  type Stated,
  type StatedTask,
  type Statement,
  statementOf,
  statesAnything,
} from './stated.ts';

const T0 = Date.parse('2026-11-13T10:00:00Z');
const task = (id: string, stage = 'build', more: Partial<StatedTask> = {}): StatedTask => ({
  task_id: id,
  title: `Title of ${id}`,
  stage,
  flagged_incomplete: false,
  ...more,
});
const fold = (...statements: Statement[]) =>
  statements.reduce<Stated | undefined>(
    (sofar, one, i) => foldStatement(sofar, one, T0 + i),
    undefined,
  )!;
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

  it.each(['done', 'Completed', 'closed', 'cancelled'])(
    'takes the stage %s for an end',
    (stage) => {
      const stated = fold({ pending_tasks: [task('a', stage), task('b')] });
      expect([openIn(stated), closedIn(stated)]).toEqual([['b'], ['a']]);
    },
  );

  it('leaves tasks alone if it names none', () => {
    const stated = fold({ pending_tasks: [task('a')] }, { hot_topics: ['x'] });
    expect([openIn(stated), closedIn(stated)]).toEqual([['a'], []]);
  });

  it('dates a task by what last happened to it, not by being listed', () => {
    const stated = fold({ pending_tasks: [task('a')] }, { pending_tasks: [task('a')] });
    expect(stated.pending_tasks?.[0]?.last_activity).toBe('2026-11-13T10:00:00.000Z');
    const moved = foldStatement(stated, { pending_tasks: [task('a', 'verify')] }, T0 + 5000);
    expect(moved.pending_tasks?.[0]?.last_activity).toBe('2026-11-13T10:00:05.000Z');
    const given = fold({
      pending_tasks: [task('a', 'build', { last_activity: '2026-11-01T00:00:00Z' })],
    });
    expect(given.pending_tasks?.[0]?.last_activity).toBe('2026-11-01T00:00:00Z');
  });

  it('counts a task once, as it was named last', () => {
    const stated = fold({ pending_tasks: [task('a', 'build'), task('a', 'verify')] });
    expect(stated.pending_tasks?.map(({ stage }) => stage)).toEqual(['verify']);
  });

  it('counts as content only if a list is not empty', () => {
    expect(statesAnything(fold({}))).toBe(false);
    expect(statesAnything(fold({ hot_topics: [], pending_tasks: [task('a', 'done')] }))).toBe(
      false,
    );
    expect(statesAnything(fold({ hot_topics: ['x'] }))).toBe(true);
  });
});

describe('a statement', () => {
  it('names only what it was given, and nothing that Cortex keeps itself', () => {
    expect(
      statementOf({ hot_topics: ['a'], end_time: 'x', working_memory: [], scope: 'y' }),
    ).toEqual({
      hot_topics: ['a'],
    });
    expect(statementOf({})).toEqual({});
  });

  it('gives defaults for the fields that a task leaves out', () => {
    expect(statementOf({ pending_tasks: [{ task_id: 't' }] }).pending_tasks).toEqual([
      { task_id: 't', title: 't', stage: 'open', flagged_incomplete: false },
    ]);
    const odd = {
      task_id: 't',
      title: 'T',
      stage: 'build',
      source: 'nowhere',
      last_activity: 'yesterday',
    };
    expect(statementOf({ pending_tasks: [odd] }).pending_tasks?.[0]).not.toHaveProperty('source');
    expect(statementOf({ pending_tasks: [odd] }).pending_tasks?.[0]).not.toHaveProperty(
      'last_activity',
    );
  });

  it.each(table<[Record<string, unknown>, string]>('stated-refused'))(
    'refuses %j',
    (given, message) => {
      expect(() => statementOf(given)).toThrow(message);
    },
  );

  it.each(table<[unknown, string]>('stated-pins-refused'))(
    'refuses %j as pins',
    (given, message) => {
      expect(() => checkPins(given)).toThrow(message);
    },
  );

  it('is refused or can be folded and stored, for any input', () => {
    const entry = fc.oneof(
      fc.anything(),
      fc.record(
        {
          task_id: fc.anything(),
          title: fc.anything(),
          stage: fc.anything(),
          last_activity: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    );
    const list = fc.oneof(fc.anything(), fc.array(entry, { maxLength: 4 }));
    fc.assert(
      fc.property(
        fc.record({ hot_topics: list, pending_tasks: list }, { requiredKeys: [] }),
        (given) => {
          let statement: ReturnType<typeof statementOf>;
          try {
            statement = statementOf(given);
          } catch (error) {
            expect(error).toBeInstanceOf(TypeError);
            return;
          }
          const folded = foldStatement(undefined, statement, 0);
          expect(JSON.parse(JSON.stringify(folded))).toEqual(folded);
        },
      ),
    );
  });

  it('keeps no more than can be appended', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `${i}`.repeat(500));
    expect(JSON.stringify(statementOf({ hot_topics: many })).length).toBeLessThan(50_000);
  });
});
