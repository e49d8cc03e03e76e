import type { MemorySpan } from '../../domain/evidence/memory-span.ts';
import { GLOBAL_SCOPE_KEY } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import { TAKEN } from '../../domain/restore/contribute.ts';
import type { Scope } from '../../domain/scope.ts';
import { contentHash } from '../../domain/text/hash.ts';
import type { RestoreRecord, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import type { Explanation } from '../restore/explain.ts';
import type { Gathered } from '../restore/gather.ts';

/** Only called where spans are written: nobody else loads this file. */

/** Stands for a project in spans. Its key is a path, which says how somebody's disk looks. */
export function storeOf({ key }: Pick<Scope, 'key'>): string {
  return contentHash(key).slice(0, 16);
}

/** A restore looks up what a session is to know: the rules and memories that it told. */
export function traceRestore(
  deps: Deps,
  head: SessionHead,
  record: RestoreRecord,
  { startedAt, said, learnings, called }: Gathered,
  prompt: string | null,
): void {
  const { rules, memories } = record.explanation as Explanation;
  const taken = memories.filter(({ verdict }) => verdict === TAKEN).map(({ memory_id }) => memory_id);
  const words = new Map<string, string>([
    ...said.flatMap(({ memoryId, text }) => (memoryId === null ? [] : [[memoryId, text] as const])),
    ...[...learnings, ...called].map(({ memory }) => [memory.id, memory.content] as const),
  ]);
  const tookMs = deps.ticks() - startedAt;
  deps.trace?.({
    ...about(deps, head, tookMs),
    operation: 'search_memory',
    records: [...rules, ...taken].map((id) => ({ id, content: words.get(id) ?? null })),
    query: prompt,
  });
}

/** Traces the rules and findings of a turn, which become memories while it is folded. */
export async function tracingLearnt(
  deps: Deps,
  head: SessionHead,
  fold: () => Promise<unknown>,
): Promise<void> {
  const before = new Map((await saidHere(deps, head)).map((memory) => [memory.id, memory]));
  const from = deps.ticks();
  await fold();
  const tookMs = deps.ticks() - from;
  const now = await saidHere(deps, head);
  const made = now.filter(({ id }) => !before.has(id));
  const changed = now.filter(({ id, content }) => before.has(id) && before.get(id)!.content !== content);
  for (const [operation, records] of [
    ['create_memory', made],
    ['update_memory', changed],
  ] as const)
    if (records.length > 0) deps.trace?.({ ...about(deps, head, tookMs), operation, records, query: null });
}

const MOST = 1_000;

function saidHere(deps: Deps, { scope }: SessionHead): Promise<readonly Memory[]> {
  const scopeKeys = [scope.key, GLOBAL_SCOPE_KEY];
  return deps.store.memories({ scopeKeys, categories: ['rule', 'finding'], now: deps.now(), limit: MOST });
}

function about(deps: Deps, { scope, id, hostSessionId }: SessionHead, tookMs: number) {
  return {
    began: deps.now() - tookMs,
    tookMs,
    conversation: hostSessionId ?? id,
    store: storeOf(scope),
    error: null,
  } satisfies Partial<MemorySpan>;
}
