import * as z from 'zod/v4';
import type { MetricRecord } from '../../domain/evidence/seal.ts';
import { shortId } from '../../domain/ids.ts';
import { METRIC_EVENTS, type Metric, metricOf } from '../../domain/metrics/metric.ts';
import { iso, MOMENTS } from '../../domain/time.ts';
import { metricRecords } from '../../engine/metrics/metrics.ts';
import { many, since } from '../fields.ts';
import { momentMeant } from '../meant.ts';
import { operation } from '../operation.ts';
import { count, when } from '../words.ts';

const STANDARD_LIMIT = 20;
/** Beyond it no date can be written; whoever edits rows may have written any number. */
const LATEST_DATE = 8.64e15;
/** For programs: what is asked for is given whole. */
const ALL = Number.MAX_SAFE_INTEGER;

export const metrics = operation({
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
    { line: 'cortex metrics --event session_override --json', says: 'who continued which session by name' },
  ],
  run: async ({ deps, isForProgram }, { since: text, event, limit: asked }) => {
    const from = momentMeant(text, deps.now(), 'past', 'since');
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
    const columns = [
      { title: 'when', spare: 1 },
      { title: 'event', spare: 2 },
      { title: 'what', least: 20 },
    ];
    const rows = result.records.map((record) => [
      { text: when(record.at), paint: style.dim },
      { text: record.event, paint: style.cyan },
      { text: inWords(record) },
    ]);
    const more = style.dim(`There are more: --limit ${result.limit * 2}`);
    return [{ table: { columns, rows } }, ...(result.more ? [more] : [])];
  },
  json: ({ records, more }) => ({ records: records.map(asJson), more }),
  rows: ({ records }) => records.map(asJson),
});

function inWords(record: MetricRecord): string {
  try {
    return metricLine(metricOf(record)!);
  } catch {
    return '(unreadable: run cortex verify)';
  }
}

/** A metric in a few words. */
export function metricLine(metric: Metric): string {
  switch (metric.event) {
    case 'session_captured': {
      const held = [
        count(metric.pin_count, 'pin'),
        count(metric.task_count, 'task'),
        count(metric.learning_count, 'learning'),
      ].join(', ');
      const how = metric.crash_recovered ? 'recovered' : 'ended';
      return `${shortId(metric.session_id)} ${how} after ${Math.round(metric.duration_minutes)} min: ${held}`;
    }
    case 'session_restored': {
      const from = metric.from_session_ids.map(shortId).join(', ');
      const given = `${count(metric.pins_inherited, 'pin')}, ${count(metric.pending_task_count, 'task')}`;
      return `${shortId(metric.new_session_id)} from ${from}: ${given}`;
    }
    case 'confidence_decay_applied': {
      const change = `${metric.original_confidence} → ${metric.decayed_confidence}`;
      const left = metric.excluded ? ', left out' : '';
      return `memory ${shortId(metric.memory_id)}: ${change} after ${Math.round(metric.hours_elapsed)} h${left}`;
    }
    case 'pending_task_surfaced':
      return `[${metric.task_id}] ${metric.title} (${metric.stage})`;
    case 'session_chain_traversal':
      return `from ${shortId(metric.start_session_id)}: ${count(metric.sessions_found, 'session')}`;
    case 'session_override':
      return `${metric.invoking_agent} continued ${shortId(metric.session_id)} in ${shortId(metric.into_session_id)}`;
    default:
      return '';
  }
}

function asJson(record: MetricRecord) {
  const { seq, at, event, hash } = record;
  const metric = metricOf(record);
  const date = Math.abs(at) <= LATEST_DATE ? iso(at) : String(at);
  return { seq, at: date, ...(metric ?? { event, unreadable: record.body }), hash };
}
