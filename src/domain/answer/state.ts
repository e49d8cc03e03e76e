import { shortestNames } from '../base/file-names.ts';
import type { SectionItem } from '../base/section.ts';
import { oneLine } from '../base/text/safe-text.ts';
import type { Millis } from '../base/time.ts';
import type { Uncommitted } from '../projects/head-files.ts';
import type { GitPosition, Movement } from '../projects/history.ts';
import type { SessionSnapshot } from '../sessions/snapshot.ts';
import { failingWords } from '../threads/check.ts';
import type { Thread, ThreadBlocker, ThreadDecision } from '../threads/thread.ts';
import { bullet, byline, type Dates, sessionLine, whenWords } from './lines.ts';

/** Blockers, the state of the work, and who else works on it. */
export interface StateContent {
  readonly phase: string | null;
  /** Open blockers, the latest first. */
  readonly blockers: readonly ThreadBlocker[];
  /** Checks that nobody ran for long: red when they last ran, the latest first. */
  readonly oldChecks: readonly ThreadBlocker[];
  /** Number of other old blockers, which are only counted. */
  readonly olderBlockers: number;
  readonly thread: Pick<Thread, 'files' | 'functions'>;
  /** Files that are not in HEAD now, the latest change first. */
  readonly uncommitted: readonly Uncommitted[];
  /** Sessions in which a turn is running here. */
  readonly busy: readonly SessionSnapshot[];
  /** Sessions that are open here and wait for their person. */
  readonly waiting: readonly SessionSnapshot[];
  /** Lines about changes of the working tree since then. */
  readonly since: readonly string[];
  /** The text above this section: a failing test that it names is not named again. */
  readonly above?: string;
}

export const EMPTY_STATE: StateContent = {
  phase: null,
  blockers: [],
  oldChecks: [],
  olderBlockers: 0,
  busy: [],
  waiting: [],
  since: [],
  thread: { files: [], functions: [] },
  uncommitted: [],
};

export function stateItems(
  content: StateContent,
  now: Millis,
  dates: Dates,
  mark: (text: string) => string = () => '',
): SectionItem<ThreadBlocker | null>[] {
  const { phase, blockers, oldChecks, olderBlockers, thread, uncommitted, busy, waiting, since } =
    content;
  const blocked = blockers.map((blocker) => ({
    text: bullet(
      `${blockerWords(blocker, content.above)} ${age(blocker, now, dates)}${mark(blocker.text)}`,
    ),
    of: blocker,
  }));
  const long = oldChecks.slice(0, MOST_OLD_CHECKS).map((check) => ({
    text: bullet(`${oldCheckWords(check, now, dates)}${mark(check.text)}`),
    of: check,
  }));
  const older = olderBlockers + oldChecks.length - long.length;
  const lines = [
    ...(older > 0
      ? [`${older} older ${older === 1 ? 'blocker' : 'blockers'} (cortex thread)`]
      : []),
    ...named('not committed', uncommitted.map(uncommittedWords)),
    ...since,
    ...(phase === null ? [] : [`phase: ${oneLine(phase, 120)}`]),
    ...companyLines('at work here now', busy, now),
    ...companyLines('open here, waiting for its person', waiting, now),
    ...named('files', latestNames(thread)),
    ...named('functions', [...new Set(thread.functions.map(({ name }) => name))].reverse()),
  ];
  return [...blocked, ...long, ...lines.map((line) => ({ text: bullet(line), of: null }))];
}

/** Most old checks that are told; further ones are only counted. */
const MOST_OLD_CHECKS = 3;

/** `keeps ten: red when last run, 20d ago; not run since`. */
function oldCheckWords(check: ThreadBlocker, now: Millis, dates: Dates): string {
  const then = whenWords(check.at, now, dates);
  const since = check.unread ? 'ran again since, outcome unknown' : 'not run since';
  return `${oneLine(failingWords(check), 240)}: red when last run, ${then}; ${since}`;
}

/** `(2d ago)`, of a teammate's `[alice, 2d ago]`. */
function age({ at, from }: Pick<ThreadBlocker, 'at' | 'from'>, now: Millis, dates: Dates): string {
  return from === undefined ? `(${whenWords(at, now, dates)})` : byline(from, at, now, dates);
}

export function isCheck({ identity, by }: Pick<ThreadBlocker, 'identity' | 'by'>): boolean {
  return identity !== null && by === 'tool';
}

