import type { Context } from '../../domain/answer/contributors.ts';
import type { ToldTurns } from '../../domain/answer/last-time.ts';
import type { PinDecision } from '../../domain/pins/inherit.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { Book } from '../../domain/restore/ageing.ts';
import { isTaken, type Ranked, TAKEN } from '../../domain/restore/contribute.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import { hoursBetween } from '../../domain/time.ts';
import type { RestorePhase } from '../../store.ts';
import type { Deps } from '../deps.ts';
import type { ExplainedClaim } from './claims.ts';
import type { ExplainedMemory } from './memories.ts';

/** Why a restore came out as it did; stored with it, so that it can be told later from what was true then. */
export type Explanation = ReturnType<typeof explain> & {
  /** The sign by which the folder was known as this project, at a start. */
  readonly known_by?: string;
  /** The restore answered a prompt: no start had been answered before. */
  readonly with_prompt?: true;
};

export type ExplainedCandidate = ReturnType<typeof explainedCandidate>;
export type ExplainedPin = Explanation['pins'][number];

/** A scope with thousands of sessions must not make the record grow. */
const MOST_CANDIDATES = 20;
const MOST_TASKS_LEFT = 50;
const MOST_CLAIMS = 50;

/** A stored explanation may be of an older Cortex: every part may be missing. */
export type StoredExplanation = Partial<Explanation>;

/** Words of rules and memories that an explanation names, by their ids; one that was forgotten since has none. */
export type RuleWords = ReadonlyMap<string, string>;

export async function ruleWords(
  { store }: Pick<Deps, 'store'>,
  explained: readonly StoredExplanation[],
): Promise<RuleWords> {
  const ids = new Set(
    explained.flatMap(({ rules = [], claims = [] }) => [
      ...rules,
      ...claims.filter(({ claim }) => typeof claim === 'number').map(({ of }) => of),
    ]),
  );
  const found = await Promise.all([...ids].map((id) => store.memory(id)));
  return new Map(found.flatMap((memory) => (memory ? [[memory.id, memory.content]] : [])));
}

/** How an explanation names a pin. */
export function explainedName({ label, content }: Pick<Pin, 'label' | 'content'>): string {
  return label ?? content.slice(0, 60);
}

/** The content of a told text. */
interface Told extends Pick<Context, 'turns' | 'rules' | 'tasks' | 'recalled'> {
  readonly isShortForm: boolean;
  readonly decisions: readonly PinDecision[];
  readonly memories: readonly ExplainedMemory[];
  readonly preamble: string | null;
}

interface Explained {
  readonly phase: RestorePhase;
  readonly inputs?: { readonly ranked: readonly Ranked[]; readonly book: Book };
  readonly claims?: readonly ExplainedClaim[];
  readonly startedAt: number;
}

export function explain(
  { config, now, ticks }: Pick<Deps, 'config' | 'now' | 'ticks'>,
  { phase, inputs, claims = [], startedAt }: Explained,
  told: Told,
) {
  const { ranked = [], book } = inputs ?? {};
  const isMain = ({ role }: ToldTurns) => role === 'last' || role === 'own';
  const beforeThat = told.turns.filter((one) => !isMain(one)).map(({ session }) => session.id);
  const left = (tasks: readonly PendingTask[] = [], verdict: string) =>
    tasks.map(({ task_id }) => ({ task_id, verdict }));
  return {
    phase,
    took_ms: round(ticks() - startedAt),
    threshold: config['session_persistence.relevance_threshold'],
    // Enough to see where the line was drawn.
    candidates: ranked.slice(0, MOST_CANDIDATES).map((one) => explainedCandidate(one, told.turns)),
    more_candidates: Math.max(0, ranked.length - MOST_CANDIDATES),
    pins: told.decisions.map(({ offer, refused }) => ({
      label: explainedName(offer.pin),
      from: offer.sessionId,
      critical: offer.pin.critical,
      verdict: refused ?? TAKEN,
    })),
    // Tasks that were named, and those that were only counted.
    tasks: told.tasks.map((task): string => task.task_id),
    tasks_left: [
      ...left(book?.overtaken, 'overtaken by a newer list'),
      ...left(book?.older, 'not touched for long'),
      ...left(book?.apart, 'its branch is not merged'),
    ].slice(0, MOST_TASKS_LEFT),
    // The session whose end was told as LAST TIME, and others whose turns were told.
    last_time: told.turns.find(isMain)?.session.id ?? null,
    ...(beforeThat.length > 0 && { before_that: beforeThat }),
    // Nothing was recent enough: the last work was only named.
    short_form: told.isShortForm,
    rules: told.rules.map(({ memoryId }) => memoryId),
    memories: told.memories,
    recalled: told.recalled.map(({ sessionId, turn, at, share }) => ({
      ...{ session_id: sessionId, turn, share: round(share) },
      hours: round(hoursBetween(at, now())),
    })),
    claims: claims.slice(0, MOST_CLAIMS),
    preamble_chars: told.preamble?.length ?? 0,
  };
}

function explainedCandidate(ranked: Ranked, turns: readonly ToldTurns[]) {
  const { candidate, hours, score } = ranked;
  const { line, isUnmerged } = candidate;
  return {
    session_id: candidate.id,
    title: candidate.title,
    hours: round(hours),
    recency: round(score.recency),
    overlap: round(score.overlap),
    tasks: round(score.tasks),
    open_tasks: candidate.tasks.length,
    relevance: round(score.total),
    verdict: verdictOn(ranked, turns),
    // Absent where nobody looked how its commit stands to what is checked out.
    ...(line && { branch: line.branch, relation: line.relation, apart: isUnmerged === true }),
    ...(line?.isBranchGone && { branch_gone: true as const }),
  };
}

/** Turns are told of the sessions around the last one, whoever contributes. */
function verdictOn(ranked: Ranked, turns: readonly ToldTurns[]): string {
  if (isTaken(ranked)) return ranked.forced ? 'taken for its open tasks' : ranked.verdict;
  const isQuoted = turns.some(({ session }) => session.id === ranked.candidate.id);
  return isQuoted ? `${ranked.verdict}, quoted` : ranked.verdict;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
