import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import { closedTasks } from '../../domain/sessions/digest.ts';
import {
  type SessionSnapshot,
  type Snapshot,
  sessionSnapshot,
  sessionsAsOf,
} from '../../domain/sessions/snapshot.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { type PresentSession, presentSession } from '../presence/present.ts';

/**
 * Read-only dependencies for previews. A start first recovers dead sessions and folds quiet ones;
 * here their facts are folded in memory, and nothing is written. There is no deadline.
 */
export function asOfNow(deps: Deps): Deps {
  const open = new Map<SessionId, PresentSession>();
  const snapshot: Deps['store']['snapshot'] = async (scopeKey, tree, now) =>
    withOpenSessions(deps, await deps.store.snapshot(scopeKey, tree, now), scopeKey, open);
  // To-dos that open sessions closed since their last turn.
  const dismissed: Deps['store']['dismissed'] = async (scopeKey) => {
    const known = await deps.store.dismissed(scopeKey);
    const tasks = new Map(known.tasks);
    for (const { id } of await openIn(deps, scopeKey)) {
      const digest = await deps.store.digestOf(id);
      for (const one of digest ? closedTasks(digest) : [])
        tasks.set(one.id, Math.max(one.at, tasks.get(one.id) ?? 0));
    }
    return { ...known, tasks };
  };
  const turnsOf: Deps['store']['turnsOf'] = async (id) =>
    open.get(id)?.state.turns ?? deps.store.turnsOf(id);
  const filesOf: Deps['store']['filesOf'] = async (id) => {
    const files = await deps.store.filesOf(id);
    return { ...files, left: open.get(id)?.left ?? files.left };
  };
  return {
    ...deps,
    store: { ...deps.store, snapshot, dismissed, turnsOf, filesOf, keepHeadFiles: async () => {} },
    deadline: UNLIMITED,
    within: () => UNLIMITED,
  };
}

const UNLIMITED = { passed: () => false };

async function withOpenSessions(
  deps: Deps,
  folded: Snapshot,
  scopeKey: ScopeKey,
  open: Map<SessionId, PresentSession>,
): Promise<Snapshot> {
  const now: SessionSnapshot[] = [];
  for (const head of await openIn(deps, scopeKey)) {
    const row = await deps.store.session(head.id);
    if (!row) continue;
    const present = await presentSession(deps, head, row);
    open.set(head.id, present);
    // A fold gives a session the place of its last fact.
    const seen = sessionSnapshot(present.state, present.at, Math.max(head.place, head.lastSeq));
    if (present.holds) now.push({ ...seen, running: !present.isDead, crashed: present.isDead });
  }
  if (open.size === 0) return folded;
  const all = [...now, ...folded.sessions.filter(({ id }) => !open.has(id))];
  const sessions = sessionsAsOf(all, deps.now());
  const [latest] = sessions;
  const isLater = latest !== undefined && (open.has(latest.id) || folded.lastWork?.isCold !== true);
  return {
    ...folded,
    sessions,
    lastWork: isLater
      ? { id: latest.id, title: latest.title, at: latest.at, isCold: false }
      : folded.lastWork,
  };
}

async function openIn(
  { store }: Pick<Deps, 'store'>,
  scopeKey: ScopeKey,
): Promise<readonly SessionHead[]> {
  return (await store.openSessions()).filter(({ scope }) => scope.key === scopeKey);
}
