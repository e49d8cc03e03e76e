/** The content that an answer can be made of, its limits, and the form of the functions that make its sections of it. */

import type { SessionId } from '../base/ids.ts';
import type { Section } from '../base/section.ts';
import type { Millis } from '../base/time.ts';
import type { Pin } from '../pins/pin.ts';
import type { SessionSnapshot, ShortForm } from '../sessions/snapshot.ts';
import type { ThreadDecision } from '../threads/thread.ts';
import type { ClosedTask, PendingTask } from '../todos/task.ts';
import type { OpenMatter } from './elsewhere.ts';
import type { QuotedTurns, UnmergedBranch } from './last-time.ts';
import type { Dates, Ids, KnownMemory } from './lines.ts';
import type { StateContent } from './state.ts';

/** A person's rule. Its age counts from when it was last said. */
export interface PersonRule {
  /** The memory that holds the rule. */
  readonly memoryId: string;
  readonly text: string;
  readonly at: Millis;
  /** The session in which the person stated it. */
  readonly sessionId: SessionId | null;
}

/** Everything that contributors can choose from on this occasion. */
export interface Context {
  /** How many earlier sessions contributed. */
  readonly sessions: number;
  /** Sessions whose turns are quoted, in reading order. */
  readonly turns: readonly QuotedTurns[];
  readonly shortForm: ShortForm | null;
  readonly state: StateContent | null;
  /** Work on unmerged branches, by branch. */
  readonly branches: readonly UnmergedBranch[];
  /** The branch of a session if it is not merged into the current checkout. */
  readonly unmergedBranch: (session: string) => string | null;
  readonly tasks: readonly PendingTask[];
  /** Number of older open tasks, which are only counted. */
  readonly olderTasks: number;
  /** Tasks that other sessions closed while this conversation was paused. */
  readonly closed: readonly ClosedTask[];
  /** Pins that were unpinned while this conversation was paused. */
  readonly unpinned: readonly Pin[];
  readonly rules: readonly PersonRule[];
  readonly inheritedPins: readonly Pin[];
  /** Number of pins that did not fit into working memory. */
  readonly morePins: number;
  readonly ownPins: readonly Pin[];
  readonly decisions: readonly ThreadDecision[];
  /** Number of older decisions, which are only counted. */
  readonly olderDecisions: number;
  /** Contributors of other rooms. */
  readonly guests: readonly Contributor[];
  /** Time of the last sync with other machines, if it is not recent: they may have newer work. */
  readonly othersAsOf: Millis | null;
  /** Other matters with an open end, the latest first, and how many more are only counted. */
  readonly elsewhere: readonly OpenMatter[];
  readonly moreElsewhere: number;
  /** Sessions that are only named: of matters that prompts opened before, or that there is no room for. */
  readonly alsoAbout: readonly SessionSnapshot[];
  /** The most important first. */
  readonly memories: readonly KnownMemory[];
  /** Sessions of the matter that the prompt means, in reading order. */
  readonly recalled: readonly QuotedTurns[];
  /** Sessions of other projects with what they did in this one, in reading order. */
  readonly foreign: readonly QuotedTurns[];
  readonly projects: readonly string[];
  readonly topics: readonly string[];
  /** The project of this session, which is left out of the list of other projects. */
  readonly project: string | null;
  /** Returns the mark for a text whose claims do not hold in this repository. */
  readonly mark: (text: string) => string;
}

export const NOTHING: Context = {
  sessions: 0,
  turns: [],
  shortForm: null,
  state: null,
  branches: [],
  unmergedBranch: () => null,
  tasks: [],
  olderTasks: 0,
  closed: [],
  unpinned: [],
  rules: [],
  inheritedPins: [],
  morePins: 0,
  ownPins: [],
  decisions: [],
  olderDecisions: 0,
  guests: [],
  othersAsOf: null,
  elsewhere: [],
  moreElsewhere: 0,
  alsoAbout: [],
  memories: [],
  recalled: [],
  foreign: [],
  projects: [],
  topics: [],
  project: null,
  mark: () => '',
};

export interface PreambleLimits {
  readonly maxChars: number;
  readonly maxTokens: number;
  readonly topics: number;
  readonly projects: number;
  readonly dates: Dates;
  readonly ids?: Ids;
  /** Lists all topics, including those that a line above already has. */
  readonly namesAll?: boolean;
  /** Tokens that each section may use before unused tokens are redistributed. */
  readonly shares: Readonly<Record<PreamblePart, number>>;
  /** Parts that never take more than their share, because a person made it smaller. */
  readonly limited?: ReadonlySet<PreamblePart>;
}

export type PreamblePart =
  | ('last_time' | 'state' | 'tasks' | 'rules' | 'pins')
  | ('decisions' | 'open' | 'memories' | 'team' | 'recall');

/** A context with its formatting limits and the sections above. */
export interface SectionInput extends Context {
  readonly now: Millis;
  readonly dates: Dates;
  readonly limits: PreambleLimits;
  readonly shares: PreambleLimits['shares'];
  /** Turns come first: other sections leave out what they quote. */
  readonly quoted: readonly Section[];
  readonly above: readonly Section[];
}

/** Makes a section of the context; null if it is empty. Turns and branches make one section per session or branch. */
export type Contributor = (input: SectionInput) => Section | readonly Section[] | null;
