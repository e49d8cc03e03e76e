import { GLOBAL_SCOPE } from '../../domain/base/scope.ts';
import { asRecord, idText, list, pathText, words } from '../../domain/base/text/json.ts';
import { DAY, foreignDate, MINUTE, type Millis } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import type { SessionRows } from '../../domain/keeping/archive.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import { pinIdentity } from '../../domain/pins/pin.ts';
import { type FileContent, pinsInEntries } from '../../domain/pins/working-memory.ts';
import { SESSION_LISTS } from '../../domain/sessions/session.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { sessionRow, sessionRows } from '../../engine/keeping/session-rows.ts';
import { importPins } from '../../engine/pins/pins.ts';
import { pinRules } from '../../engine/pins/working-memory-file.ts';
import type { ForeignRow } from '../../ports/base/foreign.ts';
import { readText } from '../../system/answer/look.ts';
import {
  foreignJson,
  foreignList,
  foreignMemory,
  type OpenDatabase,
  type Taking,
} from './taking.ts';

/** Tables of an older Cortex without a counterpart here. */
const LEFT = ['messages', 'threads', 'atoms', 'causal_links', 'embeddings', 'todos', 'insights'];

/** Sessions, memories and pins of an older Cortex. It knew no scopes: all of it is global. */
export async function importOlderCortex(
  deps: Deps,
  databases: readonly OpenDatabase[],
  pinFiles: readonly string[],
  taking: Taking,
): Promise<void> {
  // Before the sessions: these hold the same pins, which would then be known.
  for (const path of pinFiles) {
    const content = asRecord(foreignJson(readText(path) ?? ''));
    if (!content || !Array.isArray(content['items'] ?? [])) {
      taking.report.skipped.push({
        where: path,
        why: 'it is no working_memory.json ({"items": […]})',
      });
      continue;
    }
    taking.report.read.push(path);
    taking.report.left_as_is.push(path);
    await takePins(deps, content, path, taking);
  }
  for (const from of databases) {
    const items = [...taking.rows(from, 'working_memory')].flatMap((row) => {
      const content = words(row['content']);
      const [label, pinnedAt] = [
        words(row['label']) ?? undefined,
        words(row['pinned_at']) ?? undefined,
      ];
      return content ? [{ content, label, pinnedAt }] : [];
    });
    if (items.length > 0) await takePins(deps, { items }, from.path, taking);
  }
  for (const { row, where } of taking.all(databases, 'stm', 'memory'))
    await taking.memory(stmMemory(row, deps.now()), where, row['created_at']);
  // Sessions of our own database are ours already.
  const others = databases.filter(({ isOwn }) => !isOwn);
  await takeSessions(deps, others, 'session_states', { idle: DAY, rowsOf: olderRows }, taking);
  taking.leaveOut(databases, LEFT);
}

/**
 * Sessions of drift: when they were, and which files were loaded, as files that were read. What was done in them is not
 * kept there, so nothing of them is ever inherited. Drift itself lets a session be idle for half an hour.
 */
export function importDrift(
  deps: Deps,
  databases: readonly OpenDatabase[],
  _json: readonly string[],
  taking: Taking,
): Promise<void> {
  return takeSessions(
    deps,
    databases,
    'sessions',
    { idle: 30 * MINUTE, rowsOf: driftRows },
    taking,
  );
}

interface Times {
  readonly id: string;
  readonly start: Millis;
  readonly lastSign: Millis;
  readonly ended: Millis | null;
}

type RowsOf = (row: ForeignRow, times: Times, where: string, taking: Taking) => SessionRows;

/** Takes sessions over as rows of ours. `idle`: without an end and a sign of life for so long they are over. */
async function takeSessions(
  deps: Deps,
  databases: readonly OpenDatabase[],
  table: string,
  { idle, rowsOf }: { readonly idle: Millis; readonly rowsOf: RowsOf },
  taking: Taking,
): Promise<void> {
  const takeover = await deps.store.beginTakeover(deps.now());
  for (const { row, where } of taking.all(databases, table, 'session')) {
    const times = timesOf(row);
    const wrong = typeof times === 'string' ? times : stillRuns(times, deps.now() - idle);
    if (wrong !== null) taking.skip('sessions', where, wrong);
    else await taking.session(rowsOf(row, times as Times, where, taking), where, { takeover });
  }
}

/** The id and times of a session; a sentence where it cannot be told which it is, or when it was. */
function timesOf(row: ForeignRow): Times | string {
  const first = (...names: string[]) =>
    names.map((name) => foreignDate(row[name])).find((date) => date !== null) ?? null;
  const id = idText(row['id']);
  if (id === null) return 'it has no id';
  const start = first('start_time', 'started_at', 'created_at');
  if (start === null) return 'when it started cannot be read';
  const lastSign = first('last_activity', 'updated_at') ?? start;
  return { id, start, lastSign, ended: first('end_time', 'ended_at') };
}

