import { FOR_MODELS } from './for-models.ts';
import { memoryHistory, memoryShow } from './memories/look.ts';
import { metrics } from './metrics/metrics.ts';
import { times } from './metrics/times.ts';
import { verify } from './metrics/verify.ts';
import type { Operation } from './operation.ts';
import { pin, unpin } from './pins/pin.ts';
import { projectLink, projectList, projectSigns, projectUnlink } from './projects/project.ts';
import { mute } from './restore/mute.ts';
import { told } from './restore/session-told.ts';
import { review } from './review/review.ts';
import { rule } from './rules/rule.ts';
import { close } from './sessions/close.ts';
import { handoff } from './sessions/handoff.ts';
import { now } from './sessions/now.ts';
import { show } from './sessions/show.ts';
import { done, tasks } from './tasks/tasks.ts';
import { complete } from './thread/resume.ts';
import { thread } from './thread/thread.ts';

/** Every operation of the core. Those of rooms come behind them: `rooms/operations`. */
export const OPERATIONS: readonly Operation[] = [
  ...FOR_MODELS,
  ...[now, told, mute, show, handoff, close],
  ...[thread, complete, tasks, done],
  ...[pin, unpin, rule],
  ...[memoryShow, memoryHistory],
  ...[metrics, times, verify, review],
  ...[projectList, projectLink, projectUnlink, projectSigns],
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
