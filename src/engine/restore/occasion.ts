import { type Context, NOTHING, type SectionName } from '../../domain/answer/contributors.ts';
import type { KnownMemory } from '../../domain/answer/lines.ts';
import { type Loaded, withoutLoaded } from '../../domain/answer/loaded.ts';
import { isMostlyIn } from '../../domain/answer/once.ts';
import type { FittedSection } from '../../domain/answer/preamble.ts';
import { EMPTY_STATE } from '../../domain/answer/state.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { LedgerWithin } from '../../domain/ledger/send.ts';
import type { Learning } from '../../domain/memories/decay.ts';
import {
  type InheritLimits,
  inheritPins,
  type PinDecision,
  type PinOffer,
} from '../../domain/pins/inherit.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import { isTaken, TAKEN } from '../../domain/restore/contribute.ts';
import { asPinnedNow, type PendingTask } from '../../domain/tasks/task.ts';
import type { RestoreOutcome, RestorePhase, RestoreRecord, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { metricsOfRestore } from '../metrics/metrics.ts';
import type { ExplainedClaim } from './claims.ts';
import { atWork, byWork, type DueNews } from './company.ts';
import { type Explanation, explain } from './explain.ts';
import type { RestoreInputs } from './inputs.ts';
import { type Called, type ExplainedMemory, weighMemories } from './memories.ts';
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
  /** A first prompt adds what its words call for. */
  prompt: ['recalled', 'memories'],
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

/** Sections about work that is under way: where nothing is recent enough, the record speaks in their place. */
const OF_WORK: readonly SectionName[] = [
  ...(['state', 'unmerged', 'tasks', 'decisions', 'earlier', 'projects', 'topics'] as const),
];

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
  readonly context: (pins: SessionPins) => Context;
  /** Sessions that contribute, with their scores; those whose pins are inherited join them. */
  readonly from?: ReadonlyMap<SessionId, number>;
  readonly offers?: readonly PinOffer[];
  /** Pins that were unpinned here. */
  readonly dismissed?: ReadonlySet<string>;
  readonly pinLimits?: InheritLimits;
  readonly learnings?: readonly Learning[];
  /** Asked for by name: also memories that are too weak to come by themselves. */
  readonly isByName?: boolean;
  readonly claims?: readonly ExplainedClaim[];
  /** Sentences that the host loads by itself. */
  readonly loaded?: Loaded;
  /** Everything that was read for a start. */
  readonly inputs?: RestoreInputs;
  readonly startedAt: number;
}

/** A session begins, or its model has forgotten: everything. `called`: what the prompt adds that carries it. */
export function everything(inputs: RestoreInputs, phase: 'start' | 'compact', called?: Called): Occasion {
  const { context, into, offers, startedAt, ranked } = inputs;
  const { recalled, learnings } = called ?? { recalled: [], learnings: [] };
  return {
    ...{ phase, into, offers, startedAt, inputs, loaded: inputs.loaded },
    sections:
      context.shortForm === null ? CHOSEN[phase] : CHOSEN[phase].filter((name) => !OF_WORK.includes(name)),
    from: new Map(ranked.filter(isTaken).map(({ candidate, score }) => [candidate.id, score.total])),
    dismissed: inputs.check.dismissed.here.pins,
    learnings: [...learnings, ...inputs.learnings],
    claims: [...(called?.claims.failed ?? []), ...inputs.claims.failed],
    context: ({ own, taken, refused }) => ({
      ...{ ...context, recalled },
      tasks: asPinnedNow(inputs.book.told, [...own, ...taken]),
      inheritedPins: [...own.filter(({ origin }) => origin), ...taken],
      morePins: refused,
      ownPins: own.filter(({ origin }) => !origin),
    }),
  };
}

/** A first prompt adds what its words call for. `heard` is the text of the start: no quote says it again. */
export function addition(
  into: SessionId,
  { recalled, learnings, claims, startedAt }: Called,
  heard: string,
): Occasion {
  return {
    ...{ phase: 'prompt', into, sections: CHOSEN.prompt, learnings, claims: claims.failed, startedAt },
    context: () => ({
      ...NOTHING,
      recalled: recalled.filter(({ asked, answered }) => !isMostlyIn([asked, answered], heard)),
      mark: claims.mark,
    }),
  };
}

