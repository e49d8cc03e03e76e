import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { confidenceDecayApplied } from '../../domain/metrics/metric.ts';
import type { PendingTask } from '../../domain/todos/task.ts';
import { metricsOfRestore, type Restored } from './metrics.ts';

const CONFIG = defaultConfig();
const NOW = Date.parse('2026-11-15T10:00:00.000Z');
const ID = 'c7bf6efa-1033-4a9b-8b31-b392befe22a3' as SessionId;

const task = (title: string): PendingTask => ({
  task_id: 'task-004-cat-driver',
  title,
  stage: 'build',
  flagged_incomplete: false,
  source: 'host_todo',
  last_activity: '2026-11-13T10:00:00.000Z',
});

const restored = (more: Partial<Restored> = {}): Restored => ({
  into: ID,
  phase: 'start',
  pins: [],
  from: [{ id: ID, score: 0.5 }],
  preamble: 'text',
  tasks: [task('CAT driver'), task('a radio that is off')],
  memories: [confidenceDecayApplied('m', 1, 48, 0.3)],
  at: NOW,
  ...more,
});
const events = (more?: Partial<Restored>) =>
  metricsOfRestore(restored(more), CONFIG).map(({ event }) => event);

describe('a restore', () => {
  it('leaves one event, one for each memory that was weighed and one for each task that is named', () => {
    expect(events()).toEqual([
      'session_restored',
      'confidence_decay_applied',
      'pending_task_surfaced',
      'pending_task_surfaced',
    ]);
    expect(metricsOfRestore(restored(), CONFIG)[0]).toMatchObject({
      pending_task_count: 2,
      occasion: 'start',
    });
  });

  it('that says nothing leaves nothing', () => {
    expect(events({ preamble: null })).toEqual([]);
  });

  it('from no session restored none: own pins and messages alone', () => {
    expect(events({ from: [], memories: [] })).toEqual([
      'pending_task_surfaced',
      'pending_task_surfaced',
    ]);
    expect(events({ from: [], memories: [], tasks: [] })).toEqual([]);
  });

  it('by name is told apart from others', () => {
    const [first] = metricsOfRestore(restored({ phase: `continue:${ID}` }), CONFIG);
    expect(first).toMatchObject({ occasion: 'continue' });
  });
});
