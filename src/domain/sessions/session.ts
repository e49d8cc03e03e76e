/**
 * The record of a session, folded from its facts: pins, topics, tasks, files, turns, outcome. A record never holds anything that its facts do not
 * give, so that it can be folded again.
 */

import type { SessionId } from '../base/ids.ts';
import { HOUR, iso, type Millis } from '../base/time.ts';
import type { ConfidenceUpdate } from '../memories/memory.ts';
import { isOfScope, toWorkingMemory, type WorkingMemoryPin } from '../pins/pin.ts';
import { rankProjects } from '../projects/project.ts';
import { isFinishedStage, type PendingTask } from '../todos/task.ts';
import { findGoal, type Turn } from '../turns/turn.ts';
import { type Digest, hotTopics, pendingTasks } from './digest.ts';
import { EMPTY_TREE, type SessionOutcome, sessionOutcome } from './outcome.ts';
import { type SOPInteraction, statesAnything } from './stated.ts';

/** A session as it is stored, mirrored and shown: the field names of the source documents, and what we add. */
export interface SessionState {
  readonly session_id: SessionId;
  readonly start_time: string;
  readonly end_time: string | null;
  readonly channel: string;
  readonly working_memory: readonly WorkingMemoryPin[];
  readonly hot_topics: readonly string[];
  readonly active_projects: readonly string[];
  readonly pending_tasks: readonly PendingTask[];
  readonly recent_learnings: readonly string[];
  readonly confidence_updates: readonly ConfidenceUpdate[];
  readonly sop_interactions: readonly SOPInteraction[];
  readonly previous_session_id: string | null;
  readonly continued_by: string | null;
  readonly crash_recovered: boolean;
  readonly schema_version: number;
  readonly updated_at: string | null;

  readonly scope: string;
  readonly scope_key: string;
  readonly project_path: string | null;
  readonly host: string;
  readonly host_session_id: string | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly title: string | null;
  readonly turn_count: number;
  readonly files_modified: readonly string[];
  readonly last_activity: string;
  /** How it ended; null if it had no content, or if unknown. */
  readonly stopped: SessionOutcome | null;
  /** Its turns, the oldest first. */
  readonly turns: readonly Turn[];
  /** When it last changed its own to-do list. */
  readonly list_at: string | null;
  /** Number of entries that did not fit into the row, by list. */
  readonly cuts: Readonly<Record<string, number>>;
  /** In cold storage. `index only`: its file is missing or was changed, so the lists are empty. */
  readonly cold?: 'whole' | 'index only';
}

/** The part of a session's state that follows from its facts. */
export type FoldedState = Pick<SessionState, (typeof FOLDED)[number] | 'turns'>;

const CUTTABLE = [
  'files_modified',
  'sop_interactions',
  'confidence_updates',
  'recent_learnings',
  'turns',
  'pending_tasks',
  'active_projects',
  'hot_topics',
  'working_memory',
] as const;

/** The limits of a session's row: topics, and bytes in all. */
export interface StateLimits {
  readonly topics: number;
  readonly bytes: number;
}

/** Reserve for fields that are not folded: ids, paths and dates, and in a mirror the last metric and the seal. */
const UNFOLDED_BYTES = 2_048;

/** The limits from the configuration. */
export function stateLimits(config: {
  readonly 'topics.max': number;
  readonly 'sessions.max_row_bytes': number;
}): StateLimits {
  return { topics: config['topics.max'], bytes: config['sessions.max_row_bytes'] - UNFOLDED_BYTES };
}

export function stateOfDigest(digest: Digest, limits: StateLimits): FoldedState {
  const { stated } = digest;
  const turns = digest.dialogue?.all ?? [];
  const state: FoldedState = {
    working_memory: digest.pins.map(toWorkingMemory),
    hot_topics: stated?.hot_topics?.slice(0, limits.topics) ?? hotTopics(digest, limits.topics),
    active_projects: stated?.active_projects ?? rankProjects(digest.projects),
    pending_tasks: pendingTasks(digest),
    recent_learnings: stated?.recent_learnings ?? digest.learnings,
    confidence_updates: stated?.confidence_updates ?? digest.confidence,
    sop_interactions: stated?.sop_interactions ?? digest.sops,
    title: findGoal(turns),
    turn_count: digest.turns,
    files_modified: digest.files,
    last_activity: iso(lastActivity(digest)),
    stopped: sessionOutcome(turns, digest.tree ?? EMPTY_TREE),
    turns,
    list_at: listAt(digest),
    cuts: {},
  };
  return withinBytes(state, limits.bytes);
}

