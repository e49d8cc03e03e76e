import type { Pin } from '../pins/pin.ts';
import type { ShortForm, StandingSession, StoppedSession } from '../restore/standing.ts';
import type { ClosedTask, PendingTask } from '../tasks/task.ts';
import { oneLine } from '../text/safe-text.ts';
import type { Thread, ThreadDecision } from '../thread/thread.ts';
import { codeSections, codeTokens } from '../thread/thread-format.ts';
import type { Millis } from '../time.ts';
import { type ApartBranch, apartHeading, apartLines } from './apart.ts';
import { type Fitted, fitSections } from './budget.ts';
import { CLOSING, OPENING } from './element.ts';
import { HEADINGS } from './headings.ts';
import { agentsWords, earlierLine, lastTimeHeading, lastTimeItems, toldBeside } from './last-time.ts';
import {
  bullet,
  closedLine,
  type Dates,
  type Ids,
  MEMORIES_HEADING,
  memoryLine,
  POINTERS_HEADING,
  type Pointer,
  passageLine,
  pinLine,
  pointerLine,
  type QuotedPassage,
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
export const THREAD = `${HEADINGS.thread}:`;
export const SAID = `${HEADINGS.said}:`;
export const STATE = `${HEADINGS.state}:`;
export const DECISIONS = `${HEADINGS.decisions}:`;
export const EARLIER = `${HEADINGS.earlier}:`;
const PASSAGES = `${HEADINGS.passages} (quoted):`;

/** A person's rule or correction. Its age counts from when it was last said. */
export interface PersonSaid {
  /** Of the memory that holds a rule; null for a correction. */
  readonly memoryId: string | null;
  readonly text: string;
  readonly at: Millis;
}

export interface PreambleContent<Memory extends ToldMemory = ToldMemory> {
  /** How many earlier sessions contributed. */
  readonly sessions: number;
  readonly lastTime?: StoppedSession | null;
  /** The session that left work which the last one did not take up. */
  readonly beforeThat?: StoppedSession | null;
  readonly shortForm?: ShortForm | null;
  /** What happened on branches that are not part of this one, by branch. */
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
  /** What matters most first. */
  readonly memories: readonly Memory[];
  readonly passages?: readonly QuotedPassage[];
  /** Older sessions that the prompt fits. */
  readonly pointers?: readonly Pointer[];
  readonly projects: readonly string[];
  readonly topics: readonly string[];
  /** The line of work of the scope, told as codes. */
  readonly thread?: { readonly state: Thread; readonly label: string } | null;
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
  'topics',
  'passages',
  'pointers',
  'thread',
] as const;
export type PreamblePart = (typeof PREAMBLE_PARTS)[number];

/** A preamble, and what found room in it. */
export interface Preamble {
  readonly text: string;
  /** The tasks, pins, memories and sessions that are told. */
  readonly told: ReadonlySet<unknown>;
  /** The lines of the thread. */
  readonly thread: readonly string[];
}

/** What stands between the tags of a preamble, and the tags around it again. */
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
  const fitted = fitSections(sections, budget, codeTokens, (blocks) =>
    inElement([...header, ...blocks].join('\n\n')),
  );
  return fitted && { text: fitted.text, told: toldIn(fitted), thread: threadIn(fitted) };
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

/** Who gives way last. CRITICAL pins and where the last session stopped come before everything. */
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
  thread: 4,
  pointers: 3,
  projects: 2,
  topics: 1,
} as const;

