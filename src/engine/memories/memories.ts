import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { Millis } from '../../domain/base/time.ts';
import { OWN_VIA } from '../../domain/facts/fact.ts';
import {
  type ConfidenceReason,
  confidenceAt,
  confidenceUpdate,
  type Memory,
  type MemoryPatch,
  type MemoryRequest,
  makeMemory,
  memoryContent,
  memoryFields,
  moreConfident,
  morePractised,
  patchMemory,
  tidyCategories,
  worth,
} from '../../domain/memories/memory.ts';
import { redactDeep } from '../../domain/redact/redact.ts';
import { readQuery } from '../../domain/search/query.ts';
import type {
  MemoryFilter,
  MemoryHistoryEntry,
  MemoryHit,
  SessionHead,
} from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { meantSessions } from '../presence/target.ts';

/** Nothing was stored: the text is empty or too long. */
type MemoryRefused =
  | { readonly kind: 'empty' }
  | { readonly kind: 'too long'; readonly max: number };

export type AddResult =
  /** `known`: the scope already has this text, which was stated again. */
  { readonly kind: 'added' | 'known'; readonly memory: Memory } | MemoryRefused;

/** Stores a memory and records it in the sessions concerned. */
export async function addMemory(
  deps: Deps,
  scope: Scope,
  request: MemoryRequest,
  sessions?: readonly SessionHead[],
): Promise<AddResult> {
  const safe = { ...request, ...redactMemory(deps, request) };
  const refused = refusalOf(deps, safe.content);
  if (refused) return refused;
  const targets = sessions ?? (await meantSessions(deps, scope));
  const sessionId = targets.length === 1 ? targets[0]!.id : null;
  const made = makeMemory(safe, { id: '', scope, sessionId }, deps.now())!;
  // Short enough to type, and the beginning of a random id.
  const newId = () => `mem-${deps.newSessionId().slice(0, 8)}`;
  const { memory, isNew } = await deps.store.addMemory(made, newId, idsOf(targets));
  return { kind: isNew ? 'added' : 'known', memory };
}

function refusalOf({ config }: Pick<Deps, 'config'>, content: string): MemoryRefused | null {
  const max = config['memories.max_chars'];
  const kept = memoryContent(content);
  if (kept === '') return { kind: 'empty' };
  return kept.length > max && [...kept].length > max ? { kind: 'too long', max } : null;
}

export type UpdateResult =
  | { readonly kind: 'updated'; readonly memory: Memory }
  | { readonly kind: 'unknown' }
  | MemoryRefused;

/** Changes a memory. A new text or confidence is recorded in the session. */
export async function updateMemory(
  deps: Deps,
  id: string,
  patch: MemoryPatch,
  sessions: readonly SessionHead[],
): Promise<UpdateResult> {
  const safe: MemoryPatch = { ...patch, ...redactMemory(deps, patch) };
  const refused = safe.content === undefined ? null : refusalOf(deps, safe.content);
  if (refused) return refused;
  const at = deps.now();
  const change = await deps.store.changeMemory(id, idsOf(sessions), at, (known) => {
    const memory = patchMemory(known, safe, at);
    if (!memory) return null;
    const isSaidAnew = memory.content !== known.content || safe.confidence !== undefined;
    const { categories } = memory;
    return {
      memory,
      update: worth(memory) === worth(known) ? null : confidenceUpdate(known, memory, 'manual', at),
      facts: isSaidAnew ? [{ kind: 'learned', memoryId: memory.id, categories }] : [],
    };
  });
  return change ? { kind: 'updated', memory: change.memory } : { kind: 'unknown' };
}

/**
 * Changes a memory's confidence; the reason is recorded with the memory and the session, even if a limit leaves the
 * number unchanged. Null if there is no such memory.
 */
export async function changeConfidence(
  deps: Pick<Deps, 'store' | 'now'>,
  memoryId: string,
  delta: number,
  reason: ConfidenceReason,
  session: Pick<SessionHead, 'id'> | null,
): Promise<Memory | null> {
  const at = deps.now();
  const change = await deps.store.changeMemory(
    memoryId,
    session ? [session.id] : [],
    at,
    (known) => {
      const memory = moreConfident(known, delta);
      return { memory, update: confidenceUpdate(known, memory, reason, at) };
    },
  );
  return change?.memory ?? null;
}

