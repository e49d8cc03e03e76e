import type { ToldTurns } from '../../domain/answer/last-time.ts';
import type { QuotedTurn } from '../../domain/answer/lines.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { PinDecision } from '../../domain/pins/inherit.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { Relation } from '../../domain/projects/history.ts';
import type { Book } from '../../domain/restore/ageing.ts';
import { isTaken, type Ranked, TAKEN } from '../../domain/restore/contribute.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import { hoursBetween, type Millis } from '../../domain/time.ts';
import type { RestorePhase } from '../../store.ts';
import type { ExplainedClaim } from './claims.ts';

/** Why a restore came out as it did; stored with it, so that it can be told later from what was true then. */
export interface Explanation {
  readonly phase: RestorePhase;
  readonly took_ms: number;
  readonly threshold: number;
  readonly keywords: readonly string[];
  readonly candidates: readonly ExplainedCandidate[];
  /** Candidates beyond those that are listed. */
  readonly more_candidates: number;
  readonly pins: readonly ExplainedPin[];
  /** Ids of the pending tasks that were named. */
  readonly tasks: readonly string[];
  /** Open tasks that were only counted, and why. */
  readonly tasks_left: readonly { readonly task_id: string; readonly verdict: string }[];
  /** The session whose end was told as LAST TIME. */
  readonly last_time: string | null;
  /** Other sessions whose turns were told; absent where there were none. */
  readonly before_that?: readonly string[];
  /** Nothing was recent enough: the last work was only named. */
  readonly short_form: boolean;
  /** Ids of the rules that were told. */
  readonly rules: readonly string[];
  /** In the order of their lines. */
  readonly memories: readonly ExplainedMemory[];
  /** Turns that the prompt called for, the best first. */
  readonly recalled: readonly ExplainedTurn[];
  /** Its claims that the working tree contradicted. */
  readonly claims: readonly ExplainedClaim[];
  readonly preamble_chars: number;
  /** The sign by which the folder was known as this project, at a start. */
  readonly known_by?: string;
  /** The restore answered a prompt: no start had been answered before. */
  readonly with_prompt?: true;
}

export interface ExplainedCandidate {
  readonly session_id: string;
  readonly title: string | null;
  readonly hours: number;
  readonly recency: number;
  readonly overlap: number;
  /** The prompt's share of the overlap. */
  readonly text_match: number;
  readonly tasks: number;
  readonly open_tasks: number;
  readonly relevance: number;
  readonly verdict: string;
  /** The branch on which it stopped, and how its commit stands to what is checked out; absent where nobody looked. */
  readonly branch?: string | null;
  readonly relation?: Relation;
  /** Whether it counts as what happened on another branch, or why it does not. */
  readonly apart?: boolean;
  readonly branch_gone?: true;
}

export interface ExplainedTurn {
  readonly session_id: string;
  readonly turn: number;
  readonly hours: number;
  /** How much of the prompt it holds: 0 to 1. */
  readonly share: number;
}

export interface ExplainedPin {
  readonly label: string;
  readonly from: string;
  readonly critical: boolean;
  readonly verdict: string;
}

export interface ExplainedMemory {
  readonly memory_id: string;
  readonly from: string;
  readonly hours: number;
  readonly confidence_at_end: number;
  readonly confidence: number;
  readonly verdict: string;
}

/** Enough to see where the line was drawn; a scope with thousands of sessions must not make the record grow. */
export const MOST_CANDIDATES = 20;
const MOST_TASKS_LEFT = 50;
const MOST_CLAIMS = 50;

/** How an explanation names a pin. */
export function explainedName({ label, content }: Pick<Pin, 'label' | 'content'>): string {
  return label ?? content.slice(0, 60);
}

export function explain(input: {
  readonly phase: RestorePhase;
  readonly keywords: ReadonlySet<string>;
  readonly ranked: readonly Ranked[];
  readonly book: Book;
  /** Sessions whose turns are told. */
  readonly turns: readonly ToldTurns[];
  readonly isShortForm: boolean;
  readonly rules: readonly { readonly memoryId: string }[];
  readonly decisions: readonly PinDecision[];
  readonly tasks: readonly PendingTask[];
  readonly memories: readonly ExplainedMemory[];
  readonly recalled: readonly QuotedTurn[];
  readonly claims: readonly ExplainedClaim[];
  readonly known: readonly SessionId[];
  readonly preamble: string | null;
  readonly threshold: number;
  readonly tookMs: number;
  readonly now: Millis;
}): Explanation {
  const isMain = ({ role }: ToldTurns) => role === 'last' || role === 'own';
  const beforeThat = input.turns.filter((one) => !isMain(one)).map(({ session }) => session.id);
  return {
    phase: input.phase,
    took_ms: round(input.tookMs),
    threshold: input.threshold,
    keywords: [...input.keywords].slice(0, 40),
    candidates: input.ranked.slice(0, MOST_CANDIDATES).map((ranked) => ({
      session_id: ranked.candidate.id,
      title: ranked.candidate.title,
      hours: round(ranked.hours),
      recency: round(ranked.score.recency),
      overlap: round(ranked.score.overlap),
      text_match: round(ranked.candidate.textMatch),
      tasks: round(ranked.score.tasks),
      open_tasks: ranked.candidate.tasks.length,
      relevance: round(ranked.score.total),
      verdict: verdict(ranked, input.known, input.turns),
      ...lineIn(ranked),
    })),
    more_candidates: Math.max(0, input.ranked.length - MOST_CANDIDATES),
    pins: input.decisions.map(({ offer, refused }) => ({
      label: explainedName(offer.pin),
      from: offer.sessionId,
      critical: offer.pin.critical,
      verdict: refused ?? TAKEN,
    })),
    tasks: input.tasks.map((task) => task.task_id),
    tasks_left: [
      ...input.book.overtaken.map(({ task_id }) => ({ task_id, verdict: 'overtaken by a newer list' })),
      ...input.book.older.map(({ task_id }) => ({ task_id, verdict: 'not touched for long' })),
      ...(input.book.apart ?? []).map(({ task_id }) => ({ task_id, verdict: 'its branch is not merged' })),
    ].slice(0, MOST_TASKS_LEFT),
    last_time: input.turns.find(isMain)?.session.id ?? null,
    ...(beforeThat.length > 0 && { before_that: beforeThat }),
    short_form: input.isShortForm,
    rules: input.rules.map(({ memoryId }) => memoryId),
    memories: input.memories,
    recalled: input.recalled.map(({ sessionId, turn, at, share }) => ({
      ...{ session_id: sessionId, turn, share: round(share) },
      hours: round(hoursBetween(at, input.now)),
    })),
    claims: input.claims.slice(0, MOST_CLAIMS),
    preamble_chars: input.preamble?.length ?? 0,
  };
}

function lineIn({ candidate: { line, isUnmerged } }: Ranked) {
  if (!line) return {};
  const { branch, relation, isBranchGone } = line;
  return {
    branch,
    relation,
    apart: isUnmerged === true,
    ...(isBranchGone && { branch_gone: true as const }),
  };
}

function verdict(ranked: Ranked, known: readonly SessionId[], turns: readonly ToldTurns[]): string {
  const isQuoted = turns.some(({ session }) => session.id === ranked.candidate.id);
  // Turns are told of the sessions around the last one, whoever contributes.
  if (isQuoted && !isTaken(ranked)) return `${ranked.verdict}, quoted`;
  if (isTaken(ranked) && known.includes(ranked.candidate.id)) return 'given before';
  return ranked.forced && isTaken(ranked) ? 'taken for its open tasks' : ranked.verdict;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
