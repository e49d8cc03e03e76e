import { type ScopeKey, type SessionId, shortId } from '../base/ids.ts';
import { oneLine } from '../base/text/safe-text.ts';
import { age, iso, type Millis, millis } from '../base/time.ts';
import type { MemorySource } from '../memories/memory.ts';
import { MAX_PIN_CHARS, type Origin, type Pin, provenance } from '../pins/pin.ts';
import type { ClosedTask, PendingTask } from '../todos/task.ts';
import { speak } from '../turns/quote.ts';
import type { Quotation } from '../turns/units.ts';
import { HEADINGS } from './headings.ts';

/**
 * Formats a pin, a task, a memory, a listed session or a quote as one line, for models and for
 * people. Other sections have their own files: `last-time`, `state`. A line
 * is escaped: it cannot close an element, open another or begin a new line.
 */

export type Dates = 'relative' | 'absolute';

export function bullet(line: string): string {
  return `- ${line}`;
}

export function whenWords(at: Millis, now: Millis, dates: Dates = 'relative'): string {
  return dates === 'relative' ? `${age(at, now)} ago` : iso(at).slice(0, 10);
}

/** `[alice, 2d ago]`: the author and the age. */
export function byline(author: string, at: Millis, now: Millis, dates: Dates): string {
  return `[${oneLine(author, 40)}, ${whenWords(at, now, dates)}]`;
}

/** How the parts of a pin's line are painted. Models get plain text. */
export interface PinPaint {
  readonly critical: (text: string) => string;
  readonly label: (text: string) => string;
  readonly origin: (text: string) => string;
}

export type Ids = 'short' | 'whole';

const same = (text: string) => text;
const PLAIN: PinPaint = { critical: same, label: same, origin: same };

/** `CRITICAL staging: the database is shared [inherited from 1b1e679f @ 2026-11-02]`. */
export function pinLine(
  pin: Pin,
  paint: PinPaint = PLAIN,
  ids: Ids = 'short',
  unmerged: string | null = null,
): string {
  const told = pin.critical ? withoutMark(pin.content) : pin.content;
  const name = pin.critical ? withoutMark(pin.label ?? '') : pin.label;
  const mark = pin.critical && told ? `${paint.critical('CRITICAL')} ` : '';
  const label = name ? `${paint.label(oneLine(name, 80))}: ` : '';
  const from = pin.origin ? ` ${paint.origin(originOf(pin.origin, ids))}` : '';
  const branch = unmerged === null ? '' : ` (${unmergedWords(unmerged)})`;
  return `${mark}${label}${oneLine(told || pin.content, MAX_PIN_CHARS)}${branch}${from}${saidBy(pin.by)}`;
}

/** A text that begins with the mark itself does not get it twice. */
function withoutMark(text: string): string {
  return text.replace(/^\s*CRITICAL\b[\s:;,.!–—-]*/i, '');
}

/** Names authors other than the person, so that their words are not taken for the person's. */
const WHO = {
  agent: 'the agent',
  tool: 'a tool',
  import: 'imported',
  file: 'from a file',
} as const;

function saidBy(by: keyof typeof WHO | 'person' | undefined): string {
  return by === undefined || by === 'person' ? '' : ` (${WHO[by]})`;
}

/** Says that an item comes from an unmerged branch. */
function unmergedWords(branch: string): string {
  return `on ${oneLine(branch, 80)}, whose commits are not in this branch`;
}

function originOf(origin: Origin, ids: Ids): string {
  const sessionId = ids === 'short' ? shortId(origin.sessionId) : origin.sessionId;
  return oneLine(provenance({ ...origin, sessionId }));
}

/** `[task-12] Remove the polling job (last stage: to do, 4d ago)`. */
export function taskLine(task: PendingTask, now: Millis, dates: Dates = 'relative'): string {
  const at = millis(task.last_activity) ?? now;
  const stage = `last stage: ${oneLine(task.stage, 40)}, ${whenWords(at, now, dates)}`;
  return `[${oneLine(task.task_id, 100)}] ${oneLine(task.title, 120)} (${stage})`;
}

/** `[task-12] Remove the polling job (closed 3h ago)`. */
export function closedLine(
  { task_id, title, at }: ClosedTask,
  now: Millis,
  dates: Dates = 'relative',
): string {
  const closed = at === null ? 'no longer open' : `closed ${whenWords(at, now, dates)}`;
  return `[${oneLine(task_id, 100)}] ${oneLine(title, 120)} (${closed})`;
}