/** Cuts the oldest entries of the least important lists until the row fits, and counts them. */
function withinBytes(state: FoldedState, bytes: number): FoldedState {
  if (sizeOf(state) <= bytes) return state;
  let fitted = state;
  for (const field of CUTTABLE) {
    while (sizeOf(fitted) > bytes && fitted[field].length > 0) {
      const list = fitted[field];
      const gone = Math.max(1, Math.floor(list.length / 4));
      fitted = {
        ...fitted,
        [field]: without(fitted, field, gone),
        cuts: { ...fitted.cuts, [field]: (fitted.cuts[field] ?? 0) + gone },
      };
    }
  }
  return fitted;
}

function without(
  state: FoldedState,
  field: (typeof CUTTABLE)[number],
  gone: number,
): readonly unknown[] {
  // Topics and projects are ranked, the weakest last; all other lists are in order of time.
  if (field === 'hot_topics' || field === 'active_projects') return state[field].slice(0, -gone);
  if (field !== 'pending_tasks') return state[field].slice(gone);
  // Tasks in progress are cut last.
  const tasks = state.pending_tasks;
  const order = [...tasks.keys()].sort(
    (a, b) => beginnings(tasks[a]!) - beginnings(tasks[b]!) || a - b,
  );
  const cut = new Set(order.slice(0, gone));
  return tasks.filter((_, i) => !cut.has(i));
}

/** The rank of a task for cutting: not begun, done, in progress. */
function beginnings({ stage }: PendingTask): number {
  if (isFinishedStage(stage)) return 0;
  return /^(?:to[ _-]?do|pending|open|planned|backlog|queued|new)$/i.test(stage) ? 1 : 2;
}

function sizeOf(state: FoldedState): number {
  // An upper bound of the UTF-8 size without an encoder: three bytes for each character beyond ASCII.
  const text = JSON.stringify(state);
  return text.length + 2 * (text.match(/[^\0-\x7f]/g)?.length ?? 0);
}

/** When the session last changed its own list; entries carried over from another conversation do not count. */
function listAt({ todos, startedAt }: Digest): string | null {
  const at = Math.max(0, ...todos.map((todo) => todo.at));
  return at > startedAt ? iso(at) : null;
}

/** When the session was last active; its start if nothing followed. */
export function lastActivity(digest: Digest): Millis {
  return Math.max(digest.startedAt, digest.lastActivity);
}

/** The assumed end of a crashed session: never in the future, never before it began. */
export function crashEnd(digest: Digest, now: Millis): Millis {
  return Math.max(digest.startedAt, Math.min(now, digest.lastActivity || digest.startedAt + HOUR));
}

/** Whether a session has content of its own that a later one could use; inherited content does not count. */
export function holdsAnything(digest: Digest): boolean {
  return (
    digest.pins.some((pin) => !pin.origin && !isOfScope(pin)) ||
    digest.learnings.length > 0 ||
    digest.turns > 0 ||
    (digest.dialogue?.all.length ?? 0) > 0 ||
    digest.files.length > 0 ||
    (digest.stated !== undefined && statesAnything(digest.stated)) ||
    pendingTasks(digest).length > 0
  );
}

/** Number of turns of a session, including one in which it was killed. */
export function countTurns({
  turn_count: ended,
  turns,
}: Pick<SessionState, 'turn_count' | 'turns'>): number {
  return Math.max(ended, turns.length);
}

/** The lists of a session's record, under the names that the sources give them: JSON in a row, arrays in a mirror. */
export const SESSION_LISTS = [
  'working_memory',
  'hot_topics',
  'active_projects',
  'pending_tasks',
  'recent_learnings',
  'confidence_updates',
  'sop_interactions',
] as const;

/** The fields that a fold writes into the row of a session. */
export const FOLDED = [
  ...SESSION_LISTS,
  'title',
  'turn_count',
  'files_modified',
  'last_activity',
  'stopped',
  'list_at',
  'cuts',
] as const;

/** The kinds of values in a session's record: a list is JSON in a row, an array in a mirror. */
export type FieldKind = 'text' | 'text or null' | 'number' | 'flag' | 'list' | 'words' | 'object';

/** The fields of a session's record, as its row, its mirror and programs name them. */
export const SESSION_FIELDS = {
  start_time: 'text',
  end_time: 'text or null',
  channel: 'text',
  working_memory: 'list',
  hot_topics: 'words',
  active_projects: 'words',
  pending_tasks: 'list',
  recent_learnings: 'list',
  confidence_updates: 'list',
  sop_interactions: 'list',
  previous_session_id: 'text or null',
  continued_by: 'text or null',
  crash_recovered: 'flag',
  schema_version: 'number',
  updated_at: 'text or null',
  scope: 'text',
  scope_key: 'text',
  project_path: 'text or null',
  host: 'text',
  host_session_id: 'text or null',
  branch: 'text or null',
  head: 'text or null',
  title: 'text or null',
  turn_count: 'number',
  files_modified: 'list',
  last_activity: 'text or null',
  stopped: 'object',
  list_at: 'text or null',
  cuts: 'object',
} as const satisfies Partial<Record<keyof SessionState, FieldKind>>;
