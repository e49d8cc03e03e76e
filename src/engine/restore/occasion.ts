import type { Context, SectionName } from '../../domain/answer/contributors.ts';
import type { KnownMemory } from '../../domain/answer/lines.ts';
import { type Loaded, withoutLoaded } from '../../domain/answer/loaded.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Learning } from '../../domain/memories/learning.ts';
import {
  type InheritLimits,
  inheritPins,
  type PinDecision,
  type PinOffer,
} from '../../domain/pins/inherit.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { Book } from '../../domain/restore/ageing.ts';
import { type Ranked, TAKEN } from '../../domain/restore/contribute.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import type { LedgerWithin, RestoreOutcome, RestorePhase } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { metricsOfRestore } from '../metrics/metrics.ts';
import type { ExplainedClaim } from './claims.ts';
import { type ExplainedMemory, type Explanation, explain } from './explain.ts';
import { weighMemories } from './learnings.ts';
import { tell } from './render.ts';

/** Sections that say what is here. */
const SCOPE: readonly SectionName[] = [
  ...(['recalled', 'turns', 'shortForm', 'state', 'unmerged', 'tasks', 'rules'] as const),
  ...(['inheritedPins', 'ownPins', 'decisions', 'guests', 'earlier', 'memories'] as const),
  ...(['projects', 'topics'] as const),
];

/** Which sections an occasion chooses. */
export const CHOSEN = {
  start: SCOPE,
  compact: SCOPE,
  /** A first prompt adds what it calls for. */
  prompt: [
    ...(['recalled', 'unmerged', 'tasks', 'inheritedPins', 'earlier', 'memories'] as const),
    ...(['projects', 'topics'] as const),
  ],
  /** The same, and what other machines did since the start. */
  arrived: SCOPE.filter((name) => !['shortForm', 'rules', 'ownPins'].includes(name)),
  /** A resumed model has everything but what changed meanwhile. */
  resume: [
    ...(['turns', 'state', 'tasks', 'closed', 'rules', 'inheritedPins', 'ownPins', 'decisions'] as const),
    ...(['earlier', 'memories'] as const),
  ],
  /** Other sessions at work here. */
  company: ['state'],
  memory_context: ['turns', 'shortForm', 'state', 'unmerged', 'tasks', 'rules', 'ownPins', 'earlier'],
  handoff: ['turns', 'shortForm', 'state', 'tasks', 'rules', 'decisions'],
  subagent: ['state', 'rules', 'inheritedPins', 'ownPins'],
  continue: ['turns', 'state', 'tasks', 'inheritedPins', 'memories', 'projects', 'topics'],
} as const satisfies Record<string, readonly SectionName[]>;

/** The pins of a session at an occasion. */
export interface SessionPins {
  readonly own: readonly Pin[];
  /** Pins that it inherits now. */
  readonly taken: readonly Pin[];
  /** How many more it would have inherited if there had been room. */
  readonly refused: number;
}

/** A moment at which a session inherits something and is told of it. */
export interface Occasion {
  readonly phase: RestorePhase;
  readonly into: SessionId;
  readonly sections: readonly SectionName[];
  /** Sessions that contribute, with their scores; those whose pins are inherited join them. */
  readonly from: ReadonlyMap<SessionId, number>;
  /** Sessions that contributed before. */
  readonly known?: readonly SessionId[];
  readonly offers: readonly PinOffer[];
  /** Pins that were unpinned here. */
  readonly dismissed: ReadonlySet<string>;
  readonly pinLimits?: InheritLimits;
  readonly learnings: (from: ReadonlyMap<SessionId, number>) => readonly Learning[];
  /** Asked for by name: also memories that are too weak to come by themselves. */
  readonly isByName?: boolean;
  /** Memories that it was told before, where no ledger knows. */
  readonly told?: ReadonlySet<string>;
  /** Sentences that the host loads by itself. */
  readonly loaded?: Loaded;
  readonly context: (pins: SessionPins) => Context;
  readonly ranked?: readonly Ranked[];
  readonly book?: Book;
  readonly keywords?: ReadonlySet<string>;
  readonly claims?: readonly ExplainedClaim[];
  readonly thread?: RestoreOutcome['thread'];
  readonly startedAt: number;
}

