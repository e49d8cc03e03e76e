import { shortId } from '../base/ids.ts';
import { renderSection, type Section, type SectionItem } from '../base/section.ts';
import { oneLine } from '../base/text/safe-text.ts';
import { estimateTokens } from '../base/text/tokens.ts';
import type { Millis } from '../base/time.ts';
import {
  type LastWork,
  type SessionSnapshot,
  type ShortForm,
  stoppedAtLimit,
} from '../sessions/snapshot.ts';
import { type Dialogue, dialogues, untilWords } from '../turns/dialogue.ts';
import { findGoal, type Turn } from '../turns/turn.ts';
import { HEADINGS } from './headings.ts';
import { bullet, type Dates, whenWords } from './lines.ts';

/** The role of a quoted session: the running one, the last one, one before or after it, one of another branch, one that a prompt means, one of another project. */
export type TurnsRole = 'own' | 'last' | 'before' | 'after' | 'unmerged' | 'matter' | 'foreign';

/** A session whose turns are quoted. */
export interface QuotedTurns {
  readonly session: SessionSnapshot;
  readonly turns: readonly Turn[];
  readonly role: TurnsRole;
  /** Turns that hold the words of a prompt. */
  readonly matching?: readonly number[];
  /** Somebody continued it by name. */
  readonly isContinued?: true;
  /** A prompt may mean it, or only share words with it by chance. */
  readonly isUnsure?: true;
  /** Only its files show that it belongs to the matter, so it gets only the room that the others leave. */
  readonly isBehind?: true;
}

/** `LAST TIME (Fri 13 Nov, 2d ago, branch main, claude-code 81bb2383, killed), oldest turn first; …:`. */
function turnsHeading(
  { session, role, isContinued }: QuotedTurns,
  { now, dates, isUnmerged }: TellingContext,
): string {
  const { at, host, id, stopped } = session;
  const branch = stopped?.branch ?? session.branch;
  const about = [
    ...(dates === 'relative' ? [day(at)] : []),
    whenWords(at, now, dates),
    ...(branch && role !== 'unmerged' && role !== 'foreign'
      ? [`branch ${oneLine(branch, 80)}`]
      : []),
    ...(isUnmerged?.(session.id) && role !== 'unmerged' ? ['not merged here'] : []),
    `${oneLine(host, 40)} ${oneLine(shortId(id), 12)}`,
    ...endWords(session, role),
    ...(isContinued ? ['continued'] : []),
  ].join(', ');
  if (role === 'unmerged') return unmergedHeading(branch ?? '?', `, ${about}`);
  const named = `${NAMES[role]} (${about})`;
  return role === 'own' || role === 'last' || role === 'matter'
    ? `${named}, oldest turn first; later words overrule earlier ones:`
    : `${named}:`;
}

function endWords(session: SessionSnapshot, role: TurnsRole): string[] {
  if (session.isClosed && role !== 'own') return ['closed'];
  if (!session.running) return session.crashed ? ['killed'] : [];
  if (role === 'own') return [];
  return stoppedAtLimit(session)
    ? [`at its usage limit${untilWords(session.stopped?.until)}`]
    : ['still open'];
}

/** `ON feature/vat (not merged here):`, with more about it behind the words. */
export function unmergedHeading(branch: string, about = ''): string {
  return `ON ${oneLine(branch, 80)} (not merged here)${about}:`;
}

const NAMES = {
  own: HEADINGS.own,
  last: HEADINGS.lastTime,
  before: HEADINGS.beforeThat,
  after: HEADINGS.afterThat,
  matter: HEADINGS.recalled,
  foreign: HEADINGS.foreign,
} as const;

/** The goal of a session, derived from its quoted turns if there are any. */
export function goalToldOf(
  told: readonly QuotedTurns[],
  { id, title }: Pick<LastWork, 'id' | 'title'>,
): string | null {
  return findGoal(told.find(({ session }) => session.id === id)?.turns ?? []) ?? title;
}

