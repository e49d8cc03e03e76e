import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addLatest,
  placeBeforeLater,
  placeBehindEarlier,
  type SessionStanding,
  standingOrder,
} from './arrival-place.ts';

const TIME = fc.integer({ min: 0, max: 30 }).map((n) => String(n).padStart(2, '0'));
const SESSIONS = fc.array(fc.record({ time: TIME, place: fc.integer({ min: 1, max: 40 }) }), {
  maxLength: 25,
});

it('gives the same places as a comparison with every session', () => {
  fc.assert(
    fc.property(SESSIONS, TIME, (sessions, time) => {
      const order = standingOrder(sessions);
      const earlier = sessions.filter((one) => one.time <= time).map(({ place }) => place);
      const later = sessions.filter((one) => one.time > time).map(({ place }) => place);
      expect(placeBehindEarlier(order, time)).toBe(
        later.length === 0 ? null : Math.max(0, ...earlier),
      );
      expect(placeBeforeLater(order, time)).toBe(later.length === 0 ? null : Math.min(...later));
    }),
  );
});

it('counts sessions that arrived before, although only the latest were added', () => {
  fc.assert(
    fc.property(SESSIONS, SESSIONS, (here, arriving) => {
      const all: SessionStanding[] = [...here];
      const order = standingOrder(here);
      arriving.forEach(({ time }, i) => {
        const place = placeBeforeLater(order, time);
        expect(place).toBe(placeBeforeLater(standingOrder(all), time));
        const arrived = { time, place: place ?? 100 + i };
        all.push(arrived);
        if (place === null) addLatest(order, arrived);
      });
    }),
  );
});
