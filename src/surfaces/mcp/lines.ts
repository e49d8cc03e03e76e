import { shortId } from '../../domain/ids.ts';
import { confidenceAt, type Memory } from '../../domain/memory.ts';
import type { Pin } from '../../domain/pin.ts';
import { oneLine } from '../../domain/safe-text.ts';
import type { PendingTask } from '../../domain/task.ts';
import { age, type Millis, millis } from '../../domain/time.ts';
import type { Seen } from '../../engine/standing.ts';

/** `1 session`, `2 sessions`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function list(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => `- ${line}`)].join('\n');
}

export function pinLine(pin: Pin): string {
  const from = pin.origin ? ` (from ${shortId(pin.origin.sessionId)}, ${pin.origin.date})` : '';
  return `${pin.critical ? 'CRITICAL ' : ''}${pin.label ? `${pin.label}: ` : ''}${oneLine(pin.content)}${from}`;
}

export function memoryLine(memory: Memory, now: Millis): string {
  const about = [
    confidenceAt(memory, now).toFixed(2),
    `${age(memory.updatedAt, now)} ago`,
    memory.source,
    ...memory.categories,
  ];
  return `${memory.id} (${about.join(', ')}) ${oneLine(memory.content)}`;
}

export function taskLine({ task_id, title, stage }: PendingTask): string {
  return `[${task_id}] ${title} (last stage: ${stage})`;
}

export function sessionLine({ state, standing }: Seen, now: Millis): string {
  const at = millis(state.last_activity);
  const about = [
    standing,
    at === null ? null : `${age(at, now)} ago`,
    state.host,
    state.scope,
    state.branch,
    count(state.turn_count, 'turn'),
  ];
  return `${shortId(state.session_id)} (${oneLine(about.filter(Boolean).join(', '))}) ${oneLine(state.title ?? 'without a title', 120)}`;
}

/** The part of a session's record that is worth its tokens in a list. */
export function sessionRecord({ state, standing }: Seen) {
  return {
    session_id: state.session_id,
    title: state.title,
    standing,
    host: state.host,
    scope: state.scope,
    branch: state.branch,
    start_time: state.start_time,
    end_time: state.end_time,
    last_activity: state.last_activity,
    turn_count: state.turn_count,
    pins: state.working_memory.length,
    pending_tasks: state.pending_tasks.length,
    previous_session_id: state.previous_session_id,
  };
}
