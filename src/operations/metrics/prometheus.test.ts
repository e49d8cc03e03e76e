import { describe, expect, it } from 'vitest';
import { addMetric, NO_TOTALS } from '../../domain/metrics/totals.ts';
import { prometheusText } from './prometheus.ts';

let seq = 0;
const record = ({ event, ...fields }: Readonly<Record<string, unknown>> & { event: string }, at = 1_000) => ({
  seq: ++seq,
  at,
  event,
  body: JSON.stringify(fields),
  previous: '',
  hash: '',
});

const captured = (crash_recovered: boolean, duration_minutes: number) =>
  record({
    event: 'session_captured',
    session_id: 's',
    channel: 'c',
    duration_minutes,
    pin_count: 0,
    learning_count: 0,
    task_count: 0,
    hot_topic_count: 0,
    crash_recovered,
  });
const surfaced = (source: string) => record({ event: 'pending_task_surfaced', task_id: 't', source });

describe('the text for Prometheus', () => {
  const totals = [
    captured(false, 20.5),
    captured(false, 10),
    captured(true, 60),
    surfaced('pipeline_state'),
    surfaced('pipeline_state'),
    surfaced('a"b\\c\nd'),
    record({ event: 'session_restored', from_session_ids: ['a', 'b'], pins_inherited: 3 }),
    record({ event: 'confidence_decay_applied', excluded: true }),
    record({ event: 'session_override', session_id: 's' }, 5_500),
    // What somebody else wrote into the table.
    record({ event: 'session_restored', from_session_ids: 7, pins_inherited: 'many' }),
    record({ event: 'made_up' }),
    { ...record({ event: 'session_captured' }), body: '{' },
  ].reduce(addMetric, NO_TOTALS);
  const lines = prometheusText(totals);

  it.each([
    'cortex_metric_events_total{event="session_captured"} 3',
    'cortex_metric_events_total{event="session_restored"} 2',
    'cortex_metric_events_total{event="session_override"} 1',
    'cortex_metric_events_total{event="session_chain_traversal"} 0',
    'cortex_sessions_captured_total{crash_recovered="true"} 1',
    'cortex_sessions_captured_total{crash_recovered="false"} 2',
    'cortex_session_duration_minutes_sum 90.5',
    'cortex_session_duration_minutes_count 3',
    'cortex_sessions_contributed_total 2',
    'cortex_pins_inherited_total 3',
    'cortex_tasks_surfaced_total{source="pipeline_state"} 2',
    'cortex_tasks_surfaced_total{source="a\\"b\\\\c\\nd"} 1',
    'cortex_memories_weighed_total{excluded="true"} 1',
    'cortex_memories_weighed_total{excluded="false"} 0',
    'cortex_last_metric_timestamp_seconds 5.5',
  ])('says %s', (line) => {
    expect(lines).toContain(line);
  });

  it('is in the format: each sample below the help and the type of its family', () => {
    let family = '';
    for (const line of lines) {
      const [, kind, name] = /^# (HELP|TYPE) ([a-z_]+) ./.exec(line) ?? [];
      if (kind === 'HELP') family = name!;
      else if (kind === 'TYPE')
        expect(line).toMatch(new RegExp(`^# TYPE ${family} (?:counter|gauge|summary)$`));
      else expect(line).toMatch(new RegExp(`^${family}(?:_sum|_count)?(?:\\{.+\\})? -?[0-9.e+]+$`));
    }
  });
});
