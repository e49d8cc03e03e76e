/**
 * Chooses and words what a session is told of earlier work, section by section. Nothing here reads or stores: all content comes in a `Context`,
 * and it leaves as escaped lines, never as an instruction.
 */

import type { Section, SectionItem } from '../base/section.ts';
import { oneLine } from '../base/text/safe-text.ts';
import type { Millis } from '../base/time.ts';
import { shownIn } from '../ledger/turns.ts';
import type { Pin } from '../pins/pin.ts';
import type {
  Context,
  Contributor,
  PersonRule,
  PreambleLimits,
  PreamblePart,
  SectionInput,
} from './context.ts';
import { openMatterLine } from './elsewhere.ts';
import { HEADINGS } from './headings.ts';
import {
  matterLine,
  matterSections,
  shortFormItems,
  type TurnsLimits,
  turnsSections,
  unmergedHeading,
  unmergedLines,
} from './last-time.ts';
import {
  bullet,
  closedLine,
  MEMORIES_HEADING,
  memoryLine,
  pinLine,
  taskLine,
  unpinnedLine,
  whenWords,
} from './lines.ts';
import { isSaidIn, standsIn } from './once.ts';
import { decisionLine, decisionText, EMPTY_STATE, type StateContent, stateItems } from './state.ts';
import { untoldTurns } from './untold.ts';

/** Parts of an answer by precedence: the first is dropped last. */
const LASTING = [
  'critical',
  'lastTime',
  'shortForm',
  'recalled',
  'ownPins',
  'rules',
  'pins',
  'tasks',
  'beforeThat',
  'state',
  'unmerged',
  'elsewhere',
  'team',
  'decisions',
  'memories',
  'projects',
  'topics',
] as const;

/** The section with the highest rank is dropped last. */
export function precedenceOf(name: (typeof LASTING)[number]): number {
  return LASTING.length - LASTING.indexOf(name);
}

export const TASKS_HEADING = `${HEADINGS.tasks}:`;
export const RULES_HEADING = `${HEADINGS.rules}:`;
export const STATE_HEADING = `${HEADINGS.state}:`;
export const DECISIONS_HEADING = `${HEADINGS.decisions}:`;
export const ELSEWHERE_HEADING = `${HEADINGS.elsewhere}:`;
/** Pins that a session holds, or will hold. */
export const PINNED_HEADING = 'PINNED:';

/** Comes before everything chosen by age; leaves out turns that the dialogue below tells as well. */
const recalled: Contributor = (t) => {
  const limits = matterLimits(t, t.limits, t.now);
  const below = t.quoted.flatMap(({ items }) =>
    items.map(({ text, turns = [] }) => ({ text, turns })),
  );
  return matterSections(untoldTurns(t.recalled, limits, shownIn(below)), limits);
};

/** The limits of what is told of the matter that a prompt means. */
export function matterLimits(
  { unmergedBranch }: Pick<Context, 'unmergedBranch'>,
  { shares, dates }: Pick<PreambleLimits, 'shares' | 'dates'>,
  now: Millis,
): TurnsLimits {
  return {
    tokens: shares.recall,
    now,
    dates,
    isUnmerged: (session) => unmergedBranch(session) !== null,
    precedence: { main: precedenceOf('recalled'), others: precedenceOf('recalled') },
  };
}

/** An unmerged branch has one heading: its turns, then its counts. */
const turns: Contributor = (t) =>
  t.quoted.map((one) => {
    const counted = branchSections(t).filter((branch) => isOfBranch(one, branch));
    const items = counted.flatMap((branch) => branch.items);
    const below = items.map((item, i) => ({ ...item, place: one.items.length + i }));
    return { ...one, items: [...one.items, ...below] };
  });

const shortForm: Contributor = (t) =>
  section(t, 'last_time', precedenceOf('shortForm'), null, shortFormItems(t));

/** Tokens of what other projects' sessions did here. */
const FOREIGN_SHARE = 200;

const foreign: Contributor = (t) =>
  turnsSections(t.foreign, {
    tokens: FOREIGN_SHARE,
    now: t.now,
    dates: t.dates,
    precedence: { main: precedenceOf('beforeThat'), others: precedenceOf('beforeThat') },
  });

