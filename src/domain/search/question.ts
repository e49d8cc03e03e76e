import { DAY, type Millis } from '../time.ts';
import { type Query, readQuery } from './query.ts';
import { findWhen, type When } from './when.ts';
import { isStopWord, rawWords } from './words.ts';

/** A question to the store: what about, and when. */
export interface Question {
  readonly ranges: readonly When[];
  readonly about: Query;
  /** "What was I working on last Tuesday?" asks for all there was. */
  readonly isOnlyTime: boolean;
  /** The time words as words too: for when nothing is stored of that time ("the race last year"). */
  readonly asWords: Query;
}

/** Words that ask for work as such, not for some of it. */
const ANY_WORK =
  /^(?:work(?:s|ed|ing)?|do(?:ing|ne)?|happen(?:s|ed|ing)?|go(?:ing|ne)?|went|(?:any|some|every)?things?|stuff)$/;
const ALL_OF_IT = /^(?:all|list|show|sessions?)$/;

export function readQuestion(question: string, now: Millis, timeZone: string): Question {
  const { ranges, rest } = findWhen(question, now, timeZone);
  const about = readQuery(rest);
  const isVague = rawWords(rest.toLowerCase()).every(
    (word) => isStopWord(word) || ANY_WORK.test(word) || ALL_OF_IT.test(word),
  );
  return {
    ranges,
    about,
    isOnlyTime: ranges.length > 0 && isVague,
    asWords: ranges.length > 0 ? readQuery(question) : about,
  };
}

/** What happened on a day is still spoken of in the days after. */
export const AFTERMATH = 14 * DAY;

export function isWithin(ranges: readonly When[], began: Millis, ended: Millis): boolean {
  return ranges.some(({ from, to }) => began < to && ended >= from);
}

/**
 * How well a document's time fits: 1 within a range, then less with each day; 0 before it, and in the end.
 */
export function timeliness(ranges: readonly When[], began: Millis, ended: Millis): number {
  if (isWithin(ranges, began, ended)) return 1;
  const days = ranges.map(({ to }) => began - to + DAY).filter((gap) => gap >= DAY);
  return Math.max(0, 1 - Math.min(...days) / (AFTERMATH + DAY));
}
