import type { Pin } from '../pins/pin.ts';
import type { ShortForm, StandingSession } from '../restore/standing.ts';
import type { ClosedTask, PendingTask } from '../tasks/task.ts';
import { oneLine } from '../text/safe-text.ts';
import type { ThreadDecision } from '../thread/thread.ts';
import { codeTokens } from '../thread/thread-format.ts';
import type { Millis } from '../time.ts';
import { type ApartBranch, apartLines } from './apart.ts';
import { type Fitted, fitSections } from './budget.ts';
import { CLOSING, OPENING } from './element.ts';
import { HEADINGS } from './headings.ts';
import { apartHeading, earlierLine, type ToldTurns, turnsSections } from './last-time.ts';
import {
  bullet,
  closedLine,
  type Dates,
  type Ids,
  MEMORIES_HEADING,
  memoryLine,
  pinLine,
  type QuotedTurn,
  quotedTurnLine,
  type ToldMemory,
  taskLine,
  unpinnedLine,
  when,
} from './lines.ts';
import { isSaidIn, standsIn } from './once.ts';
import type { Item, Section } from './section.ts';
import { shortFormItems } from './short-form.ts';
import { decisionLine, decisionText, type StateContent, stateItems } from './state.ts';
import { TEAM, type TeamContent, teamItems } from './team.ts';

export const TASKS = `${HEADINGS.tasks}:`;
export const TOPICS = `${HEADINGS.topics}: `;
export const SAID = `${HEADINGS.said}:`;
export const STATE = `${HEADINGS.state}:`;
export const DECISIONS = `${HEADINGS.decisions}:`;
export const EARLIER = `${HEADINGS.earlier}:`;
const PASSAGES = `${HEADINGS.passages} (quoted):`;

/** A person's rule. Its age counts from when it was last said. */
export interface PersonSaid {
  /** The memory that holds the rule. */
  readonly memoryId: string;
  readonly text: string;
  readonly at: Millis;
}

export interface PreambleContent<Memory extends ToldMemory = ToldMemory> {
  /** How many earlier sessions contributed. */
  readonly sessions: number;
  /** Sessions whose turns are told, in the order in which they are read. */
  readonly turns?: readonly ToldTurns[];
  readonly shortForm?: ShortForm | null;
  /** Work on unmerged branches, by branch. */
  readonly apart?: readonly ApartBranch[];
  /** The branch of a session, where it is not part of what is checked out. */
  readonly apartBranch?: (session: string) => string | null;
  readonly state?: StateContent | null;
  readonly tasks: readonly PendingTask[];
  /** Open tasks that are only counted. */
  readonly olderTasks?: number;
  /** Work that was closed elsewhere while the conversation was left. */
  readonly closed?: readonly ClosedTask[];
  /** Pins that were unpinned while the conversation was left. */
  readonly unpinned?: readonly Pin[];
  readonly said?: readonly PersonSaid[];
  readonly inheritedPins: readonly Pin[];
  /** Pins that found no room in working memory. */
  readonly morePins?: number;
  readonly ownPins: readonly Pin[];
  readonly decisions?: readonly ThreadDecision[];
  /** Standing decisions that are only counted. */
  readonly olderDecisions?: number;
  /** Items that teammates shared. */
  readonly team?: TeamContent | null;
  /** When other machines were last heard of, where that was a while ago: they may have gone on since. */
  readonly othersAsOf?: Millis | null;
  /** Other earlier sessions, the latest first. */
  readonly earlier?: readonly StandingSession[];
  /** The most important first. */
  readonly memories: readonly Memory[];
  readonly passages?: readonly QuotedTurn[];
  readonly projects: readonly string[];
  readonly topics: readonly string[];
  /** The project of this session, which is not told as another one. */
  readonly project?: string | null;
  /** A mark behind a text whose claims do not hold in this repository. */
  readonly mark?: (text: string) => string;
}

