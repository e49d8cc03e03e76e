import type { Millis } from '../base/time.ts';
import type { HostEvent } from '../facts/event.ts';

/** Kinds of events by their numbers in the record; numbers are never reused. */
export const HOOK_KINDS: readonly HostEvent['kind'][] = [
  'session-start',
  'prompt',
  'tool-use',
  'tool-intent',
  'turn-end',
  'reply',
  'subagent-start',
  'subagent-end',
  'compacting',
  'compacted',
  'summary',
  'session-end',
];

/** How long one hook took. */
export interface HookTime {
  readonly at: Millis;
  readonly kind: HostEvent['kind'];
  /** From the start of its process to its answer. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Handled by a running server. */
  readonly isWarm?: true;
}

/** Nearest-rank percentiles in milliseconds. */
interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The times of one kind of event. */
export interface KindTimes {
  readonly kind: HostEvent['kind'];
  readonly count: number;
  readonly wall: Percentiles;
  readonly cpu: Percentiles;
}

/** Times by event, the most frequent first. */
export function hookTimesByKind(times: readonly HookTime[]): KindTimes[] {
  return [...Map.groupBy(times, ({ kind }) => kind)]
    .map(([kind, own]) => ({
      kind,
      count: own.length,
      wall: percentiles(own.map(({ wallMs }) => wallMs)),
      cpu: percentiles(own.map(({ cpuMs }) => cpuMs)),
    }))
    .sort((a, b) => b.count - a.count);
}

const NEWEST = 20;

/** The way in which most of the newest events were handled. */
export interface EventWay {
  readonly way: 'warm' | 'cold';
  /** Number of events that a running server handled. */
  readonly warm: number;
  readonly count: number;
  /** Median wall time of the events that went this way. */
  readonly wallMs: number;
}

/**
 * How the newest events were handled: by a running server, or each by a new process; with the median wall time.
 * Starts and ends do not count: a server starts after the one and ends before the other. Null without events.
 */
export function newestWay(times: readonly HookTime[]): EventWay | null {
  const newest = times
    .filter(({ kind }) => kind !== 'session-start' && kind !== 'session-end')
    .slice(-NEWEST);
  if (newest.length === 0) return null;
  const warm = newest.filter(({ isWarm }) => isWarm);
  const isWarm = warm.length * 2 >= newest.length;
  const usual = isWarm ? warm : newest.filter((time) => !time.isWarm);
  return {
    way: isWarm ? 'warm' : 'cold',
    warm: warm.length,
    count: newest.length,
    wallMs: percentiles(usual.map(({ wallMs }) => wallMs)).p50,
  };
}

/** `warm, 0.4 ms`, `cold, 22 ms`, `warm, 0.4 ms (3 of the last 20 cold)` */
export function wayWords({ way, warm, count, wallMs }: EventWay): string {
  const other = way === 'warm' ? count - warm : warm;
  const rest =
    other > 0 ? ` (${other} of the last ${count} ${way === 'warm' ? 'cold' : 'warm'})` : '';
  return `${way}, ${wallMs < 10 ? wallMs.toFixed(1) : Math.round(wallMs)} ms${rest}`;
}

/** Each percentile is a measured value. */
function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}
