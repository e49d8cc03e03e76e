import { METRIC_EVENTS } from '../../../domain/metric.ts';
import { addMetric, type MetricTotals, metricOf, NO_TOTALS } from '../../../domain/metric-totals.ts';
import { MOMENTS } from '../../../domain/moment.ts';
import type { MetricRecord } from '../../../domain/seal.ts';
import { iso } from '../../../domain/time.ts';
import type { Column } from '../../../operations/view.ts';
import type { MetricFilter } from '../../../store/metrics.ts';
import type { Store } from '../../../store.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import { metricLine } from '../metrics.ts';
import { momentFlag } from '../moment.ts';
import { nearest } from '../nearest.ts';
import { prometheusText } from '../prometheus.ts';
import { printTable } from '../table.ts';
import { when } from '../times.ts';

const STANDARD_LIMIT = 20;
const PAGE = 5_000;
/** Beyond it no date can be written; whoever edits rows may have written any number. */
const LATEST_DATE = 8.64e15;
/** For programs: what is asked for is given whole. */
const ALL = Number.MAX_SAFE_INTEGER;

const COLUMNS: readonly Column[] = [
  { title: 'when', spare: 1 },
  { title: 'event', spare: 2 },
  { title: 'what', least: 20 },
];

export const metrics = command({
  name: 'metrics',
  summary: 'Show what is recorded of the life of sessions.',
  about:
    `Newest first. Events: ${METRIC_EVENTS.join(', ')}. Records are sealed one to the next; cortex verify tells ` +
    'whether they are still what was written. --prometheus prints totals in the text format that Prometheus scrapes.',
  args: [],
  flags: {
    since: { value: 'time', help: `Only from then on: ${MOMENTS}.` },
    event: { value: 'name', help: 'Only this event.' },
    limit: { value: 'n', count: true, help: `Records to show (${STANDARD_LIMIT}; with --json all).` },
    prometheus: { help: 'Print totals for Prometheus.' },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex metrics --since 2d', says: 'what happened in the last two days' },
    { line: 'cortex metrics --event session_override --json', says: 'who continued which session by name' },
    {
      line: 'cortex metrics --prometheus',
      says: 'for the textfile collector of node_exporter',
    },
  ],
  run: (cli, { flags }) =>
    withStore(cli, async (deps) => {
      const { out } = cli;
      if (flags.prometheus) {
        if (flags.json || flags.event || flags.since || flags.limit) {
          throw new UsageError('--prometheus prints totals of everything; leave out the other options.');
        }
        for (const line of prometheusText(await totals(deps.store))) out.line(line);
        return 0;
      }
      const since = momentFlag('since', flags.since, deps.now());
      const filter = {
        ...(since !== undefined && { since }),
        ...(flags.event !== undefined && { event: eventNamed(flags.event) }),
      };
      const limit = flags.limit ?? (flags.json ? ALL : STANDARD_LIMIT);
      const found = await deps.store.metrics({
        ...filter,
        limit: Math.min(ALL, limit + 1),
      } satisfies MetricFilter);
      const records = found.slice(0, limit);
      if (flags.json) {
        out.json(records.map(asJson));
        return 0;
      }
      if (records.length === 0) {
        out.block('No such metric is on record.');
        return 0;
      }
      const rows = records.map((record) => [
        { text: when(record.at), paint: out.style.dim },
        { text: record.event, paint: out.style.cyan },
        { text: inWords(record) },
      ]);
      printTable(out, COLUMNS, rows);
      if (found.length > limit) out.block(out.style.dim(`There are more: --limit ${limit * 2}`));
      return 0;
    }),
});

function eventNamed(typed: string): string {
  if ((METRIC_EVENTS as readonly string[]).includes(typed)) return typed;
  const guess = nearest(typed, METRIC_EVENTS);
  const hint = guess ? `Did you mean ${guess}?` : `There are ${METRIC_EVENTS.join(', ')}.`;
  throw new UsageError(`There is no event ${typed}.`, hint);
}

function inWords(record: MetricRecord): string {
  try {
    return metricLine(metricOf(record)!);
  } catch {
    return '(unreadable: run cortex verify)';
  }
}

function asJson(record: MetricRecord) {
  const { seq, at, event, hash } = record;
  const metric = metricOf(record);
  const date = Math.abs(at) <= LATEST_DATE ? iso(at) : String(at);
  return { seq, at: date, ...(metric ?? { event, unreadable: record.body }), hash };
}

async function totals(store: Store): Promise<MetricTotals> {
  let sum = NO_TOTALS;
  for (let from = 0; ; ) {
    const page = await store.metricsAfter(from, PAGE);
    for (const record of page) sum = addMetric(sum, record);
    if (page.length < PAGE) return sum;
    from = page.at(-1)!.seq;
  }
}
