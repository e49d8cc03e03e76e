import type { ScopeKey } from '../../domain/ids.ts';
import { GLOBAL_SCOPE, projectName, projectScope, type Scope } from '../../domain/scope.ts';
import { fingerprint } from '../../domain/text/hash.ts';
import { idText, words } from '../../domain/text/json.ts';
import type { ThreadFact } from '../../domain/thread/thread.ts';
import { HOUR, type Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import type { ForeignDatabase, ForeignRow } from '../../store.ts';
import { cerberusMemory, cerberusSummary, foreignJson, languageOf } from '../domain/foreign-rows.ts';
import { type LegacyThread, readActiveFile, readCerberusSession } from '../domain/legacy.ts';
import { importsOf } from '../sql.ts';
import { type MemoryTaker, memoryTaker } from './foreign-memories.ts';
import type { Foreign, Tally } from './foreign-tally.ts';

interface Found {
  readonly thread: LegacyThread;
  readonly where: string;
  /** The JSON file that it is all of. */
  readonly file: string | null;
}

export interface CerberusFiles {
  readonly databases: readonly { readonly path: string; readonly database: ForeignDatabase }[];
  readonly activeFiles: readonly string[];
}

/** Sessions and JSON files of Cerberus become threads, its memories memories. */
export async function importCerberus(
  deps: Deps,
  foreign: Foreign,
  { databases, activeFiles }: CerberusFiles,
  count: Tally,
): Promise<void> {
  const sessions = databases.flatMap(({ path, database }) =>
    [...count.rows(database, path, 'sessions')].map((row) => ({ row, path })),
  );
  const find = scopeFinder(deps, pathsByName(sessions.map(({ row }) => row)));
  const found = [
    ...sessions.map(({ row, path }) => sessionIn(row, path)),
    ...activeFiles.flatMap((path) => fileAt(foreign, path, count)),
  ];
  // A scope has one active thread: of several the latest.
  found.sort((a, b) => lastSeen(b.thread) - lastSeen(a.thread));
  for (const one of found) {
    const isHere = await takeThread(deps, find, one, count);
    if (isHere && one.file !== null && !count.dryRun) setAside(foreign, one.file, count);
  }
  const memories = memoryTaker(deps, count);
  for (const { row, path } of sessions) await takeSummary(deps, find, row, path, memories);
  for (const { path, database } of databases) {
    await takeMemories(deps, find, path, database, count, memories);
    count.leaveOut('session_activity', countOf(database, 'session_activity'));
  }
  await memories.finish();
}

/** In a folder that is only readable it stays as it is; the next import knows it. */
function setAside(foreign: Foreign, path: string, count: Tally): void {
  try {
    count.isRenamed(path, foreign.setAside(path));
  } catch (error) {
    count.remark(path, `it was taken over but could not be renamed: ${(error as Error).message}`);
  }
}

function sessionIn(row: ForeignRow, path: string): Found {
  return { thread: readCerberusSession(row), where: `${path}, session ${row['id'] ?? '?'}`, file: null };
}

function fileAt(foreign: Foreign, path: string, count: Tally): Found[] {
  const text = foreign.readText(path);
  if (text === null) {
    count.skip('threads', path, 'it cannot be read');
    return [];
  }
  const content = foreignJson(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    count.skip('threads', path, 'it is damaged: it holds no JSON object');
    return [];
  }
  count.isRead(path);
  const project = /^active-(.+)\.json$/.exec(foreign.basename(path))?.[1] ?? null;
  return [{ thread: readActiveFile(content, project), where: path, file: path }];
}

/** Whether it is here now, new or known. */
async function takeThread(
  deps: Deps,
  find: ScopeFinder,
  { thread, where }: Found,
  count: Tally,
): Promise<boolean> {
  const problems = thread.problems.join(' ');
  if (thread.facts.length === 0) {
    count.skip('threads', where, problems || 'it holds nothing');
    return false;
  }
  const facts = count.clean(thread.facts) as readonly ThreadFact[];
  const { scope, isLost } = await find(thread.scope, thread.projectPath);
  const now = deps.now();
  const at = lastSeen(thread) || now;
  const base = `cerberus:${thread.scope}:${thread.id ?? (lastSeen(thread) || 'undated')}:`;
  const origin = `${base}${fingerprint(JSON.stringify(facts))}`;
  const before = await importsOf(deps).threadOrigins(base);
  if (before.includes(origin)) {
    count.outcome('threads', false);
    return true;
  }
  const idle = now - at > deps.config['threads.idle_hours'] * HOUR;
  const isOver = thread.status === 'archived' || idle || (thread.expiresAt ?? now) < now;
  const entry = { scope, facts, newId: deps.newThreadId, origin, at: Math.min(at, now) };
  const isNew =
    count.dryRun ||
    (await deps.store.importThread({ ...entry, status: isOver ? 'archived' : 'active' })) !== null;
  count.outcome('threads', isNew);
  if (problems) count.remark(where, `not all of it could be read: ${problems}`);
  if (before.length > 0)
    count.remark(where, 'it changed since it was imported: what it is now is another thread');
  if (isLost)
    count.remark(
      where,
      `no repository is known as ${scope.label}: no session will meet this thread by itself`,
    );
  return true;
}

function lastSeen(thread: LegacyThread): Millis {
  return thread.lastActivity ?? thread.lastAccessed ?? thread.createdAt ?? 0;
}

async function takeSummary(
  deps: Deps,
  find: ScopeFinder,
  row: ForeignRow,
  path: string,
  memories: MemoryTaker,
): Promise<void> {
  if (!words(row['summary_details'])) return;
  const { scope } = await find(readCerberusSession(row).scope, words(row['project_path']));
  const summary = cerberusSummary(row, scope, deps.now());
  if (summary) await memories.take(summary, `${path}, summary of session ${row['id']}`);
}

async function takeMemories(
  deps: Deps,
  find: ScopeFinder,
  path: string,
  database: ForeignDatabase,
  count: Tally,
  memories: MemoryTaker,
): Promise<void> {
  const indexed = new Map<string, ForeignRow>();
  for (const row of count.rows(database, path, 'memory_fts')) {
    const id = idText(row['id'] ?? row['memory_id']);
    if (id !== null) indexed.set(id, row);
  }
  for (const row of count.rows(database, path, 'memory_store')) {
    const id = idText(row['id']);
    const where = `${path}, memory ${id ?? '?'}`;
    const label = languageOf(row['scope']) === null ? readCerberusSession(row).scope : 'global';
    const { scope } = await find(label, null);
    const read = cerberusMemory(row, (id !== null && indexed.get(id)) || null, scope, deps.now());
    if (read) await memories.take(read, where);
    else count.skip('memories', where, id === null ? 'it has no id' : 'it says nothing');
  }
}

function countOf(database: ForeignDatabase, table: string): number {
  try {
    return database.count(table);
  } catch {
    return 0;
  }
}

interface Placed {
  readonly scope: Scope;
  /** No repository of that name is known: no session will meet it by itself. */
  readonly isLost: boolean;
}

type ScopeFinder = (label: string, path: string | null) => Promise<Placed>;

/**
 * The scope that another system's name of a project means here. A path counts first; then the folder that the import
 * runs in; then the one repository of that name which is known. Of two with one name neither is taken.
 */
function scopeFinder(deps: Deps, paths: ReadonlyMap<string, string | null>): ScopeFinder {
  const here = deps.locate(null).scope;
  return async (label, given) => {
    const name = projectName(label);
    if (name === null) return { scope: GLOBAL_SCOPE, isLost: false };
    const path = given ?? paths.get(name) ?? null;
    if (path !== null) return { scope: scopeAt(deps, path, name), isLost: false };
    if (here.label === label) return { scope: here, isLost: false };
    const known = (await deps.store.scopesNamed(label)).filter((scope) => scope.root !== null);
    if (known.length === 1) return { scope: known[0]!, isLost: false };
    return { scope: { key: label as string as ScopeKey, label, root: null }, isLost: true };
  };
}

function scopeAt(deps: Pick<Deps, 'exists' | 'locate'>, path: string, name: string): Scope {
  // A folder that is gone would be looked for in those above it.
  const found = deps.exists(path) ? deps.locate(path).scope : GLOBAL_SCOPE;
  return found.key === GLOBAL_SCOPE.key ? projectScope(path, name, path) : found;
}

/** Paths of named projects, as the sessions tell them; null for a name with two places. */
function pathsByName(rows: Iterable<ForeignRow>): Map<string, string | null> {
  const paths = new Map<string, string | null>();
  for (const row of rows) {
    const scope = words(row['scope']);
    const path = words(row['project_path']);
    if (!scope || !path) continue;
    const name = projectName(scope) ?? scope;
    paths.set(name, paths.has(name) && paths.get(name) !== path ? null : path);
  }
  return paths;
}
