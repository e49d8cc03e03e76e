import { decisionText } from '../../../domain/answer/state.ts';
import type { ScopeKey } from '../../../domain/ids.ts';
import { proposed } from '../../../domain/memories/memory.ts';
import { mutedIdentity } from '../../../domain/restore/muted.ts';
import { rulesIn } from '../../../domain/rules/rules.ts';
import { labelledIn } from '../../../domain/thread/labels.ts';
import type { Mark } from '../../../domain/thread/thread.ts';
import { foldThread } from '../../../domain/thread/thread-fold.ts';
import type { Database } from '../database.ts';
import { MEMORY_COLUMNS, PERSONS_RULES, putMemory, toMemory } from '../memory-rows.ts';
import { inScope } from '../projects.ts';
import { parsed } from '../rows.ts';
import { letGo } from './let-go.ts';
import { activeHead, idleThreads, threadNow } from './threads.ts';

/** Threads that idleness archived and that a start may still speak of. */
const IDLE_THREADS = 3;

/**
 * Judges once in each scope what the rules of language of an older version made of people's sentences: rules that the table of
 * forms does not know become proposals, decisions and blockers without a label are kept and told no more.
 */
export function judgeOnce(database: Database, scopeKey: ScopeKey): void {
  const job = `judged ${scopeKey}`;
  const isThere = (name: string) =>
    database.get('SELECT 1 AS there FROM maintenance WHERE job = ?', name) !== undefined;
  const isDone = () => isThere(job);
  if (!isThere('to judge') || isDone()) return;
  database.write(() => {
    if (isDone()) return;
    judgeRules(database, scopeKey);
    judgeThreads(database, scopeKey);
    database.run('DELETE FROM scope_standings WHERE scope_key = ?', scopeKey);
    database.run('INSERT INTO maintenance(job) VALUES (?)', job);
  });
}

/** Sentences out of prompts have a session and importance 2; what somebody kept on purpose is not judged. */
function judgeRules(database: Database, scopeKey: ScopeKey): void {
  const { where, keys } = inScope(database, scopeKey);
  const rows = database.all(
    `SELECT ${MEMORY_COLUMNS} FROM memory_items WHERE ${where} AND ${PERSONS_RULES} AND importance = 2 AND session_id IS NOT NULL`,
    ...keys,
  );
  for (const memory of rows.map(toMemory))
    if (rulesIn(memory.content).rules.length === 0)
      putMemory(database, { ...memory, categories: proposed(memory.categories) });
}

function judgeThreads(database: Database, scopeKey: ScopeKey): void {
  const active = activeHead(database, scopeKey);
  const ids = [...(active ? [active.id] : []), ...idleThreads(database, scopeKey, IDLE_THREADS)];
  for (const { decisions, blockers } of ids.map((id) => threadNow(database, id, foldThread).thread)) {
    const guessed = [
      ...decisions
        .filter((one) => isGuessed(database, one, 'decision'))
        .map((one) => ({ one, text: decisionText(one) })),
      ...blockers
        .filter((one) => isGuessed(database, one, 'blocker'))
        .map((one) => ({ one, text: one.text })),
    ];
    for (const { one, text } of guessed) letGo(database, scopeKey, 'text', mutedIdentity(text), one.at);
  }
}

/** Whether a person's prompt of that very moment was read into it, without a label that says so. */
function isGuessed(
  database: Database,
  { by, from, session, at }: Mark,
  kind: 'decision' | 'blocker',
): boolean {
  if (by !== 'person' || from !== undefined || !session) return false;
  const prompts = database.all(
    "SELECT body FROM session_events WHERE session_id = ? AND kind = 'prompt' AND at = ?",
    session,
    at,
  );
  const texts = prompts.map(({ body }) => parsed<{ readonly text?: string }>(body, {}).text ?? '');
  return texts.length > 0 && !texts.some((text) => labelledIn(text).some((fact) => fact.kind === kind));
}