/** A first prompt, after other machines brought something: also what is new in everything. The ledger knows the rest. */
export function arrived(
  inputs: RestoreInputs,
  adding: Occasion,
  { explanation }: RestoreRecord,
  known: readonly SessionId[],
): Occasion {
  const all = everything(inputs, 'start');
  const told = (explanation as Partial<Explanation> | null)?.tasks ?? [];
  return {
    ...{ ...all, phase: 'prompt', sections: SCOPE.filter((name) => name !== 'shortForm') },
    from: new Map([...all.from!].filter(([id]) => !known.includes(id))),
    learnings: [...adding.learnings!, ...all.learnings!],
    context: (pins) => {
      const context = all.context(pins);
      return {
        ...{ ...context, shortForm: null, recalled: adding.context(pins).recalled },
        tasks: context.tasks.filter(({ task_id }) => !told.includes(task_id)),
      };
    },
  };
}

/** The other sessions at work in this folder, a line each. */
export async function companyOf(deps: Deps, head: SessionHead, { phase }: DueNews): Promise<Occasion> {
  const startedAt = deps.ticks();
  const company = await byWork(deps, await atWork(deps, head.scope, new Set([head.id])));
  return {
    ...{ phase, into: head.id, sections: CHOSEN.company, startedAt },
    context: () => ({ ...NOTHING, state: { ...EMPTY_STATE, ...company } }),
  };
}

export interface Decided {
  readonly outcome: RestoreOutcome & { readonly explanation: Explanation };
  readonly pins: readonly PinDecision[];
  readonly memories: readonly KnownMemory[];
  /** Tasks that the text names. */
  readonly tasks: readonly PendingTask[];
  /** The sections of the text. */
  readonly sections: readonly FittedSection[];
}

const NONE: ReadonlySet<string> = new Set();

/** Pure but for the clock that the explanation carries; runs inside the transaction that makes it true. */
export function decide(
  deps: Pick<Deps, 'config' | 'now' | 'ticks'>,
  occasion: Occasion,
  own: readonly Pin[],
  ledger: LedgerWithin,
): Decided {
  const { phase, into, offers = [], inputs, sections, learnings = [], isByName } = occasion;
  const limits = occasion.pinLimits ?? pinLimits(deps.config);
  const { taken, decisions } = inheritPins(own, offers, occasion.dismissed ?? NONE, limits);
  const from = withPinsFrom(occasion, decisions);
  const weighed = weighMemories(learnings, deps, isByName);
  const all: Context<KnownMemory> = {
    ...occasion.context({ own, taken, refused: decisions.filter(isLeftOver).length }),
    sessions: from.size,
    memories: weighed.told,
  };
  const context = withoutLoaded(all, occasion.loaded ?? NONE);
  const { made, withheld } = tell(deps, ledger, context, sections);
  const preamble = made?.text ?? null;
  const has = (one: unknown) => made?.told.has(one) === true;
  const tasks = context.tasks.filter(has);
  // The short form restores nothing: it leaves neither metric nor link.
  const isShortForm = context.shortForm !== null && sections.includes('shortForm');
  const explanation = explain(deps, occasion, {
    ...{ tasks, decisions, preamble, isShortForm },
    turns: sections.includes('turns') ? context.turns : [],
    rules: context.rules.filter(has),
    memories: asTold(
      weighed.explained.filter(({ memory_id }) => !withheld.has(memory_id)),
      context.memories.filter(has),
    ),
    recalled: context.recalled.filter(has),
  });
  const outcome = {
    ...{ pins: taken, preamble, thread: inputs?.threadId ?? null },
    from: [...from].map(([id, score]) => ({ id, score })),
  };
  const memories = weighed.metrics.filter(({ memory_id }) => !withheld.has(memory_id));
  const restored = { ...outcome, into, phase, tasks, memories, at: deps.now() };
  const metrics = isShortForm ? [] : metricsOfRestore(restored, deps.config);
  return {
    outcome: { ...outcome, explanation, metrics },
    ...{ pins: decisions, memories: context.memories, tasks, sections: made?.sections ?? [] },
  };
}

export function pinLimits(config: Deps['config']): InheritLimits {
  return {
    maxInherited: config['session_persistence.max_inherited_pins'],
    maxPins: config['pins.max'],
  };
}

/** A session whose pin is inherited contributes, whatever its score. */
function withPinsFrom(
  { from, inputs }: Occasion,
  decisions: readonly PinDecision[],
): ReadonlyMap<SessionId, number> {
  const all = new Map(from);
  for (const { offer, refused } of decisions) {
    const id = offer.sessionId as SessionId;
    if (refused || all.has(id)) continue;
    all.set(id, inputs?.ranked.find(({ candidate }) => candidate.id === id)?.score.total ?? 0);
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
