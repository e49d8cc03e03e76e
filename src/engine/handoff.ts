import { listed, wholeAnswer } from '../domain/answer/answer-text.ts';
import { bullet, pinLine, taskLine } from '../domain/answer/lines.ts';
import { shortId } from '../domain/ids.ts';
import type { Pin } from '../domain/pin.ts';
import { fromWorkingMemory } from '../domain/pin.ts';
import { oneLine } from '../domain/safe-text.ts';
import type { Scope } from '../domain/scope.ts';
import type { SessionState } from '../domain/session.ts';
import type { PendingTask } from '../domain/task.ts';
import { foldThread } from '../domain/thread/thread-fold.ts';
import { formatThread } from '../domain/thread/thread-format.ts';
import type { ThreadSeen } from '../store/threads.ts';
import type { SessionHead } from '../store.ts';
import type { Deps, Location } from './deps.ts';
import { bookNow } from './open-tasks.ts';
import { pinsHere } from './pins.ts';
import { statusOf } from './session/liveness.ts';
import { threadHere } from './threads.ts';

/** Where the work in a scope stands, in one piece: for a person, or for another agent. */
export async function handoff(deps: Deps, location: Location, session: SessionHead | null): Promise<string> {
  const { scope, branch } = location;
  const { pins, waiting } = await pinsHere(deps, scope, session ? [session] : undefined);
  const [latest] = await deps.store.history({ scopeKey: scope.key, limit: 1 });
  const state = session ? await deps.store.session(session.id) : (latest ?? null);
  const seen = state && (await statusOf(deps, state));
  return stateText(deps, 'handoff', scope, {
    branch,
    state: seen?.state ?? null,
    pins: [...pins, ...waiting],
    tasks: (await bookNow(deps, scope)).told,
    thread: await threadHere(deps, scope),
  });
}

/** The same of one session as it left things. */
export async function sessionText(deps: Deps, named: SessionState): Promise<string> {
  const { state } = await statusOf(deps, named);
  const id = await deps.store.threadOfSession(state.session_id);
  const scope = { label: state.scope };
  return stateText(deps, 'session', scope, {
    branch: state.branch,
    state,
    pins: state.working_memory.map(fromWorkingMemory).filter((pin) => pin !== null),
    tasks: state.pending_tasks,
    thread: id && (await deps.store.thread(id, foldThread)),
  });
}

interface Standing {
  readonly branch: string | null;
  readonly state: SessionState | null;
  readonly pins: readonly Pin[];
  readonly tasks: readonly PendingTask[];
  readonly thread: ThreadSeen | null;
}

function stateText(
  deps: Pick<Deps, 'config' | 'now'>,
  kind: string,
  scope: Pick<Scope, 'label'>,
  { branch, state, pins, tasks, thread }: Standing,
): string {
  const codes = thread
    ? formatThread(thread.thread, deps.config['threads.token_budget'], thread.head.scope.label).lines
    : [];
  const about = [
    ...(branch ? [`branch: ${oneLine(branch, 120)}`] : []),
    ...(state ? [`session: ${shortId(state.session_id)} of ${oneLine(state.host, 60)}`] : []),
    ...(state?.title ? [`asked for: ${oneLine(state.title, 300)}`] : []),
    ...(state && state.hot_topics.length > 0 ? [`topics: ${oneLine(state.hot_topics.join(', '), 300)}`] : []),
  ];
  const sections = [
    listed('WHERE:', about),
    listed(
      'PINNED:',
      pins.map((pin) => bullet(pinLine(pin))),
    ),
    listed(
      'OPEN TASKS:',
      tasks.map((task) => bullet(taskLine(task, deps.now()))),
    ),
    listed('THREAD:', codes),
  ];
  const isEmpty = sections.every(({ items }) => items.length === 0);
  const remarks = isEmpty ? ['Nothing is known here yet.'] : [];
  return wholeAnswer(sections, { kind, scope: scope.label, remarks });
}
