import { type Context, NOTHING } from '../../domain/answer/context.ts';
import { CONTINUED, TAKEN } from '../../domain/answer/contribute.ts';
import { lastingSections, type SectionName } from '../../domain/answer/contributors.ts';
import { type InheritLimits, inheritPins, type PinDecision } from '../../domain/answer/inherit.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import type { KnownMemory } from '../../domain/answer/lines.ts';
import { type LoadedSentences, withoutLoaded } from '../../domain/answer/loaded.ts';
import { EMPTY_STATE, type StateContent } from '../../domain/answer/state.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { projectName } from '../../domain/base/scope.ts';
import {
  type InheritedMemory,
  inheritMemories,
  type Learning,
} from '../../domain/memories/decay.ts';
import { confidenceDecayApplied, type Metric } from '../../domain/metrics/metric.ts';
import { type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import { tellingTopics } from '../../domain/projects/topic.ts';
import { wordsOfPins } from '../../domain/sessions/digest.ts';
import type { RestorePhase } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import type { CheckedClaims } from './read/claims.ts';
import { branchesUnmerged } from './read/history.ts';
import { lookbackMillis } from './read/sessions.ts';
import type { PinsOnOffer, Reading } from './read.ts';

/** A moment at which a session is told something: what its door lets through, before the ledger and the room decide. */
export interface Occasion extends PinsOnOffer {
  readonly phase: RestorePhase;
  readonly into: SessionId;
  readonly startedAt: number;
  readonly sections: readonly SectionName[];
  readonly content: (pins: SessionPins) => Context;
  /** The configured limits if null. */
  readonly pinLimits: InheritLimits | null;
  readonly learnings: readonly Learning[];
  /** Requested by name: includes memories that are too weak otherwise. */
  readonly isByName: boolean;
  readonly claims: Pick<CheckedClaims, 'failed' | 'contradicted'>;
  /** Sentences that the host loads by itself. */
  readonly loaded: LoadedSentences;
  /** Contributing sessions with their scores; sessions with inherited pins are added. */
  readonly from: ReadonlyMap<SessionId, number>;
  /** The sessions of the matter that a prompt means. */
  readonly opens: readonly QuotedTurns[];
  /** Everything that was read for a start. */
  readonly reading: Reading | null;
}

/** The pins of a session at an occasion. */
export interface SessionPins {
  readonly own: readonly Pin[];
  /** Pins that it inherits now. */
  readonly taken: readonly Pin[];
  /** Number of pins that did not fit. */
  readonly refused: number;
}

export const NO_PINS: SessionPins = { own: [], taken: [], refused: 0 };

/** An occasion that hands on nothing but its content. */
export const CONTENT_ONLY: Omit<Occasion, 'phase' | 'into' | 'startedAt' | 'sections' | 'content'> =
  {
    offers: [],
    dismissed: new Set(),
    pinLimits: null,
    learnings: [],
    isByName: false,
    claims: { failed: [], contradicted: [] },
    loaded: new Set(),
    from: new Map(),
    opens: [],
    reading: null,
  };

/** The content that an occasion lets through, with the verdicts on its pins and memories. */
export interface Selected {
  readonly content: Context;
  readonly pins: readonly PinDecision[];
  readonly inherited: readonly Pin[];
  readonly memories: readonly WeighedLearning[];
  readonly from: ReadonlyMap<SessionId, number>;
}

export function select(
  deps: Pick<Deps, 'config' | 'now'>,
  occasion: Occasion,
  own: readonly Pin[],
): Selected {
  const limits = occasion.pinLimits ?? pinLimits(deps.config);
  const { taken, decisions } = inheritPins(own, occasion.offers, occasion.dismissed, limits);
  const from = withPinsFrom(occasion, decisions);
  const memories = weighLearnings(deps, occasion);
  const content = {
    ...occasion.content({ own, taken, refused: decisions.filter(isLeftOver).length }),
    sessions: from.size,
    memories: memories.filter(({ isExcluded }) => !isExcluded).map(({ memory }) => memory),
  };
  return {
    content: withoutLoaded(content, occasion.loaded),
    pins: decisions,
    inherited: taken,
    memories,
    from,
  };
}

export function pinLimits(config: Deps['config']): InheritLimits {
  return {
    maxInherited: config['session_persistence.max_inherited_pins'],
    maxPins: config['pins.max'],
  };
}

/** Pins that would have been inherited if there had been room. */
function isLeftOver({ refused }: PinDecision): boolean {
  return refused === 'inherited limit' || refused === 'working memory is full';
}

/** A session whose pin is inherited contributes, whatever its score; one that was resumed does so by its newer one. */
function withPinsFrom(
  { from, reading }: Occasion,
  decisions: readonly PinDecision[],
): ReadonlyMap<SessionId, number> {
  const all = new Map(from);
  for (const { offer, refused } of decisions) {
    const id = offer.sessionId as SessionId;
    const ranked = reading?.past.ranked.find((one) => one.id === id);
    if (refused || all.has(id) || ranked?.verdict === CONTINUED) continue;
    all.set(id, ranked?.score.total ?? 0);
  }
  return all;
}

/** A memory after ageing, with its explanation and metric. */
export interface WeighedLearning {
  readonly memory: KnownMemory;
  /** Too weak by now to be told without being asked for. */
  readonly isExcluded: boolean;
  readonly explained: ExplainedMemory;
  readonly metric: Metric;
}

/** Ids and numbers only: the text stays with the memory, so that it can be forgotten. */
export interface ExplainedMemory {
  readonly memory_id: string;
  readonly from: SessionId;
  readonly hours: number;
  readonly confidence_at_end: number;
  readonly confidence: number;
  readonly verdict: string;
}

function weighLearnings(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { learnings, isByName }: Occasion,
): readonly WeighedLearning[] {
  const floor = config['session_persistence.decay_min_floor'];
  return inheritMemories(learnings, now(), floor).map((one) => {
    const { id, content, source } = one.memory;
    const isExcluded = one.excluded && !isByName;
    return {
      memory: { id, content, source, confidence: one.decayed },
      isExcluded,
      explained: explainMemory(one, isExcluded ? `below ${floor}` : TAKEN),
      metric: {
        ...confidenceDecayApplied(id, one.original, one.hours, floor),
        excluded: isExcluded,
      },
    };
  });
}

function explainMemory(
  { memory, sessionId, original, decayed, hours }: InheritedMemory,
  verdict: string,
): ExplainedMemory {
  return {
    memory_id: memory.id,
    from: sessionId,
    hours: round(hours),
    confidence_at_end: round(original),
    confidence: round(decayed),
    verdict,
  };
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** The content of a reading; what is always read has a value. */
export interface ReadContent extends Context {
  readonly state: StateContent;
}

/** The content of a reading before pins and memories are weighed. */
export function contentOf(deps: Pick<Deps, 'config' | 'now'>, reading: Reading): ReadContent {
  const { past, sessions, work, state, elsewhere, lasting, claims } = reading;
  const { told: tasks, older, overtaken } = work.book;
  const { shortForm } = past;
  return {
    ...NOTHING,
    ...namesIn(reading),
    turns: past.told,
    shortForm: shortForm && { ...shortForm, tasks: [...tasks, ...older].map(({ title }) => title) },
    state,
    branches: branchesUnmerged(past, sessions, work, deps.now() - lookbackMillis(deps)),
    unmergedBranch: (session) => sessions.unmerged.get(session) ?? null,
    tasks,
    olderTasks: older.length + overtaken.length,
    rules: lasting.rules,
    decisions: claims.groundedDecisions(work.decisions),
    olderDecisions: work.olderDecisions,
    foreign: reading.foreign,
    guests: reading.guests,
    othersAsOf: reading.othersAsOf,
    elsewhere: elsewhere.matters,
    moreElsewhere: elsewhere.all.length - elsewhere.matters.length,
    mark: claims.mark,
  };
}

/** Content of a scope whose last work is too old: what holds at any age. */
export function lastingContent(content: ReadContent): ReadContent {
  if (content.shortForm === null) return content;
  const { oldChecks, uncommitted } = content.state;
  return { ...content, state: { ...EMPTY_STATE, oldChecks, uncommitted } };
}

/** The sections of such a scope: the short form takes the place of those about current work. */
export function sectionsOfContent(
  sections: readonly SectionName[],
  { shortForm }: Pick<Context, 'shortForm'>,
): readonly SectionName[] {
  return shortForm === null ? sections : lastingSections(sections);
}

/** Projects and topics of the contributing sessions, without the words of pins that were unpinned since. Topics that most sessions of the scope share come last. */
function namesIn({
  stored,
  past,
  sessions,
}: Reading): Pick<Context, 'project' | 'projects' | 'topics'> {
  const { scope, branch } = stored.recipient;
  const { ofScope } = sessions;
  const { pins: dismissed } = stored.check.dismissed.here;
  const project = projectName(scope.label);
  const here = past.taken.filter((one) => !one.isUnmerged && one.scopeKey === scope.key);
  const names = [project, branch, ...ofScope.map((one) => one.branch)];
  const holders = (topic: string) => ofScope.filter((one) => one.topics.includes(topic)).length;
  const isCommon = (topic: string) => ofScope.length >= 4 && holders(topic) > ofScope.length / 2;
  const left = here.flatMap(({ topics, pins }) => {
    const letGo = wordsOfPins(pins.filter((pin) => dismissed.has(pinIdentity(pin))));
    return topics.filter((topic) => !letGo.has(topic));
  });
  const topics = tellingTopics([...new Set(left)], names);
  return {
    project,
    projects: [...new Set(past.taken.flatMap((one) => one.projects))],
    topics: [...topics.filter((one) => !isCommon(one)), ...topics.filter(isCommon)],
  };
}
