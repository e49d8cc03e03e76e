import type { Context } from '../../domain/answer/contributors.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import { withoutLoaded } from '../../domain/answer/loaded.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { LedgerWithin } from '../../domain/ledger/send.ts';
import { inheritPins, type PinDecision } from '../../domain/pins/inherit.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import { CONTINUED, isTaken, type Ranked, TAKEN } from '../../domain/restore/contribute.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import { hoursBetween } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { metricsOfRestore } from '../metrics/metrics.ts';
import { type ExplainedMemory, weighMemories } from './memories.ts';
import { type Occasion, pinLimits } from './occasion.ts';
import { tell } from './render.ts';

/** The outcome of an occasion, with all verdicts. */
export type Decided = ReturnType<typeof decide>;

/** Why a restore has its content; stored with it, so that `cortex told` can explain it later. */
export type Explanation = ReturnType<typeof explain> & {
  /** The sign by which the folder was known as this project, at a start. */
  readonly known_by?: string;
  /** The restore answered a prompt because no start was answered before. */
  readonly with_prompt?: true;
};

/** A stored explanation may come from an older version: every part may be missing. */
export type StoredExplanation = Partial<Explanation>;
export type ExplainedCandidate = Explanation['candidates'][number];

type Deciding = Pick<Deps, 'config' | 'now' | 'ticks'>;

const NONE: ReadonlySet<string> = new Set();

/** Pure except for the clock in the explanation; runs inside the transaction that commits it. */
export function decide(deps: Deciding, occasion: Occasion, own: readonly Pin[], ledger: LedgerWithin) {
  const { phase, into, inputs, sections, offers = [], loaded = NONE } = occasion;
  const limits = occasion.pinLimits ?? pinLimits(deps.config);
  const { taken, decisions } = inheritPins(own, offers, occasion.dismissed ?? NONE, limits);
  const from = withPinsFrom(occasion, decisions);
  const weighed = weighMemories(occasion.learnings ?? [], deps, occasion.isByName);
  const given = {
    ...occasion.context({ own, taken, refused: decisions.filter(isLeftOver).length }),
    sessions: from.size,
    memories: weighed.filter(({ excluded }) => !excluded).map(({ memory }) => memory),
  };
  const context = withoutLoaded(given, loaded);
  const { made, withheld } = tell(deps, ledger, context, sections);
  const isTold = (one: unknown) => made?.told.has(one) === true;
  const preamble = made?.text ?? null;
  const tasks = context.tasks.filter(isTold);
  // The short form is not a restore: it has no metric and no link.
  const isShortForm = context.shortForm !== null && sections.includes('shortForm');
  // Without memories that the model has already.
  const fresh = weighed.filter(({ memory }) => !withheld.has(memory.id));
  const explanation = explain(deps, occasion, {
    ...{ decisions, tasks, preamble, isShortForm },
    turns: sections.includes('turns') ? context.turns : [],
    rules: context.rules.filter(isTold),
    recalled: context.recalled.filter(({ session }) => isTold(session)),
    elsewhere: context.elsewhere.filter(isTold),
    // A memory that did not fit may be included later.
    memories: fresh.map(({ explained, memory, excluded }) =>
      excluded || isTold(memory) ? explained : { ...explained, verdict: 'no room' },
    ),
  });
  const outcome = {
    ...{ pins: taken, preamble, thread: inputs?.threadId ?? null },
    from: [...from].map(([id, score]) => ({ id, score })),
  };
  const memories = fresh.map(({ metric }) => metric);
  const restored = { ...outcome, into, phase, tasks, memories, at: deps.now() };
  const metrics = isShortForm ? [] : metricsOfRestore(restored, deps.config);
  return {
    outcome: { ...outcome, explanation, metrics },
    ...{ pins: decisions, memories: context.memories, tasks, sections: made?.sections ?? [] },
  };
}

/** A session whose pin is inherited contributes, whatever its score; one that was resumed does so by its newer one. */
function withPinsFrom({ from, inputs }: Occasion, decisions: readonly PinDecision[]) {
  const all = new Map(from);
  for (const { offer, refused } of decisions) {
    const id = offer.sessionId as SessionId;
    const ranked = inputs?.ranked.find((one) => one.id === id);
    if (refused || all.has(id) || ranked?.verdict === CONTINUED) continue;
    all.set(id, ranked?.score.total ?? 0);
  }
  return all;
}

/** Pins that would have been inherited if there had been room. */
function isLeftOver({ refused }: PinDecision): boolean {
  return refused === 'inherited limit' || refused === 'working memory is full';
}