const state: Contributor = (t) => {
  const told = notQuoted(t.state ?? EMPTY_STATE, [...t.quoted, ...[foreign(t) ?? []].flat()]);
  return (
    t.state &&
    section(
      t,
      'state',
      precedenceOf('state'),
      STATE_HEADING,
      stateItems(told, t.now, t.dates, t.mark),
    )
  );
};

const elsewhere: Contributor = (t) => ({
  ...section(t, 'open', precedenceOf('elsewhere'), ELSEWHERE_HEADING, [
    ...listed(t.elsewhere, (one) => openMatterLine(one, t.now, t.dates)),
  ]),
  beyond: t.moreElsewhere,
  more: (left: number) => `… ${left} more (cortex history)`,
});

const unmerged: Contributor = (t) =>
  branchSections(t).filter((one) => !t.quoted.some((quoted) => isOfBranch(quoted, one)));

const tasks: Contributor = (t) => ({
  ...section(t, 'tasks', precedenceOf('tasks'), TASKS_HEADING, [
    ...listed(t.tasks, (task) => taskLine(task, t.now, t.dates) + t.mark(task.title)),
  ]),
  ...older(t.olderTasks, 'cortex tasks --old'),
});

const closed: Contributor = (t) =>
  section(t, 'tasks', precedenceOf('tasks'), `${HEADINGS.closed}:`, [
    ...listed(t.closed, (task) => closedLine(task, t.now, t.dates)),
    ...listed(t.unpinned, unpinnedLine),
  ]);

const rules: Contributor = (t) =>
  section(t, 'rules', precedenceOf('rules'), RULES_HEADING, [
    ...listed(unpinnedRules(t), (one) => ruleLine(one, t)),
  ]);

const inheritedPins: Contributor = (t) => {
  const count = `${t.inheritedPins.length} pins inherited (use working_memory view to see all)`;
  return {
    ...section(
      t,
      'pins',
      precedenceOf('pins'),
      `${HEADINGS.inherited}: ${count}`,
      pinItems(t.inheritedPins, t),
    ),
    beyond: t.morePins,
    more: (left: number) => `… ${left} more pins: working_memory view`,
  };
};

const ownPins: Contributor = (t) =>
  section(t, 'pins', precedenceOf('ownPins'), `${HEADINGS.pinned}:`, pinItems(t.ownPins, t));

/** A decision was recorded on purpose, so only an exact quotation replaces it. */
const decisions: Contributor = (t) => {
  const above = saidAbove(t);
  const untold = t.decisions.filter((one) => !standsIn(decisionText(one), above));
  const items = untold.map((one) => ({
    text: bullet(decisionLine(one, t.now, t.dates) + t.mark(decisionText(one))),
    of: one,
    ...(one.from === undefined && { quotes: [decisionText(one)] }),
  }));
  return {
    ...section(t, 'decisions', precedenceOf('decisions'), DECISIONS_HEADING, items),
    ...older(t.olderDecisions, 'cortex thread'),
  };
};

const guests: Contributor = (t) => t.guests.flatMap((contribute) => contribute(t) ?? []);

const alsoAbout: Contributor = (t) => {
  const untold = t.alsoAbout.filter(({ id }) => !t.turns.some(({ session }) => session.id === id));
  return section(t, 'open', precedenceOf('elsewhere'), null, [
    ...listed(untold, (one) => matterLine(one, t.now, t.dates)),
  ]);
};

const memories: Contributor = (t) => {
  const above = saidAbove(t);
  const untold = t.memories.filter((one) => !isSaidIn(one.content, above));
  return section(t, 'memories', precedenceOf('memories'), MEMORIES_HEADING, [
    ...listed(untold, (memory) => memoryLine(memory) + t.mark(memory.content)),
  ]);
};

const projects: Contributor = (t) => {
  const others = t.projects.filter((name) => name !== t.project).slice(0, t.limits.projects);
  return section(
    t,
    NAMES_SHARE,
    precedenceOf('projects'),
    null,
    named(`${HEADINGS.projects}: `, others),
  );
};

/** Topics that no line above names. Plain words are left out: a topic needs a digit or a sign. */
const topics: Contributor = (t) => {
  const told = textsOf(t.above).join('\n').toLowerCase();
  const isTold = (topic: string) => !/[\d_./-]/.test(topic) || told.includes(topic.toLowerCase());
  const unsaid = t.topics
    .filter((topic) => t.limits.namesAll || !isTold(topic))
    .slice(0, t.limits.topics);
  return section(
    t,
    NAMES_SHARE,
    precedenceOf('topics'),
    null,
    named(`${HEADINGS.topics}: `, unsaid),
  );
};

