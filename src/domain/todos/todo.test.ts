import { describe, expect, it } from 'vitest';
import type { TodoPatch } from '../facts/event.ts';
import { closedTodos, foldTodos, type TodoItem, tasksInTodos } from './todo.ts';

const patch = (
  text: string | null,
  status: TodoPatch['status'],
  id: string | null = null,
): TodoPatch => ({
  id,
  text,
  status,
});
const ids = (list: readonly TodoItem[]) => tasksInTodos(list).map((task) => task.task_id);

describe('a to-do list', () => {
  it('keeps the date of an entry that did not change', () => {
    const whole = { whole: true, items: [patch('a', 'pending'), patch('b', 'pending')] };
    const list = foldTodos(
      foldTodos([], whole, 1),
      { whole: true, items: [patch('a', 'pending'), patch('b', 'in_progress')] },
      5,
    );
    expect(list.map((item) => item.at)).toEqual([1, 5]);
  });

  it('remembers a finished entry that a later list leaves out', () => {
    const list = foldTodos([], { whole: true, items: [patch('a', 'completed')] }, 1);
    expect(
      closedTodos(foldTodos(list, { whole: true, items: [patch('b', 'pending')] }, 2)),
    ).toEqual([{ id: 'todo:a', at: 1 }]);
  });

  it('tells long entries apart that begin alike', () => {
    const begin = 'Add tests for the parser of the configuration file and its nested ';
    const list = foldTodos(
      [],
      {
        whole: true,
        items: [patch(`${begin}lists`, 'completed'), patch(`${begin}maps`, 'pending')],
      },
      1,
    );
    expect(ids(list)).toHaveLength(1);
    expect(closedTodos(list)[0]?.id).not.toBe(ids(list)[0]);
    expect(ids(list)[0]!.length).toBeLessThanOrEqual(66);
  });

  it('ignores a patch of an unknown entry, and keeps at most its limit', () => {
    expect(foldTodos([], { whole: false, items: [patch(null, 'completed', '9')] }, 1)).toEqual([]);
    const many = Array.from({ length: 500 }, (_, i) => patch(`item ${i}`, 'pending'));
    expect(foldTodos([], { whole: true, items: many }, 1)).toHaveLength(300);
  });
});