function stillRuns({ ended, lastSign }: Times, since: Millis): string | null {
  return ended === null && lastSign > since
    ? 'it may still be running: import again when it is over'
    : null;
}

function olderRows(
  row: ForeignRow,
  { id, start, lastSign, ended }: Times,
  where: string,
  taking: Taking,
) {
  const lists = SESSION_LISTS.map((name) => {
    const found = foreignList(row[name]);
    if (found === null) taking.remark(where, `${name} is damaged and was left empty`);
    return [name, found ?? []] as const;
  });
  const clean = taking.clean(Object.fromEntries(lists));
  const texts = Object.entries(clean).map(([name, value]) => [name, JSON.stringify(value)]);
  // The list that says when such a task is done stayed behind: it is open until somebody closes it.
  const tasks = list(clean['pending_tasks']).map((task) =>
    asRecord(task)?.['flagged_incomplete'] === true
      ? task
      : { ...asRecord(task), source: 'host_todo' },
  );
  return sessionRows({
    ...sessionRow(id, 'openclaw', start, ended ?? lastSign),
    ...(Object.fromEntries(texts) as Record<string, string>),
    pending_tasks: JSON.stringify(tasks),
    channel: words(row['channel']) ?? 'unknown',
    previous_session_id: words(row['previous_session_id']),
    continued_by: words(row['continued_by']),
    crash_recovered: ended === null || row['crash_recovered'] === 1 ? 1 : 0,
  });
}

function driftRows(
  row: ForeignRow,
  { id, start, lastSign, ended }: Times,
  where: string,
  taking: Taking,
) {
  const loaded = foreignList(row['loaded_files']);
  if (loaded === null) taking.remark(where, 'loaded_files is damaged and was left out');
  // A path, or an entry that has one.
  const paths = (loaded ?? []).map(
    (entry) =>
      pathText(entry) ?? pathText(asRecord(entry)?.['path']) ?? pathText(asRecord(entry)?.['file']),
  );
  const touched = taking
    .clean(paths.filter((path) => path !== null))
    .map((path) => ({ path, how: 'read' as const }));
  const end = Math.max(start, ended ?? lastSign);
  const read: Fact = { kind: 'tool', tool: 'drift', ok: true, touched };
  const facts: { at: Millis; fact: Fact }[] = [
    { at: start, fact: { kind: 'started', cwd: null } },
    ...(touched.length > 0 ? [{ at: Math.max(start, Math.min(end, lastSign)), fact: read }] : []),
    { at: end, fact: { kind: 'ended', reason: null } },
  ];
  // With what drift counted, as far as it did.
  const counted = (name: string, said: string) =>
    Number(row[name]) > 0 ? [`${row[name]} ${said}`] : [];
  const title = [
    'drift session',
    ...counted('queries_made', 'queries'),
    ...counted('tokens_sent', 'tokens sent'),
  ];
  const state = {
    ...sessionRow(`drift-${id}`, 'drift', start, end),
    host_session_id: id,
    title: title.join(', '),
    crash_recovered: ended === null ? 1 : 0,
    holds: 0,
    task_count: 0,
    has_critical: 0,
  };
  return sessionRows(state, facts);
}

/** A row of the older Cortex' table `stm`. */
export function stmMemory(row: ForeignRow, now: Millis): Memory | null {
  const categories = foreignList(row['categories']) ?? [row['categories']];
  return foreignMemory(row, 'stm', String(row['content'] ?? ''), categories, GLOBAL_SCOPE, now);
}

/** Takes pins over, without those that a session holds or that were let go of. */
async function takePins(
  deps: Deps,
  content: FileContent,
  where: string,
  taking: Taking,
): Promise<void> {
  const { key } = GLOBAL_SCOPE;
  const states = await deps.store.history({ scopeKey: key, limit: 1000 });
  const known = new Set([
    ...(await deps.store.dismissed(key)).pins,
    ...states.flatMap(({ working_memory }) =>
      working_memory.map((pin) =>
        pinIdentity({ label: pin.label ?? null, content: String(pin.content ?? '') }),
      ),
    ),
    ...(await deps.store.waitingPins(key)).map(pinIdentity),
  ]);
  const identitiesIn = (items: readonly unknown[]) =>
    new Set(pinsInEntries(items, pinRules(deps)).map(pinIdentity));
  const items = list(content['items']);
  const fresh = items.filter((item) => [...identitiesIn([item])].some((pin) => !known.has(pin)));
  const many = identitiesIn(fresh).size;
  taking.count('pins', 'known', identitiesIn(items).size - many);
  // They are redacted on their way in; this only counts.
  taking.clean(fresh);
  if (taking.dryRun || many === 0) {
    taking.count('pins', 'new', many);
    return;
  }
  const added = await importPins(deps, GLOBAL_SCOPE, { items: fresh });
  taking.count('pins', 'new', added.taken.length);
  taking.count('pins', 'known', added.known.length);
  for (const pin of added.refused)
    taking.skip(
      'pins',
      where,
      `no room for “${pin.label ?? pin.content}”: let some go with cortex unpin`,
    );
}
