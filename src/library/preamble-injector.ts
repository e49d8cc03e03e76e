import { defaultConfig } from '../config/config.ts';
import { NOTHING } from '../domain/answer/context.ts';
import { insideElement, makePreamble } from '../domain/answer/preamble.ts';
import { iso, type Millis, millis } from '../domain/base/time.ts';
import { fromWorkingMemory } from '../domain/pins/pin.ts';
import type { PendingTask as OpenTask } from '../domain/todos/task.ts';
import { preambleLimits } from '../engine/answer/render.ts';
import { LIBRARY_TOPICS } from './home.ts';
import type { PendingTask, SessionState, WorkingMemoryPin } from './types.ts';

/** The content of a preamble. */
export interface PreambleContext {
  /** The sessions that contributed. */
  readonly sessions: readonly Pick<SessionState, 'end_time' | 'pending_tasks'>[];
  readonly inheritedPins: readonly WorkingMemoryPin[];
  readonly pendingTasks: readonly PendingTask[];
  readonly hotTopics: readonly string[];
  readonly activeProjects: readonly string[];
}

/** How much a preamble tells, and how. */
export interface PreambleOptions {
  /** 10 by default. */
  readonly maxTopics?: number;
  /** 5 by default. */
  readonly maxProjects?: number;
  /** `2d ago`, hours under a day; or the day itself. Relative where it is not said. */
  readonly dateFormat?: 'relative' | 'absolute';
  /** Milliseconds since 1970, from which ages are counted; now where it is not said. */
  readonly now?: number;
}

/** As much as a restore tells where nobody configured anything else. */
const LIMITS = preambleLimits(defaultConfig());

/**
 * The text that tells a new session what the earlier ones left, or null where no session contributed or there is neither a
 * pin nor a task nor a topic.
 */
export function format(context: PreambleContext, options: PreambleOptions = {}): string | null {
  const { sessions, inheritedPins, pendingTasks, hotTopics, activeProjects } = context;
  const { maxTopics, maxProjects, dateFormat, now = Date.now() } = options;
  const isEmpty = inheritedPins.length === 0 && pendingTasks.length === 0 && hotTopics.length === 0;
  if (sessions.length === 0 || isEmpty) return null;
  const preamble = makePreamble(
    {
      ...NOTHING,
      sessions: sessions.length,
      tasks: pendingTasks.map((task) => dated(task, sessions, now)),
      projects: activeProjects,
      topics: hotTopics,
      inheritedPins: inheritedPins.map(fromWorkingMemory).filter((pin) => pin !== null),
    },
    {
      ...LIMITS,
      topics: maxTopics ?? LIBRARY_TOPICS,
      projects: maxProjects ?? LIMITS.projects,
      dates: dateFormat ?? LIMITS.dates,
      ids: 'whole',
      namesAll: true,
    },
    now,
  );
  return preamble && insideElement(preamble.text);
}

/** `format` under the name of its module. */
export const PreambleInjector = { format } as const;

/** A task without a date is as old as the session that left it. */
function dated(task: PendingTask, sessions: PreambleContext['sessions'], now: Millis): OpenTask {
  const left = sessions
    .filter(({ pending_tasks: tasks }) => tasks.some(({ task_id: id }) => id === task.task_id))
    .map(({ end_time: end }) => millis(end) ?? now);
  const at = left.length > 0 ? Math.max(...left) : now;
  return {
    ...task,
    source: task.source ?? 'host_todo',
    last_activity: task.last_activity ?? iso(at),
  };
}
