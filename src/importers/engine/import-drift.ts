import type { Fact } from '../../domain/fact.ts';
import { idText, pathText } from '../../domain/text/json.ts';
import { foreignDate, type Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import { sessionRow, sessionRows } from '../../engine/upkeep/session-rows.ts';
import type { ForeignDatabase, ForeignRow } from '../../store.ts';
import { foreignList } from '../domain/foreign-rows.ts';
import { takeSession } from './foreign-sessions.ts';
import type { Tally } from './foreign-tally.ts';

/**
 * Sessions of drift: when they were, and which files were loaded, as files that were read. What was done in them is not
 * kept there, so nothing of them is ever inherited.
 */
export async function importDrift(
  deps: Deps,
  databases: readonly { readonly path: string; readonly database: ForeignDatabase }[],
  count: Tally,
): Promise<void> {
  const ownUpTo = await deps.store.lastSeq();
  for (const { path, database } of databases) {
    for (const row of count.rows(database, path, 'sessions'))
      await takeRow(deps, count, row, `${path}, session ${row['id'] ?? '?'}`, ownUpTo);
  }
}

/** So long drift itself lets a session be idle. */
const IDLE_MS = 30 * 60_000;

async function takeRow(
  deps: Deps,
  count: Tally,
  row: ForeignRow,
  where: string,
  ownUpTo: number,
): Promise<void> {
  const id = idText(row['id']);
  const start = foreignDate(row['started_at']) ?? foreignDate(row['created_at']);
  if (id === null || start === null) {
    count.skip('sessions', where, id === null ? 'it has no id' : 'when it started cannot be read');
    return;
  }
  const lastSign = foreignDate(row['last_activity']) ?? foreignDate(row['updated_at']) ?? start;
  const ended = foreignDate(row['ended_at']);
  if (ended === null && deps.now() - lastSign < IDLE_MS) {
    count.skip('sessions', where, 'it may still be running: import again when it is over');
    return;
  }
  const loaded = foreignList(row['loaded_files']);
  if (loaded === null) count.remark(where, 'loaded_files is damaged and was left out');
  const paths = count.clean((loaded ?? []).map(pathOf).filter((path) => path !== null));
  const end = Math.max(start, ended ?? lastSign);
  const facts = factsOf(paths, start, Math.max(start, Math.min(end, lastSign)), end);
  const state = {
    ...sessionRow(`drift-${id}`, 'drift', start, end),
    host_session_id: id,
    title: titleOf(row),
    crash_recovered: ended === null ? 1 : 0,
    holds: 0,
    task_count: 0,
    has_critical: 0,
  };
  await takeSession(deps, count, sessionRows(state, facts), where, ownUpTo);
}

function factsOf(
  paths: readonly string[],
  start: Millis,
  read: Millis,
  end: Millis,
): { readonly at: Millis; readonly fact: Fact }[] {
  const touched = paths.map((path) => ({ path, how: 'read' as const }));
  return [
    { at: start, fact: { kind: 'started', cwd: null } },
    ...(touched.length > 0
      ? [{ at: read, fact: { kind: 'tool' as const, tool: 'drift', ok: true, touched } }]
      : []),
    { at: end, fact: { kind: 'ended', reason: null } },
  ];
}

/** A path, or an entry that has one. */
function pathOf(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null) return pathText(entry);
  const { path, file } = entry as { path?: unknown; file?: unknown };
  return pathText(path) ?? pathText(file);
}

/** With what drift counted, as far as it did. */
function titleOf(row: ForeignRow): string {
  const counted = (
    [
      ['queries_made', 'queries'],
      ['tokens_sent', 'tokens sent'],
    ] as const
  ).flatMap(([name, said]) =>
    typeof row[name] === 'number' && row[name] > 0 ? [`${row[name]} ${said}`] : [],
  );
  return ['drift session', ...counted].join(', ');
}
