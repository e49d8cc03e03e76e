import { HOSTS } from '../../agents/all.ts';
import { withoutHostNotices } from '../../agents/base/words.ts';
import { anyToolReader } from '../../agents/tools.ts';
import { isImported } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { idText, list, pathText, words } from '../../domain/base/text/json.ts';
import { foreignDate, iso, MINUTE, type Millis } from '../../domain/base/time.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import { observe } from '../../domain/observe/observation.ts';
import { toStorable } from '../../domain/redact/facts.ts';
import { PLACEHOLDER } from '../../domain/redact/span.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { sessionRow, sessionRows } from '../../engine/keeping/session-rows.ts';
import type { ForeignRow } from '../../ports/base/foreign.ts';
import { sessionIdOf } from '../transcripts.ts';
import { type ScopeFinder, scopeFinder } from './scopes.ts';
import {
  foreignJson,
  foreignList,
  foreignMemory,
  type OpenDatabase,
  type Taking,
} from './taking.ts';

/** Its queues and its own bookkeeping. */
const LEFT_TABLES = ['pending_messages', 'sync_outbox', 'sync_dead_letter', 'telegram_wrapups'];
/** The project of the sessions in which it talks to its own model. */
const ITS_OWN = 'observer-sessions';
/** A model wrote an observation about what it was shown. */
const CONFIDENCE = 0.6;
/** Without a sign of life for so long a session is over. */
const IDLE = 30 * MINUTE;

const LACKS =
  'it keeps no replies, and older versions no commands: a session has your prompts, its files, and the summary of claude-mem in place of the last reply';

/** Sessions of claude-mem with what hangs on them, and its observations as memories (its schema as of 13.25.3). */
export async function importClaudeMem(
  deps: Deps,
  databases: readonly OpenDatabase[],
  _json: readonly string[],
  taking: Taking,
): Promise<void> {
  const find = scopeFinder(deps, new Map());
  for (const from of databases) {
    const takeover = await deps.store.beginTakeover(deps.now());
    const folders = new Map<unknown, readonly string[]>();
    for (const { row, where } of taking.all([from], 'sdk_sessions', 'session')) {
      if (row['project'] === ITS_OWN) continue;
      const found = sessionIn(deps, row, keptOf(from, row, taking), taking);
      if (typeof found === 'string') {
        taking.skip('sessions', where, found);
        continue;
      }
      folders.set(row['memory_session_id'], found.folders);
      await takeSession(deps, { ...found, where, find }, taking, { takeover, isUnfolded: true });
    }
    for (const { row, where } of taking.all([from], 'observations', 'observation')) {
      if (row['project'] === ITS_OWN) continue;
      const scope = await scopeOf(deps, find, row, [
        ...pathsOf(row),
        ...(folders.get(row['memory_session_id']) ?? []),
      ]);
      await taking.memory(memoryOfObservation(row, scope, deps.now()), where, row['created_at']);
    }
    taking.remark(from.path, LACKS);
  }
  taking.leaveOut(databases, LEFT_TABLES);
}

type ClaudeMemRows = readonly ForeignRow[];

interface KeptOfSession {
  readonly prompts: ClaudeMemRows;
  readonly uses: ClaudeMemRows;
  readonly observations: ClaudeMemRows;
  readonly summaries: ClaudeMemRows;
}

/** The rows of one session, read for each, because tool calls may be gigabytes. */
function keptOf(from: OpenDatabase, session: ForeignRow, taking: Taking): KeptOfSession {
  const of = (table: string, column: 'content_session_id' | 'memory_session_id') => {
    const is = idText(session[column]);
    return is === null ? [] : [...taking.rows(from, table, { column, is })];
  };
  return {
    prompts: of('user_prompts', 'content_session_id'),
    uses: of('tool_uses', 'content_session_id'),
    observations: of('observations', 'memory_session_id'),
    summaries: of('session_summaries', 'memory_session_id'),
  };
}

