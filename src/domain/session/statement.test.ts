import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldStatement } from './stated.ts';
import { checkPins, statementOf } from './statement.ts';

describe('a statement', () => {
  it('names only what it was given, and nothing that Cortex keeps itself', () => {
    expect(statementOf({ hot_topics: ['a'], end_time: 'x', working_memory: [], scope: 'y' })).toEqual({
      hot_topics: ['a'],
    });
    expect(statementOf({})).toEqual({});
  });

  it('makes up what a task leaves out', () => {
    expect(statementOf({ pending_tasks: [{ task_id: 't' }] }).pending_tasks).toEqual([
      { task_id: 't', title: 't', stage: 'open', flagged_incomplete: false },
    ]);
    const odd = { task_id: 't', title: 'T', stage: 'build', source: 'nowhere', last_activity: 'yesterday' };
    expect(statementOf({ pending_tasks: [odd] }).pending_tasks?.[0]).not.toHaveProperty('source');
    expect(statementOf({ pending_tasks: [odd] }).pending_tasks?.[0]).not.toHaveProperty('last_activity');
  });

  it.each([
    [{ hot_topics: 'x' }, 'hot_topics takes a list, not a string'],
    [{ hot_topics: [1] }, 'hot_topics takes words, not a number'],
    [{ pending_tasks: [null] }, 'pending_tasks takes objects, not null'],
    [{ pending_tasks: [{ title: 'x' }] }, 'each of pending_tasks needs a task_id'],
    [{ confidence_updates: [{}] }, 'each of confidence_updates needs a memory_id'],
    [{ sop_interactions: [{ sop_path: 3 }] }, 'each of sop_interactions needs a sop_path'],
  ])('refuses %j', (given, message) => {
    expect(() => statementOf(given)).toThrow(message);
  });

  it.each([
    ['staging is read-only', 'working_memory takes a list, not a string'],
    [['staging is read-only'], 'working_memory takes objects, not a string'],
    [[{ label: 'staging' }], 'each of working_memory needs a content'],
    [[{ content: 5 }], 'each of working_memory needs a content'],
    [[{ content: ' ' }], 'each of working_memory needs a content'],
  ])('refuses %j as pins', (given, message) => {
    expect(() => checkPins(given)).toThrow(message);
  });

  it('is refused, or can be folded and stored, whatever it is', () => {
    const entry = fc.oneof(
      fc.anything(),
      fc.record(
        { task_id: fc.anything(), title: fc.anything(), stage: fc.anything(), last_activity: fc.anything() },
        { requiredKeys: [] },
      ),
    );
    const list = fc.oneof(fc.anything(), fc.array(entry, { maxLength: 4 }));
    fc.assert(
      fc.property(fc.record({ hot_topics: list, pending_tasks: list }, { requiredKeys: [] }), (given) => {
        let statement: ReturnType<typeof statementOf>;
        try {
          statement = statementOf(given);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          return;
        }
        const folded = foldStatement(undefined, statement, 0);
        expect(JSON.parse(JSON.stringify(folded))).toEqual(folded);
      }),
    );
  });

  it('keeps no more than can be appended', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `${i}`.repeat(500));
    expect(JSON.stringify(statementOf({ hot_topics: many })).length).toBeLessThan(50_000);
  });
});