/** The content of a delivered text. */
interface Told extends Pick<Context, 'turns' | 'rules' | 'tasks' | 'recalled' | 'elsewhere'> {
  readonly isShortForm: boolean;
  readonly decisions: readonly PinDecision[];
  readonly memories: readonly ExplainedMemory[];
  readonly preamble: string | null;
}

/** Most candidates in the record, however many sessions a scope has. */
const MOST_CANDIDATES = 20;
const MOST_TASKS_LEFT = 50;
const MOST_CLAIMS = 50;

function explain(
  { config, now, ticks }: Deciding,
  { phase, inputs, claims = [], startedAt }: Occasion,
  told: Told,
) {
  const { ranked = [], book } = inputs ?? {};
  const isMain = ({ role }: QuotedTurns) => role === 'last' || role === 'own';
  const beforeThat = told.turns.filter((one) => !isMain(one)).map(({ session }) => session.id);
  const left = (tasks: readonly PendingTask[] = [], verdict: string) =>
    tasks.map(({ task_id }) => ({ task_id, verdict }));
  return {
    phase,
    took_ms: round(ticks() - startedAt),
    threshold: config['session_persistence.relevance_threshold'],
    // Enough candidates to show the threshold.
    candidates: ranked.slice(0, MOST_CANDIDATES).map((one) => explainedCandidate(one, told.turns)),
    more_candidates: Math.max(0, ranked.length - MOST_CANDIDATES),
    pins: told.decisions.map(({ offer, refused }) => ({
      label: explainedName(offer.pin),
      from: offer.sessionId,
      critical: offer.pin.critical,
      verdict: refused ?? TAKEN,
    })),
    // Ids of the named tasks.
    tasks: told.tasks.map((task): string => task.task_id),
    tasks_left: [
      ...left(book?.overtaken, 'overtaken by a newer list'),
      ...left(book?.older, 'not touched for long'),
      ...left(book?.apart, 'its branch is not merged'),
    ].slice(0, MOST_TASKS_LEFT),
    // The session of LAST TIME, and the others with quoted turns.
    last_time: told.turns.find(isMain)?.session.id ?? null,
    ...(beforeThat.length > 0 && { before_that: beforeThat }),
    ...(told.elsewhere.length > 0 && { elsewhere: told.elsewhere.map(({ session }) => session.id) }),
    // Nothing was recent enough: the last work was only named.
    short_form: told.isShortForm,
    rules: told.rules.map(({ memoryId }) => memoryId),
    memories: told.memories,
    recalled: told.recalled.map(({ session, turns }) => ({
      session_id: session.id,
      turns: turns.map(({ number }) => number),
      hours: round(hoursBetween(session.at, now())),
    })),
    claims: claims.slice(0, MOST_CLAIMS),
    preamble_chars: told.preamble?.length ?? 0,
  };
}

/** How an explanation names a pin. */
export function explainedName({ label, content }: Pick<Pin, 'label' | 'content'>): string {
  return label ?? content.slice(0, 60);
}

function explainedCandidate(candidate: Ranked, turns: readonly QuotedTurns[]) {
  const { hours, score, line, isUnmerged } = candidate;
  return {
    session_id: candidate.id,
    title: candidate.title,
    hours: round(hours),
    recency: round(score.recency),
    overlap: round(score.overlap),
    tasks: round(score.tasks),
    open_tasks: candidate.tasks.length,
    relevance: round(score.total),
    verdict: verdictOn(candidate, turns),
    // Absent if the relation of its commit to HEAD was not determined.
    ...(line && { branch: line.branch, relation: line.relation, apart: isUnmerged === true }),
    ...(line?.isBranchGone && { branch_gone: true as const }),
  };
}

/** Sessions near the last one are quoted even if they do not contribute. */
function verdictOn(ranked: Ranked, turns: readonly QuotedTurns[]): string {
  if (isTaken(ranked)) return ranked.forced ? 'taken for its open tasks' : ranked.verdict;
  const isQuoted = turns.some(({ session }) => session.id === ranked.id);
  return isQuoted ? `${ranked.verdict}, quoted` : ranked.verdict;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Texts of the rules and memories in an explanation, by id; a forgotten one has none. */
export type RuleWords = ReadonlyMap<string, string>;

export async function ruleWords(
  { store }: Pick<Deps, 'store'>,
  explained: readonly StoredExplanation[],
): Promise<RuleWords> {
  const ids = explained.flatMap(({ rules = [], claims = [] }) => [
    ...rules,
    ...claims.filter(({ claim }) => typeof claim === 'number').map(({ of }) => of),
  ]);
  const found = await Promise.all([...new Set(ids)].map((id) => store.memory(id)));
  return new Map(found.flatMap((memory) => (memory ? [[memory.id, memory.content]] : [])));
}
