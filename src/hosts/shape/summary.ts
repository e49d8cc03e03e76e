import { words } from '../../domain/text/json.ts';
import { withoutElements } from './elements.ts';

/** The words of a compaction's summary: without the model's notes for itself, and without the elements around it. */
export function summaryIn(sent: string): string | null {
  const summary = withoutElements(sent, /<(analysis|scratchpad)>/g);
  return words(summary.replace(/<\/?(?:summary|state_snapshot)>/g, '').trim());
}
