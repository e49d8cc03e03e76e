import type { ScopeKey, SessionId } from '../../domain/ids.ts';
import {
  didSomething,
  latestFirst,
  type SessionSnapshot,
  type Snapshot,
  sessionSnapshot,
  sessionsAsOf,
} from '../../domain/restore/snapshot.ts';
import { closedTasks } from '../../domain/session/digest.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { isDead } from '../session/recover.ts';
import { stateNow } from '../session/state.ts';

/**
 * Read-only dependencies for previews. A start first recovers dead sessions and folds quiet ones;
 * here their facts are folded in memory, and nothing is written. There is no deadline.
 */
export function asOfNow(deps: Deps): Deps {
  const open = new Map<SessionId, readonly Turn[]>();
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
  const turnsOf: Deps['store']['turnsOf'] = async (id) => open.get(id) ?? deps.store.turnsOf(id);
  return {
    ...deps,
    store: { ...deps.store, snapshot, dismissed, turnsOf },
    deadline: UNLIMITED,
    within: () => UNLIMITED,
  };
}

const UNLIMITED = { passed: () => false };

async function withOpenSessions(
  deps: Deps,
  folded: Snapshot,
  scopeKey: ScopeKey,
  turns: Map<SessionId, readonly Turn[]>,
): Promise<Snapshot> {
  const now: SessionSnapshot[] = [];
  for (const head of await openIn(deps, scopeKey)) {
    const row = await deps.store.session(head.id);
    if (!row) continue;
    const isGone = isDead(deps, head);
    const state = await stateNow(deps, row);
    turns.set(head.id, state.turns);
    const seen = sessionSnapshot(state, head.lastActivity, head.place);
    now.push({ ...seen, running: !isGone, crashed: isGone });
  }
  if (now.length === 0) return folded;
  const sessions = [...now.filter(holdsAnything), ...folded.sessions.filter(({ id }) => !turns.has(id))];
  const [latest] = now.filter(didSomething).sort(latestFirst);
  return {
    ...folded,
    sessions: sessionsAsOf(sessions, deps.now()),
    lastWork: folded.lastWork ?? (latest ? { ...latest, isCold: false } : null),
  };
}

async function openIn({ store }: Pick<Deps, 'store'>, scopeKey: ScopeKey): Promise<readonly SessionHead[]> {
  return (await store.openSessions()).filter(({ scope }) => scope.key === scopeKey);
}

function holdsAnything(session: SessionSnapshot): boolean {
  const { pins, topics, tasks } = session;
  return didSomething(session) || pins.length + topics.length + tasks.length > 0;
}