/** Counts the use of memories; frequent use within a session raises the confidence once. */
export async function countUse(
  deps: Deps,
  ids: readonly string[],
  sessions: readonly SessionHead[],
): Promise<Memory[]> {
  const { 'memories.access_count': enough, 'memories.access_boost': boost } = deps.config;
  const at = deps.now();
  const used: Memory[] = [];
  for (const id of ids) {
    const change = await deps.store.changeMemory(id, idsOf(sessions), at, (known, uses) => {
      const memory = { ...known, accessCount: known.accessCount + 1, lastAccessed: at };
      const isRepeated = sessions.length > 0 && uses + 1 === enough;
      const raised = isRepeated ? morePractised(memory, boost) : memory;
      return {
        memory: raised,
        update: isRepeated ? confidenceUpdate(memory, raised, 'repeated_access', at) : null,
        facts: [{ kind: 'recalled', memoryId: id }],
      };
    });
    if (change) used.push(change.memory);
  }
  return used;
}

/** Records in the sessions which categories were asked for: they are topics of the work. */
export async function noteCategoriesAsked(
  deps: Pick<Deps, 'store' | 'now' | 'config'>,
  categories: readonly string[] = [],
  sessions: readonly SessionHead[],
): Promise<void> {
  const { categories: asked = [] } = redactMemory(deps, { categories: tidyCategories(categories) });
  if (asked.length === 0) return;
  const fact = { kind: 'categories-asked' as const, categories: asked };
  for (const { id } of sessions)
    await deps.store.append(id, [{ fact, key: null }], { via: OWN_VIA, at: deps.now() });
}

export interface MemoryQuery {
  /** Its own memories and the global ones; null: those of every scope. */
  readonly scope: Scope | null;
  readonly categories?: readonly string[];
  readonly since?: Millis;
  readonly limit?: number;
}

/** The memories stated last, newest first. */
export function recentMemories(deps: Deps, query: MemoryQuery): Promise<readonly Memory[]> {
  return deps.store.memories(filterOf(deps, query));
}

/** The best answers to a question in words, best first. */
export async function searchMemories(
  deps: Pick<Deps, 'store' | 'now' | 'config'>,
  question: string,
  query: MemoryQuery,
): Promise<readonly MemoryHit[]> {
  const find = () => deps.store.searchMemories(readQuery(question).terms, filterOf(deps, query));
  const found = await find();
  // An empty result counts only if the index is intact; otherwise it is rebuilt first.
  return found.length > 0 || (await deps.store.mendIndexes()).length === 0 ? found : find();
}

function filterOf(deps: Pick<Deps, 'now' | 'config'>, query: MemoryQuery): MemoryFilter {
  const { scope, categories, since } = query;
  return {
    ...(scope && { scopeKeys: [...new Set([scope.key, GLOBAL_SCOPE_KEY])] }),
    ...(categories?.length && { categories: tidyCategories(categories) }),
    ...(since !== undefined && { since }),
    now: deps.now(),
    limit: mostMemories(deps, query),
  };
}

/** The default limit. */
export function mostMemories(
  { config }: Pick<Deps, 'config'>,
  { limit }: Pick<MemoryQuery, 'limit'>,
): number {
  return limit ?? config['memories.recent'];
}

/** A memory as JSON. */
export interface MemoryRecord {
  readonly id: string;
  readonly content: string;
  readonly categories: Memory['categories'];
  readonly importance: Memory['importance'];
  readonly scope: string;
  readonly scope_key: ScopeKey;
  readonly source: Memory['source'];
  /** The present one. */
  readonly confidence: number;
  readonly stored_confidence: number;
  readonly access_count: number;
  readonly last_accessed: string | null;
  readonly validation_count: number;
  readonly contradiction_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string | null;
  readonly session_id: SessionId | null;
}

export function memoryRecord(memory: Memory, now: Millis): MemoryRecord {
  const confidence = Math.round(confidenceAt(memory, now) * 1e4) / 1e4;
  return memoryFields(memory, { confidence, stored_confidence: memory.confidence });
}

/** Redacts the texts of a person or an agent; all other fields are numbers and dates. */
function redactMemory<
  T extends { readonly content?: string; readonly categories?: readonly string[] },
>(deps: Pick<Deps, 'config'>, { content, categories }: T): Pick<T, 'content' | 'categories'> {
  const said = { ...(content !== undefined && { content }), ...(categories && { categories }) };
  return redactDeep(said, { strict: deps.config['redaction.strict'], kept: true }) as Pick<
    T,
    'content' | 'categories'
  >;
}

function idsOf(sessions: readonly SessionHead[]): SessionId[] {
  return sessions.map(({ id }) => id);
}

/** The memories with these ids that still exist. */
export async function findMemories(
  { store }: Pick<Deps, 'store'>,
  ids: Iterable<string>,
): Promise<readonly Memory[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => store.memory(id)));
  return found.filter((memory) => memory !== null);
}

/** Every change of the confidence in a memory, with its reason. */
export function memoryChanges(
  { store }: Pick<Deps, 'store'>,
  id: string,
): Promise<readonly MemoryHistoryEntry[]> {
  return store.memoryHistory(id);
}
