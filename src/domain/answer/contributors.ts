import type { SessionId } from '../ids.ts';
import type { Pin } from '../pins/pin.ts';
import { latestFirst, type SessionSnapshot, type ShortForm } from '../restore/snapshot.ts';
import type { ClosedTask, PendingTask } from '../tasks/task.ts';
import { oneLine } from '../text/safe-text.ts';
import type { ThreadDecision } from '../thread/thread.ts';
import type { Millis } from '../time.ts';
import { HEADINGS } from './headings.ts';
import { earlierLine, type ToldTurns, turnsSections, unmergedHeading } from './last-time.ts';
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
import { decisionLine, decisionQuote, decisionText, type StateContent, stateItems } from './state.ts';
import { type UnmergedBranch, unmergedLines } from './unmerged.ts';

/** A person's rule. Its age counts from when it was last said. */
export interface PersonRule {
  /** The memory that holds the rule. */
  readonly memoryId: string;
  readonly text: string;
  readonly at: Millis;
  /** The session in which it was said. */
  readonly sessionId: SessionId | null;
}

/** Everything that contributors choose from, narrowed to the occasion. */
export interface Context<Memory extends ToldMemory = ToldMemory> {
  /** How many earlier sessions contributed. */
  readonly sessions: number;
  /** Sessions whose turns are told, in the order in which they are read. */
  readonly turns: readonly ToldTurns[];
  readonly shortForm: ShortForm | null;
  readonly state: StateContent | null;
  /** Work on unmerged branches, by branch. */
  readonly branches: readonly UnmergedBranch[];
  /** The branch of a session, where it is not part of what is checked out. */
  readonly unmergedBranch: (session: string) => string | null;
  readonly tasks: readonly PendingTask[];
  /** Open tasks that are only counted. */
  readonly olderTasks: number;
  /** Work that was closed elsewhere while the conversation was left. */
  readonly closed: readonly ClosedTask[];
  /** Pins that were unpinned while the conversation was left. */
  readonly unpinned: readonly Pin[];
  readonly rules: readonly PersonRule[];
  readonly inheritedPins: readonly Pin[];
  /** Pins that found no room in working memory. */
  readonly morePins: number;
  readonly ownPins: readonly Pin[];
  readonly decisions: readonly ThreadDecision[];
  /** Decisions that are only counted. */
  readonly olderDecisions: number;
  /** Contributors of other rooms. */
  readonly guests: readonly Contributor[];
  /** When other machines were last heard of, where that was a while ago: they may have gone on since. */
  readonly othersAsOf: Millis | null;
  /** Other earlier sessions, the latest first. */
  readonly earlier: readonly SessionSnapshot[];
  /** The most important first. */
  readonly memories: readonly Memory[];
  /** Turns of earlier sessions that the prompt calls for, best first. */
  readonly recalled: readonly QuotedTurn[];
  readonly projects: readonly string[];
  readonly topics: readonly string[];
  /** The project of this session, which is not told as another one. */
  readonly project: string | null;
  /** A mark behind a text whose claims do not hold in this repository. */
  readonly mark: (text: string) => string;
}

export const NOTHING: Context<never> = {
  ...{ sessions: 0, turns: [], shortForm: null, state: null, branches: [], unmergedBranch: () => null },
  ...{ tasks: [], olderTasks: 0, closed: [], unpinned: [], rules: [] },
  ...{ inheritedPins: [], morePins: 0, ownPins: [], decisions: [], olderDecisions: 0 },
  ...{ guests: [], othersAsOf: null, earlier: [], memories: [], recalled: [] },
  ...{ projects: [], topics: [], project: null, mark: () => '' },
};

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

type PreamblePart =
  | ('last_time' | 'state' | 'tasks' | 'rules' | 'pins')
  | ('decisions' | 'earlier' | 'memories' | 'team' | 'recall');

