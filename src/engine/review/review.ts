import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { isEmptied } from '../../domain/base/text/safe-text.ts';
import { type Millis, millis } from '../../domain/base/time.ts';
import {
  isFrom,
  type Learnt,
  type LearntKind,
  type SourceKind,
} from '../../domain/facts/source.ts';
import type { Subject } from '../../domain/keeping/forget.ts';
import { keptSourceOf } from '../../domain/memories/kept.ts';
import { hasExpired, isProposal, isRule, type Memory } from '../../domain/memories/memory.ts';
import { fromWorkingMemory, type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { Mark, Thread } from '../../domain/threads/thread.ts';
import type { TaskSource } from '../../domain/todos/task.ts';
import { todoTask } from '../../domain/todos/todo.ts';
import { findAnswers } from '../../domain/turns/answers.ts';
import type { ThreadHead } from '../../store/store.ts';
import type { Deps, RoomLearnt } from '../base/deps.ts';
import { teamWords } from '../base/team.ts';
import { type TaskCheck, taskCheck } from '../tasks/tasks.ts';

interface ReviewFilter {
  /** Also what the global scope adds; null: of every scope. */
  readonly scope: Scope | null;
  /** An author or the name of an agent program. */
  readonly source?: string;
  /** Said since then. */
  readonly since?: Millis;
}

/** No limit: a limited list could hide items. */
const ALL = 1_000_000_000;

/** All stored items with their origin, the latest first, and the person's answers. */
export async function review(deps: Deps, filter: ReviewFilter): Promise<readonly Learnt[]> {
  const known = await sessionsKnown(deps);
  return learntIn(deps, known, filter, answers(known));
}

async function learntIn(
  deps: Deps,
  known: KnownSessions,
  filter: ReviewFilter,
  besides: readonly Learnt[] = [],
): Promise<readonly Learnt[]> {
  const all = [
    ...besides,
    ...(await memories(deps, known)),
    ...(await pins(deps, known)),
    ...(await work(deps, known)),
    ...(await shared(deps, known)),
    ...(filter.scope ? await learntByRooms(deps, filter.scope) : []).map(({ item }) => item),
  ];
  const keys: readonly string[] | null = filter.scope && [filter.scope.key, GLOBAL_SCOPE_KEY];
  return all
    .filter((one) => !isEmptied(one.text))
    .filter((one) => keys === null || keys.includes(one.scopeKey))
    .filter((one) => filter.source === undefined || isFrom(filter.source, one))
    .filter((one) => filter.since === undefined || (one.at ?? 0) >= filter.since)
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/** Everything that came from a source, i.e. what `forget --source` removes. */
export interface SourceHolding {
  readonly items: readonly Learnt[];
  /** Whole sessions: those of an agent program, or imported ones. */
  readonly sessions: readonly SessionState[];
  /** Instructions of the project that are trusted so far. */
  readonly untrusted: readonly RoomLearnt[];
  /** Texts that are too short to be searched, because such words are common. */
  readonly short: readonly Learnt[];
  readonly subject: SourceSubject;
}

/** The subject of forgetting a source. */
interface SourceSubject extends Subject {
  readonly memories: readonly string[];
  readonly quotes: readonly string[];
  readonly sessions: readonly SessionId[];
  readonly rules: true;
}

export async function holdingOfSource(
  deps: Deps,
  source: string,
  here: Scope,
  since?: Millis,
): Promise<SourceHolding> {
  const isLateEnough = (at: Millis | null) => since === undefined || (at ?? 0) >= since;
  const known = await sessionsKnown(deps);
  const sessions = [...known.states.values()].filter(
    ({ session_id, host, start_time }) =>
      (host === source || (source === 'import' && known.imported.has(session_id))) &&
      isLateEnough(millis(start_time)),
  );
  const gone = new Set<string | null>(sessions.map(({ session_id }) => session_id));
  const items = await learntIn(deps, known, {
    scope: null,
    source,
    ...(since !== undefined && { since }),
  });
  const instructions = source === 'file' ? await learntByRooms(deps, here) : [];
  const isMemory = ({ kind, by }: Learnt) => OF_MEMORIES.includes(kind) && by !== 'teammate';
  const isShort = ({ text }: Learnt) => text.length < SHORTEST_MEANT;
  const words = items.filter((one) => !isMemory(one));
  return {
    items,
    sessions,
    untrusted: instructions.filter(({ item, drop }) => drop !== null && isLateEnough(item.at)),
    short: words.filter((one) => isShort(one) && !gone.has(one.sessionId)),
    subject: {
      memories: items.filter(isMemory).map(({ id }) => id!),
      quotes: [...new Set(words.filter((one) => !isShort(one)).map(({ text }) => text))],
      sessions: sessions.map(({ session_id }) => session_id),
      rules: true,
    },
  };
}

/** Number of sealed metrics that contain forgotten words, e.g. in a task's title: changing one would break the seal. */
export function sealedWith(
  { store }: Pick<Deps, 'store'>,
  texts: readonly string[],
): Promise<number> {
  return store.sealedMetrics(texts.map((content) => ({ memoryId: null, content })));
}

const OF_MEMORIES: readonly LearntKind[] = ['rule', 'proposal', 'finding', 'memory'];

/** Shorter words are everybody's. */
export const SHORTEST_MEANT = 8;

interface KnownSessions {
  readonly states: ReadonlyMap<string, SessionState>;
  readonly imported: ReadonlySet<string>;
}

async function sessionsKnown(deps: Deps): Promise<KnownSessions> {
  const states = await deps.store.history({ limit: ALL });
  return {
    states: new Map<string, SessionState>(states.map((state) => [state.session_id, state])),
    imported: await deps.store.importedSessions(),
  };
}

type SaidItem = Pick<Learnt, 'kind' | 'text' | 'by' | 'scopeKey' | 'scope' | 'at'> &
  Partial<Learnt>;

/** Adds the session's part of the origin to an item. */
function learnt(
  { states, imported }: KnownSessions,
  sessionId: SessionId | null,
  said: SaidItem,
): Learnt {
  return {
    id: null,
    author: null,
    subagent: null,
    note: null,
    sessionId,
    host: (sessionId && states.get(sessionId)?.host) ?? null,
    isImported: sessionId !== null && imported.has(sessionId),
    ...said,
  };
}

async function memories(deps: Deps, known: KnownSessions): Promise<Learnt[]> {
  // With `now: 0` nothing has expired.
  const all = await deps.store.memories({ now: 0, limit: ALL });
  return all.map((memory) =>
    learnt(known, memory.sessionId, {
      ...(memory.sessionId === null && { host: keptSourceOf(memory.id) }),
      kind: kindOf(memory),
      text: memory.content,
      id: memory.id,
      by: memory.source,
      scopeKey: memory.scopeKey,
      scope: memory.scope,
      at: memory.updatedAt,
      note: endedNote(memory, deps.now()),
    }),
  );
}

/** A rule that the person ended, and a proposal that they dismissed. */
function endedNote(memory: Memory, now: Millis): string | null {
  if (!hasExpired(memory, now) || !(isRule(memory) || isProposal(memory))) return null;
  return isRule(memory) ? 'ended' : 'dismissed';
}

function kindOf(memory: Memory): LearntKind {
  if (isRule(memory)) return 'rule';
  if (isProposal(memory)) return 'proposal';
  return memory.categories.includes('finding') ? 'finding' : 'memory';
}

/** Questions of agents with the person's answers. */
function answers(known: KnownSessions): Learnt[] {
  return [...known.states.values()].flatMap(({ turns, session_id, scope_key: scopeKey, scope }) =>
    findAnswers(turns)
      .toReversed()
      .map(({ question, answer, at }) =>
        learnt(known, session_id, {
          kind: 'answer',
          text: `${question} → ${answer}`,
          by: 'person',
          scopeKey,
          scope,
          at,
        }),
      ),
  );
}

/** Pins by author. Of a session in cold storage, those that it had at its end. */
async function pins(deps: Deps, known: KnownSessions): Promise<Learnt[]> {
  const cold = [...known.states.values()].filter((state) => state.cold !== undefined);
  const held = cold.flatMap(({ session_id, scope_key, scope, working_memory }) =>
    working_memory
      .map(fromWorkingMemory)
      .filter((pin) => pin !== null && pin.origin === null)
      .map((pin) => ({
        pin: pin!,
        sessionId: session_id,
        scopeKey: scope_key,
        scope,
        at: pin!.pinnedAt,
      })),
  );
  const made = [...held, ...(await deps.store.pinsMade())];
  // A pin in several sessions, or one that was replaced, appears once, in its latest form.
  const latest = new Map(made.map((one) => [`${one.scopeKey}\n${pinIdentity(one.pin)}`, one]));
  const dismissed = new Map<string, ReadonlySet<string>>();
  for (const key of new Set([...latest.values()].map(({ scopeKey }) => scopeKey as ScopeKey)))
    dismissed.set(key, (await deps.store.dismissed(key)).pins);
  const noteOf = (pin: Pin, scopeKey: string) => {
    if (dismissed.get(scopeKey)?.has(pinIdentity(pin))) return 'unpinned';
    return pin.critical ? 'critical' : null;
  };
  return [...latest.values()].map(({ pin, sessionId, scopeKey, scope, at }) =>
    learnt(known, sessionId, {
      kind: 'pin',
      text: pin.content,
      id: pin.label,
      by: pin.by ?? null,
      scopeKey,
      scope,
      at,
      note: noteOf(pin, scopeKey),
    }),
  );
}

/** Items of threads, and open tasks that no thread knows. */
async function work(deps: Deps, known: KnownSessions): Promise<Learnt[]> {
  const noted: Learnt[] = [];
  for (const head of await deps.store.threadHistory(null, ALL)) {
    const seen = await deps.store.thread(head.id);
    if (seen) noted.push(...inThread(known, head, seen.thread));
  }
  const texts = new Set(noted.map(({ scopeKey, text }) => `${scopeKey}\n${text}`));
  const tasks = new Map<string, Learnt>();
  const checks = new Map<string, TaskCheck>();
  for (const state of [...known.states.values()].reverse()) {
    const { session_id, scope_key: scopeKey, scope, project_path: root } = state;
    for (const task of state.pending_tasks) {
      const { task_id: id, title: text, source, last_activity } = task;
      const by = BY_TASK[source];
      if (by === undefined || texts.has(`${scopeKey}\n${text}`)) continue;
      const key = scopeKey as ScopeKey;
      const check = checks.get(scopeKey) ?? (await taskCheck(deps, { key, label: scope, root }));
      checks.set(scopeKey, check);
      const note = check.stillOpen([task], key)[0]?.stage ?? 'no longer open';
      const at = millis(last_activity);
      tasks.set(
        `${scopeKey}\n${id}`,
        learnt(known, session_id, { kind: 'task', text, id, by, note, scopeKey, scope, at }),
      );
    }
  }
  return [...noted, ...tasks.values()];
}

/** The author of a task, by its source. Tasks of pins are listed as pins. */
const BY_TASK: Readonly<Partial<Record<TaskSource, SourceKind>>> = {
  pipeline_state: 'file',
  host_todo: 'agent',
  message: 'import',
};

function inThread(known: KnownSessions, { scope, imported }: ThreadHead, thread: Thread): Learnt[] {
  const entry = (kind: LearntKind, text: string, mark: Mark, note: string | null): Learnt =>
    learnt(known, mark.session ?? null, {
      kind,
      text,
      note,
      author: mark.from ?? null,
      subagent: mark.subagent ?? null,
      at: mark.at,
      by: authorOf(mark, imported),
      scopeKey: scope.key,
      scope: scope.label,
    });
  return [
    ...thread.decisions.flatMap((one) => [
      entry('decision', one.choice, one, one.replaced ? 'replaced' : null),
      ...(one.reason === null ? [] : [entry('decision', one.reason, one, 'the reason')]),
    ]),
    ...thread.blockers.map((one) =>
      entry('blocker', one.text, one, one.resolved ? 'resolved' : one.type),
    ),
    ...thread.next.map((one) => entry('next', one.text, one, todoTask(one).stage)),
    ...thread.done.map((one) => entry('done', one.text, one, null)),
  ];
}

/** An item of a teammate has the author `teammate`, whatever its role in the original session. */
function authorOf({ from, by }: Mark, isImported: boolean): SourceKind {
  if (from !== undefined) return 'teammate';
  return isImported ? 'import' : by;
}

/** Memories and pins shared by teammates, separate from the person's own. */
async function shared(deps: Deps, known: KnownSessions): Promise<Learnt[]> {
  const words = await teamWords(deps, null);
  const labels = new Map((await deps.store.projects()).map(({ key, label }) => [key, label]));
  return words.map(({ kind, content, id, author, at, scopeKey }) =>
    learnt(known, null, {
      kind,
      text: content,
      id,
      by: 'teammate',
      author,
      at,
      scopeKey,
      scope: labels.get(scopeKey) ?? scopeKey,
    }),
  );
}

/** The names of the agent programs that have a session. */
export async function hostsSeen({ store }: Pick<Deps, 'store'>): Promise<readonly string[]> {
  return [...new Set((await store.activity(0, null)).map(({ host }) => host))];
}

async function learntByRooms(deps: Deps, scope: Scope): Promise<readonly RoomLearnt[]> {
  return (await Promise.all(deps.rooms.map((room) => room.learnt?.(deps, scope) ?? []))).flat();
}
