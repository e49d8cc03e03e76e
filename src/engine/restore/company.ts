import type { StateContent } from '../../domain/answer/state.ts';
import type { SessionId } from '../../domain/ids.ts';
import { type SessionSnapshot, sessionSnapshot } from '../../domain/restore/snapshot.ts';
import type { Scope } from '../../domain/scope.ts';
import { foldAll } from '../../domain/session/digest.ts';
import { MINUTE } from '../../domain/time.ts';
import { goalOf } from '../../domain/turns/turn.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { runningBeside } from '../session/target.ts';

/** More than these at once are not named. */
const MOST = 3;

/**
 * Sessions of the scope in which somebody asked for something and no turn has ended yet: no snapshot knows them. `known` are
 * those that are weighed already. Their title is all that is told, so what they did meanwhile is not read.
 */
export async function atWork(
  deps: Deps,
  scope: Scope,
  known: ReadonlySet<SessionId>,
): Promise<SessionSnapshot[]> {
  const heads = (await runningBeside(deps, scope)).filter(({ id }) => !known.has(id)).slice(0, MOST);
  const sessions: SessionSnapshot[] = [];
  for (const head of heads) {
    if (deps.deadline.passed()) break;
    const row = await deps.store.session(head.id);
    if (!row) continue;
    const title = row.title ?? (await titleNow(deps, head));
    sessions.push(sessionSnapshot({ ...row, title }, head.lastActivity, head.place));
  }
  return sessions;
}

/** The title as a fold would leave it. */
async function titleNow({ store }: Deps, head: SessionHead): Promise<string | null> {
  const asked = await store.firstPrompts(head.id);
  return asked.length === 0 ? null : goalOf(foldAll(null, asked, head.scope).dialogue?.all ?? []);
}

/** A turn that ended this recently is likely to be followed by another. */
const JUST_NOW = 2 * MINUTE;

/** Which of the open sessions work, and which are open chats that wait for their person. */
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

/** The turn ended at a usage limit: whatever others do until the next prompt is news. */
export async function oweAfterLimit(deps: Deps, { id, epoch, lastSeq }: SessionHead): Promise<void> {
  const nothing = { pins: [], from: [], preamble: null, explanation: null, metrics: [] };
  const key = { sessionId: id, epoch, phase: `due:limit:${lastSeq}` as const, at: deps.now() };
  await deps.store.commitRestore(key, () => nothing);
}
