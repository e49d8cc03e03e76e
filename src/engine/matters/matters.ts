import { type LeftUndone, openEnds } from '../../domain/answer/elsewhere.ts';
import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { matterTitle, signsOf } from '../../domain/matters/matter.ts';
import { workstreams } from '../../domain/matters/workstreams.ts';
import type { Uncommitted } from '../../domain/projects/head-files.ts';
import { type SessionSnapshot, sessionSnapshot } from '../../domain/sessions/snapshot.ts';
import { markClosed } from '../../domain/tasks/closed.ts';
import type { ThreadBlocker } from '../../domain/threads/thread.ts';
import { uncommittedIn } from '../answer/read/state.ts';
import { continuedSessions } from '../answer/told.ts';
import type { Deps } from '../base/deps.ts';
import { asOfNow } from '../sessions/as-of-now.ts';
import type { SessionStatus } from '../sessions/sessions.ts';
import { type ListedTask, tasksIn } from '../tasks/open-tasks.ts';
import { threadHere, threadLeft } from '../threads/threads.ts';

/** The sessions of one matter, and what is unfinished in it. */
export interface Matter {
  /** The oldest first. */
  readonly sessions: readonly SessionStatus[];
  /** In the person's words; null where nobody said any. */
  readonly title: string | null;
  /** Open ends in words, the most telling first; empty where nothing is known to be open, or somebody closed it. */
  readonly open: readonly string[];
}

/** Open work of one project, as far as it is known now. */
export interface ProjectWork {
  /** Checks that are red until somebody sees them green, and what else is in the way; the latest first. */
  readonly blockers: readonly ThreadBlocker[];
  readonly tasks: readonly ListedTask[];
  /** Files that sessions changed and that are not in HEAD, the latest first. */
  readonly uncommitted: readonly Uncommitted[];
}

const NOTHING_OPEN: ProjectWork = { blockers: [], tasks: [], uncommitted: [] };

/** Reads what is open in a project; nothing is written. */
export async function openWorkIn(
  deps: Deps,
  scope: Scope,
  sessions: readonly SessionStatus[],
): Promise<ProjectWork> {
  const world = asOfNow(deps);
  const seen = (await threadHere(deps, scope)) ?? (await threadLeft(deps, scope));
  const blockers = (seen?.thread.blockers ?? []).filter(({ resolved }) => !resolved).reverse();
  const tasks = (await tasksIn(deps, scope)).filter(({ age }) => age === 'open');
  const uncommitted = await uncommittedIn(world, scope, [], sessions.map(snapshotOf));
  return { blockers, tasks, uncommitted };
}

/** The open work of every project that sessions are of, by its key. */
export async function openWorkOf(
  deps: Deps,
  sessions: readonly SessionStatus[],
): Promise<ReadonlyMap<string, ProjectWork>> {
  const found = new Map<string, ProjectWork>();
  for (const [key, own] of Map.groupBy(sessions, ({ state }) => state.scope_key)) {
    const { scope, project_path: root } = own[0]!.state;
    found.set(key, await openWorkIn(deps, { key: key as ScopeKey, label: scope, root }, own));
  }
  return found;
}

/** Sessions by matter, the matter that was worked on last first. `sessions` begins with the newest. */
export async function mattersAmong(
  deps: Deps,
  sessions: readonly SessionStatus[],
  work: ReadonlyMap<string, ProjectWork>,
): Promise<readonly Matter[]> {
  const signed = await Promise.all(
    sessions.toReversed().map(async (status) => {
      const restores = await deps.store.restoresOf(status.state.session_id);
      return { ...signsOf(status.state, continuedSessions(restores)), status };
    }),
  );
  const owners = newestChanged(sessions);
  const matters: Matter[] = [];
  for (const lane of workstreams(signed)) {
    const own = lane.map(({ status }) => status);
    const { scope_key: key } = own.at(-1)!.state;
    const { closed } = await deps.store.dismissed(lane[0]!.scopeKey);
    const open = openIn(own, work.get(key) ?? NOTHING_OPEN, { closed, owners });
    matters.push({ sessions: own, title: matterTitle(own.map(({ state }) => state)), open });
  }
  return matters.sort((a, b) => (lastActive(a) < lastActive(b) ? 1 : -1));
}

function lastActive({ sessions }: Matter): string {
  return sessions.at(-1)!.state.last_activity;
}

interface KnownEnds {
  readonly closed: Parameters<typeof markClosed>[2];
  /** The newest session that changed a file. */
  readonly owners: ReadonlyMap<string, SessionId>;
}

/** The open ends of a matter: how its last session ended, and what any of its sessions left. */
function openIn(
  own: readonly SessionStatus[],
  work: ProjectWork,
  { closed, owners }: KnownEnds,
): readonly string[] {
  const last = own.at(-1)!;
  const { turns } = last.state;
  const session = markClosed(snapshotOf(last), turns, closed);
  if (session.isClosed || last.liveness === 'live') return [];
  const ids = new Set<string | undefined>(own.map(({ state }) => state.session_id));
  const { scope_key: key } = last.state;
  const undone: LeftUndone = {
    blockers: work.blockers.filter((one) => ids.has(one.session)),
    uncommitted: work.uncommitted.filter(({ path }) => ids.has(owners.get(`${key} ${path}`))),
    tasks: work.tasks.filter((one) => ids.has(one.session?.id)).length,
  };
  return openEnds(session, turns, undone);
}

/** `sessions` begins with the newest. */
function newestChanged(sessions: readonly SessionStatus[]): ReadonlyMap<string, SessionId> {
  const owners = new Map<string, SessionId>();
  for (const { state } of sessions)
    for (const path of state.stopped?.touched ?? []) {
      const key = `${state.scope_key} ${path}`;
      if (!owners.has(key)) owners.set(key, state.session_id);
    }
  return owners;
}

function snapshotOf({ state, liveness }: SessionStatus): SessionSnapshot {
  const snapshot = sessionSnapshot(state);
  return { ...snapshot, crashed: snapshot.crashed || liveness === 'crashed' };
}
