import { DAY, type Millis } from '../base/time.ts';
import { isStopWord, rawWords } from '../index/words.ts';
import { asksForPast, isStopIn, isWorkIn } from './languages.ts';
import { languageIn, type Query, readQuery } from './query.ts';
import { findWhen, type When } from './when.ts';

/** A parsed question: its subject and its time. */
export interface Question {
  readonly ranges: readonly When[];
  readonly about: Query;
  /** "What was I working on last Tuesday?" asks for everything of that time. */
  readonly isOnlyTime: boolean;
  /** "What did I say about …" asks for the user's own words. */
  readonly isOwn: boolean;
  /** "Where did we …?" asks about the past and does not request work. */
  readonly isAboutPast: boolean;
  /** The question with its time words as search terms, if nothing is stored from that time ("the race last year"). */
  readonly asWords: Query;
}

/** Words that ask for any work. */
const ANY_WORK =
  /^(?:work(?:s|ed|ing)?|do(?:ing|ne)?|happen(?:s|ed|ing)?|go(?:ing|ne)?|went|(?:any|some|every)?things?|stuff)$/;
/** Words of the first person, without "me" and "us", as in "tell me". */
const FIRST_PERSON =
  /^(?:i|my|mine|we|our|ours|ich|mein(?:e[mnrs]?)?|wir|unser(?:e[mnrs]?)?|je|j|mon|mes|nous|notre|nos|yo|mis?|nosotr[oa]s|nuestr[oa]s?|eu|meus?|minhas?|nosso?s?|nossas?)$/;
const ALL_OF_IT = /^(?:all|list|show|sessions?|[我们做了的什么什麼工作过過在哪些事都是]+)$/;

export function readQuestion(question: string, now: Millis, timeZone: () => string): Question {
  const language = languageIn(question);
  const { ranges, rest } = findWhen(question, now, timeZone, language);
  const about = readQuery(rest, language);
  const isAny = (word: string): boolean =>
    isStopWord(word) ||
    ANY_WORK.test(word) ||
    ALL_OF_IT.test(word) ||
    (language !== null && (isStopIn(language, word) || isWorkIn(language, word)));
  const isVague = rawWords(rest.toLowerCase()).every(isAny);
  return {
    ranges,
    about,
    isOnlyTime: ranges.length > 0 && isVague,
    isOwn:
      rawWords(rest.toLowerCase()).some((word) => FIRST_PERSON.test(word)) || rest.includes('我'),
    isAboutPast:
      ranges.some(({ to }) => to <= now) ||
      (/[?？]/.test(question) && asksForPast(language, question, rawWords(question.toLowerCase()))),
    asWords: ranges.length > 0 ? readQuery(question, language) : about,
  };
}

/** People still speak of a day's events this long after. */
export const AFTERMATH = 14 * DAY;

export function isWithin(ranges: readonly When[], began: Millis, ended: Millis): boolean {
  return ranges.some(({ from, to }) => began < to && ended >= from);
}

/**
 * How well a document's time fits: 1 within a range, less with each day after it, finally 0; 0 before it.
 */
export function timeliness(ranges: readonly When[], began: Millis, ended: Millis): number {
  if (isWithin(ranges, began, ended)) return 1;
  const days = ranges.map(({ to }) => began - to + DAY).filter((gap) => gap >= DAY);
  return Math.max(0, 1 - Math.min(...days) / (AFTERMATH + DAY));
}
