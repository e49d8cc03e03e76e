import { GLOBAL_SCOPE } from '../../../domain/scope.ts';
import type { Remembered } from '../../../domain/session/remember.ts';
import { iso } from '../../../domain/time.ts';
import { type Folding, OWN, type SessionHead } from '../../../store.ts';
import type { Database } from '../database.ts';
import { MEMORY_COLUMNS, putMemory, RULES, toMemory } from '../memory-rows.ts';
import { inScope } from '../projects.ts';
import { insertFacts } from './events.ts';

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
    if (said.kind === 'rule-ended') {
      database.run(
        `UPDATE memory_items SET expires_at = ?
         WHERE session_id = ? AND updated_at = ? AND ${RULES}`,
        iso(said.at),
        head.id,
        iso(said.promptAt),
      );
      continue;
    }
    const scope = said.everywhere ? GLOBAL_SCOPE : head.scope;
    const { where, keys } = inScope(database, scope.key);
    const known = database
      .all(
        `SELECT ${MEMORY_COLUMNS} FROM memory_items WHERE ${where} AND categories LIKE ? ORDER BY updated_at DESC LIMIT 200`,
        ...keys,
        `%"${said.kind === 'finding' ? 'finding' : 'rule'}"%`,
      )
      .map(toMemory);
    if (said.kind === 'rule-revoked') {
      const ended = folding.revokedRule(said, known);
      if (ended) putMemory(database, { ...ended, expiresAt: said.at });
      continue;
    }
    const memory = folding.memoryOf(said, known, { scope, sessionId: head.id });
    if (!memory) continue;
    putMemory(database, memory);
    const learned = { kind: 'learned' as const, memoryId: memory.id, categories: memory.categories };
    insertFacts(database, head.id, [{ fact: learned, key: null }], { via: OWN, at: said.at });
    hasLearnt = true;
  }
  return hasLearnt;
}
