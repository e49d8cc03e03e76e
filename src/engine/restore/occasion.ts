import { type Context, NOTHING, type SectionName } from '../../domain/answer/contributors.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import type { Loaded } from '../../domain/answer/loaded.ts';
import { EMPTY_STATE, type StateContent } from '../../domain/answer/state.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Learning } from '../../domain/memories/decay.ts';
import type { InheritLimits, PinOffer } from '../../domain/pins/inherit.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import { isTaken } from '../../domain/restore/contribute.ts';
import { asPinnedNow } from '../../domain/tasks/task.ts';
import type { RestorePhase, RestoreRecord, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import type { Contradicted, ExplainedClaim } from './claims.ts';
import { atWork, byWork, type DueNews } from './company.ts';
import type { RestoreInputs } from './inputs.ts';
import type { Called } from './memories.ts';
import { notedIn } from './told.ts';

/** Sections about the present state of the scope. */
const SCOPE: readonly SectionName[] = [
  ...(['recalled', 'turns', 'foreign', 'shortForm', 'state', 'elsewhere', 'unmerged', 'tasks'] as const),
  'rules',
  ...(['inheritedPins', 'ownPins', 'decisions', 'guests', 'alsoAbout', 'memories'] as const),
  ...(['projects', 'topics'] as const),
];

/** Which sections an occasion chooses. */
export const CHOSEN = {
  start: SCOPE,
  compact: SCOPE,
  /** A first prompt adds matching turns and memories. */
  prompt: ['recalled', 'memories'],
  /** A resumed model gets only the changes since. */
  resume: [
    ...(['turns', 'state', 'tasks', 'closed', 'rules', 'inheritedPins', 'ownPins', 'decisions'] as const),
    'memories',
  ],
  /** Other sessions at work here. */
  company: ['state'],
  memory_context: ['turns', 'shortForm', 'state', 'elsewhere', 'unmerged', 'tasks', 'rules', 'ownPins'],
  handoff: ['turns', 'shortForm', 'state', 'tasks', 'rules', 'decisions'],
  subagent: ['state', 'rules', 'inheritedPins', 'ownPins'],
  continue: ['turns', 'state', 'tasks', 'inheritedPins', 'decisions', 'memories', 'projects', 'topics'],
} as const satisfies Record<string, readonly SectionName[]>;

/** Sections about current work; replaced by the short form if nothing is recent enough. */
const OF_WORK: readonly SectionName[] = ['unmerged', 'tasks', 'projects', 'topics'];

/** What holds at any age: checks that are red, and files that are not committed. */
function lastingState({ oldChecks, uncommitted }: StateContent): StateContent {
  return { ...EMPTY_STATE, oldChecks, uncommitted };
}

/** The pins of a session at an occasion. */
export interface SessionPins {
  readonly own: readonly Pin[];
  /** Pins that it inherits now. */
  readonly taken: readonly Pin[];
  /** Number of pins that did not fit. */
  readonly refused: number;
}

/** A moment at which a session inherits something and gets a text about it. */
export interface Occasion {
  readonly phase: RestorePhase;
  readonly into: SessionId;
  readonly sections: readonly SectionName[];
  readonly context: (pins: SessionPins) => Context;
  /** Contributing sessions with their scores; sessions with inherited pins are added. */
  readonly from?: ReadonlyMap<SessionId, number>;
  readonly offers?: readonly PinOffer[];
  /** Pins that were unpinned here. */
  readonly dismissed?: ReadonlySet<string>;
  readonly pinLimits?: InheritLimits;
  readonly learnings?: readonly Learning[];
  /** Requested by name: includes memories that are too weak otherwise. */
  readonly isByName?: boolean;
  readonly claims?: readonly ExplainedClaim[];
  /** Memories whose claims failed. */
  readonly contradicted?: readonly Contradicted[];
  /** Sentences that the host loads by itself. */
  readonly loaded?: Loaded;
  /** The sessions of the matter that a prompt means. */
  readonly opens?: readonly QuotedTurns[];
  /** Everything that was read for a start. */
  readonly inputs?: RestoreInputs;
  readonly startedAt: number;
}

/** The full restore at a start or after compaction. `called`: the additions of the prompt that it answers. */
export function everything(inputs: RestoreInputs, phase: 'start' | 'compact', called?: Called): Occasion {
  const { context, into, offers, startedAt, ranked } = inputs;
  const { recalled, learnings } = called ?? { recalled: [], learnings: [] };
  return {
    ...{ phase, into, offers, startedAt, inputs, loaded: inputs.loaded },
    sections:
      context.shortForm === null ? CHOSEN[phase] : CHOSEN[phase].filter((name) => !OF_WORK.includes(name)),
    from: new Map(ranked.filter(isTaken).map(({ id, score }) => [id, score.total])),
    dismissed: inputs.check.dismissed.here.pins,
    learnings: [...learnings, ...inputs.learnings],
    claims: [...(called?.claims.failed ?? []), ...inputs.claims.failed],
    contradicted: [...inputs.claims.contradicted, ...(called?.claims.contradicted ?? [])],
    context: ({ own, taken, refused }) => ({
      ...{ ...context, recalled },
      state: context.shortForm && context.state ? lastingState(context.state) : context.state,
      tasks: asPinnedNow(inputs.book.told, [...own, ...taken]),
      inheritedPins: [...own.filter(({ origin }) => origin), ...taken],
      morePins: refused,
      ownPins: own.filter(({ origin }) => !origin),
    }),
  };
}

/** The additions of a prompt. */
export function addition(into: SessionId, { recalled, learnings, claims, startedAt }: Called): Occasion {
  return {
    ...{ phase: 'prompt', into, sections: CHOSEN.prompt, learnings, startedAt },
    ...{ claims: claims.failed, contradicted: claims.contradicted, opens: recalled },
    context: () => ({
      ...NOTHING,
      recalled,
      mark: claims.mark,
    }),
  };
}

/** A first prompt after a sync: also new items of all sections. The ledger withholds the others. */
export function arrived(
  inputs: RestoreInputs,
  adding: Occasion,
  first: RestoreRecord,
  known: readonly SessionId[],
): Occasion {
  const all = everything(inputs, 'start');
  const { tasks: told = [] } = notedIn(first);
  return {
    ...{ ...all, phase: 'prompt', sections: SCOPE.filter((name) => name !== 'shortForm') },
    from: new Map([...all.from!].filter(([id]) => !known.includes(id))),
    opens: adding.opens!,
    learnings: [...adding.learnings!, ...all.learnings!],
    contradicted: [...all.contradicted!, ...adding.contradicted!],
    context: (pins) => {
      const context = all.context(pins);
      return {
        ...{ ...context, shortForm: null, recalled: adding.context(pins).recalled },
        tasks: context.tasks.filter(({ task_id }) => !told.includes(task_id)),
      };
    },
  };
}

/** The other working sessions in this folder, a line each. */
export async function companyOf(deps: Deps, head: SessionHead, { phase }: DueNews): Promise<Occasion> {
  const startedAt = deps.ticks();
  const company = await byWork(deps, await atWork(deps, head.scope, new Set([head.id])));
  return {
    ...{ phase, into: head.id, sections: CHOSEN.company, startedAt },
    context: () => ({ ...NOTHING, state: { ...EMPTY_STATE, ...company } }),
  };
}

export function pinLimits(config: Deps['config']): InheritLimits {
  return {
    maxInherited: config['session_persistence.max_inherited_pins'],
    maxPins: config['pins.max'],
  };
}
