import type { StateContent } from '../../../domain/answer/state.ts';
import type { SessionId } from '../../../domain/ids.ts';
import { isMark, marksDue } from '../../../domain/restore/due.ts';
import { type SessionSnapshot, sessionSnapshot } from '../../../domain/restore/snapshot.ts';
import type { Scope } from '../../../domain/scope.ts';
import { foldAll } from '../../../domain/session/digest.ts';
import { MINUTE, type Millis } from '../../../domain/time.ts';
import { goalOf } from '../../../domain/turns/turn.ts';
import type { RestoreRecord, SessionHead } from '../../../store.ts';
import type { Deps } from '../../deps.ts';
import { runningSessions } from '../../session/target.ts';

/** More than these at once are not named. */
const MOST = 3;

/**
 * Sessions of the scope in their first turn, which are in no snapshot yet. `known` are
 * the candidates already. Only their title is shown, so their facts are not read.
 */
export async function atWork(
  deps: Deps,
  scope: Scope,
  known: ReadonlySet<SessionId>,
): Promise<SessionSnapshot[]> {
  const heads = (await runningSessions(deps, scope)).filter(({ id }) => !known.has(id)).slice(0, MOST);
  const sessions: SessionSnapshot[] = [];
  for (const { id, scope: of, lastActivity, place } of heads) {
    if (deps.deadline.passed()) break;
    const row = await deps.store.session(id);
    if (!row) continue;
    // The title as a fold would leave it.
    const asked = row.title === null ? await deps.store.firstPrompts(id) : [];
    const title = row.title ?? goalOf(foldAll(null, asked, of).dialogue?.all ?? []);
    sessions.push(sessionSnapshot({ ...row, title }, lastActivity, place));
  }
  return sessions;
}

/** A turn that ended this recently is likely to be followed by another. */
const JUST_NOW = 2 * MINUTE;

/** Splits open sessions into working ones and ones that wait for their person. */
export async function byWork(
  deps: Deps,
  sessions: readonly SessionSnapshot[],
): Promise<Pick<StateContent, 'busy' | 'waiting'>> {
  if (sessions.length === 0) return { busy: [], waiting: [] };
  const midTurn = await deps.store.midTurn(sessions.map(({ id }) => id));
  const isBusy = ({ id, at }: SessionSnapshot) => midTurn.has(id) || deps.now() - at < JUST_NOW;
  return {
    busy: sessions.filter(isBusy),
    waiting: sessions.filter((session) => !isBusy(session)).slice(0, MOST),
  };
}

const LIMIT = 'limit';

/** After a turn that ended at a usage limit: owes the session news about others' work until its next prompt. */
export function oweAfterLimit(deps: Deps, head: SessionHead): Promise<void> {
  return mark(deps, head, `${LIMIT}:${head.lastSeq}`);
}

/** Owes other working sessions in the folder the news of a new one. A failure is logged only. */
export async function oweToOthers(deps: Deps, head: SessionHead): Promise<void> {
  try {
    const others = await runningSessions(deps, head.scope);
    for (const other of others)
      if (other.id !== head.id && other.scope.root === head.scope.root)
        await mark(deps, other, `beside:${head.id}`);
  } catch (error) {
    deps.log.failure('others not told', error);
  }
}

async function mark(deps: Deps, { id, epoch }: SessionHead, what: string): Promise<void> {
  const nothing = { pins: [], from: [], preamble: null, explanation: null, metrics: [] };
  const key = { sessionId: id, epoch, phase: `due:${what}` as const, at: deps.now() };
  await deps.store.commitRestore(key, () => nothing);
}

export interface DueNews {
  readonly phase: `news:${number}`;
  readonly since: Millis;
  readonly isAfterLimit: boolean;
}

export function newsDue(done: readonly RestoreRecord[]): DueNews {
  const marks = marksDue(done);
  return {
    phase: `news:${done.filter(isMark).length}`,
    since: Math.min(...marks.map(({ at }) => at)),
    isAfterLimit: marks.some(({ phase }) => phase.startsWith(`due:${LIMIT}:`)),
  };
}