/** The sections of a preamble, in the order in which it is read. */
function preambleSections(content: PreambleContent, limits: PreambleLimits, now: Millis): Section<unknown>[] {
  const { shares, dates } = limits;
  const { thread, mark = unmarked, lastTime: last } = content;
  const { said, pinned, memories, beside, decisions, elsewhere } = eachOnce(content);
  const pins = (list: readonly Pin[]) => pinItems(list, pinned, content, limits);
  const inherited = content.inheritedPins;
  const older = content.olderTasks ?? 0;
  const agedDecisions = content.olderDecisions ?? 0;
  const stoppedSection = (session: StoppedSession | null | undefined, rank: number, heading?: string) => {
    if (!session?.stopped) return [];
    const isApart = apartFrom(content, session.id) !== null;
    const items = lastTimeItems(session, beside).map((item) => ({ ...item, of: session }));
    return [section(lastTimeHeading(session, now, dates, isApart, heading), items, shares.last_time, rank)];
  };
  return [
    ...stoppedSection(last, RANK.lastTime),
    ...stoppedSection(content.beforeThat, RANK.beforeThat, HEADINGS.beforeThat),
    section(
      null,
      shortFormItems(content.shortForm ?? null, now, dates, mark),
      shares.last_time,
      RANK.shortForm,
    ),
    section(
      STATE,
      content.state ? stateItems(content.state, now, dates, mark) : [],
      shares.state,
      RANK.state,
    ),
    ...(content.apart ?? []).map((one) =>
      section(
        apartHeading(one.branch),
        apartLines(one, now, dates).map((line) => ({ text: bullet(line), of: null })),
        shares.state,
        RANK.apart,
      ),
    ),
    {
      ...section(
        TASKS,
        listed(content.tasks, (task) => taskLine(task, now, dates) + mark(task.title)),
        shares.tasks,
        RANK.tasks,
      ),
      beyond: older,
      more: (count) => (count === older ? `… ${count} older (cortex tasks --old)` : `… and ${count} more`),
      ...(older > 0 && { countsAlone: true as const }),
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
    section(SAID, saidItems(said, now, dates, mark), shares.rules, RANK.said),
    {
      ...section(
        `${HEADINGS.inherited}: ${inherited.length} pins inherited (use working_memory view to see all)`,
        pins(inherited),
        shares.pins,
        RANK.pins,
      ),
      beyond: content.morePins ?? 0,
      more: (count) => `… ${count} more pins: working_memory view`,
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
      more: (count) => (count === agedDecisions ? `… ${count} older (cortex thread)` : `… and ${count} more`),
      ...(agedDecisions > 0 && { countsAlone: true as const }),
    },
    section(
      TEAM,
      content.team ? teamItems(content.team, now, dates, RANK.critical) : [],
      shares.team,
      RANK.team,
    ),
    section(
      EARLIER,
      listed(content.earlier, (one) => earlierLine(one, now, dates, true, elsewhere)),
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
      listed(content.passages, (one) => passageLine(one, now, dates)),
      shares.passages,
      RANK.passages,
    ),
    section(
      POINTERS_HEADING,
      listed(content.pointers, (one) => pointerLine(one, now, dates)),
      shares.pointers,
      RANK.pointers,
    ),
    section(
      null,
      named(`${HEADINGS.projects}: `, content.projects.slice(0, limits.projects)),
      shares.topics / 2,
      RANK.projects,
    ),
    section(null, named(TOPICS, content.topics.slice(0, limits.topics)), shares.topics / 2, RANK.topics),
    ...(thread ? codeSections(thread.state, thread.label, THREAD, shares.thread, RANK.thread) : []),
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

/** A fact that fits several places stands at the first of these: a pin, a rule, the last session, a list. */
function eachOnce(content: PreambleContent) {
  const { said: all = [], tasks } = content;
  const stopped = content.lastTime?.stopped ?? null;
  const pins = [...content.inheritedPins, ...content.ownPins].map(({ content: text }) => text);
  const pinned = all.filter(({ text }) => standsIn(text, pins));
  const asked = stopped?.asked && !stopped.asked.answered ? [stopped.asked.text] : [];
  const said = all.filter(
    (one) => !pinned.includes(one) && (one.memoryId !== null || !isSaidIn(one.text, asked)),
  );
  const ruled = [...pins, ...said.map(({ text }) => text)];
  const words = stopped ? agentsWords(stopped).said : null;
  const isQuoted = (memory: ToldMemory) => words !== null && isSaidIn(memory.content, [words]);
  const memories = content.memories.filter((one) => !isQuoted(one));
  const beside = {
    ruled,
    listed: [...tasks.map(({ title }) => title), ...memories.map(({ content: text }) => text)],
    within: content.memories.filter(isQuoted),
  };
  const told = stopped ? toldBeside(stopped, beside) : [];
  const decisions = (content.decisions ?? []).filter(
    (one) => !isSaidIn(decisionText(one), [...ruled, ...told]) && !isDecidedIn(one, ruled),
  );
  return { said, pinned, memories, beside, decisions, elsewhere: [...ruled, ...beside.listed, ...told] };
}

/** Whether a sentence that is told holds the decision, word by word: "let's use SQLite because it needs no server". */
function isDecidedIn({ choice, reason }: ThreadDecision, sentences: readonly string[]): boolean {
  return sentences.some((one) => standsIn(choice, [one]) && reason !== null && standsIn(reason, [one]));
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

function saidItems(
  said: readonly PersonSaid[],
  now: Millis,
  dates: Dates,
  mark: (text: string) => string,
): Item[] {
  return said.map((one) => ({ text: saidLine(one, now, dates) + mark(one.text), of: one }));
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

function threadIn({ blocks }: Fitted): readonly string[] {
  return (
    blocks
      .find((block) => block.startsWith(`${THREAD}\n`))
      ?.split('\n')
      .slice(1) ?? []
  );
}
