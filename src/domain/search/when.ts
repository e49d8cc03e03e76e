import type { Millis } from '../time.ts';
import { languageIn } from './query.ts';
import { timeTokens } from './when-languages.ts';
import { type Point, pointReader } from './when-points.ts';
import { spansFrom } from './when-spans.ts';
import { countOf, type Token, unitOf } from './when-words.ts';

/** A stretch of time that a question names: `from` is in it, `to` is not any more. */
export interface When {
  readonly from: Millis;
  readonly to: Millis;
  readonly words: string;
}

export interface Timed {
  readonly ranges: readonly When[];
  /** The question without its time words. */
  readonly rest: string;
}

/** Before `before`, there is no beginning. */
const EVER: Millis = 0;

/** Words that lead to a time and go with it. */
const LEADS = /^(?:on|in|at|during|from|over|within|around|about|of|by|the|as)$/;

/**
 * The times that a question names, read in the user's zone (a zone that does not exist throws). Questions are
 * about the past: a day or a month without a year is the latest that has begun, weeks begin on Monday.
 */
export function findWhen(
  question: string,
  now: Millis,
  timeZone: () => string,
  language = languageIn(question),
): Timed {
  const words = timeTokens(question, language);
  const read = reader(words, now, timeZone);
  const ranges: When[] = [];
  let rest = '';
  let kept = 0;
  for (let i = 0; i < words.length; ) {
    const found = read(i);
    if (!found) {
      i++;
      continue;
    }
    let first = i;
    while (first > 0 && words[first - 1]!.start >= kept && LEADS.test(words[first - 1]!.word)) first--;
    const end = words[found.next - 1]!.end;
    ranges.push({ from: found.from, to: found.to, words: question.slice(words[i]!.start, end) });
    rest += `${question.slice(kept, words[first]!.start)} `;
    kept = end;
    i = found.next;
  }
  rest += question.slice(kept);
  return { ranges, rest: rest.replace(/\s+/g, ' ').trim() };
}

/** Reads a stretch, or two that bound one, or one that bounds on one side. */
function reader(words: readonly Token[], now: Millis, timeZone: () => string): (i: number) => Point | null {
  const spans = spansFrom(now, timeZone);
  const point = pointReader(words, spans);
  const word = (i: number): string => words[i]?.word ?? '';

  function whole(i: number): Point | null {
    const start = (): Point | null => point(i + 1, true);
    switch (word(i)) {
      case 'between':
        return pair(i + 1, /^and$/);
      case 'from': {
        const both = pair(i + 1, /^(?:to|until|till|through|-|–)$/);
        return both ?? onwards(start()) ?? start();
      }
      case 'since':
        return bounded(start(), ({ from }) => spans.since(from));
      case 'after':
        return bounded(start(), ({ to }) => spans.since(to));
      case 'before':
        return bounded(start(), ({ from }) => ({ from: EVER, to: from }));
      case 'until':
      case 'till':
        return bounded(start(), ({ to }) => ({ from: EVER, to }));
      default:
        return pair(i, /^(?:\.\.|to|until|till|through|-|–)$/) ?? beside(i) ?? point(i, false);
    }
  }

  function bounded(mark: Point | null, by: (mark: Point) => { from: Millis; to: Millis }): Point | null {
    return mark && { ...by(mark), next: mark.next };
  }

  function onwards(mark: Point | null): Point | null {
    return mark && /^(?:on|onwards?)$/.test(word(mark.next))
      ? { ...spans.since(mark.from), next: mark.next + 1 }
      : null;
  }

  function pair(i: number, joint: RegExp): Point | null {
    let first = point(i, true);
    const second = first && joint.test(word(first.next)) ? point(first.next + 1, true) : null;
    if (!first || !second) return null;
    if (first.yearless && second.year) first = point(i, true, second.year) ?? first;
    return first.from < second.to ? { from: first.from, to: second.to, next: second.next } : null;
  }

  /** `the week before May 3`, `two days after Monday`. */
  function beside(i: number): Point | null {
    const count = word(i) === 'the' ? 1 : countOf(word(i));
    const unit = unitOf(word(i + 1));
    const isBefore = word(i + 2) === 'before';
    if (!count || !unit || unit === 'minute' || unit === 'hour') return null;
    const mark = isBefore || word(i + 2) === 'after' ? point(i + 3, true) : null;
    if (!mark) return null;
    const day = isBefore ? spans.dayOf(mark.from) : spans.dayOf(mark.to) - 1;
    const { next } = mark;
    if (count > 1 || unit === 'day') return { ...spans.around(day, isBefore ? -count : count, unit), next };
    const length = { week: 7, month: 30, year: 365 }[unit];
    return { ...(isBefore ? spans.days(day - length, day) : spans.days(day + 1, day + 1 + length)), next };
  }

  return whole;
}
