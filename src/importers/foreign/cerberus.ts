import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { isGlobal, projectName, type Scope } from '../../domain/base/scope.ts';
import { fingerprint } from '../../domain/base/text/hash.ts';
import { asRecord, idText, list, text, words } from '../../domain/base/text/json.ts';
import { foreignDate, HOUR, type Millis } from '../../domain/base/time.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { ThreadFact } from '../../domain/threads/thread.ts';
import type { Deps } from '../../engine/base/deps.ts';
import type { ForeignRow } from '../../ports/base/foreign.ts';
import { readText } from '../../system/answer/look.ts';
import { importsOf } from '../sql.ts';
import { type ScopeFinder, scopeFinder } from './scopes.ts';
import { foreignJson, foreignMemory, type OpenDatabase, type Taking } from './taking.ts';

/** Sessions and JSON files of Cerberus become threads, its memories memories. */
export async function importCerberus(
  deps: Deps,
  databases: readonly OpenDatabase[],
  activeFiles: readonly string[],
  taking: Taking,
): Promise<void> {
  const sessions = [...taking.all(databases, 'sessions', 'session')];
  const find = scopeFinder(deps, pathsByName(sessions.map(({ row }) => row)));
  const found = [
    ...sessions.map(({ row, where }) => ({ thread: cerberusThread(row), where, file: null })),
    ...activeFiles.flatMap((file) => activeFile(file, taking)),
  ];
  // A scope has one active thread: of several the latest.
  found.sort((a, b) => (b.thread.at ?? 0) - (a.thread.at ?? 0));
  for (const { thread, where, file } of found) {
    const isHere = await takeThread(deps, find, thread, where, taking);
    if (isHere && file !== null && !taking.dryRun) setAside(file, taking);
  }
  for (const { row, where } of sessions) {
    if (!words(row['summary_details'])) continue;
    const scope = await find(scopeName(row['scope']), words(row['project_path']));
    // The session's own summary is a memory of its last day.
    const said = {
      created_at: row['last_activity'] ?? row['created_at']!,
      id: `session-${row['id']}`,
    };
    const content = words(row['summary_details']) ?? '';
    const memory = foreignMemory(said, 'cerberus', content, ['session summary'], scope, deps.now());
    await taking.memory(memory, `${where}, its summary`, said.created_at);
  }
  await takeMemories(deps, find, databases, taking);
  taking.leaveOut(databases, ['session_activity']);
}

/** Renames a file that was taken over, so that nobody reads it twice. In a folder that is only readable it stays; the next import knows it. */
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

/** Takes a thread over; whether it is here now, new or known. */
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
  const facts = taking.clean(thread.facts);
  const scope = await find(thread.scope, thread.projectPath);
  const now = deps.now();
  const base = `cerberus:${thread.scope}:${thread.id ?? thread.at ?? 'undated'}:`;
  const origin = `${base}${fingerprint(JSON.stringify(facts))}`;
  const before = await importsOf(deps).threadOrigins(base);
  if (before.includes(origin)) {
    taking.count('threads', 'known');
    return true;
  }
  const at = Math.min(thread.at ?? now, now);
  const isIdle = now - at > deps.config['threads.idle_hours'] * HOUR;
  const isOver = thread.isArchived || isIdle || (thread.expiresAt ?? now) < now;
  const status = isOver ? ('archived' as const) : ('active' as const);
  const entry = { scope, facts, newId: deps.newThreadId, origin, at, status };
  const isNew = taking.dryRun || (await deps.store.importThread(entry)) !== null;
  taking.count('threads', isNew ? 'new' : 'known');
  const isLost = scope.root === null && !isGlobal(scope.key);
  const remarks = [
    problems && `not all of it could be read: ${problems}`,
    before.length > 0 && 'it changed since it was imported: what it is now is another thread',
    isLost &&
      `no repository is known as ${scope.label}: no session will meet this thread by itself`,
  ];
  for (const why of remarks) if (why) taking.remark(where, why);
  return true;
}

