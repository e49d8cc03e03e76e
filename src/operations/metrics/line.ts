import { shortId } from '../../domain/ids.ts';
import type { Metric } from '../../domain/metrics/metric.ts';
import { count } from '../words.ts';

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
