import { pinIdentity } from '../../domain/pins/pin.ts';
import { type FileContent, pinsInFile } from '../../domain/pins/working-memory.ts';
import { GLOBAL_SCOPE } from '../../domain/scope.ts';
import { SESSION_LISTS } from '../../domain/session/session.ts';
import { asRecord, idText, words } from '../../domain/text/json.ts';
import { DAY, foreignDate, type Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import { importPins } from '../../engine/pins/import-pins.ts';
import { pinRules } from '../../engine/pins/working-memory-file.ts';
import { sessionRow, sessionRows } from '../../engine/upkeep/session-rows.ts';
import type { ForeignDatabase, ForeignRow } from '../../store.ts';
import { foreignJson, foreignList, pinEntry, stmMemory } from '../domain/foreign-rows.ts';
import { memoryTaker } from './foreign-memories.ts';
import { takeSession } from './foreign-sessions.ts';
import type { Foreign, Tally } from './foreign-tally.ts';

export interface OlderCortexFiles {
  readonly databases: readonly { readonly path: string; readonly database: ForeignDatabase }[];
  readonly pinFiles: readonly string[];
}

/** Tables without a counterpart here stay behind. */
const LEFT = ['messages', 'threads', 'atoms', 'causal_links', 'embeddings', 'todos', 'insights'];

/** Sessions, memories and pins of an older Cortex. It knew no scopes: all of it is global. */
export async function importOlderCortex(
  deps: Deps,
  foreign: Foreign,
  { databases, pinFiles }: OlderCortexFiles,
  count: Tally,
): Promise<void> {
  // Before the sessions: these hold the same pins, which would then be known.
  for (const path of pinFiles) await takePinFile(deps, foreign, path, count);
  for (const { path, database } of databases) {
    const items = [...count.rows(database, path, 'working_memory')]
      .map(pinEntry)
      .filter((item) => item !== null);
    if (items.length > 0) await takePins(deps, { items }, path, count);
  }
  const memories = memoryTaker(deps, count);
  const ownUpTo = await deps.store.lastSeq();
  for (const { path, database } of databases) {
    for (const row of count.rows(database, path, 'stm')) {
      const where = `${path}, memory ${row['id'] ?? '?'}`;
      const read = stmMemory(row, deps.now());
      if (read) await memories.take(read, where);
      else count.skip('memories', where, 'it says nothing');
    }
    await memories.finish();
    for (const row of count.rows(database, path, 'session_states'))
      await takeState(deps, count, row, `${path}, session ${row['id'] ?? '?'}`, ownUpTo);
    for (const table of LEFT) count.leaveOut(table, countOf(database, table));
  }
}

async function takeState(
  deps: Deps,
  count: Tally,
  row: ForeignRow,
  where: string,
  ownUpTo: number,
): Promise<void> {
  const id = idText(row['id']);
  const start = foreignDate(row['start_time']);
  if (id === null || start === null) {
    count.skip('sessions', where, id === null ? 'it has no id' : 'when it started cannot be read');
    return;
  }
  const ended = foreignDate(row['end_time']);
  const lastSign = foreignDate(row['updated_at']) ?? start;
  if (ended === null && mayRun(lastSign, deps.now())) {
    count.skip('sessions', where, 'it may still be running: import again when it is over');
    return;
  }
  const lists: Record<string, string> = {};
  for (const name of SESSION_LISTS) {
    const list = foreignList(row[name]);
    if (list === null) count.remark(where, `${name} is damaged and was left empty`);
    lists[name] = JSON.stringify(list ?? []);
  }
  const own = sessionRow(id, 'openclaw', start, ended ?? lastSign);
  const clean = count.clean(
    Object.fromEntries(SESSION_LISTS.map((name) => [name, foreignJson(lists[name]!)])),
  );
  const state = {
    ...own,
    ...Object.fromEntries(SESSION_LISTS.map((name) => [name, JSON.stringify(clean[name])])),
    pending_tasks: JSON.stringify(asListed(clean['pending_tasks'])),
    channel: words(row['channel']) ?? 'unknown',
    previous_session_id: words(row['previous_session_id']),
    continued_by: words(row['continued_by']),
    crash_recovered: ended === null || row['crash_recovered'] === 1 ? 1 : 0,
  };
  await takeSession(deps, count, sessionRows(state), where, ownUpTo);
}

/** The list that says when such a task is done stayed behind: it is open until somebody closes it. */
function asListed(tasks: unknown): unknown {
  if (!Array.isArray(tasks)) return tasks;
  return tasks.map((task: unknown) =>
    asRecord(task)?.['flagged_incomplete'] === true ? task : { ...asRecord(task), source: 'host_todo' },
  );
}

/** Nobody ended it, and it was alive a day ago. */
function mayRun(lastSign: Millis, now: Millis): boolean {
  return now - lastSign < DAY;
}

async function takePinFile(deps: Deps, foreign: Foreign, path: string, count: Tally): Promise<void> {
  const text = foreign.readText(path);
  const content = text === null ? null : asRecord(foreignJson(text));
  if (!content || (content['items'] !== undefined && !Array.isArray(content['items']))) {
    count.damaged(path, 'it is no working_memory.json ({"items": […]})');
    return;
  }
  count.isRead(path);
  count.isLeft(path);
  await takePins(deps, content, path, count);
}

/** A pin that a session holds, or that was let go of, does not come a second time. */
async function takePins(deps: Deps, content: FileContent, where: string, count: Tally): Promise<void> {
  const pins = pinsInFile(content, pinRules(deps));
  const identities = new Set(pins.map(pinIdentity));
  const { key } = GLOBAL_SCOPE;
  const [letGo, states, waiting] = [
    await deps.store.letGo(key),
    await deps.store.history({ scopeKey: key, limit: 1000 }),
    await deps.store.waitingPins(key),
  ];
  const held = states.flatMap((state) => state.working_memory.map((pin) => identityOf(pin)));
  const known = new Set([...letGo.pins, ...held, ...waiting.map(pinIdentity)]);
  const isNew = (entry: unknown) => {
    const [pin] = pinsInFile({ items: [entry] }, pinRules(deps));
    return pin !== undefined && !known.has(pinIdentity(pin));
  };
  const items = (content['items'] as unknown[] | undefined) ?? [];
  const fresh = items.filter(isNew);
  const names = new Set(pinsInFile({ items: fresh }, pinRules(deps)).map(pinIdentity));
  count.outcome('pins', false, identities.size - names.size);
  // They are redacted on their way in; this only counts.
  count.clean(fresh);
  if (count.dryRun || names.size === 0) {
    count.outcome('pins', true, names.size);
    return;
  }
  const added = await importPins(deps, GLOBAL_SCOPE, { items: fresh });
  count.outcome('pins', true, added.taken.length);
  count.outcome('pins', false, added.known.length);
  for (const pin of added.refused)
    count.skip('pins', where, `no room for “${pin.label ?? pin.content}”: let some go with cortex unpin`);
}

function identityOf(pin: { readonly label?: string; readonly content: string }): string {
  return pinIdentity({ label: pin.label ?? null, content: String(pin.content ?? '') });
}

function countOf(database: ForeignDatabase, table: string): number {
  try {
    return database.count(table);
  } catch {
    return 0;
  }
}