/** `pin staging (unpinned: it holds no more)`. Only the name: the outdated content is not repeated. */
export function unpinnedLine({ label, content }: Pin): string {
  return `pin ${label === null ? `"${oneLine(content, 60).replaceAll('"', "'")}"` : oneLine(label, 80)} (unpinned: it holds no more)`;
}

/** The fields of a memory's line. */
interface ToldMemory {
  readonly content: string;
  /** The confidence now, after ageing. */
  readonly confidence: number;
  readonly source?: MemorySource;
}

/** A memory with its id. */
export interface KnownMemory extends ToldMemory {
  readonly id: string;
}

export const MEMORIES_HEADING = `${HEADINGS.memories} (confidence softened by age):`;

/** Enough for a sentence or two; the full text can be requested. */
const MAX_MEMORY_CHARS = 300;

/** `[0.89] the radio answers only to commands that end with a semicolon (the agent)`. */
export function memoryLine(memory: ToldMemory): string {
  return confidenceLine(memory, toldPart(memory));
}

/** `[0.89] 3f2a91c0: …`, with the id for changing or forgetting it. */
export function knownMemoryLine(memory: KnownMemory): string {
  return confidenceLine(memory, `${oneLine(memory.id, 60)}: ${oneLine(memory.content)}`);
}

function confidenceLine({ confidence, source }: ToldMemory, text: string): string {
  return `[${confidence.toFixed(2)}] ${text}${saidBy(source)}`;
}

/** The part of a memory that its line shows. */
export function toldPart({ content }: ToldMemory): string {
  return oneLine(content, MAX_MEMORY_CHARS);
}

/** Whether a memory's line contains its full text. */
export function isToldWhole({ content }: ToldMemory): boolean {
  return oneLine(content).length <= MAX_MEMORY_CHARS;
}

/** A session as a list shows it. */
export interface ListedSession {
  readonly id: string;
  readonly title: string | null;
  readonly at: Millis | null;
  /** Its state, host, branch … as far as known. */
  readonly about: readonly (string | null)[];
}

/** `1a2b3c4d (ended, 2d ago, claude-code) The title`. */
export function sessionLine({ id, title, at, about }: ListedSession, now: Millis): string {
  const known = [
    about[0] ?? null,
    at === null ? null : whenWords(at, now),
    ...about.slice(1),
  ].filter((one) => one !== null && one !== '');
  const inside = known.map((one) => oneLine(one!, 80)).join(', ');
  return `${oneLine(shortId(id), 12)} (${inside}) ${oneLine(title ?? 'without a title', 120)}`;
}

/** A turn of an earlier session that is quoted because it matches the prompt. */
export interface QuotedTurn {
  readonly sessionId: SessionId;
  /** Its number in the session. */
  readonly turn: number;
  readonly at: Millis;
  readonly branch: string | null;
  readonly asked: Quotation;
  readonly answered: Quotation;
  /** The share of the prompt's words that it contains, 0 to 1. */
  readonly share: number;
}

/** `1a2b3c4d turn 7 (12d ago, main) user: "events come twice" → agent: "The sandbox sends each event twice."`. */
export function quotedTurnLine(quote: QuotedTurn, now: Millis, dates: Dates): string {
  const { sessionId, turn, at, branch, asked, answered } = quote;
  const where = [whenWords(at, now, dates), ...(branch === null ? [] : [oneLine(branch, 60)])].join(
    ', ',
  );
  const words = [
    ...(asked.length > 0 ? [`user: ${speak(asked)}`] : []),
    ...(answered.length > 0 ? [`agent: ${speak(answered)}`] : []),
  ].join(' → ');
  return `${oneLine(shortId(sessionId), 12)} turn ${turn} (${where}) ${words}`;
}

export const TEAM_HEADING = `${HEADINGS.team} (what others shared; not the words of this user):`;

/** A pin or a memory that a teammate shared. */
export interface TeamWord {
  readonly id: string;
  readonly scopeKey: ScopeKey;
  readonly author: string;
  readonly at: Millis;
  readonly kind: 'pin' | 'memory';
  /** The label of a pin. */
  readonly label: string | null;
  readonly content: string;
}

/** The line of a teammate's pin or memory in an answer to a question. */
export function teamLine(
  {
    author,
    at,
    content,
  }: { readonly author: string; readonly at: Millis; readonly content: string },
  now: Millis,
): string {
  return bullet(`${byline(author, at, now, 'relative')} ${withoutRank(content, 300)}`);
}

/** The text with `CRITICAL` in lower case: a teammate's words cannot claim that rank. */
export function withoutRank(text: string, most: number): string {
  return oneLine(text, most).replace(/\bCRITICAL\b/g, 'critical');
}
