import { shortId } from '../ids.ts';
import { PLACEHOLDER } from '../redact/span.ts';
import type { StandingSession, StoppedSession } from '../restore/standing.ts';
import { type Made, requestsIn, type Stopped } from '../session/stopped.ts';
import { oneLine } from '../text/safe-text.ts';
import type { Millis } from '../time.ts';
import { HEADINGS } from './headings.ts';
import { apartWords, bullet, type Dates, when } from './lines.ts';
import { isSaidIn, remainderOf } from './once.ts';
import type { Item } from './section.ts';

/** Other sections of the text that LAST TIME is part of. */
export interface Beside {
  /** The person's rules and corrections, and pins: what they say is not asked nor told again. */
  readonly ruled: readonly string[];
  /** Tasks and findings. */
  readonly listed: readonly string[];
  /** Things that the agent's last words tell too. */
  readonly within: readonly unknown[];
}

const ALONE: Beside = { ruled: [], listed: [], within: [] };

/** Where a session stopped, in the order in which it is read. Whose words they are is said with each. */
export function lastTimeItems(
  { stopped, closed = [] }: Pick<StoppedSession, 'stopped' | 'closed'>,
  { ruled, listed, within }: Beside = ALONE,
): Item<null>[] {
  if (!stopped) return [];
  const { afterwards, next, made, touched } = stopped;
  const { said, question } = agentsWords(stopped);
  const asked = requestBeside(stopped, ruled);
  const elsewhere = [...ruled, ...listed];
  const onlyIn = (texts: readonly (string | null | undefined)[]) => {
    const others = texts.filter((text) => typeof text === 'string');
    return (text: string) => !isSaidIn(text, others);
  };
  const told = toldBeside(stopped, { ruled, listed });
  const noted = stopped.noted.filter(onlyIn([...elsewhere, said, afterwards, question]));
  const further = next.filter(onlyIn([said]));
  const lines: (readonly [keep: number, line: string | null])[] = [
    [
      1,
      asked &&
        `${asked.group ? LABELS.askedByOne : LABELS.asked}: ${requestsIn(asked)
          .map((text) => quoted(text, 300))
          .join('; then: ')}${asked.answered ? '' : ' (not answered)'}`,
    ],
    [5, told.length > 0 ? `${LABELS.told}: ${told.map((text) => quoted(text, 400)).join('; ')}` : null],
    [AGENTS_WORDS, said && `${LABELS.said}: ${quoted(said, 600)}`],
    [8, noted.length > 0 ? `${LABELS.noted}: ${noted.map((text) => quoted(text, 220)).join('; ')}` : null],
    [7, afterwards && `${LABELS.afterwards}: ${quoted(afterwards, 160)}`],
    [3, question && `${LABELS.question}: ${quoted(question, LONGEST_QUESTION)}`],
    [4, further.length > 0 ? `${LABELS.next}: ${further.map((text) => quoted(text, 200)).join('; ')}` : null],
    [4, closed.length > 0 ? `${LABELS.closed}: ${closed.map((text) => quoted(text, 140)).join('; ')}` : null],
    [6, madeLine(made, touched, stopped.touchedMore)],
  ];
  return lines
    .map(([keep, line], place) => ({ keep, line, place }))
    .filter(({ line }) => line !== null)
    .sort((a, b) => a.keep - b.keep)
    .map(({ keep, line, place }) => ({
      ...{ text: bullet(line!), of: null, place },
      ...(keep === AGENTS_WORDS && { within }),
    }));
}

const AGENTS_WORDS = 2;

/** How lines begin that quote. The one about what was made begins with it. */
export const LABELS = {
  asked: 'asked',
  askedByOne: 'somebody asked',
  told: 'told',
  said: 'the agent',
  noted: 'earlier, the agent',
  afterwards: 'afterwards',
  question: 'the agent asked, and nobody answered',
  next: "next, in the agent's words",
  closed: 'no longer open',
} as const;

/** The agent's last words up to its question, which has a line of its own with what follows it. */
export function agentsWords({ said, question }: Pick<Stopped, 'said' | 'question'>): {
  readonly said: string | null;
  readonly question: string | null;
} {
  // A question keeps only the beginnings of long options, so it is looked for by its first words.
  const [begin = ''] = question?.split('…') ?? [];
  const at = said !== null && begin.length >= 4 ? said.indexOf(begin) : -1;
  if (at < 0) return { said, question };
  const before = said!.slice(0, at).replace(/[\s…]+$/, '');
  const isWhole = said!.startsWith(question!, at);
  const behind = isWhole ? said!.slice(at + question!.length).length : 0;
  return {
    said: before === '' ? null : before,
    question: behind > 0 && question!.length + behind <= LONGEST_QUESTION ? said!.slice(at) : question,
  };
}

