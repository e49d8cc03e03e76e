import { shortId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/scope.ts';
import type { SessionState } from '../../domain/session.ts';
import type { Deps } from '../../engine/deps.ts';
import type { SessionStatus } from '../../engine/session/liveness.ts';
import type { Cell, Column } from '../../operations/view.ts';
import { Failure } from './errors.ts';
import { resolveSession } from './ids.ts';
import type { Output } from './output.ts';
import { inWords } from './scope.ts';
import { printTable } from './table.ts';
import { ago } from './times.ts';

export { type Liveness, type SessionStatus, statusOf } from '../../engine/session/liveness.ts';

/** The session that was named, else the latest of a scope. */
export async function namedOrLatest(
  deps: Deps,
  typed: string | undefined,
  scope: () => Promise<Scope>,
): Promise<SessionState> {
  if (typed !== undefined) return resolveSession(deps.store, typed);
  const { key, label } = await scope();
  const [latest] = await deps.store.history({ scopeKey: key, limit: 1 });
  if (latest) return latest;
  throw new Failure(
    `No session in ${inWords(label)} is on record.`,
    'cortex history --all lists those of other projects.',
  );
}

const SESSION_COLUMNS: readonly Column[] = [
  { title: 'session' },
  { title: 'active', spare: 1 },
  { title: 'host', spare: 6 },
  { title: 'scope', least: 12, keep: 'end', spare: 3 },
  { title: 'branch', least: 8, spare: 7 },
  { title: 'turns', align: 'right', spare: 5 },
  { title: 'pins', align: 'right', spare: 4 },
  { title: 'state', spare: 2 },
  { title: 'title', least: 10 },
];

/** A list with a line for each session. The scope stands there where several are listed. */
export function printSessions(out: Output, sessions: readonly SessionStatus[], now: number): void {
  const scopes = new Map(sessions.map(({ state }) => [state.scope_key, state.scope]));
  const labels = [...scopes.values()];
  const place = ({ scope, project_path: path }: SessionState) => {
    if (scopes.size === 1) return '';
    // Two repositories of one name are told apart by where they are.
    return labels.filter((label) => label === scope).length > 1 ? (path ?? scope) : scope;
  };
  printTable(
    out,
    SESSION_COLUMNS,
    sessions.map((seen) => sessionCells(seen, now, out, place(seen.state))),
  );
}

function sessionCells({ state, liveness }: SessionStatus, now: number, out: Output, place: string): Cell[] {
  const { dim, green, red, cyan } = out.style;
  const marks = {
    live: { text: 'live', paint: green },
    crashed: { text: 'crashed', paint: red },
    ended: { text: '' },
    cold: { text: state.cold === 'whole' ? 'cold' : 'cold, file lost', paint: dim },
  };
  return [
    { text: shortId(state.session_id), paint: cyan },
    { text: ago(state.last_activity, now) },
    { text: state.host, paint: dim },
    { text: place },
    { text: state.branch ?? '', paint: dim },
    { text: String(state.turn_count) },
    { text: state.working_memory.length > 0 ? String(state.working_memory.length) : '' },
    marks[liveness],
    { text: state.title ?? '(no words yet)', ...(state.title ? {} : { paint: dim }) },
  ];
}