/** Token limit for names of projects and for topics. */
const NAMES_SHARE = 50;

/** The ways by which somebody is told what earlier sessions left. */
export type AnswerDoor =
  /** A start, and a compaction after it. */
  | 'start'
  | 'first prompt'
  | 'later prompt'
  | 'resume'
  /** Others began to work in the same folder. */
  | 'company'
  | 'subagent'
  /** A session that was continued by name. */
  | 'continue'
  /** `memory_context` without a question, and its first question in a conversation. */
  | 'context'
  | 'question'
  | 'handoff';

interface SectionRow {
  readonly make: Contributor;
  readonly doors: readonly AnswerDoor[];
  /** About current work: the short form takes its place. */
  readonly isCurrent?: true;
}

/** The sections of an answer in the order in which it is read, each with the doors that tell it. */
const SECTIONS = {
  recalled: { make: recalled, doors: ['start', 'first prompt', 'later prompt'] },
  turns: { make: turns, doors: ['start', 'resume', 'continue', 'context', 'handoff'] },
  foreign: { make: foreign, doors: ['start'] },
  shortForm: { make: shortForm, doors: ['start', 'context', 'handoff'] },
  state: {
    make: state,
    doors: ['start', 'resume', 'company', 'subagent', 'continue', 'context', 'handoff'],
  },
  elsewhere: { make: elsewhere, doors: ['start', 'context'] },
  unmerged: { make: unmerged, doors: ['start', 'context'], isCurrent: true },
  tasks: {
    make: tasks,
    doors: ['start', 'resume', 'continue', 'context', 'question', 'handoff'],
    isCurrent: true,
  },
  closed: { make: closed, doors: ['resume'] },
  rules: { make: rules, doors: ['start', 'resume', 'subagent', 'context', 'question', 'handoff'] },
  inheritedPins: { make: inheritedPins, doors: ['start', 'resume', 'subagent', 'continue'] },
  ownPins: { make: ownPins, doors: ['start', 'resume', 'subagent', 'context', 'question'] },
  decisions: { make: decisions, doors: ['start', 'resume', 'continue', 'handoff'] },
  guests: { make: guests, doors: ['start'] },
  alsoAbout: { make: alsoAbout, doors: ['start', 'later prompt'] },
  memories: { make: memories, doors: ['start', 'first prompt', 'resume', 'continue'] },
  projects: { make: projects, doors: ['start', 'continue'], isCurrent: true },
  topics: { make: topics, doors: ['start', 'continue'], isCurrent: true },
} as const satisfies Record<string, SectionRow>;

export type SectionName = keyof typeof SECTIONS;

const ALL = Object.keys(SECTIONS) as readonly SectionName[];

function rowOf(name: SectionName): SectionRow {
  return SECTIONS[name];
}

/** The sections that a door tells. */
export function sectionsAt(door: AnswerDoor): readonly SectionName[] {
  return ALL.filter((name) => rowOf(name).doors.includes(door));
}

/** Sections without those about current work. */
export function lastingSections(names: readonly SectionName[]): readonly SectionName[] {
  return names.filter((name) => !rowOf(name).isCurrent);
}

/** A section and the contributor that made it. */
export interface Contribution {
  readonly name: SectionName;
  readonly section: Section;
}

/** Tokens of the turns of a session in cold storage. */
const DIGEST = 150;

/** The chosen sections of a context. */
export function contributions(
  context: Context,
  limits: PreambleLimits,
  now: Millis,
  chosen: readonly SectionName[] = ALL,
): readonly Contribution[] {
  const { shares, dates } = limits;
  const quoted = turnsSections(chosen.includes('turns') ? context.turns : [], {
    tokens: context.shortForm?.last.isCold ? Math.min(DIGEST, shares.last_time) : shares.last_time,
    now,
    dates,
    isUnmerged: (session) => context.unmergedBranch(session) !== null,
    precedence: { main: precedenceOf('lastTime'), others: precedenceOf('beforeThat') },
  });
  const made: Contribution[] = [];
  for (const name of ALL.filter((one) => chosen.includes(one))) {
    const above = made.map(({ section: one }) => one);
    const sections =
      rowOf(name).make({ ...context, now, dates, limits, shares, quoted, above }) ?? [];
    made.push(...[sections].flat().map((one) => ({ name, section: one })));
  }
  return made;
}

