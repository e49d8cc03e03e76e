/**
 * Events in the life of sessions, as numbered and sealed records. A sealed record is never changed or removed, and damage among them is never
 * repaired silently: a person accepts it, on record.
 */

import type { SessionId } from '../base/ids.ts';
import { DAY, hoursBetween, iso, MINUTE, type Millis, millis } from '../base/time.ts';
import { applyDecay, shouldInherit } from '../memories/decay.ts';
import type { SessionState } from '../sessions/session.ts';
import type { PendingTask, TaskSource } from '../todos/task.ts';
import type { MetricRecord } from './seal.ts';

/** The occasion of a restore. */
export type RestoreOccasion = 'start' | 'prompt' | 'compact' | 'resume' | 'continue';

/** Events in the life of sessions. Most field names come from the source documents. */
export type Metric =
  | SessionCaptured
  | SessionRestored
  | ConfidenceDecayApplied
  | PendingTaskSurfaced
  | SessionChainTraversal
  | SessionOverride
  | DamageAccepted;

interface SessionCaptured {
  readonly event: 'session_captured';
  readonly session_id: SessionId;
  readonly channel: string;
  readonly duration_minutes: number;
  readonly pin_count: number;
  readonly learning_count: number;
  readonly task_count: number;
  readonly hot_topic_count: number;
  readonly crash_recovered: boolean;
}

interface SessionRestored {
  readonly event: 'session_restored';
  readonly new_session_id: string;
  readonly from_session_ids: readonly string[];
  readonly pins_inherited: number;
  readonly relevance_scores: readonly number[];
  readonly pending_task_count: number;
  readonly cold_start: false;
  readonly occasion: RestoreOccasion;
}

interface ConfidenceDecayApplied {
  readonly event: 'confidence_decay_applied';
  readonly memory_id: string;
  readonly original_confidence: number;
  readonly decayed_confidence: number;
  readonly hours_elapsed: number;
  readonly excluded: boolean;
}

interface PendingTaskSurfaced {
  readonly event: 'pending_task_surfaced';
  readonly task_id: string;
  readonly title: string;
  readonly stage: string;
  readonly days_pending: number;
  readonly source: TaskSource;
}

interface SessionChainTraversal {
  readonly event: 'session_chain_traversal';
  readonly start_session_id: string;
  readonly requested_depth: number;
  readonly sessions_found: number;
  readonly oldest_session_age_hours: number;
}

interface SessionOverride {
  readonly event: 'session_override';
  readonly invoking_agent: string;
  readonly session_id: string;
  readonly timestamp: string;
  readonly into_session_id: string;
  readonly pins_inherited: number;
  readonly pending_task_count: number;
}

/** A person accepted the damage in the records between an earlier one and this one. */
interface DamageAccepted {
  readonly event: 'damage_accepted';
  readonly reason: string;
  readonly damage: string;
  readonly detail: string;
  readonly after_seq: number;
  readonly after_hash: string;
}

export type MetricEvent = Metric['event'];

export const METRIC_EVENTS = [
  'session_captured',
  'session_restored',
  'confidence_decay_applied',
  'pending_task_surfaced',
  'session_chain_traversal',
  'session_override',
  'damage_accepted',
] as const satisfies readonly MetricEvent[];

/** The metric in a record; null if its body is unreadable. */
export function metricOf({ event, body }: Pick<MetricRecord, 'event' | 'body'>): Metric | null {
  try {
    const fields: unknown = JSON.parse(body);
    if (typeof fields !== 'object' || fields === null) return null;
    // The event of the record comes first and wins over an event in the body.
    return Object.assign({ event }, fields, { event }) as Metric;
  } catch {
    return null;
  }
}

/** A session is over: ended as it should, or recovered after its host died. */
export function sessionCaptured(state: SessionState): SessionCaptured {
  const minutes = ((millis(state.end_time) ?? 0) - (millis(state.start_time) ?? 0)) / MINUTE;
  return {
    event: 'session_captured',
    session_id: state.session_id,
    channel: state.channel,
    duration_minutes: Math.max(0, round(minutes, 2)),
    pin_count: state.working_memory.length,
    learning_count: state.recent_learnings.length,
    task_count: state.pending_tasks.length,
    hot_topic_count: state.hot_topics.length,
    crash_recovered: state.crash_recovered,
  };
}

export function sessionRestored(restored: {
  readonly into: string;
  readonly occasion: RestoreOccasion;
  readonly from: readonly { readonly id: string; readonly score: number }[];
  readonly pins: number;
  readonly tasks: number;
}): SessionRestored {
  return {
    event: 'session_restored',
    new_session_id: restored.into,
    from_session_ids: restored.from.map(({ id }) => id),
    pins_inherited: restored.pins,
    relevance_scores: restored.from.map(({ score }) => round(score, 4)),
    pending_task_count: restored.tasks,
    cold_start: false,
    occasion: restored.occasion,
  };
}

/** One for each memory that a restore considers, included or not. */
export function confidenceDecayApplied(
  memoryId: string,
  confidence: number,
  hours: number,
  floor: number,
): ConfidenceDecayApplied {
  return {
    event: 'confidence_decay_applied',
    memory_id: memoryId,
    original_confidence: round(confidence, 4),
    decayed_confidence: round(applyDecay(confidence, hours, floor), 4),
    hours_elapsed: round(hours, 2),
    excluded: !shouldInherit(confidence, hours, floor),
  };
}

/** One for each task that a preamble names. */
export function pendingTaskSurfaced(task: PendingTask, now: Millis): PendingTaskSurfaced {
  const since = millis(task.last_activity) ?? now;
  return {
    event: 'pending_task_surfaced',
    task_id: task.task_id,
    title: task.title,
    stage: task.stage,
    days_pending: round(Math.max(0, now - since) / DAY, 2),
    source: task.source,
  };
}

/** `walked` is oldest first, as a chain is. */
export function sessionChainTraversal(
  start: string,
  depth: number,
  walked: readonly SessionState[],
  now: Millis,
): SessionChainTraversal {
  const [oldest] = walked;
  const at = millis(oldest?.end_time) ?? millis(oldest?.last_activity) ?? now;
  return {
    event: 'session_chain_traversal',
    start_session_id: start,
    requested_depth: depth,
    sessions_found: walked.length,
    oldest_session_age_hours: round(hoursBetween(at, now), 2),
  };
}

/** A session was continued by name, regardless of thresholds: by whom, which and when. */
export function sessionOverride(override: {
  readonly agent: string;
  readonly from: string;
  readonly into: string;
  readonly pins: number;
  readonly tasks: number;
  readonly at: Millis;
}): SessionOverride {
  return {
    event: 'session_override',
    invoking_agent: override.agent,
    session_id: override.from,
    timestamp: iso(override.at),
    into_session_id: override.into,
    pins_inherited: override.pins,
    pending_task_count: override.tasks,
  };
}

function round(value: number, digits: number): number {
  const unit = 10 ** digits;
  return Math.round(value * unit) / unit;
}