async function takeMemories(
  deps: Deps,
  find: ScopeFinder,
  databases: readonly OpenDatabase[],
  taking: Taking,
): Promise<void> {
  for (const from of databases) {
    const indexed = new Map(
      [...taking.rows(from, 'memory_fts')].map((row) => [
        idText(row['id'] ?? row['memory_id']),
        row,
      ]),
    );
    for (const { row, where } of taking.all([from], 'memory_store', 'memory')) {
      const of = languageOf(row['scope']) === null ? scopeName(row['scope']) : 'global';
      const found = indexed.get(idText(row['id'])) ?? null;
      const memory = cerberusMemory(row, found, await find(of, null), deps.now());
      await taking.memory(memory, where, row['created_at']);
    }
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
  return foreignMemory(
    row,
    'cerberus',
    content,
    [row['category'], languageOf(row['scope'])],
    scope,
    now,
  );
}

/** `language:go` is no project: what holds for a language holds everywhere. */
function languageOf(scope: unknown): string | null {
  return words(scope)?.startsWith('language:') ? String(scope).slice('language:'.length) : null;
}

/** Reads an `active-{project}.json`; `project` is the name in the file's own name, for where it does not say. */
export function activeThread(value: unknown, project: string | null = null): CerberusThread {
  const file = asRecord(value) ?? {};
  return cerberusThread({
    id: file['session_id'],
    scope: words(file['project']) ?? project,
    phase: file['phase'],
    project_path: file['project_path'],
    last_activity: file['timestamp'],
    context_data: file,
    expires_at: asRecord(file['metadata'])?.['expires_at'],
  });
}

/** A thread as Cerberus has it. */
interface CerberusThread {
  readonly id: string | null;
  readonly scope: string;
  readonly projectPath: string | null;
  readonly isArchived: boolean;
  readonly at: Millis | null;
  readonly expiresAt: Millis | null;
  readonly facts: readonly ThreadFact[];
  /** Sentences about what could not be read. */
  readonly problems: readonly string[];
}

/** Reads a row of the table `sessions`. */
export function cerberusThread(value: unknown): CerberusThread {
  const row = asRecord(value) ?? {};
  const sent = row['context_data'];
  const data = asRecord(typeof sent === 'string' ? foreignJson(sent) : sent);
  const read = data
    ? contextFacts(data)
    : { facts: [], problems: ['context_data holds no JSON object.'] };
  const dates = ['last_activity', 'last_accessed', 'created_at'].map((name) =>
    foreignDate(row[name]),
  );
  const at = dates.find((date) => date !== null) ?? null;
  const phase = words(row['phase']);
  return {
    id: words(row['id']),
    scope: scopeName(row['scope']),
    projectPath: words(row['project_path']),
    // Idle threads were not archived yet; their age decides here.
    isArchived: row['status'] === 'archived',
    at,
    expiresAt: foreignDate(row['expires_at']),
    facts: [
      ...(phase === null ? [] : [{ kind: 'phase', text: phase, ...BY } as const]),
      ...read.facts,
    ],
    problems: [...(at === null ? ['It has no readable timestamp.'] : []), ...read.problems],
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
  [
    ['functions', 'key_functions'],
    'impl:',
    (name) => ({ kind: 'function', name, path: '', ...BY }),
  ],
  [
    ['decisions'],
    'dec:',
    (code) => ({ kind: 'decision', choice: unhyphenate(code), reason: null, ...BY }),
  ],
  [['blockers'], 'block:', blocker],
  [['next_actions'], 'next:', (code) => ({ kind: 'next', text: unhyphenate(code), ...BY })],
  [['completed'], 'done:', (code) => ({ kind: 'done', text: unhyphenate(code), ...BY })],
];

function contextFacts(
  data: Readonly<Record<string, unknown>>,
): Pick<CerberusThread, 'facts' | 'problems'> {
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
  const type = colon > 0 ? unhyphenate(code.slice(0, colon)) : 'blocked';
  return { kind: 'blocker', type, text: unhyphenate(code.slice(colon + 1)) || type, ...BY };
}

/** A code in words. Blanks had become hyphens there, and hyphens stayed: a hyphen between two words is taken for a blank. */
function unhyphenate(code: string): string {
  return code.replace(/(?<=[^\s-])-(?=[^\s-])/g, ' ');
}

/** The label of a scope, of which Cerberus writes the global one `universal`. */
function scopeName(value: unknown): string {
  const name = words(value);
  if (name === null || name === 'universal' || name === 'global') return 'global';
  return name.startsWith('project:') ? name : `project:${name}`;
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
