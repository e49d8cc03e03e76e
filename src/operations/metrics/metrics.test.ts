import { describe, expect, it } from 'vitest';
import type { Metric } from '../../domain/metrics/metric.ts';
import { metricLine } from './metrics.ts';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const B = 'bbbbbbbb-0000-4000-8000-000000000002';

describe('a metric in words', () => {
  it.each<[string, object]>([
    [
      'aaaaaaaa ended after 21 min: 1 pin, 2 tasks, 0 learnings',
      {
        event: 'session_captured',
        session_id: A,
        duration_minutes: 20.6,
        pin_count: 1,
        task_count: 2,
        learning_count: 0,
        crash_recovered: false,
      },
    ],
    [
      'bbbbbbbb from aaaaaaaa: 1 pin, 0 tasks',
      {
        event: 'session_restored',
        new_session_id: B,
        from_session_ids: [A],
        pins_inherited: 1,
        pending_task_count: 0,
      },
    ],
    [
      'memory aaaaaaaa: 0.32 → 0.2834 after 48 h, left out',
      {
        event: 'confidence_decay_applied',
        memory_id: A,
        original_confidence: 0.32,
        decayed_confidence: 0.2834,
        hours_elapsed: 48,
        excluded: true,
      },
    ],
    [
      '[task-1] CAT driver (build)',
      { event: 'pending_task_surfaced', task_id: 'task-1', title: 'CAT driver', stage: 'build' },
    ],
    [
      'from bbbbbbbb: 2 sessions',
      { event: 'session_chain_traversal', start_session_id: B, sessions_found: 2 },
    ],
    [
      'person continued aaaaaaaa in bbbbbbbb',
      { event: 'session_override', invoking_agent: 'person', session_id: A, into_session_id: B },
    ],
  ])('%s', (line, metric) => {
    expect(metricLine(metric as Metric)).toBe(line);
  });
});
