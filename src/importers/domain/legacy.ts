import { asRecord, list, text, words } from '../../domain/text/json.ts';
import type { ThreadFact } from '../../domain/thread/thread.ts';
import { type Millis, millis } from '../../domain/time.ts';

/** A thread as Cerberus kept it: what it says as facts, and what could not be read. */
export interface LegacyThread {
  readonly id: string | null;
  /** `global` or `project:<name>`. */
  readonly scope: string;
  readonly projectPath: string | null;
  readonly status: 'active' | 'archived';
  readonly createdAt: Millis | null;
  readonly lastAccessed: Millis | null;
  readonly lastActivity: Millis | null;
  readonly expiresAt: Millis | null;
  /** As counted there: one for every record, not for every turn. */
  readonly records: number | null;
  readonly facts: readonly ThreadFact[];
  /** Sentences for a person; empty where everything could be read. */
  readonly problems: readonly string[];
}

/** `active-{project}.json` */
interface ActiveFile {
  session_id: string;
  project: string;
  project_path: string;
  phase: string;
  timestamp: string;
  metadata: { expires_at: string };
}

/** A row of the table `sessions`. */
interface SessionRow {
  id: string;
  scope: string;
  project_path: string | null;
  phase: string | null;
  context_data: string;
  created_at: string;
  last_accessed: string;
  last_activity: string;
  turn_count: number;
  status: string;
}

/** Reads an `active-{project}.json`; `project` is the name in the file's own name, for where it does not say. */
export function readActiveFile(value: unknown, project: string | null = null): LegacyThread {
  const file = asRecord<ActiveFile>(value);
  if (!file) return unreadable('The file holds no JSON object.');
  const at = dateOf(file.timestamp);
  const read = contextFacts(file);
  return {
    id: words(file.session_id),
    scope: scopeOf(words(file.project) ?? project),
    projectPath: words(file.project_path),
    status: 'active',
    createdAt: at,
    lastAccessed: at,
    lastActivity: at,
    expiresAt: dateOf(asRecord<ActiveFile['metadata']>(file.metadata)?.expires_at),
    records: null,
    facts: [...phaseFacts(file.phase), ...read.facts],
    problems: [...(at === null ? ['It has no readable timestamp.'] : []), ...read.problems],
  };
}

/** Reads a row of Cerberus' table `sessions`. */
export function readCerberusSession(value: unknown): LegacyThread {
  const row = asRecord<SessionRow>(value);
  if (!row) return unreadable('The row is no object.');
  const read = contextData(row.context_data);
  const turns = row.turn_count;
  return {
    id: words(row.id),
    scope: scopeOf(words(row.scope)),
    projectPath: words(row.project_path),
    // Idle threads were not archived yet; their age decides here.
    status: row.status === 'archived' ? 'archived' : 'active',
    createdAt: dateOf(row.created_at),
    lastAccessed: dateOf(row.last_accessed),
    lastActivity: dateOf(row.last_activity),
    expiresAt: null,
    records: typeof turns === 'number' && Number.isSafeInteger(turns) && turns >= 0 ? turns : null,
    facts: [...phaseFacts(row.phase), ...read.facts],
    problems: read.problems,
  };
}

interface Read {
  readonly facts: readonly ThreadFact[];
  readonly problems: readonly string[];
}

function contextData(value: unknown): Read {
  let data = value;
  if (typeof value === 'string') {
    try {
      data = JSON.parse(value);
    } catch {
      return { facts: [], problems: ['context_data is no JSON.'] };
    }
  }
  const record = asRecord(data);
  return record ? contextFacts(record) : { facts: [], problems: ['context_data holds no JSON object.'] };
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

function contextFacts(data: Readonly<Record<string, unknown>>): Read {
  const facts: ThreadFact[] = [];
  const problems: string[] = [];
  for (const [names, prefix, fact] of LISTS) {
    for (const name of names) {
      const value = data[name];
      if (value !== undefined && value !== null && !Array.isArray(value))
        problems.push(`${name} is no list.`);
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
function scopeOf(name: string | null): string {
  if (name === null || name === 'universal' || name === 'global') return 'global';
  return name.startsWith('project:') ? name : `project:${name}`;
}

/** SQLite's own dates are in UTC and do not say so; Python's `isoformat` is local time and does not either. */
function dateOf(value: unknown): Millis | null {
  const date = words(value)?.trim();
  if (!date) return null;
  return millis(/^\d{4}-\d\d-\d\d \d\d:\d\d[\d:.]{0,12}$/.test(date) ? `${date.replace(' ', 'T')}Z` : date);
}

function unreadable(problem: string): LegacyThread {
  return {
    id: null,
    scope: 'global',
    projectPath: null,
    status: 'active',
    createdAt: null,
    lastAccessed: null,
    lastActivity: null,
    expiresAt: null,
    records: null,
    facts: [],
    problems: [problem],
  };
}