/** Sections of the sessions whose turns are told, in the order given, all within `tokens`. The rank of the first is 0. */
export function turnsSections(
  told: readonly QuotedTurns[],
  limits: TurnsLimits,
): Section<unknown>[] {
  const { tokens, precedence } = limits;
  const named = told.findIndex(({ role }) => role === 'last' || role === 'own');
  const main = named >= 0 ? named : told.length - 1;
  const sessions = told.map((one, i) => ({
    turns: one.turns,
    rank: rankOf(told, i, main),
    isKilled: one.session.crashed,
    isOwn: one.role === 'own',
    ...(one.matching && { matching: one.matching }),
  }));
  const made = dialogues(sessions, roomIn(told, limits));
  return told.map((one, i) => ({
    heading: turnsHeading(one, limits),
    items: itemsOf(one, made[i]!),
    share: tokens,
    precedence: i === main ? precedence.main : precedence.others,
    beyond: made[i]!.left,
    more: (count: number) =>
      `… ${count} earlier ${count === 1 ? 'turn' : 'turns'} (cortex show ${shortId(one.session.id)})`,
  }));
}

/**
 * Sections of the sessions that a prompt means, the oldest first, all within `tokens`. The newest one has most room; what the
 * others leave is its own too.
 */
export function matterSections(
  told: readonly QuotedTurns[],
  limits: TurnsLimits,
): Section<unknown>[] {
  const room = told.at(-1)?.isUnsure ? Math.floor(limits.tokens * UNSURE) : limits.tokens;
  let left = room;
  const made = new Map<QuotedTurns, Section<unknown>>();
  for (const one of told.toSorted(
    (a, b) => Number(a.isBehind ?? false) - Number(b.isBehind ?? false),
  )) {
    const isRest = one === told.at(-1) || one.isBehind === true;
    const share = isRest ? left : Math.floor(room * OLDER_OF_MATTER);
    const turns = one.isBehind && share < LEAST_BEHIND ? [] : one.turns;
    const [section] = turnsSections([{ ...one, turns }], { ...limits, tokens: share });
    left -= estimateTokens(renderSection(section!, section!.items.length).join('\n'));
    made.set(one, section!);
  }
  return told.map((one) => made.get(one)!);
}

/** Fewest tokens in which the turns of another session still help. */
const LEAST_BEHIND = 120;

/** Share of the room for what a prompt may not mean. */
const UNSURE = 0.6;

/** Share of an older session of the same matter beside the newest one. */
const OLDER_OF_MATTER = 0.4;

interface TellingContext {
  readonly now: Millis;
  readonly dates: Dates;
  /** Whether the branch of a session is not part of what is checked out. */
  readonly isUnmerged?: (session: string) => boolean;
}

export interface TurnsLimits extends TellingContext {
  readonly tokens: number;
  readonly precedence: { readonly main: number; readonly others: number };
}

/** A session nearer to the main one gets more room; one of another branch, or that was continued, counts as the one before it. */
function rankOf(told: readonly QuotedTurns[], place: number, main: number): number {
  if (place === main) return 0;
  const { role, isContinued } = told[place]!;
  return role === 'before' && !isContinued ? Math.max(1, main - place) : 1;
}

/** Converts the token limit to characters of these texts: a Chinese character weighs as much as several letters. */
function roomIn(told: readonly QuotedTurns[], limits: TurnsLimits): number {
  const headings = told.map((one) => turnsHeading(one, limits)).join('\n');
  const text = told
    .flatMap(({ turns }) =>
      turns.slice(-8).flatMap(({ asked, answered }) => [asked ?? '', answered ?? '']),
    )
    .join('\n')
    .slice(-6_000);
  const perToken =
    text === '' ? 4 : Math.min(4.2, Math.max(0.8, text.length / Math.max(1, estimateTokens(text))));
  return Math.floor((limits.tokens - estimateTokens(headings)) * perToken * TRUE_COUNT);
}

/** For prose the token estimate is a tenth too high; with this factor the whole still stays within its limit. */
const TRUE_COUNT = 1.15;

