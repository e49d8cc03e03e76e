import type { Operation } from './operation.ts';
import { pin } from './pins/pin.ts';
import { pins } from './pins/pins.ts';
import { unpin } from './pins/unpin.ts';
import { done, drop } from './tasks/close.ts';
import { tasks } from './tasks/tasks.ts';
import { complete } from './thread/complete.ts';
import { note } from './thread/note.ts';
import { thread } from './thread/thread.ts';

/** Every operation, by feature. */
export const OPERATIONS: readonly Operation[] = [
  ...[note, thread, complete],
  ...[pin, pins, unpin],
  ...[tasks, done, drop],
];