interface Found {
  readonly host: string;
  readonly hostSessionId: string;
  readonly project: ForeignRow;
  readonly folders: readonly string[];
  readonly facts: readonly { readonly at: Millis; readonly fact: Fact }[];
}

/** A session with its facts, or why it is not taken over. */
function sessionIn(
  deps: Deps,
  row: ForeignRow,
  { prompts, uses, observations, summaries }: KeptOfSession,
  taking: Taking,
): Found | string {
  const hostSessionId = idText(row['content_session_id']);
  const start = foreignDate(row['started_at_epoch']) ?? foreignDate(row['started_at']);
  if (hostSessionId === null) return 'it has no id of the agent';
  if (start === null) return 'when it started cannot be read';
  const folders = uses.flatMap(({ cwd }) => pathText(cwd) ?? []);
  const said = [
    ...prompts.flatMap(promptIn),
    ...uses.map(useIn),
    ...(uses.length > 0 ? [] : observations.flatMap(filesIn)),
  ].sort((a, b) => a.at - b.at);
  if (said.length === 0) return 'nobody said or did anything in it';
  const facts = withSummaries(said, summaries.flatMap(summaryIn)).flatMap(({ at, event }) =>
    factsOf(deps, event, taking).map((fact) => ({ at, fact })),
  );
  const first = Math.min(start, said[0]!.at);
  const last = foreignDate(row['completed_at_epoch']) ?? said.at(-1)!.at;
  if (last > deps.now() - IDLE && row['status'] === 'active')
    return 'it may still be running: import again when it is over';
  const began: Fact = { kind: 'started', cwd: folders[0] ?? null };
  const source = words(row['platform_source']) ?? 'claude';
  return {
    host: source === 'claude' ? 'claude-code' : source,
    hostSessionId,
    project: row,
    folders: [...folders, ...observations.flatMap(pathsOf)],
    facts: [{ at: first, fact: began }, ...facts],
  };
}

async function takeSession(
  deps: Deps,
  found: Found & { readonly where: string; readonly find: ScopeFinder },
  taking: Taking,
  how: Parameters<Taking['session']>[2],
): Promise<void> {
  const { host, hostSessionId, facts, where } = found;
  const id = sessionIdOf(host, { hostSessionId, part: null });
  const here = await deps.store.sessionOfHost(host, hostSessionId);
  // Hooks or a transcript told more of it than is kept there.
  if (here && (here.id !== id || !isImported(here.id))) return taking.count('sessions', 'known');
  if (!here && taking.isForgotten(host, hostSessionId, id))
    return taking.skip('sessions', where, 'it was forgotten here; --again brings it back');
  const scope = await scopeOf(deps, found.find, found.project, found.folders);
  const [start, end] = [facts[0]!.at, facts.at(-1)!.at];
  const row = {
    ...sessionRow(id, host, start, end),
    host_session_id: hostSessionId,
    scope: scope.label,
    scope_key: scope.key,
    project_path: scope.root,
    channel: host,
    updated_at: iso(end),
  };
  await taking.session(sessionRows(row, facts), where, how);
}

interface Dated {
  readonly at: Millis;
  readonly event: HostEvent;
}

const NOBODYS = { hostSessionId: '', cwd: null, key: null, subagent: null };

function promptIn(row: ForeignRow): Dated[] {
  const [at, text] = [timeOf(row), withoutHostNotices(words(row['prompt_text']) ?? '')];
  return at === null || text === null ? [] : [{ at, event: { ...NOBODYS, kind: 'prompt', text } }];
}

const readTool = anyToolReader(HOSTS);

function useIn(row: ForeignRow): Dated {
  const parsed = (value: unknown) => (typeof value === 'string' ? foreignJson(value) : null);
  const response = parsed(row['tool_response']) ?? row['tool_response'];
  const use = readTool(
    words(row['tool_name']) ?? 'tool',
    parsed(row['tool_input']),
    response,
    false,
  );
  return { at: timeOf(row) ?? 0, event: { ...NOBODYS, kind: 'tool-use', use } };
}