export interface PreambleLimits {
  readonly maxChars: number;
  readonly maxTokens: number;
  readonly topics: number;
  readonly projects: number;
  readonly dates: Dates;
  readonly ids?: Ids;
  /** All topics are named, also those that a line above has. */
  readonly namesAll?: boolean;
  /** Tokens each section may use before what the others leave is shared out. */
  readonly shares: Readonly<Record<PreamblePart, number>>;
}

export const PREAMBLE_PARTS = [
  'last_time',
  'state',
  'tasks',
  'rules',
  'pins',
  'decisions',
  'earlier',
  'memories',
  'team',
  'recall',
] as const;
export type PreamblePart = (typeof PREAMBLE_PARTS)[number];

/** A preamble, and what found room in it. */
export interface Preamble {
  readonly text: string;
  /** The tasks, pins, memories and sessions that are told. */
  readonly told: ReadonlySet<unknown>;
}

/** The text between the tags of a preamble; `inElement` puts the tags around it again. */
export function insideElement(preamble: string): string {
  return preamble.slice(OPENING.length, -CLOSING.length).trim();
}

export function inElement(text: string): string {
  return `${OPENING}\n${text}\n${CLOSING}`;
}

/** The estimate may fall short of the true count, by 3 % where it is at its worst. */
const SAFE = 0.97;

/** The text given to the model once; null when there is nothing to say, or no room to say any of it. */
export function makePreamble(content: PreambleContent, limits: PreambleLimits, now: Millis): Preamble | null {
  const budget = { tokens: Math.floor(limits.maxTokens * SAFE), chars: limits.maxChars };
  const header = headerOf(content, limits, now);
  const sections = preambleSections(content, limits, now);
  const frame = (blocks: readonly string[]) => inElement([...header, ...blocks].join('\n\n'));
  const fitted = fitSections(sections, budget, codeTokens, frame);
  return fitted && { text: fitted.text, told: toldIn(fitted) };
}

function headerOf(
  { sessions, shortForm, othersAsOf = null }: PreambleContent,
  { dates }: PreambleLimits,
  now: Millis,
): string[] {
  const parts = [
    ...(sessions > 0 ? [`inherited from ${sessions} prior session(s)`] : []),
    ...(sessions === 0 && shortForm ? [`nothing inherited; last work ${when(shortForm.last.at, now)}`] : []),
    ...(othersAsOf === null ? [] : [`work of other machines as of ${when(othersAsOf, now, dates)}`]),
  ];
  return parts.length === 0 ? [] : [`[${HEADINGS.header} — ${parts.join('; ')}]`];
}

/** The highest gives way last. CRITICAL pins and where the last session stopped come before everything. */
const RANK = {
  critical: 21,
  lastTime: 20,
  shortForm: 19,
  ownPins: 16,
  said: 15,
  pins: 14,
  tasks: 13,
  beforeThat: 12,
  state: 11,
  apart: 10,
  team: 9,
  passages: 8,
  decisions: 7,
  earlier: 6,
  memories: 5,
  projects: 2,
  topics: 1,
} as const;

