import { isMark } from '../../domain/answer/due.ts';
import { isCheck } from '../../domain/answer/state.ts';
import type { SessionId, ThreadId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { ago, type Millis } from '../../domain/base/time.ts';
import type { RecordedFact } from '../../domain/facts/fact.ts';
import type { EventSender } from '../../domain/facts/sender.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import {
  type SessionSnapshot,
  sessionDidSomething,
  stoppedAtLimit,
} from '../../domain/sessions/snapshot.ts';
import { failuresThere } from '../../domain/threads/check.ts';
import type { ActivityRow, Counts, RestoreRecord, SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { presentSession } from '../presence/present.ts';
import { sessionOfHost } from '../presence/target.ts';

/** Sessions of a scope, or of all, newest first. */
export async function sessionsOf(
  deps: Deps,
  scopeKey: Scope['key'] | null,
  limit: number,
  before?: SessionId,
): Promise<{ readonly sessions: readonly SessionStatus[]; readonly more: boolean }> {
  const found = await deps.store.history({
    ...(scopeKey && { scopeKey }),
    ...(before && { before }),
    limit: limit + 1,
  });
  const sessions = await Promise.all(found.slice(0, limit).map((state) => statusOf(deps, state)));
  return { sessions, more: found.length > limit };
}

export async function latestSession(
  deps: Pick<Deps, 'store'>,
  scope: Scope,
): Promise<SessionState | null> {
  return (await foldedSessions(deps, { scope, limit: 1 }))[0] ?? null;
}

/** Most sessions that are searched for projects. */
const MOST_SESSIONS = 1_000;

/** Scopes that sessions worked in, the latest first. */
export async function scopesWorkedIn({ store }: Pick<Deps, 'store'>): Promise<readonly Scope[]> {
  const scopes = new Map<string, Scope>();
  for (const state of await store.history({ limit: MOST_SESSIONS })) {
    const key = state.scope_key as Scope['key'];
    if (!scopes.has(key)) scopes.set(key, { key, label: state.scope, root: state.project_path });
  }
  return [...scopes.values()];
}

/** How much is stored. */
export function storedCounts({ store }: Pick<Deps, 'store'>): Promise<Counts> {
  return store.counts();
}

/** How many sessions started on each day, by project and host, oldest first. */
export function activitySince(
  { store }: Pick<Deps, 'store'>,
  since: Millis,
  scope: Scope | null,
): Promise<readonly ActivityRow[]> {
  return store.activity(since, scope?.key ?? null);
}

/** An open or ended session by its id, as it was opened. */
export function sessionHead(
  { store }: Pick<Deps, 'store'>,
  id: SessionId,
): Promise<SessionHead | null> {
  return store.head(id);
}

export function sessionState(
  { store }: Pick<Deps, 'store'>,
  id: SessionId,
): Promise<SessionState | null> {
  return store.session(id);
}

/** Sessions of a scope, or of all, newest first, as they were when their last turn ended. */
export function foldedSessions(
  { store }: Pick<Deps, 'store'>,
  { scope = null, limit }: { readonly scope?: Scope | null; readonly limit: number },
): Promise<readonly SessionState[]> {
  return store.history({ ...(scope && { scopeKey: scope.key }), limit });
}

/** `live`: it runs; `crashed`: its host died; `cold`: it is in cold storage. */
export type SessionLiveness = 'live' | 'ended' | 'crashed' | 'cold';

export interface SessionStatus {
  /** Folded from the present facts: the row of an open session is only updated when a turn ends. */
  readonly state: SessionState;
  readonly liveness: SessionLiveness;
}

export async function statusOf(deps: Deps, state: SessionState): Promise<SessionStatus> {
  if (state.cold) return { state, liveness: 'cold' };
  if (state.end_time !== null)
    return { state, liveness: state.crash_recovered ? 'crashed' : 'ended' };
  const head = await deps.store.head(state.session_id);
  if (!head) return { state, liveness: 'crashed' };
  const present = await presentSession(deps, head, state);
  return { state: present.state, liveness: present.isDead ? 'crashed' : 'live' };
}

/** A session for display. */
export interface SessionRecord extends SessionStatus {
  readonly thread: ThreadId | null;
  /** The present texts of its memories; null for a forgotten one. */
  readonly learnings: readonly { readonly id: string; readonly content: string | null }[];
}

export async function sessionRecord(deps: Deps, state: SessionState): Promise<SessionRecord> {
  const seen = await statusOf(deps, state);
  const learnings = seen.state.recent_learnings.map(async (id) => ({
    id,
    content: (await deps.store.memory(id))?.content ?? null,
  }));
  const thread = await deps.store.threadOfSession(seen.state.session_id);
  return { ...seen, thread, learnings: await Promise.all(learnings) };
}

/** Everything that was recorded of a session, in order. */
export function sessionFacts(
  { store }: Pick<Deps, 'store'>,
  id: SessionId,
): Promise<readonly RecordedFact[]> {
  return store.factsOf(id);
}

/** The preambles of a session, each with its reasons. */
export async function restoresOf(
  { store }: Pick<Deps, 'store'>,
  id: SessionId,
): Promise<readonly RestoreRecord[]> {
  return (await store.restoresOf(id)).filter((one) => !isMark(one));
}

/**
 * `2 pins · 1 red · stopped 2d ago`: a session's pins and failing checks, and when the previous session stopped,
 * or which agent continued while this one is at its usage limit.
 * Only reads: no session is opened. Empty if there is nothing to show.
 */
export async function statusLine(
  {
    store,
    config,
    now,
    locate,
    exists,
  }: Pick<Deps, 'store' | 'config' | 'now' | 'locate' | 'exists'>,
  { host }: Pick<EventSender, 'host'>,
  asked: { readonly hostSessionId: string | null; readonly cwd: string | null },
): Promise<string> {
  const head =
    asked.hostSessionId === null
      ? null
      : await sessionOfHost({ store, config }, host, asked.hostSessionId);
  const scope = head?.scope ?? locate(asked.cwd).scope;
  const pins = head ? await store.pinsNow(head.id) : await store.waitingPins(scope.key);
  const { sessions, thread } = await store.snapshot(scope.key, scope.root, now());
  const isThere = (path: string) => scope.root === null || exists(`${scope.root}/${path}`);
  const red = (thread?.thread.blockers ?? []).filter(
    (one) => !one.resolved && isCheck(one) && failuresThere(one, isThere) !== null,
  );
  const last = sessions.find(
    (one) => one.id !== head?.id && !one.running && sessionDidSomething(one),
  );
  const own = sessions.find((one) => one.id === head?.id);
  const next =
    own && stoppedAtLimit(own) ? sessions.find((one) => one.place > own.place) : undefined;
  return [
    pins.length > 0 ? `${pins.length} pin${pins.length === 1 ? '' : 's'}` : null,
    red.length > 0 ? `${red.length} red` : null,
    stopWords(last, next, now()),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function stopWords(
  last: SessionSnapshot | undefined,
  next: SessionSnapshot | undefined,
  now: Millis,
): string | null {
  if (next) return `${next.host} went on ${ago(next.at, now)}`;
  return last ? `stopped ${ago(last.at, now)}` : null;
}