/** A context with how it is said, and the sections that stand above. */
export interface Telling extends Context {
  readonly now: Millis;
  readonly dates: Dates;
  readonly limits: PreambleLimits;
  readonly shares: PreambleLimits['shares'];
  /** Turns come first: other sections leave out what they quote. */
  readonly quoted: readonly Section[];
  readonly above: readonly Section[];
}

/** Makes a section of the context; null where it has nothing to say. Turns and branches have a section for each session or branch. */
export type Contributor = (telling: Telling) => Section | readonly Section[] | null;

/** The highest gives way last. CRITICAL pins and where the last session stopped come before everything. */
export const RANK = {
  critical: 21,
  lastTime: 20,
  shortForm: 19,
  recalled: 18,
  ownPins: 16,
  rules: 15,
  pins: 14,
  tasks: 13,
  beforeThat: 12,
  state: 11,
  unmerged: 10,
  team: 9,
  decisions: 7,
  earlier: 6,
  memories: 5,
  projects: 2,
  topics: 1,
} as const;

export const TASKS = `${HEADINGS.tasks}:`;
export const TOPICS = `${HEADINGS.topics}: `;
export const RULES = `${HEADINGS.rules}:`;
export const STATE = `${HEADINGS.state}:`;
export const DECISIONS = `${HEADINGS.decisions}:`;
export const EARLIER = `${HEADINGS.earlier}:`;

/** Comes before everything that is told for its age. */
const recalled: Contributor = ({ recalled: quotes, now, dates, shares }) => ({
  ...section(
    `${HEADINGS.recalled} (quoted; session_read gives more):`,
    listed(quotes, (one) => quotedTurnLine(one, now, dates)),
    shares.recall,
    RANK.recalled,
  ),
  isCapped: true,
});

/** A branch that is not merged has one heading: its counts stand below its turns. */
const turns: Contributor = (telling) =>
  telling.quoted.map((one) => {
    const counted = branchSections(telling).filter((branch) => isOfBranch(one, branch));
    const items = counted.flatMap((branch) => branch.items);
    return {
      ...one,
      items: [...one.items, ...items.map((item, i) => ({ ...item, place: one.items.length + i }))],
    };
  });

const shortForm: Contributor = ({ shortForm: form, quoted, mark, now, dates, shares }) =>
  section(
    null,
    shortFormItems(form, now, dates, { isQuoted: quoted.length > 0, mark }),
    shares.last_time,
    RANK.shortForm,
  );

const state: Contributor = ({ state: all, quoted, now, dates, shares, mark }) =>
  all && section(STATE, stateItems(besideTurns(all, quoted), now, dates, mark), shares.state, RANK.state);

const unmerged: Contributor = (telling) =>
  branchSections(telling).filter((one) => !telling.quoted.some((quoted) => isOfBranch(quoted, one)));

const tasks: Contributor = ({ tasks: open, olderTasks, now, dates, shares, mark }) => ({
  ...section(
    TASKS,
    listed(open, (task) => taskLine(task, now, dates) + mark(task.title)),
    shares.tasks,
    RANK.tasks,
  ),
  beyond: olderTasks,
  more: moreOr(olderTasks, 'cortex tasks --old'),
});

const closed: Contributor = ({ closed: done, unpinned, now, dates, shares }) =>
  section(
    `${HEADINGS.closed}:`,
    [...listed(done, (task) => closedLine(task, now, dates)), ...listed(unpinned, unpinnedLine)],
    shares.tasks,
    RANK.tasks,
  );

const rules: Contributor = (telling) =>
  section(
    RULES,
    unpinnedRules(telling).map((one) => ({
      text: ruleLine(one, telling.now, telling.dates) + telling.mark(one.text),
      of: one,
    })),
    telling.shares.rules,
    RANK.rules,
  );

const inheritedPins: Contributor = (telling) => ({
  ...section(
    `${HEADINGS.inherited}: ${telling.inheritedPins.length} pins inherited (use working_memory view to see all)`,
    pinItems(telling.inheritedPins, telling),
    telling.shares.pins,
    RANK.pins,
  ),
  beyond: telling.morePins,
  more: (count: number) => `… ${count} more pins: working_memory view`,
});

