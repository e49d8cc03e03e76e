import { describe, expect, it } from 'vitest';
import type { SessionState } from '../sessions/session.ts';
import type { PendingTask } from '../todos/task.ts';
import {
  confidenceDecayApplied,
  pendingTaskSurfaced,
  sessionCaptured,
  sessionChainTraversal,
  sessionOverride,
  sessionRestored,
} from './metric.ts';

const FRIDAY = '2026-11-13T10:00:00.000Z';
const NOW = Date.parse('2026-11-15T10:30:00.000Z');

function state(more: Partial<SessionState> = {}): SessionState {
  return {
    session_id: 's1',
    start_time: FRIDAY,
    end_time: '2026-11-13T10:20:30.000Z',
    channel: 'claude-code',
    working_memory: [{}, {}],
    recent_learnings: ['m1'],
    pending_tasks: [{}, {}, {}],
    hot_topics: ['a', 'b', 'c', 'd'],
    crash_recovered: false,
    last_activity: '2026-11-13T10:20:00.000Z',
    ...more,
  } as unknown as SessionState;
}

const task: PendingTask = {
  task_id: 'task-004',
  title: 'CAT driver',
  stage: 'build',
  flagged_incomplete: false,
  source: 'pipeline_state',
  last_activity: '2026-11-13T10:30:00.000Z',
};

describe('the events have the fields of the source documents', () => {
  it('session_captured', () => {
    expect(sessionCaptured(state())).toEqual({
      event: 'session_captured',
      session_id: 's1',
      channel: 'claude-code',
      duration_minutes: 20.5,
      pin_count: 2,
      learning_count: 1,
      task_count: 3,
      hot_topic_count: 4,
      crash_recovered: false,
    });
    expect(sessionCaptured(state({ crash_recovered: true }))).toMatchObject({
      crash_recovered: true,
    });
  });

  it('session_captured, also where the clock ran backwards or a date is missing', () => {
    expect(sessionCaptured(state({ end_time: '2026-11-13T09:00:00.000Z' }))).toMatchObject({
      duration_minutes: 0,
    });
    expect(sessionCaptured(state({ end_time: null }))).toMatchObject({ duration_minutes: 0 });
  });

  it('session_restored', () => {
    const from = [
      { id: 'a', score: 0.712345 },
      { id: 'b', score: 0.25 },
    ];
    expect(sessionRestored({ into: 'n', occasion: 'start', from, pins: 3, tasks: 2 })).toEqual({
      event: 'session_restored',
      new_session_id: 'n',
      from_session_ids: ['a', 'b'],
      pins_inherited: 3,
      relevance_scores: [0.7123, 0.25],
      pending_task_count: 2,
      cold_start: false,
      occasion: 'start',
    });
  });

  it('confidence_decay_applied: 0.8857 at 48 h, the floor holds, and below it a memory is left out', () => {
    expect(confidenceDecayApplied('m', 1, 48, 0.3)).toEqual({
      event: 'confidence_decay_applied',
      memory_id: 'm',
      original_confidence: 1,
      decayed_confidence: 0.8857,
      hours_elapsed: 48,
      excluded: false,
    });
    expect(confidenceDecayApplied('m', 0.32, 48, 0.3)).toMatchObject({
      decayed_confidence: 0.2834,
      excluded: true,
    });
    expect(confidenceDecayApplied('m', 1, 1_000, 0.3)).toMatchObject({
      decayed_confidence: 0.3,
      excluded: false,
    });
  });

  it('pending_task_surfaced', () => {
    expect(pendingTaskSurfaced(task, NOW)).toEqual({
      event: 'pending_task_surfaced',
      task_id: 'task-004',
      title: 'CAT driver',
      stage: 'build',
      days_pending: 2,
      source: 'pipeline_state',
    });
    expect(pendingTaskSurfaced({ ...task, last_activity: '2030-01-01' }, NOW)).toMatchObject({
      days_pending: 0,
    });
  });

  it('session_chain_traversal: the oldest comes first, and its age counts from its end', () => {
    const newest = state({ session_id: 's2' as never, end_time: null });
    expect(sessionChainTraversal('s2', 5, [state(), newest], NOW)).toEqual({
      event: 'session_chain_traversal',
      start_session_id: 's2',
      requested_depth: 5,
      sessions_found: 2,
      oldest_session_age_hours: 48.16,
    });
    expect(sessionChainTraversal('x', 5, [], NOW)).toMatchObject({
      sessions_found: 0,
      oldest_session_age_hours: 0,
    });
  });

  it('session_override: who, which and when', () => {
    const override = sessionOverride({
      agent: 'person',
      from: 'a',
      into: 'b',
      pins: 1,
      tasks: 2,
      at: NOW,
    });
    expect(override).toEqual({
      event: 'session_override',
      invoking_agent: 'person',
      session_id: 'a',
      timestamp: '2026-11-15T10:30:00.000Z',
      into_session_id: 'b',
      pins_inherited: 1,
      pending_task_count: 2,
    });
  });
});
