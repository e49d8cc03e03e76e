import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';
import { DAY, HOUR, iso } from '../base/time.ts';
import { findWhen } from './when.ts';

/** A Sunday: 11:30 in Berlin, 02:30 in Los Angeles, 19:30 in Tokyo. */
const NOW = Date.parse('2026-11-15T10:30:00Z');

const minute = (at: number): string => iso(at).slice(0, 16);

function read(question: string, zone: string, now = NOW): string[] {
  return findWhen(question, now, () => zone).ranges.map(
    ({ from, to }) => `${minute(from)} ${minute(to)}`,
  );
}

describe('time words, in Berlin', () => {
  it.each(table<[string, string]>('when-berlin'))('%s', (question, range) => {
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
    const { ranges, rest } = findWhen(
      'parser on Monday or on May 3, 2023',
      NOW,
      () => 'Europe/Berlin',
    );
    expect(ranges.map(({ from }) => minute(from))).toEqual([
      '2026-11-08T23:00',
      '2023-05-02T22:00',
    ]);
    expect(rest).toBe('parser or');
  });
});

describe('the same words elsewhere', () => {
  it.each(table<[string, string, string, string]>('when-zones'))(
    '%s at %s: %s',
    (zone, now, question, range) => {
      expect(read(question, zone, Date.parse(now))).toEqual([range]);
    },
  );
});

describe('whatever is asked', () => {
  const piece = fc.constantFrom(
    ...'the last this past few a two 3 31 2024 2026-10-01 days week weeks month ago since'.split(
      ' ',
    ),
    ...'before after between and from to until on in of May may Oct Tuesday sun mid late end'.split(
      ' ',
    ),
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

  it('ranges have a length', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), zone, moment, (pieces, timeZone, now) => {
        for (const { from, to } of findWhen(pieces.join(' '), now, () => timeZone).ranges)
          expect(to).toBeGreaterThanOrEqual(from);
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
});
