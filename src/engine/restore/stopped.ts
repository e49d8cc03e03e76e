import { isSaidIn } from '../../domain/answer/once.ts';
import type { Candidate } from '../../domain/restore/contribute.ts';
import {
  didSomething,
  isUnanswered,
  latestFirst,
  leftWork,
  onlyTalked,
  type StandingSession,
  type StoppedSession,
  worked,
} from '../../domain/restore/standing.ts';
import { isLeftAlone, mentions, takesUpList } from '../../domain/session/left-open.ts';
import { requestsIn } from '../../domain/session/stopped.ts';
import { todoTaskId } from '../../domain/tasks/todo.ts';
import type { Thread } from '../../domain/thread/thread.ts';
import type { LetGo } from '../../store.ts';

/** Earlier sessions as a start tells them: where the last work stopped, and which others are named. */

/**
 * A session without items of the agent's list that were closed since: by name, or by words that say the same. What was done
 * before it was listed is due again, as a chore is that comes back.
 */
export function withoutClosed(session: StandingSession, letGo: LetGo, done: Thread['done']): StoppedSession {
  const { stopped } = session;
  if (!stopped || stopped.next.length === 0) return session;
  // An older version kept no time of the list; it is no older than the request that it answers.
  const listedAt = stopped.listedAt ?? stopped.asked?.at ?? session.at;
  const texts = done.filter(({ at }) => at >= listedAt).map(({ text }) => text);
  const isLetGo = (text: string) =>
    (letGo.tasks.get(todoTaskId(text)) ?? Number.NEGATIVE_INFINITY) >= listedAt;
  const closed = stopped.next.filter((text) => isLetGo(text) || isSaidIn(text, texts));
  if (closed.length === 0) return session;
  return {
    ...session,
    stopped: { ...stopped, next: stopped.next.filter((text) => !closed.includes(text)) },
    closed,
  };
}

/** Sessions without answered questions. The next session that asks or answers decides: it began with an answer, or not. */
export function withoutAnswered(sessions: readonly StandingSession[]): StandingSession[] {
  return sessions.map((session) => {
    const { stopped, scopeKey } = session;
    if (!stopped?.question) return session;
    const [next] = sessions
      .filter((one) => latestFirst(one, session) < 0 && one.scopeKey === scopeKey)
      .filter((one) => one.stopped?.answer !== undefined || one.stopped?.question != null)
      .sort((a, b) => latestFirst(b, a));
    if (next?.stopped?.answer === undefined) return session;
    return { ...session, stopped: { ...stopped, question: null } };
  });
}

/**
 * A session with what it left of its work, unless a later one speaks of it. Steps that an agent only
 * proposed give way to later work.
 */
export function withLeftAlone(
  session: StandingSession,
  ofScope: readonly StandingSession[],
): StandingSession {
  const { stopped } = session;
  if (!stopped || stopped.next.length === 0) return session;
  const later = ofScope.filter((one) => latestFirst(one, session) < 0 && didSomething(one));
  const isTakenUp = later.some(({ title }) => title === null || takesUpList(title));
  const words = later.map(wordsOf);
  // A newer list of the same branch overtakes an older one.
  const isOvertaken = later.some((one) => one.branch === session.branch && one.stopped?.next.length);
  const isLeft = (item: string) => (stopped.isLeft && !isOvertaken) || isLeftAlone(item);
  const isOpen = (item: string) => isLeft(item) && !words.some((text) => mentions(text, item));
  return { ...session, stopped: { ...stopped, next: isTakenUp ? [] : stopped.next.filter(isOpen) } };
}

function wordsOf({ title, stopped }: StandingSession): string {
  const { asked, told = [], said, noted = [], afterwards, next = [], made = [] } = stopped ?? {};
  const texts = [title, ...(asked ? requestsIn(asked) : []), ...told, said, ...noted, afterwards, ...next];
  return [...texts, ...made.map(({ text }) => text)].filter((text) => text != null).join('\n');
}

/**
 * One question in between does not make the work that was left before it done. Where LAST TIME only talked, this is the latest
 * session before it that did more, if it left anything.
 */
export function workBefore(
  lastTime: StandingSession | null,
  ofScope: readonly Candidate[],
  taken: readonly Candidate[],
  since: number,
): StandingSession | null {
  if (!lastTime || !onlyTalked(lastTime)) return null;
  const [work] = ofScope
    .filter((one) => !one.isApart && latestFirst(one, lastTime) > 0 && one.at >= since)
    // One that runs and is not quiet is at work: it is told as that.
    .filter((one) => !one.running || taken.includes(one))
    .filter((one) => one.id !== lastTime.id && (!onlyTalked(one) || isUnanswered(one)))
    .sort(latestFirst);
  return work && leftWork(work) ? work : null;
}

/** Files that are told as not committed are not named again. */
export function namesBeside(
  told: readonly (StandingSession | null)[],
  { files, functions }: Pick<Thread, 'files' | 'functions'>,
): Pick<Thread, 'files' | 'functions'> {
  const touched = new Set(told.flatMap((one) => one?.stopped?.touched ?? []));
  return { files: files.filter(({ path }) => !touched.has(path)), functions };
}

/** Three at most: those that contribute, then the latest others; those on branches that are apart stand under these. */
export function earlierOf(
  ofScope: readonly Candidate[],
  taken: readonly Candidate[],
  told: readonly (StandingSession | null)[],
  since: number,
): StandingSession[] {
  const contributing = ofScope.filter((one) => !one.isApart && taken.includes(one));
  const others = ofScope.filter(
    (one) => !one.isApart && !taken.includes(one) && !one.running && one.at >= since && didSomething(one),
  );
  return [...contributing, ...others]
    .filter((one) => !told.some((other) => other?.id === one.id) && hasWords(one))
    .slice(0, MOST_EARLIER)
    .sort(latestFirst);
}

/** A session that heard nothing but nods and did nothing takes nobody's place. */
function hasWords(session: StandingSession): boolean {
  return session.title !== null || session.stopped?.asked != null || worked(session);
}

const MOST_EARLIER = 3;
