import { muteOperation } from './answer/mute.ts';
import { toldOperation } from './answer/session-told.ts';
import type { Operation } from './base/operation.ts';
import { FOR_MODELS } from './for-models.ts';
import { handoffOperation } from './handoff/handoff.ts';
import { timesOperation } from './hooks/times.ts';
import { memoryHistory, memoryShow } from './memories/look.ts';
import { ruleOperation } from './memories/rule.ts';
import { metricsOperation } from './metrics/metrics.ts';
import { verifyOperation } from './metrics/verify.ts';
import { pinOperation, unpinOperation } from './pins/pin.ts';
import { projectLink, projectList, projectSigns, projectUnlink } from './projects/project.ts';
import { reviewOperation } from './review/review.ts';
import { nowOperation } from './sessions/now.ts';
import { showOperation } from './sessions/show.ts';
import { closeOperation } from './tasks/close.ts';
import { doneOperation, tasksOperation } from './tasks/tasks.ts';
import { completeOperation } from './threads/resume.ts';
import { threadOperation } from './threads/thread.ts';

/** Every operation of the core. Those of rooms come behind them: `program/rooms/operations`. */
export const OPERATIONS: readonly Operation[] = [
  ...FOR_MODELS,
  nowOperation,
  toldOperation,
  muteOperation,
  showOperation,
  handoffOperation,
  closeOperation,
  threadOperation,
  completeOperation,
  tasksOperation,
  doneOperation,
  pinOperation,
  unpinOperation,
  ruleOperation,
  memoryShow,
  memoryHistory,
  metricsOperation,
  timesOperation,
  verifyOperation,
  reviewOperation,
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
