import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';
import { DAY, HOUR, iso, MINUTE } from '../time.ts';
import { findWhen } from './when.ts';

/** A Sunday: 11:30 in Berlin, 02:30 in Los Angeles, 19:30 in Tokyo. */
const NOW = Date.parse('2026-11-15T10:30:00Z');

const minute = (at: number): string => iso(at).slice(0, 16);

function read(question: string, zone: string, now = NOW): string[] {
  return findWhen(question, now, () => zone).ranges.map(({ from, to }) => `${minute(from)} ${minute(to)}`);
}

describe('time words, in Berlin', () => {
  it.each([
    ['today', '2026-11-14T23:00 2026-11-15T23:00'],
    ['what did I do yesterday?', '2026-11-13T23:00 2026-11-14T23:00'],
    ['the day before yesterday', '2026-11-12T23:00 2026-11-13T23:00'],
    ['this morning', '2026-11-14T23:00 2026-11-15T11:00'],
    ['yesterday afternoon', '2026-11-14T11:00 2026-11-14T17:00'],
    ['last night', '2026-11-14T17:00 2026-11-15T05:00'],
    ['tonight', '2026-11-15T17:00 2026-11-15T23:00'],
    // Weekdays: the latest; "last" excludes today.
    ['last Tuesday', '2026-11-09T23:00 2026-11-10T23:00'],
    ['on Monday', '2026-11-08T23:00 2026-11-09T23:00'],
    ['on Sunday', '2026-11-14T23:00 2026-11-15T23:00'],
    ['last Sunday', '2026-11-07T23:00 2026-11-08T23:00'],
    ['on wed', '2026-11-10T23:00 2026-11-11T23:00'],
    ['Tuesday last week', '2026-11-02T23:00 2026-11-03T23:00'],
    ['Friday morning', '2026-11-12T23:00 2026-11-13T11:00'],
    // Counted back.
    ['3 days ago', '2026-11-11T23:00 2026-11-12T23:00'],
    ['a couple of days ago', '2026-11-12T23:00 2026-11-13T23:00'],
    ['two weeks ago', '2026-10-28T23:00 2026-11-04T23:00'],
    ['two months ago', '2026-08-31T22:00 2026-09-30T22:00'],
    ['a year ago', '2025-09-15T22:00 2026-01-14T23:00'],
    ['2 hours ago', '2026-11-15T08:00 2026-11-15T09:00'],
    ['a few days ago', '2026-11-09T23:00 2026-11-13T23:00'],
    // Weeks, months, years. The week before had 7 days, October 31 and an hour.
    ['last week', '2026-11-01T23:00 2026-11-08T23:00'],
    ['this week', '2026-11-08T23:00 2026-11-15T23:00'],
    ['in the last week', '2026-11-07T23:00 2026-11-15T23:00'],
    ['last weekend', '2026-11-06T23:00 2026-11-08T23:00'],
    ['last month', '2026-09-30T22:00 2026-10-31T23:00'],
    ['this month', '2026-10-31T23:00 2026-11-30T23:00'],
    ['last year', '2024-12-31T23:00 2025-12-31T23:00'],
    ['in the past 24 hours', '2026-11-14T10:30 2026-11-15T10:31'],
    ['last 3 days', '2026-11-11T23:00 2026-11-15T23:00'],
    // Named months and years.
    ['in October', '2026-09-30T22:00 2026-10-31T23:00'],
    ['in December', '2025-11-30T23:00 2025-12-31T23:00'],
    ['in May', '2026-04-30T22:00 2026-05-31T22:00'],
    ['last November', '2025-10-31T23:00 2025-11-30T23:00'],
    ['October 2025', '2025-09-30T22:00 2025-10-31T23:00'],
    ['Oct. 2025', '2025-09-30T22:00 2025-10-31T23:00'],
    ['in 2024', '2023-12-31T23:00 2024-12-31T23:00'],
    ['mid-August 2023', '2023-08-10T22:00 2023-08-20T22:00'],
    ['at the end of October', '2026-10-20T22:00 2026-10-31T23:00'],
    ['in the second week of November', '2026-11-07T23:00 2026-11-14T23:00'],
    ['in the last week of October', '2026-10-24T22:00 2026-10-31T23:00'],
    // Dates.
    ['2026-10-01', '2026-09-30T22:00 2026-10-01T22:00'],
    ['in 2026-09', '2026-08-31T22:00 2026-09-30T22:00'],
    ['at 2026-10-01T12:30', '2026-10-01T10:30 2026-10-01T10:31'],
    ['at 2026-10-01T12:30Z', '2026-10-01T12:30 2026-10-01T12:31'],
    ['May 7, 2023', '2023-05-06T22:00 2023-05-07T22:00'],
    ['7 May 2023', '2023-05-06T22:00 2023-05-07T22:00'],
    ['on the 7th of May, 2023', '2023-05-06T22:00 2023-05-07T22:00'],
    ['when they met on Aug 15th', '2026-08-14T22:00 2026-08-15T22:00'],
    ['December 24', '2025-12-23T23:00 2025-12-24T23:00'],
    ['May 3-7', '2026-05-02T22:00 2026-05-07T22:00'],
    // Bounds.
    ['since Friday', '2026-11-12T23:00 2026-11-15T23:00'],
    ['since last week', '2026-11-01T23:00 2026-11-15T23:00'],
    ['from Monday on', '2026-11-08T23:00 2026-11-15T23:00'],
    ['after Thursday', '2026-11-12T23:00 2026-11-15T23:00'],
    ['before May 3', '1970-01-01T00:00 2026-05-02T22:00'],
    ['until yesterday', '1970-01-01T00:00 2026-11-14T23:00'],
    ['between May 3 and May 9, 2023', '2023-05-02T22:00 2023-05-09T22:00'],
    ['from Monday to Wednesday', '2026-11-08T23:00 2026-11-11T23:00'],
    ['2026-10-01..2026-10-07', '2026-09-30T22:00 2026-10-07T22:00'],
    ['2026-10-01 - 2026-10-07', '2026-09-30T22:00 2026-10-07T22:00'],
    ['the week before August 3, 2023', '2023-07-26T22:00 2023-08-02T22:00'],
    ['the day after May 3, 2023', '2023-05-03T22:00 2023-05-04T22:00'],
    ['two weeks before August 11, 2023', '2023-07-24T22:00 2023-07-31T22:00'],
  ])('%s', (question, range) => {
    expect(read(question, 'Europe/Berlin')).toEqual([range]);
  });

  it.each(table<string>('when-none'))('names no time: %s', (question) => {
    expect(findWhen(question, NOW, () => 'Europe/Berlin')).toEqual({
      ranges: [],
      rest: question,
    });
  });

  it('leaves the rest of the question', () => {
    const rest = (question: string): string => findWhen(question, NOW, () => 'Europe/Berlin').rest;
    expect(rest('what was I working on last Tuesday?')).toBe('what was I working ?');
    expect(rest('the redis bug of October 2025, and the fix')).toBe('the redis bug , and the fix');
    expect(rest('In May I wrote the parser')).toBe('I wrote the parser');
  });

  it('finds several', () => {
    const { ranges, rest } = findWhen('parser on Monday or on May 3, 2023', NOW, () => 'Europe/Berlin');
    expect(ranges.map(({ words }) => words)).toEqual(['Monday', 'May 3, 2023']);
    expect(rest).toBe('parser or');
  });
});

