import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { rowOfMirror } from './mirrored.ts';

const MIRROR = {
  session_id: 'a',
  start_time: '2026-11-01T10:00:00.000Z',
  end_time: '2026-11-01T11:00:00.000Z',
  channel: 'claude-code',
  scope: 'project:radio',
  scope_key: '/radio/.git',
  host: 'claude-code',
  working_memory: [{ content: 'x', critical: true }],
  hot_topics: [],
  active_projects: [],
  pending_tasks: [{ task_id: 't' }],
  recent_learnings: [],
  confidence_updates: [],
  sop_interactions: [],
  files_modified: [],
  title: 'Wire it',
  turn_count: 3,
};

describe('the row of a mirror', () => {
  it('has its lists as JSON, and what is counted from them', () => {
    expect(rowOfMirror(MIRROR)).toMatchObject({
      id: 'a',
      pending_tasks: '[{"task_id":"t"}]',
      task_count: 1,
      has_critical: 1,
      holds: 1,
      turn_count: 3,
      branch: null,
      stopped: null,
    });
  });

  it.each(table<[string, string | object]>('mirrors-none'))('is not made of %s', (_, file) => {
    expect(rowOfMirror(file)).toBeNull();
  });
});
