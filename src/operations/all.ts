import { mute } from './answer/mute.ts';
import { told } from './answer/session-told.ts';
import type { Operation } from './base/operation.ts';
import { FOR_MODELS } from './for-models.ts';
import { handoff } from './handoff/handoff.ts';
import { times } from './hooks/times.ts';
import { memoryHistory, memoryShow } from './memories/look.ts';
import { rule } from './memories/rule.ts';
import { metrics } from './metrics/metrics.ts';
import { verify } from './metrics/verify.ts';
import { pin, unpin } from './pins/pin.ts';
import { projectLink, projectList, projectSigns, projectUnlink } from './projects/project.ts';
import { review } from './review/review.ts';
import { now } from './sessions/now.ts';
import { show } from './sessions/show.ts';
import { close } from './tasks/close.ts';
import { done, tasks } from './tasks/tasks.ts';
import { complete } from './threads/resume.ts';
import { thread } from './threads/thread.ts';

/** Every operation of the core. Those of rooms come behind them: `program/rooms/operations`. */
export const OPERATIONS: readonly Operation[] = [
  ...FOR_MODELS,
  now,
  told,
  mute,
  show,
  handoff,
  close,
  thread,
  complete,
  tasks,
  done,
  pin,
  unpin,
  rule,
  memoryShow,
  memoryHistory,
  metrics,
  times,
  verify,
  review,
  projectList,
  projectLink,
  projectUnlink,
  projectSigns,
];

/** An operation by the name of its command or an older one, and the input that this name stands for. */
export function operationNamed(
  operations: readonly Operation[],
  name: string,
): { readonly operation: Operation; readonly meant: Readonly<Record<string, unknown>> } | null {
  const operation = operations.find(
    (one) => one.name.command === name || Object.hasOwn(one.older ?? {}, name),
  );
  return operation ? { operation, meant: operation.older?.[name] ?? {} } : null;
}
