import * as z from 'zod/v4';
import { shortId } from '../../domain/base/ids.ts';
import { iso, MOMENTS } from '../../domain/base/time.ts';
import { METRIC_EVENTS, metricOf } from '../../domain/metrics/metric.ts';
import type { MetricRecord } from '../../domain/metrics/seal.ts';
import { metricRecords } from '../../engine/metrics/metrics.ts';
import { many, since } from '../base/fields.ts';
import { resolveMoment } from '../base/meant.ts';
import { declareOperation } from '../base/operation.ts';
import { buildTable } from '../base/view.ts';
import { localTime } from '../base/words.ts';

const STANDARD_LIMIT = 20;
/** The last moment that a date can hold; an edited row may hold any number. */
const LATEST_DATE = 8.64e15;
/** For programs: what is asked for is given whole. */
const ALL = Number.MAX_SAFE_INTEGER;

export const metricsOperation = declareOperation({
  name: { command: 'metrics', tool: null },
  summary: 'List recorded events of sessions: starts, ends, restores.',
  about:
    `Newest first. Events: ${METRIC_EVENTS.join(', ')}. Records are sealed one to the next; cortex verify tells ` +
    'whether they are still what was written.',
  effect: 'reads',
  on: 'nothing',
  input: z.strictObject({
    since,
    event: z.enum(METRIC_EVENTS).optional(),
    limit: many,
  }),
  words: [],
  fields: {
    since: { value: 'time', help: `Only from then on: ${MOMENTS}.` },
    event: { value: 'name', help: 'Only this event.' },
    limit: { help: `Records to show (${STANDARD_LIMIT}; with --json all).` },
  },
  examples: [
    { line: 'cortex metrics --since 2d', says: 'what happened in the last two days' },
    {
      line: 'cortex metrics --event session_override --json',
      says: 'who continued which session by name',
    },
  ],
  run: async ({ deps, isForProgram }, { since: text, event, limit: asked }) => {
    const from = resolveMoment(text, deps.now(), 'past', 'since');
    const limit = asked ?? (isForProgram ? ALL : STANDARD_LIMIT);
    const found = await metricRecords(deps, {
      ...(from !== undefined && { since: from }),
      ...(event && { event }),
      limit: Math.min(ALL, limit + 1),
    });
    return { records: found.slice(0, limit), more: found.length > limit, limit };
  },
  lines: (result, { style }) => {
    if (result.records.length === 0) return ['No such metric is on record.'];
    const table = buildTable(result.records, [
      { title: 'when', spare: 1, cell: (record) => localTime(record.at), paint: style.dim },
      { title: 'event', spare: 2, cell: (record) => record.event, paint: style.cyan },
      { title: 'what', least: 20, cell: inWords },
    ]);
    const more = style.dim(`There are more: --limit ${result.limit * 2}`);
    return [table, ...(result.more ? [more] : [])];
  },
  json: ({ records, more }) => ({ records: records.map(asJson), more }),
  rows: ({ records }) => records.map(asJson),
});

/** The fields of a metric, with ids shortened. */
function inWords(record: MetricRecord): string {
  const metric = metricOf(record);
  if (metric === null) return '(unreadable: run cortex verify)';
  const text = (value: unknown): string =>
    Array.isArray(value)
      ? value.map(text).join(' ')
      : String(value).replace(/^[0-9a-f]{8}-[0-9a-f-]{27}$/, shortId);
  return Object.entries(metric)
    .filter(([name]) => name !== 'event')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${text(value)}`)
    .join(', ');
}

function asJson(record: MetricRecord) {
  const { seq, at, event, hash } = record;
  const metric = metricOf(record);
  const date = Math.abs(at) <= LATEST_DATE ? iso(at) : String(at);
  return { seq, at: date, ...(metric ?? { event, unreadable: record.body }), hash };
}
