import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import type { ScopeKey } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import { GLOBAL_SCOPE, projectName, projectScope, type Scope } from '../../domain/scope.ts';
import { fingerprint } from '../../domain/text/hash.ts';
import { asRecord, idText, list, text, words } from '../../domain/text/json.ts';
import type { ThreadFact } from '../../domain/thread/thread.ts';
import { foreignDate, HOUR, type Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import { readText } from '../../platform/look.ts';
import type { ForeignRow } from '../../store.ts';
import { importsOf } from '../sql.ts';
import { foreignJson, foreignMemory, type OpenDatabase, type Taking } from './taking.ts';

/** A thread as Cerberus kept it: what it says as facts, and what could not be read. */
export interface CerberusThread {
  readonly id: string | null;
  /** `global` or `project:<name>`. */
  readonly scope: string;
  readonly projectPath: string | null;
  readonly isArchived: boolean;
  /** When it was last worked on; null where that cannot be read. */
  readonly at: Millis | null;
  readonly expiresAt: Millis | null;
  readonly facts: readonly ThreadFact[];
  /** Sentences for a person; empty where everything could be read. */
  readonly problems: readonly string[];
}

/** Sessions and JSON files of Cerberus become threads, its memories memories. */
export async function importCerberus(
  deps: Deps,
  databases: readonly OpenDatabase[],
  activeFiles: readonly string[],
  taking: Taking,
): Promise<void> {
  const sessions = databases.flatMap((from) =>
    [...taking.rows(from, 'sessions')].map((row) => ({ row, path: from.path })),
  );
  const find = scopeFinder(deps, pathsByName(sessions.map(({ row }) => row)));
  const found = [
    ...sessions.map(({ row, path }) => ({
      ...{ thread: cerberusThread(row), where: `${path}, session ${row['id'] ?? '?'}`, file: null },
    })),
    ...activeFiles.flatMap((file) => activeFile(file, taking)),
  ];
  // A scope has one active thread: of several the latest.
  found.sort((a, b) => (b.thread.at ?? 0) - (a.thread.at ?? 0));
  for (const { thread, where, file } of found) {
    const isHere = await takeThread(deps, find, thread, where, taking);
    if (isHere && file !== null && !taking.dryRun) setAside(file, taking);
  }
  for (const { row, path } of sessions) {
    if (!words(row['summary_details'])) continue;
    const { scope } = await find(cerberusThread(row).scope, words(row['project_path']));
    const where = `${path}, summary of session ${row['id']}`;
    await taking.memory(cerberusSummary(row, scope, deps.now()), where, true);
  }
  for (const from of databases) {
    await takeMemories(deps, find, from, taking);
    taking.leaveOut(from, 'session_activity');
  }
}

/** Under another name beside it, so that nobody reads it twice. In a folder that is only readable it stays; the next import knows it. */
function setAside(path: string, taking: Taking): void {
  let to = `${path}.imported`;
  for (let n = 2; existsSync(to); n++) to = `${path}.imported-${n}`;
  try {
    renameSync(path, to);
    taking.report.renamed.push({ from: path, to });
  } catch (error) {
    taking.remark(path, `it was taken over but could not be renamed: ${(error as Error).message}`);
  }
}

function activeFile(path: string, taking: Taking) {
  const content = asRecord(foreignJson(readText(path) ?? ''));
  if (!content) {
    taking.skip('threads', path, 'it is damaged: it holds no JSON object');
    return [];
  }
  taking.report.read.push(path);
  const project = /^active-(.+)\.json$/.exec(basename(path))?.[1] ?? null;
  return [{ thread: activeThread(content, project), where: path, file: path }];
}

/** Whether it is here now, new or known. */
async function takeThread(
  deps: Deps,
  find: ScopeFinder,
  thread: CerberusThread,
  where: string,
  taking: Taking,
): Promise<boolean> {
  const problems = thread.problems.join(' ');
  if (thread.facts.length === 0) {
    taking.skip('threads', where, problems || 'it holds nothing');
    return false;
  }
  const facts = taking.clean(thread.facts) as readonly ThreadFact[];
  const { scope, isLost } = await find(thread.scope, thread.projectPath);
  const now = deps.now();
  const base = `cerberus:${thread.scope}:${thread.id ?? thread.at ?? 'undated'}:`;
  const origin = `${base}${fingerprint(JSON.stringify(facts))}`;
  const before = await importsOf(deps).threadOrigins(base);
  if (before.includes(origin)) {
    taking.outcome('threads', false);
    return true;
  }
  const at = Math.min(thread.at ?? now, now);
  const isIdle = now - at > deps.config['threads.idle_hours'] * HOUR;
  const isOver = thread.isArchived || isIdle || (thread.expiresAt ?? now) < now;
  const status = isOver ? ('archived' as const) : ('active' as const);
  const entry = { scope, facts, newId: deps.newThreadId, origin, at, status };
  taking.outcome('threads', taking.dryRun || (await deps.store.importThread(entry)) !== null);
  if (problems) taking.remark(where, `not all of it could be read: ${problems}`);
  if (before.length > 0)
    taking.remark(where, 'it changed since it was imported: what it is now is another thread');
  if (isLost)
    taking.remark(
      where,
      `no repository is known as ${scope.label}: no session will meet this thread by itself`,
    );
  return true;
}

async function takeMemories(
  deps: Deps,
  find: ScopeFinder,
  from: OpenDatabase,
  taking: Taking,
): Promise<void> {
  const indexed = new Map<string, ForeignRow>();
  for (const row of taking.rows(from, 'memory_fts')) {
    const id = idText(row['id'] ?? row['memory_id']);
    if (id !== null) indexed.set(id, row);
  }
  for (const row of taking.rows(from, 'memory_store')) {
    const id = idText(row['id']);
    const { scope } = await find(
      languageOf(row['scope']) === null ? scopeName(row['scope']) : 'global',
      null,
    );
    const memory = cerberusMemory(row, (id !== null && indexed.get(id)) || null, scope, deps.now());
    await taking.memory(memory, `${from.path}, memory ${id ?? '?'}`, foreignDate(row['created_at']) !== null);
  }
}

/** A row of the table `memory_store`. Its words may be in the index alone. */
export function cerberusMemory(
  row: ForeignRow,
  indexed: ForeignRow | null,
  scope: Scope,
  now: Millis,
): Memory | null {
  const said = words(row['content']) ?? words(indexed?.['content']) ?? '';
  const details = words(row['details']) ?? words(indexed?.['details']) ?? '';
  const anchor = [words(row['anchor_file']), words(row['anchor_symbol'])].filter(Boolean).join(' ');
  const parts = [said, said.includes(details) ? '' : details, anchor && `(${anchor})`];
  const content = said || details ? parts.filter(Boolean).join('\n') : '';
  return foreignMemory(row, 'cerberus', content, [row['category'], languageOf(row['scope'])], scope, now);
}

/** A memory made from the session's own summary. */
function cerberusSummary(row: ForeignRow, scope: Scope, now: Millis): Memory | null {
  const said = { created_at: row['last_activity'] ?? row['created_at'], id: `session-${row['id']}` };
  const content = words(row['summary_details']) ?? '';
  return foreignMemory(said as ForeignRow, 'cerberus', content, ['session summary'], scope, now);
}

/** `language:go` is no project: what holds for a language holds everywhere. */
function languageOf(scope: unknown): string | null {
  return words(scope)?.startsWith('language:') ? String(scope).slice('language:'.length) : null;
}

/** Reads an `active-{project}.json`; `project` is the name in the file's own name, for where it does not say. */
export function activeThread(value: unknown, project: string | null = null): CerberusThread {
  const file = asRecord(value) ?? {};
  const at = foreignDate(file['timestamp']);
  const read = contextFacts(file);
  return {
    id: words(file['session_id']),
    scope: scopeName(words(file['project']) ?? project),
    projectPath: words(file['project_path']),
    isArchived: false,
    at,
    expiresAt: foreignDate(asRecord(file['metadata'])?.['expires_at']),
    facts: [...phaseFacts(file['phase']), ...read.facts],
    problems: [...(at === null ? ['It has no readable timestamp.'] : []), ...read.problems],
  };
}

/** Reads a row of the table `sessions`. */
export function cerberusThread(value: unknown): CerberusThread {
  const row = asRecord(value) ?? {};
  const sent = row['context_data'];
  const data = asRecord(typeof sent === 'string' ? foreignJson(sent) : sent);
  const read = data ? contextFacts(data) : { facts: [], problems: ['context_data holds no JSON object.'] };
  const dates = ['last_activity', 'last_accessed', 'created_at'].map((name) => foreignDate(row[name]));
  return {
    id: words(row['id']),
    scope: scopeName(row['scope']),
    projectPath: words(row['project_path']),
    // Idle threads were not archived yet; their age decides here.
    isArchived: row['status'] === 'archived',
    at: dates.find((date) => date !== null) ?? null,
    expiresAt: null,
    facts: [...phaseFacts(row['phase']), ...read.facts],
    problems: read.problems,
  };
}

/** Authors were not kept there. Automatic captures came from the agent's work, as did nearly all. */
const BY = { by: 'agent' } as const;

/** The lists by their names in files and rows, then by those of the data structure. */
const LISTS: readonly (readonly [
  names: readonly string[],
  prefix: string,
  fact: (code: string) => ThreadFact,
])[] = [
  [['files', 'files_modified'], 'impl:', (path) => ({ kind: 'file', path, how: 'edit', ...BY })],
  [['functions', 'key_functions'], 'impl:', (name) => ({ kind: 'function', name, path: '', ...BY })],
  [['decisions'], 'dec:', (code) => ({ kind: 'decision', choice: spaced(code), reason: null, ...BY })],
  [['blockers'], 'block:', blocker],
  [['next_actions'], 'next:', (code) => ({ kind: 'next', text: spaced(code), ...BY })],
  [['completed'], 'done:', (code) => ({ kind: 'done', text: spaced(code), ...BY })],
];

function contextFacts(data: Readonly<Record<string, unknown>>) {
  const facts: ThreadFact[] = [];
  const problems: string[] = [];
  for (const [names, prefix, fact] of LISTS) {
    for (const name of names) {
      const value = data[name] ?? [];
      if (!Array.isArray(value)) problems.push(`${name} is no list.`);
      list(value).forEach((entry, i) => {
        const said = text(entry)?.trim() ?? '';
        const code = said.startsWith(prefix) ? said.slice(prefix.length).trim() : said;
        if (code === '') problems.push(`${name}[${i}] is no text.`);
        else facts.push(fact(code));
      });
    }
  }
  return { facts, problems };
}

function blocker(code: string): ThreadFact {
  const colon = code.indexOf(':');
  const type = colon > 0 ? spaced(code.slice(0, colon)) : 'blocked';
  return { kind: 'blocker', type, text: spaced(code.slice(colon + 1)) || type, ...BY };
}

/** Blanks had become hyphens there, and hyphens stayed: a hyphen between two words is taken for a blank. */
function spaced(code: string): string {
  return code.replace(/(?<=[^\s-])-(?=[^\s-])/g, ' ');
}

function phaseFacts(value: unknown): ThreadFact[] {
  const phase = words(value);
  return phase === null ? [] : [{ kind: 'phase', text: phase, ...BY }];
}

/** Its global scope is written `universal`. */
function scopeName(value: unknown): string {
  const name = words(value);
  if (name === null || name === 'universal' || name === 'global') return 'global';
  return name.startsWith('project:') ? name : `project:${name}`;
}

/** `isLost`: no repository of that name is known, so that no session will meet it by itself. */
type ScopeFinder = (
  label: string,
  path: string | null,
) => Promise<{ readonly scope: Scope; readonly isLost: boolean }>;

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
    if (path !== null) {
      // A folder that is gone would be looked for in those above it.
      const found = deps.exists(path) ? deps.locate(path).scope : GLOBAL_SCOPE;
      const isNone = found.key === GLOBAL_SCOPE.key;
      return { scope: isNone ? projectScope(path, name, path) : found, isLost: false };
    }
    if (here.label === label) return { scope: here, isLost: false };
    const known = (await deps.store.scopesNamed(label)).filter((scope) => scope.root !== null);
    if (known.length === 1) return { scope: known[0]!, isLost: false };
    return { scope: { key: label as string as ScopeKey, label, root: null }, isLost: true };
  };
}

/** Paths of named projects, as the sessions tell them; null for a name with two places. */
function pathsByName(rows: readonly ForeignRow[]): Map<string, string | null> {
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
