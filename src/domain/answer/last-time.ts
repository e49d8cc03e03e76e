import { shortId } from '../ids.ts';
import type { StandingSession } from '../restore/standing.ts';
import { oneLine } from '../safe-text.ts';
import type { Made, Stopped } from '../session/stopped.ts';
import type { Millis } from '../time.ts';
import { apartWords, bullet, type Dates, when } from './lines.ts';
import type { Item } from './section.ts';

/**
 * Where the last session stopped, in the order in which it is read. Whose words they are is said with each. Sentences
 * that stand elsewhere in the same text are left out.
 */
export function lastTimeItems(stopped: Stopped, elsewhere: readonly string[] = []): Item<null>[] {
  const { asked, said, afterwards, question, next, made, touched } = stopped;
  const isOnlyHere = (text: string) => !elsewhere.some((other) => other.includes(text.replace(/…$/, '')));
  const told = stopped.told.filter(isOnlyHere);
  const noted = stopped.noted.filter(isOnlyHere);
  // The reply may hold its closing list and its question already: nothing is told twice.
  const within = (text: string) => said?.includes(text) ?? false;
  const further = next.filter((text) => !within(text));
  const lines: (readonly [keep: number, line: string | null])[] = [
    [1, asked && `asked: ${quoted(asked.text, 300)}${asked.answered ? '' : ' (not answered)'}`],
    [5, told.length > 0 ? `told: ${told.map((text) => quoted(text, 400)).join('; ')}` : null],
    [2, said && `the agent: ${quoted(said, 600)}`],
    [8, noted.length > 0 ? `earlier, the agent: ${noted.map((text) => quoted(text, 220)).join('; ')}` : null],
    [7, afterwards && `afterwards: ${quoted(afterwards, 160)}`],
    [3, question && `the agent asked, and nobody answered: ${quoted(question, 300)}`],
    [
      4,
      further.length > 0
        ? `next, in the agent's words: ${further.map((text) => quoted(text, 140)).join('; ')}`
        : null,
    ],
    [6, madeLine(made, touched, stopped.touchedMore)],
  ];
  return lines
    .map(([keep, line], place) => ({ keep, line, place }))
    .filter(({ line }) => line !== null)
    .sort((a, b) => a.keep - b.keep)
    .map(({ line, place }) => ({ text: bullet(line!), of: null, place }));
}

/** `committed: "shadow mode behind a flag" (a1b2c3d); not committed then: src/payments/shadow.ts`. */
function madeLine(made: readonly Made[], touched: readonly string[], more: number): string | null {
  const parts = made.map(({ what, text, ref }) => {
    const name = what === 'commit' ? quoted(text, 120) : oneLine(text, 120);
    return `${WORDS[what]}: ${name}${ref && ref !== text ? ` (${oneLine(ref, 60)})` : ''}`;
  });
  const files = touched.map((path) => oneLine(path, 120)).join(', ');
  if (files) parts.push(`not committed then: ${files}${more > 0 ? ` and ${more} more` : ''}`);
  return parts.length > 0 ? parts.join('; ') : null;
}

const WORDS: Readonly<Record<Made['what'], string>> = {
  commit: 'committed',
  branch: 'new branch',
  'pull request': 'opened pull request',
};

/** `LAST TIME (Fri 13 Nov, 2d ago, on stripe-webhooks, claude-code, session 81bb2383, cut off):`. */
export function lastTimeHeading(
  session: StandingSession,
  now: Millis,
  dates: Dates,
  isApart = false,
): string {
  const branch = session.stopped?.branch ?? session.branch;
  const about = [
    ...(dates === 'relative' ? [day(session.at)] : []),
    when(session.at, now, dates),
    ...(branch ? [isApart ? apartWords(branch) : `on ${oneLine(branch, 80)}`] : []),
    oneLine(session.host, 40),
    `session ${oneLine(shortId(session.id), 12)}`,
    ...(session.running ? ['still open'] : session.crashed || session.stopped?.failed ? ['cut off'] : []),
  ];
  return `LAST TIME (${about.join(', ')}):`;
}

/** `1a2b3c4d, 3d ago, on main: asked → how it ended`. */
export function earlierLine(session: StandingSession, now: Millis, dates: Dates, namesBranch = true): string {
  const branch = namesBranch ? (session.stopped?.branch ?? session.branch) : null;
  const about = [
    oneLine(shortId(session.id), 12),
    when(session.at, now, dates),
    ...(branch ? [`on ${oneLine(branch, 60)}`] : []),
  ].join(', ');
  const asked = oneLine(session.title ?? session.stopped?.asked?.text ?? 'without a title', 100);
  const ended = outcome(session.stopped);
  const told = lastTold(session.stopped);
  return `${about}: ${asked}${ended ? ` → ${ended}` : ''}${told.length > 0 ? `; told: ${told.join('; ')}` : ''}`;
}

const LONGEST_TOLD = 240;

/** The last sentences of the person's that find room: the first ones often only set the task. */
function lastTold(stopped: Stopped | null): string[] {
  const told: string[] = [];
  let left = LONGEST_TOLD;
  for (const text of [...(stopped?.told ?? [])].reverse()) {
    left -= text.length;
    if (left < 0) break;
    told.unshift(quoted(text, LONGEST_TOLD));
  }
  return told;
}

function outcome(stopped: Stopped | null): string | null {
  const commit = stopped?.made.findLast(({ what }) => what === 'commit');
  if (commit) return `committed ${quoted(commit.text, 100)}`;
  return stopped?.said ? quoted(firstSentence(stopped.said), 120) : null;
}

function firstSentence(text: string): string {
  const end = text.search(/[.!?。！？](?:\s|$)/);
  return end < 0 ? text : text.slice(0, end + 1);
}

function quoted(text: string, max: number): string {
  return `"${oneLine(text, max).replaceAll('"', "'")}"`;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Fri 13 Nov`, in UTC. */
function day(at: Millis): string {
  const date = new Date(at);
  return `${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}
