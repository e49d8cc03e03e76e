import { shortId } from '../base/ids.ts';
import { oneLine } from '../base/text/safe-text.ts';
import { DAY, type Millis } from '../base/time.ts';
import type { Uncommitted } from '../projects/head-files.ts';
import { hasChanges, type SessionSnapshot, stoppedAtLimit } from '../sessions/snapshot.ts';
import type { ThreadBlocker } from '../threads/thread.ts';
import { closingQuestion } from '../turns/answers.ts';
import { untilWords } from '../turns/dialogue.ts';
import { isOffer } from '../turns/talk.ts';
import type { Turn } from '../turns/turn.ts';
import { type Dates, whenWords } from './lines.ts';
import { isCheck } from './state.ts';

/** An earlier session of another matter, and what is unfinished in it. */
export interface OpenMatter {
  readonly session: SessionSnapshot;
  /** In words, the most telling first; never empty. */
  readonly open: readonly string[];
}

/** The unfinished parts of one session, as far as they are known. */
export interface LeftUndone {
  /** Open ones that it met. */
  readonly blockers: readonly ThreadBlocker[];
  /** Files that it changed last and that are not in HEAD now. */
  readonly uncommitted: readonly Uncommitted[];
  /** Its open tasks and next steps. */
  readonly tasks: number;
}

/** The known unfinished parts of a session, in words. */
export function openEnds(
  session: SessionSnapshot,
  turns: readonly Turn[],
  { blockers, uncommitted, tasks }: LeftUndone,
): string[] {
  const last = turns.at(-1);
  const red = blockers.filter((one) => isCheck(one) && !one.unread).length;
  return [
    ...(last ? endWords(session, last) : []),
    ...(red > 0 ? [`${counted(red, 'check')} red`] : []),
    ...(uncommitted.length > 0 ? [`${filesNamed(uncommitted)} not committed`] : []),
    ...questionWords(last),
    ...(tasks > 0 ? [counted(tasks, 'open task')] : []),
  ];
}

/** The end of a last turn in words, unless it was answered. */
function endWords(session: SessionSnapshot, { ended, answered, until }: Turn): string[] {
  if (stoppedAtLimit(session)) return [`stopped at its usage limit${untilWords(until)}`];
  switch (ended) {
    case 'answered':
      return [];
    case 'failed':
      return ['the agent failed'];
    case 'broken off':
      return ['broken off'];
    default:
      if (session.crashed) return ['killed'];
      // Some hosts do not tell the end of a turn.
      return answered === null ? ['no reply'] : [];
  }
}

const LONGEST_QUESTION = 120;

/** The question with which the agent stopped, whole or not at all; an offer to do more waits for nobody. */
function questionWords(last: Turn | undefined): string[] {
  const question =
    last?.ended === 'answered' && last.answered !== null && closingQuestion(last.answered);
  if (!question || isOffer(question)) return [];
  const isShort = question.length <= LONGEST_QUESTION;
  return [
    isShort
      ? `not answered: "${oneLine(question).replaceAll('"', "'")}"`
      : 'a question not answered',
  ];
}

const MOST_FILES = 2;

function filesNamed(files: readonly Uncommitted[]): string {
  const names = files.slice(0, MOST_FILES).map(({ path }) => oneLine(path, 80));
  const more = files.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Open ends older than both of these are only counted. */
const OLD = { millis: 14 * DAY, sessions: 5 };

/** Whether an open end is so old, in days and in work done since, that it is only counted. */
export function isLongPast(
  session: SessionSnapshot,
  sessions: readonly SessionSnapshot[],
  now: Millis,
): boolean {
  const since = sessions.filter(
    (one) => one.at > session.at && one.id !== session.id && hasChanges(one),
  );
  return now - session.at > OLD.millis && since.length >= OLD.sessions;
}

/** `1b1e679f search ranking (9d ago): killed; src/rank.js not committed`. */
export function openMatterLine({ session, open }: OpenMatter, now: Millis, dates: Dates): string {
  const title = oneLine(session.title ?? 'without a title', 80);
  return `${oneLine(shortId(session.id), 12)} ${title} (${whenWords(session.at, now, dates)}): ${open.join('; ')}`;
}
