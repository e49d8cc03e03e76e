import {
  FULL_CONFIDENCE,
  type Importance,
  type Memory,
  makeMemory,
  memoryContent,
  tidyCategories,
} from '../../domain/memories/memory.ts';
import { GLOBAL_SCOPE, type Scope } from '../../domain/scope.ts';
import { asRecord, idText, words } from '../../domain/text/json.ts';
import { foreignDate, type Millis } from '../../domain/time.ts';

/** Rows of other systems, read without trust in any of their columns. */
export type UntrustedRow = Readonly<Record<string, unknown>>;

/** A list that is kept as JSON; nothing counts as empty, and null stands for what is no list. */
export function foreignList(value: unknown): readonly unknown[] | null {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'string') return null;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** A memory of another system: `createdAt` is null where its date cannot be read. */
export interface ForeignMemory {
  readonly id: string;
  readonly memory: Memory;
  readonly createdAt: Millis | null;
}

/** A row of the older Cortex' table `stm`, which knew no scopes; null where it says nothing. */
export function stmMemory(row: UntrustedRow, now: Millis): ForeignMemory | null {
  const categories = foreignList(row['categories']) ?? [row['categories']];
  return foreignMemory(row, 'stm', String(row['content'] ?? ''), categories, GLOBAL_SCOPE, now);
}

/** A row of Cerberus' table `memory_store`. Its words may be in the index alone. */
export function cerberusMemory(
  row: UntrustedRow,
  indexed: UntrustedRow | null,
  scope: Scope,
  now: Millis,
): ForeignMemory | null {
  const said = words(row['content']) ?? words(indexed?.['content']) ?? '';
  const details = words(row['details']) ?? words(indexed?.['details']) ?? '';
  const anchor = [words(row['anchor_file']), words(row['anchor_symbol'])].filter(Boolean).join(' ');
  const parts = [said, said.includes(details) ? '' : details, anchor && `(${anchor})`];
  const content = said || details ? parts.filter(Boolean).join('\n') : '';
  const language = languageOf(row['scope']);
  const categories = [row['category'], ...(language ? [language] : [])];
  return foreignMemory(row, 'cerberus', content, categories, scope, now);
}

/** A memory made from the session's own summary. */
export function cerberusSummary(row: UntrustedRow, scope: Scope, now: Millis): ForeignMemory | null {
  const said = { created_at: row['last_activity'] ?? row['created_at'], id: `session-${row['id']}` };
  const content = words(row['summary_details']) ?? '';
  return foreignMemory(said, 'cerberus', content, ['session summary'], scope, now);
}

/** `language:go` is no project: what holds for a language holds everywhere. */
export function languageOf(scope: unknown): string | null {
  return words(scope)?.startsWith('language:') ? String(scope).slice('language:'.length) : null;
}

function foreignMemory(
  row: UntrustedRow,
  prefix: string,
  said: string,
  categories: readonly unknown[],
  scope: Scope,
  now: Millis,
): ForeignMemory | null {
  const own = idText(row['id']);
  const content = memoryContent(said);
  if (own === null || !content) return null;
  const createdAt = foreignDate(row['created_at']);
  const id = `${prefix}-${own}`;
  const names = categories.filter((name) => typeof name === 'string');
  const made = makeMemory({ content, source: 'import' }, { id, scope, sessionId: null }, createdAt ?? now);
  if (!made) return null;
  const memory: Memory = {
    ...made,
    categories: tidyCategories(names),
    importance: Math.min(3, Math.max(1, Math.round(numberOr(row['importance'], 1)))) as Importance,
    confidence: Math.min(1, Math.max(0, numberOr(row['confidence'], FULL_CONFIDENCE))),
    accessCount: countOf(row['access_count']),
    lastAccessed: foreignDate(row['last_accessed']),
    validations: countOf(row['validation_count']),
    contradictions: countOf(row['contradiction_count']),
    expiresAt: foreignDate(row['expires_at']),
  };
  return { id, memory, createdAt };
}

function countOf(value: unknown): number {
  return Math.max(0, Math.round(numberOr(value, 0)));
}

function numberOr(value: unknown, otherwise: number): number {
  const number = value === null || value === undefined || value === '' ? otherwise : Number(value);
  return Number.isFinite(number) ? number : otherwise;
}

/** A JSON file's content; null where it is no JSON. */
export function foreignJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return null;
  }
}

/** Entries of the older Cortex' table `working_memory`, as its file has them. */
export function pinEntry(row: UntrustedRow): UntrustedRow | null {
  const record = asRecord<{ content: string; label: string; pinned_at: string }>(row);
  const content = words(record?.content);
  if (!content) return null;
  return {
    content,
    label: words(record?.label) ?? undefined,
    pinnedAt: words(record?.pinned_at) ?? undefined,
  };
}
