import type { Digest } from '../../../domain/digest.ts';
import type { Recorded } from '../../../domain/fact.ts';
import { GLOBAL_SCOPE } from '../../../domain/scope.ts';
import { iso, type Millis } from '../../../domain/time.ts';
import type { Folding, SessionHead } from '../../../store.ts';
import type { Database } from '../database.ts';
import { putMemory, toMemory } from '../memory-rows.ts';
import { insertFacts, OWN } from './events.ts';

/**
 * Makes memories of what was said since the last fold, in its transaction, so that a sentence counts once. Tells whether
 * facts were added: a memory is something that the session learnt.
 */
export function rememberSaid(
  database: Database,
  head: SessionHead,
  folding: Folding,
  facts: readonly Recorded[],
  before: Digest | null,
  at: Millis,
): boolean {
  let hasLearnt = false;
  for (const said of folding.remembered(facts, before, at)) {
    if (said.kind === 'rule-ended') {
      database.run(
        `UPDATE memory_items SET expires_at = ?
         WHERE session_id = ? AND updated_at = ? AND categories LIKE '%"rule"%'`,
        iso(said.at),
        head.id,
        iso(said.promptAt),
      );
      continue;
    }
    const scope = said.everywhere ? GLOBAL_SCOPE : head.scope;
    const known = database
      .all(
        'SELECT * FROM memory_items WHERE scope_key = ? AND categories LIKE ? ORDER BY updated_at DESC LIMIT 200',
        scope.key,
        `%"${said.kind}"%`,
      )
      .map(toMemory);
    const memory = folding.memoryOf(said, known, { scope, sessionId: head.id });
    if (!memory) continue;
    putMemory(database, memory);
    const learned = { kind: 'learned' as const, memoryId: memory.id, categories: memory.categories };
    insertFacts(database, head.id, [{ fact: learned, key: null }], { via: OWN, at: said.at });
    hasLearnt = true;
  }
  return hasLearnt;
}
