import * as z from 'zod/v4';
import { DAY } from '../../domain/time.ts';
import { activitySince } from '../../engine/session/sessions.ts';
import { all } from '../fields.ts';
import { operation } from '../operation.ts';
import { count, inWords } from '../words.ts';
import { CALENDAR_DAYS, calendarLines } from './calendar.ts';

export const activity = operation({
  name: { command: 'activity', tool: null },
  summary: 'Show on which days sessions ran, as a calendar.',
  about: 'By the day on which a session started, in your time zone; those in cold storage count.',
  effect: 'reads',
  on: 'project',
  input: z.strictObject({ days: z.int().min(1).max(3660).default(CALENDAR_DAYS), all }),
  words: [],
  fields: {
    days: { help: `So many days back (${CALENDAR_DAYS}).` },
    all: { help: 'Sessions of every project.' },
  },
  examples: [{ line: 'cortex activity --all', says: 'when did I work with agents?' }],
  run: async ({ deps, scope, reach }, { days, all: isAll = false }) => {
    if (isAll) reach.needAll();
    const rows = await activitySince(deps, deps.now() - days * DAY, isAll ? null : scope);
    return { rows, days, scope: isAll ? null : scope.label };
  },
  lines: ({ rows, days, scope }, { style, now }) => {
    const total = rows.reduce((sum, { sessions }) => sum + sessions, 0);
    const where = scope === null ? '' : ` in ${inWords(scope)}`;
    if (total === 0) return [`No session${where} in the last ${count(days, 'day')}.`];
    return [
      style.bold(`${count(total, 'session')}${where} in the last ${count(days, 'day')}`),
      ...calendarLines(rows, now, style),
    ];
  },
  json: ({ rows }) => ({
    days: rows.map(({ day, scopeKey, scope, host, sessions }) => ({
      ...{ day, scope, scope_key: scopeKey, host, sessions },
    })),
  }),
});