/** The sections of a preamble, in the order in which it is read. */
function preambleSections(content: PreambleContent, limits: PreambleLimits, now: Millis): Section<unknown>[] {
  const { shares, dates } = limits;
  const { mark = unmarked } = content;
  const quoted = turnsSections(content.turns ?? [], {
    ...{ tokens: shares.last_time, now, dates },
    isApart: (session) => apartFrom(content, session) !== null,
    precedence: { main: RANK.lastTime, others: RANK.beforeThat },
  });
  const { said, pinned, memories, decisions } = eachOnce(content, quoted);
  const pins = (list: readonly Pin[]) => pinItems(list, pinned, content, limits);
  const inherited = content.inheritedPins;
  const older = content.olderTasks ?? 0;
  const agedDecisions = content.olderDecisions ?? 0;
  const apart = (content.apart ?? []).map((one) => {
    const lines = listed(apartLines(one, now, dates), (line) => line);
    return section(apartHeading(one.branch), lines, shares.state, RANK.apart);
  });
  const sections = [
    ...quoted.map((one) => withApart(one, apart)),
    section(
      null,
      shortFormItems(content.shortForm ?? null, now, dates, { isQuoted: quoted.length > 0, mark }),
      shares.last_time,
      RANK.shortForm,
    ),
    section(
      STATE,
      content.state ? stateItems(besideTurns(content.state, quoted), now, dates, mark) : [],
      shares.state,
      RANK.state,
    ),
    ...apart.filter((one) => !quoted.some((turns) => isOfBranch(turns, one))),
    {
      ...section(
        TASKS,
        listed(content.tasks, (task) => taskLine(task, now, dates) + mark(task.title)),
        shares.tasks,
        RANK.tasks,
      ),
      beyond: older,
      more: (count: number) =>
        count === older ? `… ${count} older (cortex tasks --old)` : `… and ${count} more`,
    },
    section(
      `${HEADINGS.closed}:`,
      [
        ...listed(content.closed, (task) => closedLine(task, now, dates)),
        ...listed(content.unpinned, unpinnedLine),
      ],
      shares.tasks,
      RANK.tasks,
    ),
    section(
      SAID,
      said.map((one) => ({ text: saidLine(one, now, dates) + mark(one.text), of: one })),
      shares.rules,
      RANK.said,
    ),
    {
      ...section(
        `${HEADINGS.inherited}: ${inherited.length} pins inherited (use working_memory view to see all)`,
        pins(inherited),
        shares.pins,
        RANK.pins,
      ),
      beyond: content.morePins ?? 0,
      more: (count: number) => `… ${count} more pins: working_memory view`,
    },
    section(`${HEADINGS.pinned}:`, pins(content.ownPins), shares.pins, RANK.ownPins),
    {
      ...section(
        DECISIONS,
        listed(decisions, (one) => decisionLine(one, now, dates) + mark(decisionText(one))),
        shares.decisions,
        RANK.decisions,
      ),
      beyond: agedDecisions,
      more: (count: number) =>
        count === agedDecisions ? `… ${count} older (cortex thread)` : `… and ${count} more`,
    },
    section(
      TEAM,
      content.team ? teamItems(content.team, now, dates, RANK.critical) : [],
      shares.team,
      RANK.team,
    ),
    section(
      EARLIER,
      listed(content.earlier, (one) => earlierLine(one, now, dates)),
      shares.earlier,
      RANK.earlier,
    ),
    section(
      MEMORIES_HEADING,
      listed(memories, (memory) => memoryLine(memory) + mark(memory.content)),
      shares.memories,
      RANK.memories,
    ),
    section(
      PASSAGES,
      listed(content.passages, (one) => quotedTurnLine(one, now, dates)),
      shares.recall,
      RANK.passages,
    ),
  ];
  return [...sections, ...namesBeside(content, sections, limits)];
}

/** A branch that is not merged has one heading: its counts stand below its turns. */
function withApart(turns: Section<unknown>, apart: readonly Section<unknown>[]): Section<unknown> {
  const counted = apart.filter((one) => isOfBranch(turns, one)).flatMap(({ items }) => items);
  const items = counted.map((item, i) => ({ ...item, place: turns.items.length + i }));
  return { ...turns, items: [...turns.items, ...items] };
}

function isOfBranch(turns: Section<unknown>, { heading }: Section<unknown>): boolean {
  return turns.heading?.startsWith(heading!.slice(0, -1)) === true;
}

/** The state without names of files and functions that a quoted turn has. */
function besideTurns(state: StateContent, quoted: readonly Section[]): StateContent {
  if (quoted.length === 0) return state;
  const told = quoted.flatMap(({ items }) => items.map(({ text }) => text)).join('\n');
  const isNew = (name: string) => !told.includes(name);
  const files = state.thread.files.filter(({ path }) => isNew(path.slice(path.lastIndexOf('/') + 1)));
  return { ...state, thread: { files, functions: [] } };
}