export function contributedSections(
  ...given: Parameters<typeof contributions>
): readonly Section[] {
  return contributions(...given).map(({ section: one }) => one);
}

function section(
  input: SectionInput,
  share: PreamblePart | number,
  precedence: number,
  heading: string | null,
  items: readonly SectionItem[],
): Section {
  const room = typeof share === 'number' ? { share } : roomOf(input, share);
  return { heading, items, ...room, precedence };
}

/** The tokens of a part, and whether it may use what others leave. */
export function roomOf(
  { shares, limits }: SectionInput,
  part: PreamblePart,
): Pick<Section, 'share' | 'isCapped'> {
  return limits.limited?.has(part)
    ? { share: shares[part], isCapped: true }
    : { share: shares[part] };
}

function listed<T>(all: readonly T[], line: (one: T) => string): SectionItem[] {
  return all.map((one) => ({ text: bullet(line(one)), of: one }));
}

/** Old items are only counted; if nothing else is left out, the line names the command that lists them. */
function older(beyond: number, command: string): Pick<Section, 'beyond' | 'more'> {
  const more = (left: number) =>
    left === beyond ? `… ${left} older (${command})` : `… and ${left} more`;
  return { beyond, more };
}

function branchSections(t: SectionInput): Section[] {
  return t.branches.map((one) => {
    const lines = unmergedLines(one, t.now, t.dates).map((line) => ({
      text: bullet(line),
      of: null,
    }));
    return section(t, 'state', precedenceOf('unmerged'), unmergedHeading(one.branch), lines);
  });
}

function isOfBranch(quoted: Section, { heading }: Section): boolean {
  return quoted.heading?.startsWith(heading!.slice(0, -1)) === true;
}

/** The state without names of files and functions that a quoted turn already has. */
function notQuoted(all: StateContent, quoted: readonly Section[]): StateContent {
  if (quoted.length === 0) return all;
  const told = textsOf(quoted).join('\n');
  const isNew = (name: string) => !told.includes(name);
  const files = all.thread.files.filter(({ path }) => isNew(path.slice(path.lastIndexOf('/') + 1)));
  return { ...all, thread: { files, functions: [] }, above: told };
}

function textsOf(sections: readonly Section[]): string[] {
  return sections.flatMap(({ items }) => items.map(({ text }) => text));
}

/** Rules that no pin repeats: a fact appears once, in the first of these that has it: pin, rule, quoted turn, list. */
function unpinnedRules(context: Context): readonly PersonRule[] {
  const pins = pinnedTexts(context);
  return context.rules.filter(({ text }) => !standsIn(text, pins));
}

function pinnedTexts(context: Context): readonly string[] {
  return [...context.inheritedPins, ...context.ownPins].map(({ content }) => content);
}

function saidAbove(input: SectionInput): readonly string[] {
  const ruled = unpinnedRules(input).map(({ text }) => text);
  return [...pinnedTexts(input), ...ruled, ...textsOf(input.quoted)];
}

function pinItems(
  pins: readonly Pin[],
  { rules: all, mark, limits, unmergedBranch }: SectionInput,
): SectionItem[] {
  return criticalFirst(pins).map((pin) => {
    const branch = pin.origin ? unmergedBranch(pin.origin.sessionId) : null;
    // A pin of another branch may name files that do not exist here.
    const line =
      pinLine(pin, undefined, limits.ids, branch) + (branch === null ? mark(pin.content) : '');
    const within = all.filter((one) => standsIn(one.text, [pin.content]));
    return {
      text: bullet(line),
      of: pin,
      within,
      ...(pin.critical && { precedence: precedenceOf('critical') }),
    };
  });
}

function criticalFirst(pins: readonly Pin[]): Pin[] {
  return [...pins.filter(({ critical }) => critical), ...pins.filter(({ critical }) => !critical)];
}

function ruleLine({ text, at }: PersonRule, { now, dates, mark }: SectionInput): string {
  return `${oneLine(text, 300)} (${whenWords(at, now, dates)})${mark(text)}`;
}

function named(title: string, names: readonly string[]): SectionItem[] {
  if (names.length === 0) return [];
  return [{ text: title + names.map((name) => oneLine(name, 60)).join(', '), of: null }];
}