const ownPins: Contributor = (telling) =>
  section(`${HEADINGS.pinned}:`, pinItems(telling.ownPins, telling), telling.shares.pins, RANK.ownPins);

/** Somebody wrote a decision down on purpose: words that are only alike do not stand for it. */
const decisions: Contributor = (telling) => {
  const { now, dates, shares, mark, olderDecisions } = telling;
  const above = saidAbove(telling);
  const untold = telling.decisions.filter((one) => !standsIn(decisionText(one), above));
  return {
    ...section(
      DECISIONS,
      untold.map((one) => ({
        text: bullet(decisionLine(one, now, dates) + mark(decisionText(one))),
        of: one,
        ...(one.from === undefined && { quotes: [decisionQuote(one)] }),
      })),
      shares.decisions,
      RANK.decisions,
    ),
    beyond: olderDecisions,
    more: moreOr(olderDecisions, 'cortex thread'),
  };
};

const guests: Contributor = (telling) => telling.guests.flatMap((contribute) => contribute(telling) ?? []);

const earlier: Contributor = ({ earlier: sessions, turns: told, now, dates, shares }) => {
  const last = told.find(({ role }) => role === 'last')?.session;
  const isAfter = (one: SessionSnapshot) => last !== undefined && latestFirst(one, last) < 0;
  return section(
    EARLIER,
    listed(sessions, (one) => earlierLine(one, now, dates, { isAfter: isAfter(one) })),
    shares.earlier,
    RANK.earlier,
  );
};

const memories: Contributor = (telling) => {
  const above = saidAbove(telling);
  const untold = telling.memories.filter((one) => !isSaidIn(one.content, above));
  const items = listed(untold, (memory) => memoryLine(memory) + telling.mark(memory.content));
  return section(MEMORIES_HEADING, items, telling.shares.memories, RANK.memories);
};

/** Tokens for names of projects and for topics. */
const NAMES_SHARE = 50;

const projects: Contributor = ({ projects: names, project, limits }) => {
  const others = names.filter((name) => name !== project).slice(0, limits.projects);
  return section(null, named(`${HEADINGS.projects}: `, others), NAMES_SHARE, RANK.projects);
};

/** Topics that no line above names. A word without a sign of its own is a word of its sentence. */
const topics: Contributor = ({ topics: words, above, limits }) => {
  const told = above.flatMap(({ items }) => items.map(({ text }) => text.toLowerCase())).join('\n');
  const unsaid = words
    .filter((topic) => limits.namesAll || (/[\d_./-]/.test(topic) && !told.includes(topic.toLowerCase())))
    .slice(0, limits.topics);
  return section(null, named(TOPICS, unsaid), NAMES_SHARE, RANK.topics);
};

/** The sections of a preamble, in the order in which it is read. */
const CONTRIBUTORS = {
  ...{ recalled, turns, shortForm, state, unmerged, tasks, closed, rules, inheritedPins, ownPins, decisions },
  ...{ guests, earlier, memories, projects, topics },
} satisfies Record<string, Contributor>;

export type SectionName = keyof typeof CONTRIBUTORS;

const ALL = Object.keys(CONTRIBUTORS) as readonly SectionName[];

/** A section, and whose it is. */
export interface Contribution {
  readonly name: SectionName;
  readonly section: Section;
}

/** The chosen sections of a context. */
export function contributions(
  context: Context,
  limits: PreambleLimits,
  now: Millis,
  chosen: readonly SectionName[] = ALL,
): readonly Contribution[] {
  const { shares, dates } = limits;
  const quoted = turnsSections(chosen.includes('turns') ? context.turns : [], {
    ...{ tokens: shares.last_time, now, dates },
    isUnmerged: (session) => context.unmergedBranch(session) !== null,
    precedence: { main: RANK.lastTime, others: RANK.beforeThat },
  });
  const made: Contribution[] = [];
  for (const name of ALL.filter((one) => chosen.includes(one))) {
    const above = made.map(({ section: one }) => one);
    const sections = CONTRIBUTORS[name]({ ...context, now, dates, limits, shares, quoted, above }) ?? [];
    made.push(...[sections].flat().map((one) => ({ name, section: one })));
  }
  return made;
}

