import { countTurns, type SessionState } from '../../domain/sessions/session.ts';
import { findGoal, type Turn } from '../../domain/turns/turn.ts';
import type { SessionStatus } from '../../engine/sessions/sessions.ts';

/** How a session or a turn came out, at a glance. */
export type WorkOutcome = 'running' | 'red' | 'cut' | 'done' | 'talk';

/** A session in a list. */
export interface SessionCard {
  readonly session_id: string;
  readonly title: string | null;
  /** Its newest request of some length. */
  readonly goal: string | null;
  /** The last thing that came of it. */
  readonly result: string | null;
  readonly outcome: WorkOutcome;
  readonly cold: boolean;
  readonly host: string;
  readonly scope: string;
  readonly branch: string | null;
  readonly start_time: string;
  readonly last_activity: string;
  readonly turns: number;
  readonly files: number;
  readonly commits: number;
  readonly checks: Turn['runs'];
  readonly open: number;
}

export function cardOf(status: SessionStatus): SessionCard {
  const { state, liveness } = status;
  const { session_id, title, host, scope, branch, start_time, last_activity } = state;
  return {
    session_id,
    title,
    host,
    scope,
    branch,
    start_time,
    last_activity,
    goal: findGoal(state.turns) ?? title,
    result: state.stopped?.result ?? null,
    outcome: outcomeOfStatus(status),
    cold: liveness === 'cold',
    turns: countTurns(state),
    files: new Set([...state.files_modified, ...state.turns.flatMap(({ files }) => files)]).size,
    commits: state.turns.flatMap(({ made }) => made).filter(({ what }) => what === 'commit').length,
    checks: checksOf(state),
    open: state.pending_tasks.length,
  };
}

const CUT: ReadonlySet<string | null> = new Set(['usage limit', 'failed', 'broken off']);

function outcomeOfStatus({ state, liveness }: SessionStatus): WorkOutcome {
  if (liveness === 'live') return 'running';
  if (checksOf(state).some(isRed)) return 'red';
  const ended = state.turns.at(-1)?.ended ?? null;
  // A window that is closed after the answer cuts nothing off.
  if (CUT.has(ended) || (liveness === 'crashed' && ended !== 'answered')) return 'cut';
  const isWork =
    state.files_modified.length > 0 || state.turns.some((turn) => outcomeOfTurn(turn) === 'done');
  return isWork ? 'done' : 'talk';
}

/** The outcome of one turn; one without an end is under way, or was killed with its session. */
export function outcomeOfTurn({ files, made, runs, ended }: Turn): WorkOutcome {
  if (runs.some(isRed)) return 'red';
  if (CUT.has(ended)) return 'cut';
  return files.length + made.length + runs.length > 0 ? 'done' : 'talk';
}

export function isRed({ outcomes }: Turn['runs'][number]): boolean {
  return outcomes.at(-1) === 'red';
}

/** Each check once, as it came out in the end, with its way there. */
function checksOf({ turns }: Pick<SessionState, 'turns'>): Turn['runs'] {
  const checks = new Map<string, Turn['runs'][number]>();
  for (const run of turns.flatMap(({ runs }) => runs)) {
    const outcomes = [...(checks.get(run.name)?.outcomes ?? []), ...run.outcomes];
    checks.delete(run.name);
    checks.set(run.name, {
      ...run,
      outcomes: outcomes.filter((one, i) => one !== outcomes[i - 1]).slice(-3),
    });
  }
  return [...checks.values()];
}