/** The newest turns are dropped last; the text keeps them in chronological order. */
function itemsOf({ session }: QuotedTurns, { lines }: Dialogue): SectionItem[] {
  return lines
    .map(({ text, quotes, turns }, place) => ({
      text,
      quotes,
      of: session,
      place,
      turns: turns.map((turn) => ({ ...turn, session: session.id })),
    }))
    .reverse();
}

/** `1a2b3c4d, 3d ago: asked; last result: committed "…"`: a session by its title and its last result. That is no answer to the title: a commit may have come before those words. */
function unmergedLine(session: SessionSnapshot, now: Millis, dates: Dates): string {
  const about = `${oneLine(shortId(session.id), 12)}, ${whenWords(session.at, now, dates)}`;
  const title = oneLine(session.title ?? 'without a title', 100);
  const result = session.stopped?.result;
  return `${about}: ${title}${result ? `; last result: ${oneLine(result, 140)}` : ''}`;
}

/** `earlier work, 9d ago: "rank the search by sales" (cortex show 1a2b3c4d)`: at most 40 tokens. */
export function matterLine({ id, title, at }: SessionSnapshot, now: Millis, dates: Dates): string {
  const named = title === null ? '' : `: "${oneLine(title, 60)}"`;
  return `earlier work, ${whenWords(at, now, dates)}${named} (cortex show ${oneLine(shortId(id), 12)})`;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Fri 13 Nov`, in UTC. */
function day(at: Millis): string {
  return `${DAYS[new Date(at).getUTCDay()]} ${dayOfMonth(at)}`;
}

/** `13 Nov`, in UTC. */
export function dayOfMonth(at: Millis): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** Work that sessions left on a branch that is not merged into the current checkout. */
export interface UnmergedBranch {
  readonly branch: string;
  /** The latest first. */
  readonly sessions: readonly SessionSnapshot[];
  /** Number of open items by their noun. They apply to that branch only. */
  readonly left: Readonly<Record<string, number>>;
}

const MOST_SESSIONS = 2;

/** Three lines at most: the latest two sessions, and what is left there. */
export function unmergedLines(
  { sessions, left }: UnmergedBranch,
  now: Millis,
  dates: Dates,
): string[] {
  const counted = Object.entries(left).flatMap(([one, count]) =>
    count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`],
  );
  return [
    ...sessions.slice(0, MOST_SESSIONS).map((session) => unmergedLine(session, now, dates)),
    ...(counted.length > 0 ? [`left there: ${counted.join(', ')}`] : []),
  ];
}

const MOST_TASKS = 3;

/** Lines about a scope whose last work is too old to be inherited: its open items, and how to continue it. */
export function shortFormItems({
  shortForm,
  quoted,
  mark,
  now,
  dates,
}: ShortFormTold): SectionItem<null>[] {
  if (!shortForm) return [];
  const { last, critical, tasks } = shortForm;
  const id = oneLine(shortId(last.id), 12);
  const open = tasks.slice(0, MOST_TASKS).map((title) => oneLine(title, 100));
  const names = critical.map(
    ({ pin }) => oneLine(pin.label ?? pin.content, 60) + mark(pin.content),
  );
  const title = oneLine(last.title ?? 'without a title', 100);
  return [
    ...(quoted.length > 0
      ? []
      : [`last work ${whenWords(last.at, now, dates)}: ${title} (session ${id})`]),
    ...(open.length > 0 ? [`open then: ${open.join('; ')}`] : []),
    ...(names.length > 0 ? [`CRITICAL pins then: ${[...new Set(names)].join(', ')}`] : []),
    `take it up: cortex continue ${id} (tool: cortex_session_continue)`,
  ].map((line) => ({ text: bullet(line), of: null }));
}

interface ShortFormTold {
  readonly shortForm: ShortForm | null;
  readonly quoted: readonly unknown[];
  readonly mark: (text: string) => string;
  readonly now: Millis;
  readonly dates: Dates;
}
