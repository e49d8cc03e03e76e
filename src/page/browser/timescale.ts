import { DAY, HOUR } from '../../domain/base/time.ts';
import { localDay } from './days.ts';

/** A stretch of time in which something happened. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** A day on the axis, or days without work between two. */
export interface DayColumn {
  /** `2026-11-13`; of a gap the first day without work. */
  readonly day: string;
  readonly left: number;
  readonly width: number;
  /** Days without work; 0 for a day with work. */
  readonly gap: number;
}

/** Days from left to right; a day with work has the same width as any other, and days without work have next to none. */
export interface TimeScale {
  readonly columns: readonly DayColumn[];
  readonly width: number;
  /** The place of a moment; what lies outside is at the nearest edge. */
  place(at: number): number;
}

const LEAST_DAY = 60;
const MOST_DAY = 240;
const GAP = 18;
const MARGIN = 10;
/** A day is drawn as if work lasted at least so long: one short session does not fill it. */
const LEAST_SPAN = 4 * HOUR;

interface DayPart extends TimeSpan {
  readonly column: DayColumn;
}

export function timeScale(spans: readonly TimeSpan[], room: number): TimeScale {
  const days = daysOf(spans);
  const gaps = days.map(({ start }, i) => (i === 0 ? 0 : daysBetween(days[i - 1]!.start, start)));
  const forGaps = gaps.filter((gap) => gap > 0).length * GAP;
  const width = Math.max(
    LEAST_DAY,
    Math.min(MOST_DAY, (room - forGaps) / Math.max(1, days.length)),
  );
  const columns: DayColumn[] = [];
  const parts: DayPart[] = [];
  let left = 0;
  for (const [i, span] of days.entries()) {
    if (gaps[i]! > 0) {
      columns.push({
        day: localDay(new Date(days[i - 1]!.start + DAY)),
        left,
        width: GAP,
        gap: gaps[i]!,
      });
      left += GAP;
    }
    const column = { day: localDay(new Date(span.start)), left, width, gap: 0 };
    columns.push(column);
    parts.push({ ...span, column });
    left += width;
  }
  return { columns, width: left, place: (at) => placeIn(parts, at) };
}

function placeIn(parts: readonly DayPart[], at: number): number {
  const part = parts.findLast(({ start }) => start <= at) ?? parts[0];
  if (!part) return 0;
  const share = Math.max(0, Math.min(1, (at - part.start) / (part.end - part.start)));
  return part.column.left + MARGIN + share * (part.column.width - 2 * MARGIN);
}

/** The days with work, each from its first moment to its last. */
function daysOf(spans: readonly TimeSpan[]): TimeSpan[] {
  const days = new Map<string, { start: number; end: number }>();
  for (const { start, end } of spans.flatMap(splitAtMidnight)) {
    const day = localDay(new Date(start));
    const known = days.get(day);
    if (known) {
      known.start = Math.min(known.start, start);
      known.end = Math.max(known.end, end);
    } else days.set(day, { start, end });
  }
  return [...days.values()].map(widenSpan).sort((a, b) => a.start - b.start);
}

function widenSpan({ start, end }: TimeSpan): TimeSpan {
  const missing = Math.max(0, LEAST_SPAN - (end - start));
  const midnight = midnightBefore(start);
  const from = Math.max(midnight, start - missing / 2);
  return { start: from, end: Math.min(midnightAfter(start), Math.max(end, from + LEAST_SPAN)) };
}

/** Longer than this nobody works at a stretch: of a process that stayed open its first days are drawn. */
const MOST_DAYS = 7;

/** A span that goes over midnight belongs to both days. */
function splitAtMidnight({ start, end }: TimeSpan): TimeSpan[] {
  const parts: TimeSpan[] = [];
  let from = start;
  while (parts.length < MOST_DAYS) {
    const midnight = midnightAfter(from);
    parts.push({ start: from, end: Math.min(end, midnight - 1) });
    if (end < midnight) break;
    from = midnight;
  }
  return parts;
}

function midnightBefore(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function midnightAfter(at: number): number {
  const date = new Date(at);
  date.setHours(24, 0, 0, 0);
  return date.getTime();
}

function daysBetween(from: number, to: number): number {
  return Math.round((midnightBefore(to) - midnightBefore(from)) / DAY) - 1;
}