export function sectionsOf(...given: Parameters<typeof contributions>): readonly Section[] {
  return contributions(...given).map(({ section: one }) => one);
}

function section(heading: string | null, items: readonly Item[], share: number, precedence: number): Section {
  return { heading, items, share, precedence };
}

function listed<T>(all: readonly T[], line: (one: T) => string): Item[] {
  return all.map((one) => ({ text: bullet(line(one)), of: one }));
}

/** Says where aged items are found, if only those are left out. */
function moreOr(aged: number, command: string): (count: number) => string {
  return (count) => (count === aged ? `… ${count} older (${command})` : `… and ${count} more`);
}

function branchSections({ branches, now, dates, shares }: Telling): Section[] {
  return branches.map((one) => {
    const lines = unmergedLines(one, now, dates).map((line) => ({ text: bullet(line), of: null }));
    return section(unmergedHeading(one.branch), lines, shares.state, RANK.unmerged);
  });
}

function isOfBranch(quoted: Section, { heading }: Section): boolean {
  return quoted.heading?.startsWith(heading!.slice(0, -1)) === true;
}

/** The state without names of files and functions that a quoted turn has. */
function besideTurns(all: StateContent, quoted: readonly Section[]): StateContent {
  if (quoted.length === 0) return all;
  const told = textsOf(quoted).join('\n');
  const isNew = (name: string) => !told.includes(name);
  const files = all.thread.files.filter(({ path }) => isNew(path.slice(path.lastIndexOf('/') + 1)));
  return { ...all, thread: { files, functions: [] } };
}

function textsOf(sections: readonly Section[]): string[] {
  return sections.flatMap(({ items }) => items.map(({ text }) => text));
}

/** Rules that no pin says: a fact that fits several places stands at the first of a pin, a rule, a quoted turn, a list. */
function unpinnedRules(context: Context): readonly PersonRule[] {
  const pins = pinnedTexts(context);
  return context.rules.filter(({ text }) => !standsIn(text, pins));
}

function pinnedTexts(context: Context): readonly string[] {
  return [...context.inheritedPins, ...context.ownPins].map(({ content }) => content);
}

function saidAbove(telling: Telling): readonly string[] {
  const ruled = unpinnedRules(telling).map(({ text }) => text);
  return [...pinnedTexts(telling), ...ruled, ...textsOf(telling.quoted)];
}

function pinItems(pins: readonly Pin[], { rules: all, mark, limits, unmergedBranch }: Telling): Item[] {
  return criticalFirst(pins).map((pin) => {
    const branch = pin.origin ? unmergedBranch(pin.origin.sessionId) : null;
    // A pin of another branch is about that branch: what it names need not be here.
    const line = pinLine(pin, undefined, limits.ids, branch) + (branch === null ? mark(pin.content) : '');
    const within = all.filter((one) => standsIn(one.text, [pin.content]));
    return { text: bullet(line), of: pin, within, ...(pin.critical && { precedence: RANK.critical }) };
  });
}

function criticalFirst(pins: readonly Pin[]): Pin[] {
  return [...pins.filter(({ critical }) => critical), ...pins.filter(({ critical }) => !critical)];
}

export function ruleLine({ text, at }: PersonRule, now: Millis, dates: Dates): string {
  return bullet(`${oneLine(text, 300)} (${when(at, now, dates)})`);
}

function named(title: string, names: readonly string[]): Item[] {
  if (names.length === 0) return [];
  return [{ text: title + names.map((name) => oneLine(name, 60)).join(', '), of: null }];
}