/** The files of an observation: older versions keep nothing else of the work. */
function filesIn(row: ForeignRow): Dated[] {
  const at = timeOf(row);
  const changed = strings(row['files_modified']);
  const reads = strings(row['files_read']);
  if (at === null || changed.length + reads.length === 0) return [];
  const changes = changed.map((path) => ({
    path,
    kind: 'edit' as const,
    added: null,
    removed: null,
  }));
  const use = {
    name: 'claude-mem',
    failed: false,
    changes,
    reads,
    command: null,
    workdir: null,
    output: null,
    todos: null,
  };
  return [{ at, event: { ...NOBODYS, kind: 'tool-use', use } }];
}

function summaryIn(row: ForeignRow): { readonly at: Millis; readonly text: string }[] {
  const at = timeOf(row);
  const part = (name: string, before = '') => {
    const said = words(row[name])?.trim();
    return said ? [`${before}${said}`] : [];
  };
  const said = [
    ...part('completed'),
    ...part('learned'),
    ...part('notes'),
    ...part('next_steps', 'Next: '),
  ];
  if (at === null || said.length === 0) return [];
  return [{ at, text: ['(As claude-mem summed it up.)', ...said].join('\n') }];
}

/**
 * A summary stands for the reply of the turn before it. It is dated as what it follows: a transcript that is imported later
 * ends after it, and takes its place.
 */
function withSummaries(
  said: readonly Dated[],
  summaries: readonly { readonly at: Millis; readonly text: string }[],
): readonly Dated[] {
  const of = new Map(
    summaries.map(({ at, text }) => [said.findLastIndex((one) => one.at <= at), text]),
  );
  return said.flatMap((one, i) => {
    const reply = of.get(i);
    if (reply === undefined) return [one];
    return [
      one,
      { at: one.at, event: { ...NOBODYS, kind: 'turn-end', reply } satisfies HostEvent },
    ];
  });
}

function factsOf(deps: Deps, event: HostEvent, taking: Taking): readonly Fact[] {
  const seen = observe(event);
  const facts = toStorable(seen, { strict: deps.config['redaction.strict'] });
  const holds = (value: unknown) => JSON.stringify(value).includes(PLACEHOLDER);
  if (holds(facts) && !holds(seen)) taking.report.redacted++;
  return facts;
}

/** A row of `observations` as a memory. */
function memoryOfObservation(row: ForeignRow, scope: Scope, now: Millis): Memory | null {
  const title = words(row['title']) ?? words(row['subtitle']);
  const told = words(row['narrative']) ?? words(row['text']) ?? words(row['subtitle']);
  const facts = strings(row['facts']).map((fact) => `- ${fact}`);
  const content = [title, told === title ? null : told, ...facts].filter(Boolean).join('\n');
  const categories = [words(row['type']), ...strings(row['concepts']), 'claude-mem'];
  return foreignMemory(
    { ...row, confidence: CONFIDENCE },
    'claude-mem',
    content,
    categories,
    scope,
    now,
  );
}

function timeOf(row: ForeignRow): Millis | null {
  return foreignDate(row['created_at_epoch']) ?? foreignDate(row['created_at']);
}

function strings(value: unknown): readonly string[] {
  return list(foreignList(value)).flatMap((one) => words(one) ?? []);
}

/** The folders of files that a row names. */
function pathsOf(row: ForeignRow): readonly string[] {
  return [...strings(row['files_modified']), ...strings(row['files_read'])]
    .filter((path) => path.startsWith('/'))
    .map((path) => path.slice(0, path.lastIndexOf('/')) || '/');
}

/** The project of a row: by the first folder that is there, else by its name. */
function scopeOf(
  deps: Pick<Deps, 'exists'>,
  find: ScopeFinder,
  row: ForeignRow,
  folders: readonly string[],
): Promise<Scope> {
  const name = words(row['merged_into_project']) ?? words(row['project']) ?? 'unknown';
  const label = `project:${name.split('/').at(-1)}`;
  return find(label, folders.find(deps.exists) ?? null);
}
