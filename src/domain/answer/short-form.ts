import { shortId } from '../ids.ts';
import type { ShortForm } from '../restore/standing.ts';
import { oneLine } from '../text/safe-text.ts';
import type { Millis } from '../time.ts';
import { apartWords, bullet, type Dates, when } from './lines.ts';
import { isSaidIn } from './once.ts';
import type { Item } from './section.ts';

/** What is told of a scope whose last work is long over: when, what, where it stopped, and how to take it up. */
export function shortFormItems(
  form: ShortForm | null,
  now: Millis,
  dates: Dates,
  mark: (text: string) => string = () => '',
): Item<null>[] {
  if (!form) return [];
  const { last, session, noted = [], critical, apart } = form;
  const id = oneLine(shortId(last.id), 12);
  const title = oneLine(last.title ?? 'without a title', 100);
  const where = apart ? `, ${apartWords(apart)}` : '';
  const work = `last work ${when(last.at, now, dates)}${where}: ${title} (session ${id})`;
  // In cold storage only the name is at hand.
  if (last.isCold || !session) return items([`${work}; take it up: cortex continue ${id}`]);
  const { stopped } = session;
  const stop = stopped?.said ?? stopped?.asked?.text ?? null;
  // Said on purpose comes first.
  const open = [...noted, ...(stopped?.next ?? []), ...session.tasks.map((task) => task.title)];
  const next = open.filter((text, i) => !isSaidIn(text, open.slice(0, i))).slice(0, 2);
  const names = critical.map(({ pin }) => oneLine(pin.label ?? pin.content, 60) + mark(pin.content));
  return items([
    work,
    ...(stop ? [`it stopped at: "${oneLine(stop, 200).replaceAll('"', "'")}"`] : []),
    ...(next.length > 0 ? [`next then: ${next.map((text) => oneLine(text, 100)).join('; ')}`] : []),
    ...(names.length > 0 ? [`CRITICAL pins then: ${[...new Set(names)].join(', ')}`] : []),
    `take it up: cortex continue ${id} (tool: cortex_session_continue)`,
  ]);
}

function items(lines: readonly string[]): Item<null>[] {
  return lines.map((line) => ({ text: bullet(line), of: null }));
}