/** Tokens for names of projects and for topics. */
const NAMES_SHARE = 50;

/** Projects other than this one, and topics that no line above names. */
function namesBeside(
  { projects, topics, project }: PreambleContent,
  sections: readonly Section[],
  limits: PreambleLimits,
): Section<unknown>[] {
  const told = sections.flatMap(({ items }) => items.map(({ text }) => text.toLowerCase())).join('\n');
  const others = projects.filter((name) => name !== project).slice(0, limits.projects);
  // A word without a sign of its own is a word of its sentence.
  const unsaid = topics
    .filter((topic) => limits.namesAll || (/[\d_./-]/.test(topic) && !told.includes(topic.toLowerCase())))
    .slice(0, limits.topics);
  return [
    section(null, named(`${HEADINGS.projects}: `, others), NAMES_SHARE, RANK.projects),
    section(null, named(TOPICS, unsaid), NAMES_SHARE, RANK.topics),
  ];
}

function section(
  heading: string | null,
  items: readonly Item[],
  share: number,
  precedence: number,
): Section<unknown> {
  return { heading, items, share, precedence };
}

function listed<T>(all: readonly T[] = [], line: (one: T) => string): Item[] {
  return all.map((one) => ({ text: bullet(line(one)), of: one }));
}

/** The branch of a session, where it is apart. */
function apartFrom({ apartBranch }: PreambleContent, session: string | undefined): string | null {
  return session === undefined ? null : (apartBranch?.(session) ?? null);
}

/** A fact that fits several places stands at the first of these: a pin, a rule, a quoted turn, a list. */
function eachOnce(content: PreambleContent, quoted: readonly Section[]) {
  const { said: all = [] } = content;
  const pins = [...content.inheritedPins, ...content.ownPins].map(({ content: text }) => text);
  const pinned = all.filter(({ text }) => standsIn(text, pins));
  const said = all.filter((one) => !pinned.includes(one));
  const above = [
    ...pins,
    ...said.map(({ text }) => text),
    ...quoted.flatMap(({ items }) => items.map(({ text }) => text)),
  ];
  return {
    said,
    pinned,
    memories: content.memories.filter((one) => !isSaidIn(one.content, above)),
    // Somebody wrote it down on purpose: words that are only alike do not stand for it.
    decisions: (content.decisions ?? []).filter((one) => !standsIn(decisionText(one), above)),
  };
}

/** `rules`: what the person said and a pin says too. */
function pinItems(
  pins: readonly Pin[],
  rules: readonly PersonSaid[],
  content: PreambleContent,
  { ids }: PreambleLimits,
): Item[] {
  const { mark = unmarked } = content;
  return criticalFirst(pins).map((pin) => {
    const branch = apartFrom(content, pin.origin?.sessionId);
    // A pin of another branch is about that branch: what it names need not be here.
    const line = pinLine(pin, undefined, ids, branch) + (branch === null ? mark(pin.content) : '');
    const within = rules.filter((one) => standsIn(one.text, [pin.content]));
    return { text: bullet(line), of: pin, within, ...(pin.critical && { precedence: RANK.critical }) };
  });
}

/** Nothing was looked up. */
export function unmarked(): string {
  return '';
}

export function saidLine({ text, at }: PersonSaid, now: Millis, dates: Dates): string {
  return bullet(`${oneLine(text, 300)} (${when(at, now, dates)})`);
}

function named(title: string, names: readonly string[]): Item[] {
  if (names.length === 0) return [];
  return [{ text: title + names.map((name) => oneLine(name, 60)).join(', '), of: null }];
}

function criticalFirst(pins: readonly Pin[]): Pin[] {
  return [...pins.filter(({ critical }) => critical), ...pins.filter(({ critical }) => !critical)];
}

function toldIn({ kept }: Fitted): ReadonlySet<unknown> {
  return new Set(kept.flat().flatMap(({ of, within = [] }) => [of, ...within]));
}
