import { GLOBAL_SCOPE } from '../../domain/base/scope.ts';
import { redactText } from '../../domain/redact/redact.ts';
import type { Database } from './database.ts';
import { putMemory, toMemory } from './memory-rows.ts';

const PREFIX = 'stm-';

/** Most memories that fit into a hook's time; an import has no such limit. */
const MOST = 1_000;

/**
 * Imports the memories that an older Cortex has in the table `stm` of this file, which stays unchanged. It had no
 * scopes: all of them are global.
 */
export function takeOlderMemories(database: Database): void {
  const columns = database.column<string>("SELECT name FROM pragma_table_info('stm')");
  // A table of that name may belong to another program.
  if (!['id', 'content'].every((name) => columns.includes(name))) return;
  const unknown = `NOT EXISTS (SELECT 1 FROM memory_items WHERE memory_items.id = '${PREFIX}' || stm.id)`;
  for (const row of database.all(
    `SELECT * FROM stm WHERE ${unknown} AND trim(content) <> '' LIMIT ${MOST}`,
  )) {
    const memory = toMemory({ ...row, source: 'import', session_id: null });
    putMemory(database, {
      ...memory,
      id: `${PREFIX}${row['id']}`,
      content: redactText(memory.content, { kept: true }),
      scopeKey: GLOBAL_SCOPE.key,
      scope: GLOBAL_SCOPE.label,
    });
  }
}

/** Removes a forgotten memory from the table of the older Cortex too, and its words from the index over it. */
export function removeOlderMemory(database: Database, id: string): void {
  if (!id.startsWith(PREFIX) || !database.hasTable('stm')) return;
  const row = database.get(
    'SELECT content FROM stm WHERE CAST(id AS TEXT) = ?',
    id.slice(PREFIX.length),
  );
  if (!row) return;
  database.run('DELETE FROM stm WHERE CAST(id AS TEXT) = ?', id.slice(PREFIX.length));
  if (!database.hasTable('stm_fts')) return;
  // Without this the index only marks words as gone.
  database.run("INSERT INTO stm_fts(stm_fts, rank) VALUES ('secure-delete', 1)");
  if (database.hasTable('stm_fts_content'))
    database.run('DELETE FROM stm_fts WHERE content = ?', row['content'] ?? null);
  database.run("INSERT INTO stm_fts(stm_fts) VALUES ('rebuild')");
}
