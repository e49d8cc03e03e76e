import { expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { hoursAgo, person } from '../person.ts';

const { json, session } = person();

it('sessions are listed page by page, and counted by day', () => {
  const ids = [50, 40, 30, 20].map((hours) =>
    session(`h${hours}`, `Work of ${hours} hours ago`, { env: hoursAgo(hours) }),
  );
  const page = (...words: string[]) =>
    json<SessionState[]>(['history', '--limit', '2', ...words]).map(({ session_id }) => session_id);
  const first = page();
  const second = page('--before', first.at(-1)!);
  expect([...first, ...second]).toEqual(ids.toReversed());
  expect(page('--before', second.at(-1)!)).toEqual([]);
  const { days } = json<{ days: { host: string; sessions: number }[] }>([
    'activity',
    '--days',
    '7',
  ]);
  expect(days.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(4);
  expect(new Set(days.map(({ host }) => host))).toEqual(new Set(['claude-code']));
  expect(json<{ days: unknown[] }>(['activity', '--days', '1']).days).toHaveLength(1);
});
