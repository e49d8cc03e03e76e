import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { DAY } from '../base/time.ts';
import { type MessageRow, tasksInMessages } from './task.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const message = (more: Partial<MessageRow>): MessageRow => ({
  id: 'm1',
  subject: 'please look',
  body: null,
  priority: 'info',
  task_status: null,
  created_at: '2026-11-14T12:00:00Z',
  expires_at: null,
  ...more,
});
const tasks = (...messages: MessageRow[]) => tasksInMessages(messages, NOW, NOW - 7 * DAY);

describe('a message that nobody acknowledged', () => {
  it.each<[string, Partial<MessageRow>, string, string]>(
    table<[string, { subject?: string }, string, string]>('messages-tasks'),
  )('that %s is a task', (_, more, id, stage) => {
    expect(tasks(message(more))).toEqual([
      {
        task_id: id,
        title: more.subject ?? 'please look',
        stage,
        flagged_incomplete: true,
        source: 'message',
        last_activity: '2026-11-14T12:00:00.000Z',
      },
    ]);
  });

  it.each<[string, Partial<MessageRow>]>(table<[string, object]>('messages-none'))(
    'that %s is none',
    (_, more) => {
      expect(tasks(message(more))).toEqual([]);
    },
  );

  it('that has not expired yet is a task', () => {
    expect(tasks(message({ priority: 'action', expires_at: '2026-11-15T12:00:01Z' }))).toHaveLength(
      1,
    );
  });

  it.each<[string | number]>(table('messages-dates'))('has its date read from %j', (createdAt) => {
    expect(tasks(message({ priority: 'action', created_at: createdAt }))[0]?.last_activity).toBe(
      '2026-11-14T12:00:00.000Z',
    );
  });

  it('without a subject is titled by its body, else by its id', () => {
    expect(
      tasks(message({ subject: null, body: 'do it\nnow', priority: 'action' }))[0]?.title,
    ).toBe('do it now');
    expect(tasks(message({ subject: '', priority: 'action' }))[0]?.title).toBe('m1');
  });

  it('is listed after a later one', () => {
    const found = tasks(
      message({ id: 'old', priority: 'action', created_at: '2026-11-13T12:00:00Z' }),
      message({ id: 'new', priority: 'action' }),
    );
    expect(found.map((task) => task.task_id)).toEqual(['message:new', 'message:old']);
  });
});
