import { TAKEN } from '../../domain/answer/contribute.ts';
import { dayOfMonth, goalToldOf, type QuotedTurns } from '../../domain/answer/last-time.ts';
import { isCheck } from '../../domain/answer/state.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { ago, formatClock, type Millis } from '../../domain/base/time.ts';
import type { ResumeCost } from '../../domain/facts/event.ts';
import { type SessionSnapshot, stoppedAtLimit } from '../../domain/sessions/snapshot.ts';
import type { Explanation } from './explain.ts';
import type { Reading } from './read.ts';

/** One line for the person, which names the goal: `cortex: stopped 2d ago in "webhook behind a flag"; 1 check red`. */
export function noticeOfStart(reading: Reading, why: Explanation, now: Millis): string | null {
  const { past, work, state, stored } = reading;
  const { shortForm, lastTime } = past;
  const pins = why.pins.filter(({ verdict }) => verdict === TAKEN);
  const { proposals } = stored.here;
  const failing = state.blockers.filter((one) => isCheck(one) && !one.unread).length;
  const isOwn = past.told.some(({ role }) => role === 'own');
  const stop = isOwn
    ? 'told where this session stands'
    : lastTime && stopWords(past.told, lastTime, now);
  const parts = [
    stop ?? (shortForm ? `last work ${ago(shortForm.last.at, now)}` : null),
    failing > 0 ? `${count(failing, 'check')} red` : null,
    work.book.told.length > 0 && !shortForm ? count(work.book.told.length, 'open task') : null,
    pins.length > 0 ? count(pins.length, 'pin') : null,
    proposals > 0 ? `${count(proposals, 'proposed rule')}: cortex review` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? `cortex: ${parts.join('; ')}` : null;
}

function stopWords(told: readonly QuotedTurns[], session: SessionSnapshot, now: Millis): string {
  const goal = goalToldOf(told, session);
  return (
    limitWords(session, now) ??
    `stopped ${ago(session.at, now)}${goal ? ` in "${oneLine(goal, 60)}"` : ''}`
  );
}

/** Says that an agent waits for its usage limit, and where its work continues. */
function limitWords(session: SessionSnapshot, now: Millis): string | null {
  const until = session.stopped?.until;
  if (!stoppedAtLimit(session) || (until !== undefined && until <= now)) return null;
  const end = until === undefined ? '' : ` until ${formatClock(until, now)}`;
  return `${oneLine(session.host, 40)} is at its limit${end}; told where it stopped`;
}

/** One line for the person where a prompt opened an older matter: `cortex: opened "search ranking" of 9 Nov`. */
export function openedNotice(opened: QuotedTurns): string {
  const { session } = opened;
  const goal = goalToldOf([opened], session);
  return `cortex: opened ${goal ? `"${oneLine(goal, 60)}"` : 'the work'} of ${dayOfMonth(session.at)}`;
}

/** One line for the person when the first agent resumes. */
export function returnNotice(turns: readonly QuotedTurns[], now: Millis): string | null {
  const last = turns.at(-1)?.session;
  return last
    ? `cortex: ${oneLine(last.host, 40)} went on here ${ago(last.at, now)}; told what it did`
    : null;
}

/** `resuming sends 182k tokens anew (about $1.14); a fresh start is told 1.2k`. */
export function costNotice({ tokens, dollars }: ResumeCost, fresh: number): string {
  const price = dollars === null ? '' : ` (about $${dollars.toFixed(2)})`;
  return `resuming sends ${thousands(tokens)} tokens anew${price}; a fresh start is told ${thousands(fresh)}`;
}

function thousands(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  return `${(tokens / 1000).toFixed(tokens < 10_000 ? 1 : 0)}k`;
}

function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
