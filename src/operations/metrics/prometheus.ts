import { METRIC_EVENTS } from '../../domain/metrics/metric.ts';
import type { MetricTotals } from '../../domain/metrics/totals.ts';

type Labels = Readonly<Record<string, string>>;

interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'summary';
  readonly help: string;
  readonly samples: readonly { readonly suffix?: string; readonly labels?: Labels; readonly value: number }[];
}

/** The text format that Prometheus scrapes, version 0.0.4: totals since the first record. */
export function prometheusText(totals: MetricTotals): string[] {
  return families(totals).flatMap(({ name, type, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`),
  ]);
}

function families(totals: MetricTotals): Family[] {
  const counter = (name: string, help: string, samples: Family['samples']): Family => {
    return { name: `cortex_${name}_total`, type: 'counter', help, samples };
  };
  return [
    counter(
      'metric_events',
      'Metrics on record, by event.',
      METRIC_EVENTS.map((event) => ({ labels: { event }, value: totals.events[event] ?? 0 })),
    ),
    counter('sessions_captured', 'Sessions that are over, by how they ended.', [
      { labels: { crash_recovered: 'false' }, value: totals.ended },
      { labels: { crash_recovered: 'true' }, value: totals.recovered },
    ]),
    {
      name: 'cortex_session_duration_minutes',
      type: 'summary',
      help: 'How long sessions lasted.',
      samples: [
        { suffix: '_sum', value: Math.round(totals.minutes * 100) / 100 },
        { suffix: '_count', value: totals.ended + totals.recovered },
      ],
    },
    counter('sessions_contributed', 'Earlier sessions that restores drew on.', [
      { value: totals.sessionsGiven },
    ]),
    counter('pins_inherited', 'Pins that restores gave to a new session.', [{ value: totals.pinsInherited }]),
    counter(
      'tasks_surfaced',
      'Pending tasks named to a session, by source.',
      Object.entries(totals.tasks)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([source, value]) => ({ labels: { source }, value })),
    ),
    counter('memories_weighed', 'Memories that a restore weighed, by whether decay excluded them.', [
      { labels: { excluded: 'false' }, value: totals.decayed },
      { labels: { excluded: 'true' }, value: totals.excluded },
    ]),
    {
      name: 'cortex_last_metric_timestamp_seconds',
      type: 'gauge',
      help: 'When the last metric was recorded.',
      samples: totals.last > 0 ? [{ value: totals.last / 1000 }] : [],
    },
  ];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}
