import { shortId } from '../ids.ts';
import type { ShortForm } from '../restore/snapshot.ts';
import { oneLine } from '../text/safe-text.ts';
import type { Millis } from '../time.ts';
import { bullet, type Dates, when } from './lines.ts';
import type { Item } from './section.ts';

const MOST_TASKS = 3;

/** Lines about a scope whose last work is too old to be inherited: what was open then, and how to take it up. */
export function shortFormItems(
  form: ShortForm | null,
  now: Millis,
  dates: Dates,
  {
    isQuoted = false,
    mark = () => '',
  }: { readonly isQuoted?: boolean; readonly mark?: (text: string) => string } = {},
): Item<null>[] {
  if (!form) return [];
  const { last, critical, tasks } = form;
  const id = oneLine(shortId(last.id), 12);
  const open = tasks.slice(0, MOST_TASKS).map((title) => oneLine(title, 100));
  const names = [
    ...new Set(critical.map(({ pin }) => oneLine(pin.label ?? pin.content, 60) + mark(pin.content))),
  ];
  return [
    ...(isQuoted
      ? []
      : [
          `last work ${when(last.at, now, dates)}: ${oneLine(last.title ?? 'without a title', 100)} (session ${id})`,
        ]),
    ...(open.length > 0 ? [`open then: ${open.join('; ')}`] : []),
    ...(names.length > 0 ? [`CRITICAL pins then: ${names.join(', ')}`] : []),
    `take it up: cortex continue ${id} (tool: cortex_session_continue)`,
  ].map((line) => ({ text: bullet(line), of: null }));
}