describe('the same words elsewhere', () => {
  it.each([
    // It is still Saturday evening in Honolulu, and already Monday on Kiritimati.
    ['Pacific/Honolulu', '2026-11-15T09:30:00Z', 'today', '2026-11-14T10:00 2026-11-15T10:00'],
    ['Pacific/Kiritimati', '2026-11-15T10:30:00Z', 'today', '2026-11-15T10:00 2026-11-16T10:00'],
    ['Pacific/Kiritimati', '2026-11-15T10:30:00Z', 'last Monday', '2026-11-08T10:00 2026-11-09T10:00'],
    ['Asia/Tokyo', '2026-11-15T10:30:00Z', 'this morning', '2026-11-14T15:00 2026-11-15T03:00'],
    ['Asia/Kolkata', '2026-11-15T10:30:00Z', 'yesterday', '2026-11-13T18:30 2026-11-14T18:30'],
    // Across the change of clocks: 1 November in Los Angeles, 25 October in Berlin.
    ['America/Los_Angeles', '2026-11-15T10:30:00Z', '2 weeks ago', '2026-10-29T07:00 2026-11-05T08:00'],
    ['America/Los_Angeles', '2026-11-02T10:30:00Z', 'yesterday', '2026-11-01T07:00 2026-11-02T08:00'],
    ['Europe/Berlin', '2026-10-26T10:30:00Z', 'yesterday', '2026-10-24T22:00 2026-10-25T23:00'],
    ['America/Sao_Paulo', '2018-11-05T12:00:00Z', 'yesterday', '2018-11-04T03:00 2018-11-05T02:00'],
  ])('%s at %s: %s', (zone, now, question, range) => {
    expect(read(question, zone, Date.parse(now))).toEqual([range]);
  });
});

