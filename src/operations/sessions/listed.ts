import { sessionLine } from '../../domain/answer/lines.ts';
import { shortId } from '../../domain/base/ids.ts';
import { type Millis, millis } from '../../domain/base/time.ts';
import { countTurns, type SessionState } from '../../domain/sessions/session.ts';
import type { SessionStatus } from '../../engine/sessions/sessions.ts';
import type { View, ViewCell, ViewColumn, ViewLine } from '../base/view.ts';
import { count, timeAgo } from '../base/words.ts';

/** `1a2b3c4d (live, 2h ago, claude-code, radio, main, 3 turns) The title`. */
export function sessionStatusLine({ state, liveness }: SessionStatus, now: Millis): string {
  const about = [liveness, state.host, state.scope, state.branch, count(countTurns(state), 'turn')];
  const { session_id: id, title } = state;
  return sessionLine({ id, title, at: millis(state.last_activity), about }, now);
}

/** The fields of a session in a list for models and programs. */
export interface SessionListEntry
  extends Pick<
    SessionState,
    | ('session_id' | 'title' | 'host' | 'scope' | 'branch')
    | ('start_time' | 'end_time' | 'last_activity' | 'previous_session_id')
  > {
  readonly liveness: SessionStatus['liveness'];
  readonly turn_count: number;
  readonly pins: number;
  readonly pending_tasks: number;
}

export function listedSession({ state, liveness }: SessionStatus): SessionListEntry {
  return {
    session_id: state.session_id,
    title: state.title,
    liveness,
    host: state.host,
    scope: state.scope,
    branch: state.branch,
    start_time: state.start_time,
    end_time: state.end_time,
    last_activity: state.last_activity,
    turn_count: countTurns(state),
    pins: state.working_memory.length,
    pending_tasks: state.pending_tasks.length,
    previous_session_id: state.previous_session_id,
  };
}

/** Other columns go before a title is cut below this. */
export const TITLE_ROOM = 36;

const COLUMNS: readonly ViewColumn[] = [
  { title: 'session' },
  { title: 'active', spare: 1 },
  { title: 'host', spare: 6 },
  { title: 'scope', least: 12, keep: 'end', spare: 3 },
  { title: 'branch', least: 8, spare: 7 },
  { title: 'turns', align: 'right', spare: 5 },
  { title: 'pins', align: 'right', spare: 4 },
  { title: 'state', spare: 2 },
  { title: 'title', least: TITLE_ROOM },
];

/** A table with a row for each session. The scope stands there where several are listed. */
export function sessionTable(sessions: readonly SessionStatus[], view: View): ViewLine {
  const scopes = new Map(sessions.map(({ state }) => [state.scope_key, state.scope]));
  const labels = [...scopes.values()];
  const place = ({ scope, project_path: path }: SessionState) => {
    if (scopes.size === 1) return '';
    // Repositories of the same name are told apart by their paths.
    return labels.filter((label) => label === scope).length > 1 ? (path ?? scope) : scope;
  };
  const rows = sessions.map((seen) => cells(seen, view, place(seen.state)));
  return { table: { columns: COLUMNS, rows } };
}

function cells(
  { state, liveness }: SessionStatus,
  { style, now }: View,
  place: string,
): ViewCell[] {
  const { dim, green, cyan } = style;
  const marks = {
    live: { text: 'live', paint: green },
    crashed: { text: 'cut off', paint: dim },
    ended: { text: '' },
    cold: { text: state.cold === 'whole' ? 'cold' : 'cold, file lost', paint: dim },
  };
  return [
    { text: shortId(state.session_id), paint: cyan },
    { text: timeAgo(state.last_activity, now) },
    { text: state.host, paint: dim },
    { text: place },
    { text: state.branch ?? '', paint: dim },
    { text: String(countTurns(state)) },
    { text: state.working_memory.length > 0 ? String(state.working_memory.length) : '' },
    marks[liveness],
    { text: state.title ?? '(no words yet)', ...(state.title ? {} : { paint: dim }) },
  ];
}