const LONGEST_QUESTION = 300;

/** The person's sentences that stand nowhere else. */
export function toldBeside(stopped: Stopped, { ruled, listed }: Pick<Beside, 'ruled' | 'listed'>): string[] {
  // A request that is nothing but a rule is not told, and what it points at with it.
  const asked = requestBeside(stopped, ruled);
  const others = [...ruled, ...listed, ...(asked ? requestsIn(asked) : [])];
  return stopped.told.filter((text) => !isSaidIn(text, others));
}

/** The request without what is told as a rule; an answered one that is nothing else is left out. */
function requestBeside({ asked }: Stopped, ruled: readonly string[]): Stopped['asked'] {
  const text = asked && remainderOf(asked.text, ruled);
  // A sentence that a secret was taken from is not the request, where rules were the rest of it.
  const isEmptied = text !== asked?.text && text?.includes(PLACEHOLDER);
  if (text && !isEmptied) return withRequestBefore({ ...asked, text }, ruled);
  return asked?.answered ? null : asked;
}

function withRequestBefore(
  { about, ...asked }: NonNullable<Stopped['asked']>,
  ruled: readonly string[],
): Stopped['asked'] {
  const before = about === undefined ? null : remainderOf(about, ruled);
  return before === null ? asked : { ...asked, about: before };
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
  heading: string = HEADINGS.lastTime,
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
  return `${heading} (${about.join(', ')}):`;
}

/** `1a2b3c4d, 3d ago, on main: asked → how it ended`. */
export function earlierLine(
  session: StandingSession,
  now: Millis,
  dates: Dates,
  namesBranch = true,
  elsewhere: readonly string[] = [],
): string {
  const branch = namesBranch ? (session.stopped?.branch ?? session.branch) : null;
  const about = [
    oneLine(shortId(session.id), 12),
    when(session.at, now, dates),
    ...(branch ? [`on ${oneLine(branch, 60)}`] : []),
  ].join(', ');
  const asked = oneLine(session.title ?? session.stopped?.asked?.text ?? 'without a title', 100);
  const ended = outcome(session.stopped);
  const told = lastTold(session, elsewhere);
  const open = openThen(session.stopped, [...elsewhere, ...(ended ? [ended] : [])]);
  const parts = [`${asked}${ended ? ` → ${ended}` : ''}`];
  if (told.length > 0) parts.push(`told: ${told.join('; ')}`);
  if (open.length > 0) parts.push(`open then: ${open.join('; ')}`);
  return `${about}: ${parts.join('; ')}`;
}

const LONGEST_TOLD = 240;

/**
 * The last sentences of the person's that find room: the first ones often only set the task, which the title tells. Those of
 * the last request stand nowhere else.
 */
function lastTold({ stopped, title }: StandingSession, elsewhere: readonly string[]): string[] {
  if (!stopped) return [];
  const { told, asked } = stopped;
  const named = [...elsewhere, ...(title ? [title] : [])];
  const isNamed = (text: string) => isSaidIn(text, named) || (title !== null && text.includes(title));
  return whileFitting(
    [...told, ...(asked?.telling ?? [])].reverse().filter((text) => !isNamed(text)),
    LONGEST_TOLD,
  ).reverse();
}

const LONGEST_OPEN = 200;

/** The first items of what the agent left open. */
function openThen(stopped: Stopped | null, elsewhere: readonly string[]): string[] {
  return whileFitting(
    (stopped?.next ?? []).filter((text) => !isSaidIn(text, elsewhere)),
    LONGEST_OPEN,
  );
}

function whileFitting(texts: readonly string[], most: number): string[] {
  const kept: string[] = [];
  let left = most;
  for (const text of texts) {
    left -= text.length;
    if (left < 0) break;
    kept.push(quoted(text, most));
  }
  return kept;
}

function outcome(stopped: Stopped | null): string | null {
  const commit = stopped?.made.findLast(({ what }) => what === 'commit');
  if (commit) return `committed ${quoted(commit.text, 100)}`;
  return stopped?.said ? quoted(firstSentence(stopped.said), 120) : null;
}

/** The point of a list's number is no end. */
function firstSentence(text: string): string {
  const end = text.search(/(?<!(?:^|\s)(?:\d{1,2}|[A-Ea-e]))[.!?。！？](?:\s|$)/);
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
