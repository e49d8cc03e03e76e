import type { QuotedTurns } from '../../../domain/answer/last-time.ts';
import { EMPTY_STATE, type StateContent } from '../../../domain/answer/state.ts';
import type { SessionId } from '../../../domain/base/ids.ts';
import type { Scope } from '../../../domain/base/scope.ts';
import { isOutside, scopedPath } from '../../../domain/base/scoped-path.ts';
import { MINUTE } from '../../../domain/base/time.ts';
import type { HeadFile, Uncommitted } from '../../../domain/projects/head-files.ts';
import { foldDigest } from '../../../domain/sessions/digest.ts';
import {
  byLatestActivity,
  type SessionSnapshot,
  sessionSnapshot,
} from '../../../domain/sessions/snapshot.ts';
import { findGoal } from '../../../domain/turns/turn.ts';
import type { Deps } from '../../base/deps.ts';
import { runningSessions } from '../../presence/target.ts';
import { sinceThen } from './history.ts';
import type { ToldPast } from './past.ts';
import type { EarlierSessions, StoredScope } from './sessions.ts';
import type { OpenWork } from './work.ts';

/** The state of the work now: what is red, what is not committed, who works here. */
export async function readState(
  deps: Deps,
  { recipient, earlier, tree }: StoredScope,
  { candidates, quiet, busy, unmerged }: EarlierSessions,
  { told, lastTime }: Pick<ToldPast, 'told' | 'lastTime'>,
  { thread, blockers, oldChecks, olderBlockers }: OpenWork,
): Promise<StateContent> {
  const { id, scope } = recipient;
  const { own } = earlier;
  const open = await divideByWork(deps, busy);
  const known = new Set([id, ...candidates.map((one) => one.id)]);
  const isStill = own !== null || unmerged.has(lastTime?.id ?? '');
  return {
    phase: thread?.phase ?? null,
    blockers,
    oldChecks,
    olderBlockers,
    thread: thread ?? EMPTY_STATE.thread,
    uncommitted: own ? [] : await uncommittedIn(deps, scope, told, quiet),
    busy: [...open.busy, ...(await findInFirstTurn(deps, scope, known))],
    waiting: open.waiting,
    since: isStill ? [] : await sinceThen(deps, tree, scope, lastTime),
  };
}

/** The other working sessions of a scope. */
export async function readCompany(deps: Deps, scope: Scope, own: SessionId): Promise<StateContent> {
  const open = await findInFirstTurn(deps, scope, new Set([own]));
  return { ...EMPTY_STATE, ...(await divideByWork(deps, open)) };
}

/** More than these at once are not named. */
const MOST = 3;

/**
 * Sessions of the scope in their first turn, which are in no snapshot yet. `known` are
 * the candidates already. Only their title is shown, so their facts are not read.
 */
async function findInFirstTurn(
  deps: Deps,
  scope: Scope,
  known: ReadonlySet<SessionId>,
): Promise<SessionSnapshot[]> {
  const heads = (await runningSessions(deps, scope))
    .filter(({ id }) => !known.has(id))
    .slice(0, MOST);
  const sessions: SessionSnapshot[] = [];
  for (const { id, scope: of, lastActivity, place } of heads) {
    if (deps.deadline.passed()) break;
    const row = await deps.store.session(id);
    if (!row) continue;
    // The title as a fold would leave it.
    const asked = row.title === null ? await deps.store.firstPrompts(id) : [];
    const title = row.title ?? findGoal(foldDigest(null, asked, of).dialogue?.all ?? []);
    sessions.push(sessionSnapshot({ ...row, title }, lastActivity, place));
  }
  return sessions;
}

/** A turn that ended this recently is likely to be followed by another. */
const JUST_NOW = 2 * MINUTE;

/** Divides open sessions into working ones and ones that wait for their person. */
async function divideByWork(
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

/** Most files that one look compares. */
const MOST_FILES = 80;

type LookDeps = Pick<Deps, 'store' | 'lookAtFiles' | 'log'>;

/** Files that sessions changed and that are not in HEAD now, the latest change first; looked at when it is asked. */
export async function uncommittedIn(
  deps: LookDeps,
  { root }: Scope,
  told: readonly QuotedTurns[],
  sessions: readonly SessionSnapshot[],
): Promise<readonly Uncommitted[]> {
  if (root === null) return [];
  const paths = await pathsTouched(deps, root, told, sessions);
  if (paths.length === 0) return [];
  const before = await deps.store.headFiles(root, paths);
  const { uncommitted, kept } = deps.lookAtFiles(root, paths, before);
  if (isNews(kept, before)) await keep(deps, root, kept);
  return uncommitted;
}

/** The files of the sessions that are told, and what the others left after their last commit. */
async function pathsTouched(
  { store }: Pick<Deps, 'store'>,
  root: string,
  told: readonly QuotedTurns[],
  sessions: readonly SessionSnapshot[],
): Promise<string[]> {
  const quoted = new Set(told.map(({ session }) => session.id));
  const all = [
    ...told.map(({ session }) => session),
    ...sessions.filter(({ id }) => !quoted.has(id)),
  ];
  const paths = new Set<string>();
  for (const { id, stopped } of all.toSorted(byLatestActivity)) {
    const touched = quoted.has(id) ? (await store.filesOf(id)).changed : (stopped?.touched ?? []);
    for (const path of touched.toReversed()) {
      const own = scopedPath(path, root, root);
      if (!isOutside(own) && paths.size < MOST_FILES) paths.add(own);
    }
  }
  return [...paths];
}

function isNews(kept: readonly HeadFile[], before: readonly HeadFile[]): boolean {
  const known = new Set(before.map((one) => JSON.stringify(one, FIELDS)));
  return kept.some((one) => !known.has(JSON.stringify(one, FIELDS)));
}

const FIELDS: (keyof HeadFile)[] = ['path', 'head', 'blob', 'size', 'mark', 'isSame'];

/** A start that cannot keep them asks again next time. */
async function keep(
  { store, log }: LookDeps,
  root: string,
  files: readonly HeadFile[],
): Promise<void> {
  try {
    await store.keepHeadFiles(root, files);
  } catch (error) {
    log.failure('compared files not kept', error);
  }
}
