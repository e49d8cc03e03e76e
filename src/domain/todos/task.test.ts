import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { makePin, pinIdentity } from '../pins/pin.ts';
import {
  asPinnedNow,
  isSameTask,
  knownToPipeline,
  mergeTasks,
  pinBehind,
  tasksInPins,
  tasksInPipeline,
} from './task.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const STAGES = ['build', 'verify', 'validate', 'security', 'test', 'deploy'];

describe('tasks in pins', () => {
  it.each(table<[string | null, string, string]>('pin-tasks'))(
    'label %j, content %j is %s',
    (label, content, id) => {
      const [task] = tasksInPins([makePin({ label, content }, NOW)!]);
      expect(task).toMatchObject({
        task_id: id,
        flagged_incomplete: true,
        source: 'working_memory_scan',
      });
    },
  );

  it.each([['port is /dev/ttyUSB0'], ['the tasks page'], ['completed'], ['multitask-4ever']])(
    '%j is none',
    (content) => {
      expect(tasksInPins([makePin({ content }, NOW)!])).toEqual([]);
    },
  );
});

describe('a task that a pin speaks of', () => {
  const tasksOf = (content: string, label: string | null = 'radio') =>
    tasksInPins([makePin({ label, content }, NOW)!]);

  it.each<[string, string | null]>([
    ['task-004 is half done', 'radio'],
    ['TODO: write the driver', 'radio'],
    [`TODO ${'a very long pin '.repeat(10)}`, null],
  ])('leads back to its pin: %j with the label %j', (content, label) => {
    const [task] = tasksOf(content, label);
    expect(pinBehind(task!)).toBe(pinIdentity({ label, content: content.trim() }));
    expect(task!.task_id.length).toBeLessThanOrEqual(84);
  });

  it('follows the text of the pin, and is dropped when the pin names no task', () => {
    const remembered = tasksOf('task-004 is half done');
    const said = (content: string) =>
      asPinnedNow(remembered, [makePin({ label: 'radio', content }, NOW + 1)!]);
    expect(said('task-004 needs only tests')).toMatchObject([
      { task_id: 'task-004', title: 'task-004 needs only tests' },
    ]);
    expect(said('all is well')).toEqual([]);
    expect(
      asPinnedNow(remembered, [makePin({ label: 'other', content: 'all is well' }, NOW)!]),
    ).toEqual(remembered);
  });
});

describe('tasks in pipeline/state.json', () => {
  const entry = (more: Record<string, unknown>) => ({
    task_id: 'task-1',
    title: 'One',
    current_stage: 'build',
    started_at: '2026-11-10T00:00:00Z',
    ...more,
  });

  it.each<[string, Record<string, unknown>, boolean]>(
    table<[string, Record<string, unknown>, boolean]>('pipeline-tasks'),
  )('%s: in progress %s', (_, more, inProgress) => {
    expect(tasksInPipeline({ active_tasks: [entry(more)] }, STAGES, NOW)).toHaveLength(
      inProgress ? 1 : 0,
    );
  });

  it('dates a task by its update, else its start, else now', () => {
    const date = (more: Record<string, unknown>) =>
      tasksInPipeline({ active_tasks: [entry(more)] }, STAGES, NOW)[0]?.last_activity;
    expect(date({ updated_at: '2026-11-12T00:00:00Z' })).toBe('2026-11-12T00:00:00.000Z');
    expect(date({})).toBe('2026-11-10T00:00:00.000Z');
    expect(date({ started_at: 'soon' })).toBe('2026-11-15T12:00:00.000Z');
  });

  it.each([[null], [[]], [{ active_tasks: 'none' }], [{ active_tasks: [null, 3, 'x', []] }]])(
    '%j has none',
    (state) => {
      expect(tasksInPipeline(state, STAGES, NOW)).toEqual([]);
    },
  );
});

describe('a real pipeline/state.json', () => {
  it('has 22 finished tasks of 23 in active_tasks, and some moved to completed_tasks without leaving', () => {
    const finished = Array.from({ length: 21 }, (_, i) => ({
      task_id: `task-${String(i).padStart(3, '0')}-old`,
      title: `Old ${i}`,
      phase: 'one',
      description: '',
      status: i % 2 ? 'completed' : undefined,
      current_stage: i % 2 ? 'deploy' : 'done',
      stages_completed: ['requirements', 'design', 'build'],
      started_at: '2026-02-01T00:00:00Z',
      artifacts: {},
    }));
    const moved = {
      task_id: 'task-040-moved',
      title: 'Moved',
      status: 'active',
      current_stage: 'test',
    };
    const open = {
      task_id: 'task-041-open',
      title: 'Open',
      status: 'active',
      current_stage: 'security',
    };
    const state = {
      pipeline_version: '2.0',
      active_tasks: [...finished, moved, open],
      completed_tasks: [{ task_id: 'task-040-moved' }, 'task-039'],
      queued_tasks: [{ task_id: 'task-050-later' }],
      next_task_id: 51,
    };
    expect(tasksInPipeline(state, STAGES, NOW).map((task) => task.task_id)).toEqual([
      'task-041-open',
    ]);
    expect(tasksInPipeline(state, ['test'], NOW)).toEqual([]);
    expect(knownToPipeline(state)).toEqual(
      expect.arrayContaining([
        'task-000-old',
        'task-039',
        'task-040-moved',
        'task-041-open',
        'task-050-later',
      ]),
    );
  });
});

/** Tasks of a pipeline that lists this one alone. */
function listing(task_id: string, title: string) {
  const entry = { task_id, title, current_stage: 'build', updated_at: '2026-11-01T00:00:00Z' };
  return tasksInPipeline({ active_tasks: [entry] }, STAGES, NOW);
}

describe('two names of one task', () => {
  it.each(table<[string, string, boolean]>('tasks-of-two-names'))('%s and %s: %s', (a, b, same) => {
    expect([isSameTask(a, b), isSameTask(b, a)]).toEqual([same, same]);
  });

  it("become one entry under the longer name, with the list's stage and title", () => {
    const pinned = tasksInPins([makePin({ content: 'task-004 is incomplete' }, NOW)!]);
    const listed = listing('task-004-cat', 'CAT');
    const expected = [{ ...listed[0], last_activity: '2026-11-15T12:00:00.000Z' }];
    expect(mergeTasks(pinned, listed)).toEqual(expected);
    expect(mergeTasks(listed, pinned)).toEqual(expected);
  });
});

describe('merging tasks', () => {
  it('keeps one entry per id: the first source, the latest activity', () => {
    const pinned = tasksInPins([makePin({ content: 'task-1 is incomplete' }, NOW)!]);
    const listed = listing('task-1', 'One');
    expect(mergeTasks(listed, pinned)).toEqual([
      { ...listed[0], last_activity: '2026-11-15T12:00:00.000Z' },
    ]);
  });
});
