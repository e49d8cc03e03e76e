import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import { foreignDate } from '../../domain/base/time.ts';
import { hiddenWords } from '../../domain/index/passage.ts';
import {
  FULL_CONFIDENCE,
  type Importance,
  type Memory,
  type MemorySource,
  memoryFields,
  tidyCategories,
} from '../../domain/memories/memory.ts';
import type { Database, Row, Value } from './database.ts';
import { projectColumn } from './joined.ts';
import { parseStrings } from './rows.ts';

/** Columns that never change: a memory keeps its original project, even if that is joined to another. */
const FIXED: readonly string[] = ['id', 'scope', 'scope_key'];

export const MEMORY_COLUMNS = `*, ${projectColumn('memory_items')}`;

/** Writes a memory as it is now, new or known. */
export function putMemory(database: Database, memory: Memory): void {
  const { confidence, stated } = memory;
  const row = {
    ...memoryFields(memory, { confidence, stated }),
    categories: JSON.stringify(memory.categories),
    hidden: hiddenWords(memory.content),
  };
  const changed = Object.keys(row).filter((name) => !FIXED.includes(name));
  const sets = changed.map((name) => `${name} = excluded.${name}`).join(', ');
  database.put('memory_items', row, `ON CONFLICT(id) DO UPDATE SET ${sets}`);
}

/** Memories that match a condition. */
export function memoriesWhere(database: Database, where: string, ...values: Value[]): Memory[] {
  return database
    .all(`SELECT ${MEMORY_COLUMNS} FROM memory_items WHERE ${where}`, ...values)
    .map(toMemory);
}

/** The condition for memories with the category `rule`. */
export const RULES = `categories LIKE '%"rule"%'`;
const PROPOSALS = `categories LIKE '%"proposal"%'`;
/** The condition for a person's rules; an agent's rule is only a proposal. */
export const PERSONS_RULES = `${RULES} AND source = 'person'`;
export const WAITING_RULES = `(${RULES} OR ${PROPOSALS}) AND NOT (${PERSONS_RULES}) AND expires_at IS NULL`;
const FINDINGS = `categories LIKE '%"finding"%'`;
export const OTHER_MEMORIES = `NOT (${RULES}) AND NOT (${FINDINGS})`;
export const TOLD_MEMORIES = `${OTHER_MEMORIES} AND NOT (${PROPOSALS})`;

export function toMemory(row: Row): Memory {
  const createdAt = foreignDate(row['created_at']) ?? 0;
  return {
    id: String(row['id']),
    content: String(row['content']),
    categories: tidyCategories(parseStrings(row['categories'])),
    importance: Math.min(3, Math.max(1, Math.round(numberOr(row['importance'], 1)))) as Importance,
    scopeKey: String(row['scope_key']) as ScopeKey,
    scope: String(row['scope']),
    source: String(row['source']) as MemorySource,
    confidence: numberOr(row['confidence'], FULL_CONFIDENCE),
    stated: numberOr(row['stated'], numberOr(row['confidence'], FULL_CONFIDENCE)),
    accessCount: numberOr(row['access_count'], 0),
    lastAccessed: foreignDate(row['last_accessed']),
    validations: numberOr(row['validation_count'], 0),
    contradictions: numberOr(row['contradiction_count'], 0),
    createdAt,
    updatedAt: foreignDate(row['updated_at']) ?? createdAt,
    expiresAt: foreignDate(row['expires_at']),
    sessionId: (row['session_id'] ?? null) as SessionId | null,
  };
}

function numberOr(value: Row[string] | undefined, otherwise: number): number {
  const number = value === null || value === undefined ? otherwise : Number(value);
  return Number.isFinite(number) ? number : otherwise;
}
