import type { Remembered } from '../../../domain/session/remember.ts';
import type { Database } from '../database.ts';
import { memoriesWhere, putMemory } from '../memory-rows.ts';
import { inScope } from '../projects.ts';
import type { Folding, SessionHead } from '../rows.ts';
import { insertOwn } from './events.ts';

/**
 * Makes memories of what was said since the last fold, in its transaction, so that a sentence counts once. Tells whether
 * facts were added: a memory is something that the session learnt.
 */
export function remember(
  database: Database,
  head: SessionHead,
  folding: Folding,
  all: readonly Remembered[],
): boolean {
  let hasLearnt = false;
  for (const said of all) {
    const { where, keys } = inScope(database, head.scope.key);
    const known = memoriesWhere(
      database,
      `${where} AND (categories LIKE '%"rule"%' OR categories LIKE '%"proposal"%') ORDER BY updated_at DESC LIMIT 200`,
      ...keys,
    );
    const memory = folding.memoryOf(said, known, { scope: head.scope, sessionId: head.id });
    if (!memory) continue;
    putMemory(database, memory);
    const learned = { kind: 'learned' as const, memoryId: memory.id, categories: memory.categories };
    insertOwn(database, head.id, [learned], said.at);
    hasLearnt = true;
  }
  return hasLearnt;
}
