import type { SessionId, ThreadId } from '../../domain/base/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../../domain/base/scope.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { Deps } from '../base/deps.ts';

/** The outcome of a look-up by id, by its beginning or by a name; `several` if more than one matches. */
export type Sought<T, Candidate = T> =
  | { readonly kind: 'found'; readonly found: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[]; readonly more: boolean };

/** Most candidates that are listed. */
const MOST_LISTED = 10;

const NONE = { kind: 'none' } as const;

/** Whether a text consists of characters of ids. */
export function mayBeId(typed: string): boolean {
  return /^[0-9a-z_.:-]{1,100}$/i.test(typed.trim());
}

/** Finds a session by Cortex's id, else by the host's id, or by the beginning of either. */
export async function findSession(
  { store }: Pick<Deps, 'store'>,
  typed: string,
): Promise<Sought<SessionState>> {
  if (!mayBeId(typed)) return NONE;
  const exact = typed.trim();
  const ids = await idsMeant({ store }, exact);
  const found = ids.length === 1 ? await store.session(ids[0]!) : null;
  if (found) return { kind: 'found', found };
  const listed = await Promise.all(ids.slice(0, MOST_LISTED).map((id) => store.session(id)));
  return listed.length === 0
    ? NONE
    : several(
        listed.filter((state) => state !== null),
        ids.length,
      );
}

async function idsMeant(
  { store }: Pick<Deps, 'store'>,
  exact: string,
): Promise<readonly SessionId[]> {
  const prefix = exact.toLowerCase();
  const like = (start: string) => store.idsLike(start, MOST_LISTED + 1);
  // Rows of an older Cortex may have upper-case ids.
  const ids = [...new Set<SessionId>([...(await like(prefix)), ...(await like(exact))])];
  const named = ids.find((id) => id === prefix || id === exact);
  if (named) return [named];
  if (ids.length > 0) return ids;
  const atHosts = await store.idsAtHosts(exact, MOST_LISTED + 1);
  const whole = atHosts.filter(({ hostSessionId }) => hostSessionId === exact);
  return (whole.length > 0 ? whole : atHosts).map(({ id }) => id);
}

/** Finds a memory by its id, with or without `mem-`, or by the beginning of it. */
export async function findMemory(
  { store }: Pick<Deps, 'store'>,
  typed: string,
): Promise<Sought<Memory, string>> {
  const prefix = typed.trim();
  if (prefix === '') return NONE;
  const exact = await store.memory(prefix);
  if (exact) return { kind: 'found', found: exact };
  const like = (start: string) => store.memoryIdsLike(start, MOST_LISTED + 1);
  const ids = [...new Set([...(await like(prefix)), ...(await like(`mem-${prefix}`))])];
  const found = ids.length === 1 ? await store.memory(ids[0]!) : null;
  if (found) return { kind: 'found', found };
  return ids.length === 0 ? NONE : several(ids.slice(0, MOST_LISTED), ids.length);
}

export type SoughtThread =
  | Sought<ThreadId, string>
  /** The id is a session's, and it belongs to no thread. */
  | { readonly kind: 'no thread'; readonly session: SessionState };

/** Finds a thread by its id, else by that of a session that worked on it. */
export async function findThread(
  { store }: Pick<Deps, 'store'>,
  typed: string,
): Promise<SoughtThread> {
  if (!mayBeId(typed)) return NONE;
  const threads = await store.threadsLike(typed.trim().toLowerCase(), MOST_LISTED + 1);
  if (threads.length === 1) return { kind: 'found', found: threads[0]! };
  if (threads.length > 1) return several(threads.slice(0, MOST_LISTED), threads.length);
  const sought = await findSession({ store }, typed);
  if (sought.kind === 'several') {
    return { ...sought, candidates: sought.candidates.map((state) => state.session_id) };
  }
  if (sought.kind === 'none') return NONE;
  const id = await store.threadOfSession(sought.found.session_id);
  return id ? { kind: 'found', found: id } : { kind: 'no thread', session: sought.found };
}

/** Finds a project by its name, which is only a label: it may fit several repositories. */
export async function findProject(
  { store }: Pick<Deps, 'store'>,
  name: string,
): Promise<Sought<Scope>> {
  if (name === GLOBAL_SCOPE.label) return { kind: 'found', found: GLOBAL_SCOPE };
  const found = await store.scopesNamed(name.startsWith('project:') ? name : `project:${name}`);
  if (found.length === 1) return { kind: 'found', found: found[0]! };
  return found.length === 0 ? NONE : several(found, found.length);
}

function several<T>(candidates: readonly T[], all: number) {
  return { kind: 'several', candidates, more: all > candidates.length } as const;
}
