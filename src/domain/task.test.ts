import { describe, expect, it } from 'vitest';
import { makePin } from './pin.ts';
import { mergeTasks, tasksInPins, tasksInPipeline } from './task.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const STAGES = ['build', 'verify', 'validate', 'security', 'test', 'deploy'];

describe('tasks in pins', () => {
  it.each([
    ['radio', 'task-004-session-persistence is half done', 'task-004-session-persistence'],
    ['radio', '[TASK] write the driver', 'pin:radio'],
    [null, 'TODO: retry on timeout', 'pin:todo: retry on timeout'],
    ['todo', 'retry', 'pin:todo'],
    ['x', 'the parser is incomplete', 'pin:x'],
    ['x', 'in-progress: parser', 'pin:x'],
  ])('label %j, content %j is %s', (label, content, id) => {
    const [task] = tasksInPins([makePin({ label, content }, NOW)!]);
    expect(task).toMatchObject({ task_id: id, flagged_incomplete: true, source: 'working_memory_scan' });
  });

  it.each([['port is /dev/ttyUSB0'], ['the tasks page'], ['completed'], ['multitask-4ever']])(
    '%j is none',
    (content) => {
      expect(tasksInPins([makePin({ content }, NOW)!])).toEqual([]);
    },
  );
});

describe('tasks in pipeline/state.json', () => {
  const entry = (more: Record<string, unknown>) => ({
    task_id: 'task-1',
    title: 'One',
    current_stage: 'build',
    started_at: '2026-11-10T00:00:00Z',
    ...more,
  });

  it.each<[string, Record<string, unknown>, boolean]>([
    ['in build', {}, true],
    ['in deploy', { current_stage: 'deploy' }, true],
    ['in design', { current_stage: 'design' }, false],
    ['done', { current_stage: 'done' }, false],
    ['marked completed', { status: 'completed' }, false],
    ['with a date of completion', { completed_at: '2026-11-11T00:00:00Z' }, false],
    ['without an id', { task_id: '' }, false],
    ['without a stage', { current_stage: 5 }, false],
  ])('%s: in progress %s', (_, more, inProgress) => {
    expect(tasksInPipeline({ active_tasks: [entry(more)] }, STAGES, NOW)).toHaveLength(inProgress ? 1 : 0);
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

describe('merging tasks', () => {
  it('keeps one entry per id: the first source, the latest activity', () => {
    const pinned = tasksInPins([makePin({ content: 'task-1 is incomplete' }, NOW)!]);
    const listed = tasksInPipeline(
      {
        active_tasks: [
          { task_id: 'task-1', title: 'One', current_stage: 'build', updated_at: '2026-11-01T00:00:00Z' },
        ],
      },
      STAGES,
      NOW,
    );
    expect(mergeTasks(listed, pinned)).toEqual([{ ...listed[0], last_activity: '2026-11-15T12:00:00.000Z' }]);
  });
});