/** A failed check is called failing; a blocker that a person or an agent noted is called blocked. */
function blockerWords(blocker: ThreadBlocker, above?: string): string {
  const { type, text } = blocker;
  if (isCheck(blocker)) {
    const how = blocker.unread ? 'failed, ran again since, outcome unknown' : 'failing';
    return `${how}: ${oneLine(failingWords(blocker, above), 240)}`;
  }
  const kind = oneLine(type, 40);
  return `blocked${kind === 'blocked' ? '' : ` (${kind})`}: ${oneLine(text, 240)}`;
}

/** A session without a title has no work yet and is left out. */
function companyLines(how: string, sessions: readonly SessionSnapshot[], now: Millis): string[] {
  return sessions
    .filter(({ title }) => title !== null)
    .map(
      ({ id, title, at, host, branch }) =>
        `${how}: ${sessionLine({ id, title, at, about: [host, branch] }, now)}`,
    );
}

/** Most names of a list, enough to orient; `memory_context` returns all. */
const MOST_NAMES = 6;

function latestNames({ files }: Pick<Thread, 'files'>): string[] {
  const kept = files.filter(({ how }) => how !== 'delete').map(({ path }) => path);
  const short = shortestNames(kept);
  return kept.map((path) => short.get(path)!).reverse();
}

function named(
  what: string,
  names: readonly string[],
  beyond = 0,
  { most, chars } = { most: MOST_NAMES, chars: 80 },
): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, most).map((name) => oneLine(name, chars));
  const more = names.length - shown.length + beyond;
  return [`${what}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

/** The text of a decision, for comparisons. */
export function decisionText({ subject, choice, reason }: ThreadDecision): string {
  return [subject, choice, reason].filter((part) => part !== null).join(' ');
}

/** `use webhooks, because polling misses events (3d ago)`. */
export function decisionLine(decision: ThreadDecision, now: Millis, dates: Dates): string {
  const words = decisionWords(decision);
  const who = decision.by === 'agent' ? ', the agent' : '';
  if (decision.from !== undefined) return `${words} ${age(decision, now, dates)}`;
  return `${words} (${whenWords(decision.at, now, dates)}${who})`;
}

/** The text of a decision's line, without its age. */
export function decisionWords({ subject, choice, reason }: ThreadDecision): string {
  const said =
    subject === null ? oneLine(choice, 200) : `${oneLine(subject, 80)}: ${oneLine(choice, 200)}`;
  return reason === null ? said : `${said}, because ${oneLine(reason, 160)}`;
}

/** `src/retry.ts`, `src/new.ts (new)`. */
function uncommittedWords({ path, how }: Uncommitted): string {
  return how === 'changed' ? path : `${oneLine(path, 80)} (${how})`;
}

/** Changes of a working tree since a session stopped in it. */
export interface SinceThen {
  readonly stood: GitPosition | null;
  readonly present: GitPosition;
  /** Null where HEAD has not moved. */
  readonly movement: Movement | null;
  /** Files changed by the session that have changed again, the latest last. */
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

/** `since then: 3 commits pulled on main, last "fix retry"; changed: src/retry.ts`; null where nothing happened. */
export function sinceLine(since: SinceThen): string | null {
  const parts = [
    ...headWords(since),
    ...named('changed', since.changed.toReversed(), 0, WHOLE_PATHS),
    ...named('deleted', since.deleted.toReversed(), 0, WHOLE_PATHS),
  ];
  return parts.length > 0 ? `since then: ${parts.join('; ')}` : null;
}

/** Full paths, because the reader opens these files. */
const WHOLE_PATHS = { most: 5, chars: 120 };

function headWords({ stood, present, movement }: SinceThen): string[] {
  const branch = present.branch === null ? null : oneLine(present.branch, 80);
  const hasSwitched = stood !== null && stood.branch !== present.branch && present.head !== null;
  const isNow = hasSwitched ? [branch === null ? 'HEAD is detached now' : `now on ${branch}`] : [];
  if (!movement) return isNow;
  const { relation, how, commits, subject } = movement;
  if (relation !== 'contained') {
    // Another branch means a switch; on the same branch HEAD was reset or the history rewritten.
    return hasSwitched
      ? isNow
      : [relation === 'ahead' ? `HEAD moved back${on(branch)}` : `HEAD moved${on(branch)}`];
  }
  const last = subject === null ? '' : `, last "${oneLine(subject, 100).replaceAll('"', "'")}"`;
  if (commits === null) return [...isNow, `HEAD moved${on(hasSwitched ? null : branch)}${last}`];
  const added = `${commits} commit${commits === 1 ? '' : 's'} ${how ?? 'added'}`;
  return [...isNow, `${added}${on(hasSwitched ? null : branch)}${last}`];
}

function on(branch: string | null): string {
  return branch === null ? '' : ` on ${branch}`;
}