describe('whatever is asked', () => {
  const piece = fc.constantFrom(
    ...'the last this past few a two 3 31 2024 2026-10-01 days week weeks month ago since'.split(' '),
    ...'before after between and from to until on in of May may Oct Tuesday sun mid late end'.split(' '),
    ...'second , . - .. redis today night th'.split(' '),
  );
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  );
  const moment = fc.integer({ min: Date.parse('2001-01-01'), max: Date.parse('2037-01-01') });

  it('ranges have a length, and lie in the order of the words', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), zone, moment, (pieces, timeZone, now) => {
        const question = pieces.join(' ');
        let at = 0;
        for (const { from, to, words } of findWhen(question, now, () => timeZone).ranges) {
          expect(to).toBeGreaterThanOrEqual(from);
          const found = question.indexOf(words, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + words.length;
        }
      }),
      { numRuns: runs(50, 500) },
    );
  });

  it('a day is a day: 23 to 25 hours that hold the moment so many days ago', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), zone, moment, (days, timeZone, now) => {
        const [range] = findWhen(`${days} days ago`, now, () => timeZone).ranges;
        const length = (range!.to - range!.from) / HOUR;
        expect(length).toBeGreaterThanOrEqual(23);
        expect(length).toBeLessThanOrEqual(25);
        expect(now - days * DAY).toBeGreaterThanOrEqual(range!.from - HOUR);
        expect(now - days * DAY).toBeLessThan(range!.to + HOUR);
      }),
      { numRuns: runs(30, 300) },
    );
  });

  it('any text is answered', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (question) => {
        const { ranges, rest } = findWhen(question, NOW, () => 'UTC');
        if (ranges.length === 0) expect(rest).toBe(question.replace(/\s+/g, ' ').trim());
      }),
    );
    expect(findWhen('the '.repeat(50_000), NOW, () => 'UTC').ranges).toEqual([]);
    expect(findWhen(`${'a few '.repeat(50_000)} days ago`, NOW, () => 'UTC').ranges).toEqual([]);
  });

  it('an instant of a zoned date is that instant', () => {
    const [range] = findWhen('2026-03-29T02:30:00+02:00', NOW, () => 'Europe/Berlin').ranges;
    expect(range!.from).toBe(Date.parse('2026-03-29T00:30:00Z'));
    expect(range!.to - range!.from).toBe(MINUTE);
  });
});
