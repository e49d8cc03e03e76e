import { FOR_MODELS } from './for-models.ts';
import { memoryHistory, memoryShow } from './memories/show.ts';
import { metrics } from './metrics/metrics.ts';
import { times } from './metrics/times.ts';
import { verify } from './metrics/verify.ts';
import type { Operation } from './operation.ts';
import { pin } from './pins/pin.ts';
import { pins } from './pins/pins.ts';
import { unpin } from './pins/unpin.ts';
import { projectLink, projectList, projectSigns, projectUnlink } from './projects/project.ts';
import { explain } from './restore/explain.ts';
import { preview } from './restore/preview.ts';
import { review } from './review/review.ts';
import { rule } from './rules/rule.ts';
import { activity } from './sessions/activity.ts';
import { handoff } from './sessions/handoff.ts';
import { show } from './sessions/show.ts';
import { sopList, sopShow, sopTest } from './sop/look.ts';
import { sopAdd, sopRemove } from './sop/own.ts';
import { sopTrust, sopUntrust } from './sop/trust.ts';
import { done, drop } from './tasks/close.ts';
import { tasks } from './tasks/tasks.ts';
import { complete } from './thread/complete.ts';
import { thread } from './thread/thread.ts';
import { today } from './today/today.ts';
import { untell } from './today/untell.ts';

/** Every operation. */
export const OPERATIONS: readonly Operation[] = [
  ...FOR_MODELS,
  ...[today, untell, show, activity, preview, explain, handoff],
  ...[thread, complete, tasks, done, drop],
  ...[pin, pins, unpin, rule],
  ...[memoryShow, memoryHistory],
  ...[metrics, times, verify, review],
  ...[sopList, sopTest, sopShow, sopAdd, sopRemove, sopTrust, sopUntrust],
  ...[projectList, projectLink, projectUnlink, projectSigns],
];
