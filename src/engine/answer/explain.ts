import type { Context } from '../../domain/answer/context.ts';
import { isTaken, type RankedSession, TAKEN } from '../../domain/answer/contribute.ts';
import type { SectionName } from '../../domain/answer/contributors.ts';
import type { PinDecision } from '../../domain/answer/inherit.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import type { Preamble } from '../../domain/answer/preamble.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { hoursBetween } from '../../domain/base/time.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { Relation } from '../../domain/projects/history.ts';
import type { PendingTask } from '../../domain/todos/task.ts';
import type { RestorePhase } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import type { ExplainedClaim } from './read/claims.ts';
import { isMain } from './read/past.ts';
import type { ExplainedMemory, Occasion, WeighedLearning } from './select.ts';

/** Why an answer has its content; stored with it, so that `cortex why` can explain it later. */
export interface Explanation {
  readonly phase: RestorePhase;
  readonly took_ms: number;
  readonly threshold: number;
  readonly candidates: readonly ExplainedCandidate[];
  readonly more_candidates: number;
  readonly pins: readonly ExplainedPin[];
  /** Ids of the named tasks. */
  readonly tasks: readonly string[];
  readonly tasks_left: readonly { readonly task_id: string; readonly verdict: string }[];
  /** The session of LAST TIME, and the others with quoted turns. */
  readonly last_time: SessionId | null;
  readonly before_that?: readonly SessionId[];
  readonly elsewhere?: readonly SessionId[];
  /** Sessions of other projects that worked here. */
  readonly foreign?: readonly SessionId[];
  /** Nothing was recent enough: the last work was only named. */
  readonly short_form: boolean;
  readonly rules: readonly string[];
  readonly memories: readonly ExplainedMemory[];
  readonly recalled: readonly ExplainedMatter[];
  readonly claims: readonly ExplainedClaim[];
  readonly preamble_chars: number;
  /** The sign by which the folder was known as this project, at a start. */
  readonly known_by?: string;
  /** The answer was given to a prompt because no start was answered before. */
  readonly with_prompt?: true;
}

/** A stored explanation may come from an older version: every part may be missing. */
export type StoredExplanation = Partial<Explanation>;

export interface ExplainedCandidate {
  readonly session_id: SessionId;
  readonly title: string | null;
  readonly hours: number;
  readonly recency: number;
  readonly overlap: number;
  readonly tasks: number;
  readonly open_tasks: number;
  readonly relevance: number;
  readonly verdict: string;
  /** Absent if the relation of its commit to HEAD was not determined. */
  readonly branch?: string | null;
  readonly relation?: Relation;
  readonly apart?: boolean;
  readonly branch_gone?: true;
}

export interface ExplainedPin {
  readonly label: string;
  readonly from: string;
  readonly critical: boolean;
  readonly verdict: string;
}

/** A session of the matter that a prompt meant. */
export interface ExplainedMatter {
  readonly session_id: SessionId;
  readonly turns: readonly number[];
  readonly hours: number;
}

/** The content of an answer, and the text that was made of it. */
export interface ToBeExplained {
  readonly content: Context;
  readonly sections: readonly SectionName[];
  readonly pins: readonly PinDecision[];
  /** Memories that the model does not have already. */
  readonly memories: readonly WeighedLearning[];
  readonly tasks: readonly PendingTask[];
  readonly made: Preamble | null;
  readonly isShortForm: boolean;
}

/** Most candidates in the record, however many sessions a scope has. */
const MOST_CANDIDATES = 20;
const MOST_TASKS_LEFT = 50;
const MOST_CLAIMS = 50;

export function explain(
  { config, now, ticks }: Pick<Deps, 'config' | 'now' | 'ticks'>,
  { phase, reading, claims, startedAt }: Occasion,
  told: ToBeExplained,
): Explanation {
  const { content, made } = told;
  const isTold = (one: unknown) => made?.told.has(one) === true;
  const ranked = reading?.past.ranked ?? [];
  const turns = told.sections.includes('turns') ? content.turns : [];
  const beforeThat = turns.filter((one) => !isMain(one)).map(({ session }) => session.id);
  const elsewhere = content.elsewhere.filter(isTold).map(({ session }) => session.id);
  const foreign = content.foreign
    .filter(({ session }) => isTold(session))
    .map(({ session }) => session.id);
  return {
    phase,
    took_ms: round(ticks() - startedAt),
    threshold: config['session_persistence.relevance_threshold'],
    // Enough candidates to show the threshold.
    candidates: ranked.slice(0, MOST_CANDIDATES).map((one) => explainCandidate(one, turns)),
    more_candidates: Math.max(0, ranked.length - MOST_CANDIDATES),
    pins: told.pins.map(explainPin),
    tasks: told.tasks.map(({ task_id }) => task_id),
    tasks_left: tasksLeft(reading?.work.book),
    last_time: turns.find(isMain)?.session.id ?? null,
    ...(beforeThat.length > 0 && { before_that: beforeThat }),
    ...(elsewhere.length > 0 && { elsewhere }),
    ...(foreign.length > 0 && { foreign }),
    short_form: told.isShortForm,
    rules: content.rules.filter(isTold).map(({ memoryId }) => memoryId),
    // A memory that did not fit may be included later.
    memories: told.memories.map(({ explained, memory, isExcluded }) =>
      isExcluded || isTold(memory) ? explained : { ...explained, verdict: 'no room' },
    ),
    recalled: content.recalled
      .filter(({ session }) => isTold(session))
      .map(({ session, turns: of }) => ({
        session_id: session.id,
        turns: of.map(({ number }) => number),
        hours: round(hoursBetween(session.at, now())),
      })),
    claims: claims.failed.slice(0, MOST_CLAIMS),
    preamble_chars: made?.text.length ?? 0,
  };
}

type TasksLeft = Explanation['tasks_left'];

function tasksLeft(book: NonNullable<Occasion['reading']>['work']['book'] | undefined): TasksLeft {
  const left = (tasks: readonly PendingTask[] = [], verdict: string) =>
    tasks.map(({ task_id }) => ({ task_id, verdict }));
  return [
    ...left(book?.overtaken, 'overtaken by a newer list'),
    ...left(book?.older, 'not touched for long'),
    ...left(book?.apart, 'its branch is not merged'),
  ].slice(0, MOST_TASKS_LEFT);
}

function explainPin({ offer, refused }: PinDecision): ExplainedPin {
  return {
    label: explainedName(offer.pin),
    from: offer.sessionId,
    critical: offer.pin.critical,
    verdict: refused ?? TAKEN,
  };
}

/** How an explanation names a pin. */
export function explainedName({ label, content }: Pick<Pin, 'label' | 'content'>): string {
  return label ?? content.slice(0, 60);
}

function explainCandidate(
  candidate: RankedSession,
  turns: readonly QuotedTurns[],
): ExplainedCandidate {
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
    ...(line && { branch: line.branch, relation: line.relation, apart: isUnmerged === true }),
    ...(line?.isBranchGone && { branch_gone: true }),
  };
}

/** Sessions near the last one are quoted even if they do not contribute. */
function verdictOn(ranked: RankedSession, turns: readonly QuotedTurns[]): string {
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
