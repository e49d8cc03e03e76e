import { isCheck } from '../../domain/answer/state.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { Millis } from '../../domain/base/time.ts';
import { endingOf, type SessionEnding } from '../../domain/matters/matter.ts';
import type { Uncommitted } from '../../domain/projects/head-files.ts';
import { checkCommand, failingWords } from '../../domain/threads/check.ts';
import { closingQuestion } from '../../domain/turns/answers.ts';
import { turnDidSomething } from '../../domain/turns/turn.ts';
import type { Deps } from '../base/deps.ts';
import { type SessionStatus, sessionsOf } from '../sessions/sessions.ts';
import { type Matter, mattersAmong, openWorkIn, type ProjectWork } from './matters.ts';

/** A check that failed when it last ran. */
export interface RedCheck {
  /** The command; null where only the failing test is known. */
  readonly command: string | null;
  /** The failing test or message; null where the output named nothing. */
  readonly failing: string | null;
  readonly at: Millis;
  readonly session: SessionId | null;
  /** The check ran again since, and nobody knows how it came out. */
  readonly isUnread: boolean;
}

/** The state of the work in a project, for a person who comes back. */
export interface Standing {
  readonly scope: Scope;
  readonly running: readonly SessionStatus[];
  /** The session that did something last, and the matter that it belongs to; null where there is none. */
  readonly last: {
    readonly session: SessionStatus;
    readonly matter: Matter;
    readonly ending: SessionEnding;
  } | null;
  readonly red: readonly RedCheck[];
  /** Other blockers, as somebody noted them. */
  readonly inTheWay: readonly string[];
  /** When a check ran last, as far as it is known. */
  readonly checked: { readonly at: Millis; readonly isGreen: boolean } | null;
  readonly uncommitted: readonly Uncommitted[];
  /** The agent's question that nobody answered. */
  readonly agentAsks: string | null;
  /** The person's request without a reply. */
  readonly youAsked: string | null;
  /** Open tasks and noted next steps. */
  readonly next: readonly string[];
  /** Other matters with something unfinished, the latest first. */
  readonly others: readonly Matter[];
}

/** The newest sessions that are looked at. */
const LOOKED_AT = 60;

export async function readStanding(deps: Deps, scope: Scope): Promise<Standing> {
  const { sessions } = await sessionsOf(deps, scope.key, LOOKED_AT);
  const worked = sessions.filter(
    ({ state }) => state.turns.length + state.files_modified.length > 0,
  );
  const work = await openWorkIn(deps, scope, worked);
  const matters = await mattersAmong(deps, worked, new Map([[scope.key, work]]));
  const session = newestOf(worked);
  const matter = session && matters.find((one) => one.sessions.includes(session));
  const turns = session?.state.turns ?? [];
  const last = turns.at(-1);
  const ending = session && endingOfSession(session);
  const isOpen = ending !== 'answered' && ending !== 'running';
  return {
    scope,
    running: sessions.filter(({ liveness }) => liveness === 'live'),
    last: session && matter && ending ? { session, matter, ending } : null,
    red: redChecks(work, session),
    inTheWay: work.blockers.filter((one) => !isCheck(one)).map(({ text }) => text),
    checked: lastCheck(worked),
    uncommitted: work.uncommitted,
    agentAsks:
      last?.ended === 'answered' && last.answered !== null ? closingQuestion(last.answered) : null,
    youAsked: isOpen && last?.answered == null ? (last?.asked ?? null) : null,
    next: work.tasks.map(({ title }) => title),
    others: matters.filter((one) => one !== matter && one.open.length > 0),
  };
}

export function endingOfSession({ state, liveness }: SessionStatus): SessionEnding {
  return endingOf(state.turns, {
    isRunning: liveness === 'live',
    isKilled: liveness === 'crashed' || state.crash_recovered,
  });
}

/** The session that did something last, by its last activity; else the newest with a request. */
function newestOf(sessions: readonly SessionStatus[]): SessionStatus | null {
  const latest = sessions.toSorted((a, b) =>
    a.state.last_activity < b.state.last_activity ? 1 : -1,
  );
  return latest.find(({ state }) => state.turns.some(turnDidSomething)) ?? latest[0] ?? null;
}

/** Red until seen green: what the thread of work holds, and what failed last in the last session. */
function redChecks({ blockers }: ProjectWork, last: SessionStatus | null): readonly RedCheck[] {
  const known = blockers.filter(isCheck).map((one): RedCheck => {
    const command = checkCommand(one.identity!);
    const failing = failingWords(one);
    return {
      command,
      failing: failing === `${command} fails` ? null : failing,
      at: one.at,
      session: (one.session as SessionId | undefined) ?? null,
      isUnread: one.unread === true,
    };
  });
  const ran = last?.state.turns.findLast(({ runs }) => runs.length > 0);
  const failed = (ran?.runs ?? []).filter(({ outcomes }) => outcomes.at(-1) === 'red');
  const unknown = failed.filter(
    ({ name, failing }) => !known.some((one) => isSame(one, name, failing)),
  );
  const others = unknown.map(({ name, failing = null }): RedCheck => {
    const session = last!.state.session_id;
    return { command: name, failing, at: ran!.at, session, isUnread: false };
  });
  return [...known, ...others];
}

function isSame(red: RedCheck, name: string, failing: string | undefined): boolean {
  return red.command === name || (failing !== undefined && red.failing?.includes(failing) === true);
}

function lastCheck(sessions: readonly SessionStatus[]): Standing['checked'] {
  const ran = sessions.flatMap(({ state }) => state.turns).filter(({ runs }) => runs.length > 0);
  if (ran.length === 0) return null;
  const last = ran.reduce((newest, turn) => (turn.at > newest.at ? turn : newest));
  return { at: last.at, isGreen: last.runs.every(({ outcomes }) => outcomes.at(-1) === 'green') };
}
