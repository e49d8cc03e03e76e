import { knownMemoryLine, sessionLine as listedSession, when } from '../../domain/answer/lines.ts';
import { confidenceAt, type Memory } from '../../domain/memory.ts';
import { type Millis, millis } from '../../domain/time.ts';
import type { SessionStatus } from '../../engine/session/liveness.ts';

/** `1 session`, `2 sessions`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function list(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => `- ${line}`)].join('\n');
}

/** A memory with what is known about it. */
export function memoryLine(memory: Memory, now: Millis): string {
  const line = knownMemoryLine({ ...memory, confidence: confidenceAt(memory, now) });
  return `${line} (${[when(memory.updatedAt, now), memory.source, ...memory.categories].join(', ')})`;
}

export function sessionLine({ state, liveness }: SessionStatus, now: Millis): string {
  const about = [liveness, state.host, state.scope, state.branch, count(state.turn_count, 'turn')];
  const { session_id: id, title } = state;
  return listedSession({ id, title, at: millis(state.last_activity), about }, now);
}

/** The part of a session's record that is worth its tokens in a list. */
export function sessionRecord({ state, liveness }: SessionStatus) {
  return {
    session_id: state.session_id,
    title: state.title,
    liveness,
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
