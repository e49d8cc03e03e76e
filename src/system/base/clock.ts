import type { Environment } from '../../domain/base/runtimes.ts';
import { type Millis, millis } from '../../domain/base/time.ts';

/** The system's time, or the moment that `CORTEX_NOW` freezes it at. `warning`: why the clock is not what was asked for. */
export function clockFrom(env: Environment): {
  readonly now: () => Millis;
  readonly warning: string | null;
} {
  const wanted = env.CORTEX_NOW?.trim();
  if (!wanted) return { now: Date.now, warning: null };
  const frozen = /^\d{4}-\d\d-\d\d/.test(wanted) ? millis(wanted) : null;
  if (frozen !== null) return { now: () => frozen, warning: null };
  const shown = wanted.length > 40 ? `${wanted.slice(0, 40)}…` : wanted;
  return {
    now: Date.now,
    warning: `CORTEX_NOW is not an ISO date (${shown}): the real time is used`,
  };
}

export interface Deadline {
  /** Milliseconds, never below 0. */
  left(): number;
  passed(): boolean;
}

/** Monotonic milliseconds since this process started. The global `performance` costs a hook 2 ms to load. */
export function ticks(): Millis {
  return process.uptime() * 1000;
}

/** Blocks this process for a time. */
export function pause(ms: Millis): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Time by the clock, as a multiple of the processor time that a limit gives. */
const BY_THE_CLOCK = 3;

/**
 * A limit of processor time, which a busy machine does not use up, with three times as much on the monotonic clock. `since` 0 is
 * the start of this process.
 */
export function deadline(ms: number, since = ticks()): Deadline {
  const before = since === 0 ? undefined : process.cpuUsage();
  const left = () => {
    const { user, system } = process.cpuUsage(before);
    return Math.max(
      0,
      Math.min(ms - (user + system) / 1000, ms * BY_THE_CLOCK - (ticks() - since)),
    );
  };
  // Not `=== 0`: a limit that is no number has passed.
  return { left, passed: () => !(left() > 0) };
}