export interface Decided {
  readonly outcome: RestoreOutcome & { readonly explanation: Explanation };
  readonly pins: readonly PinDecision[];
  readonly memories: readonly KnownMemory[];
  /** Tasks that the text names. */
  readonly tasks: readonly PendingTask[];
}

const NONE: ReadonlySet<string> = new Set();
const NO_BOOK: Book = { told: [], older: [], overtaken: [] };

/** Pure but for the clock that the explanation carries; runs inside the transaction that makes it true. */
export function decide(
  deps: Pick<Deps, 'config' | 'now' | 'ticks'>,
  occasion: Occasion,
  own: readonly Pin[],
  ledger: LedgerWithin,
): Decided {
  const { config } = deps;
  const { phase, into, known = [], ranked = [], told = NONE, isByName = false } = occasion;
  const now = deps.now();
  const { taken, decisions } = inheritPins(
    own,
    occasion.offers,
    occasion.dismissed,
    occasion.pinLimits ?? pinLimits(config),
  );
  const from = withPinsFrom(occasion, decisions);
  const learnings = occasion.learnings(from);
  const weigh = (without: ReadonlySet<string>) => weighMemories(learnings, without, now, config, isByName);
  const all: Context<KnownMemory> = {
    ...occasion.context({ own, taken, refused: decisions.filter(isLeftOver).length }),
    sessions: from.size,
    memories: weigh(told).told,
  };
  const context = withoutLoaded(all, occasion.loaded ?? NONE);
  const { made, withheld } = tell(deps, ledger, context, occasion.sections);
  const weighed = weigh(new Set([...told, ...withheld]));
  const preamble = made?.text ?? null;
  const has = (one: unknown) => made?.told.has(one) === true;
  const tasks = context.tasks.filter(has);
  const explanation = explain({
    ...{ phase, tasks, ranked, decisions, known, preamble, now },
    book: occasion.book ?? NO_BOOK,
    turns: occasion.sections.includes('turns') ? context.turns : [],
    isShortForm: isRecord(occasion, context),
    rules: context.rules.filter(has),
    keywords: occasion.keywords ?? NONE,
    memories: asTold(weighed.explained, context.memories.filter(has)),
    claims: occasion.claims ?? [],
    recalled: context.recalled.filter(has),
    threshold: config['session_persistence.relevance_threshold'],
    tookMs: deps.ticks() - occasion.startedAt,
  });
  const outcome = {
    ...{ pins: taken, preamble, thread: occasion.thread ?? null },
    from: [...from].map(([id, score]) => ({ id, score })),
  };
  // The short form restores nothing: it leaves neither metric nor link.
  const metrics = isRecord(occasion, context)
    ? []
    : metricsOfRestore({ ...outcome, into, phase, tasks, memories: weighed.metrics, at: now }, config);
  return {
    outcome: { ...outcome, explanation, metrics },
    ...{ pins: decisions, memories: context.memories, tasks },
  };
}

export function pinLimits(config: Deps['config']): InheritLimits {
  return {
    maxInherited: config['session_persistence.max_inherited_pins'],
    maxPins: config['pins.max'],
  };
}

function isRecord({ sections }: Occasion, { shortForm }: Context): boolean {
  return shortForm !== null && sections.includes('shortForm');
}

/** A session whose pin is inherited contributes, whatever its score. */
function withPinsFrom(
  { from, known = [], ranked = [] }: Occasion,
  decisions: readonly PinDecision[],
): ReadonlyMap<SessionId, number> {
  const all = new Map(from);
  for (const { offer, refused } of decisions) {
    const id = offer.sessionId as SessionId;
    if (refused || known.includes(id) || all.has(id)) continue;
    all.set(id, ranked.find(({ candidate }) => candidate.id === id)?.score.total ?? 0);
  }
  return all;
}

/** A memory that found no room was not told, and may be told later. */
function asTold(explained: readonly ExplainedMemory[], told: readonly KnownMemory[]): ExplainedMemory[] {
  const ids = new Set(told.map(({ id }) => id));
  return explained.map((one) =>
    one.verdict === TAKEN && !ids.has(one.memory_id) ? { ...one, verdict: 'no room' } : one,
  );
}

/** Pins that would have been inherited if there had been room. */
function isLeftOver({ refused }: PinDecision): boolean {
  return refused === 'inherited limit' || refused === 'working memory is full';
}
