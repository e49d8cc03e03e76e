import type { Millis } from '../base/time.ts';
import type { TodoStatus } from './event.ts';

/** The source of a task. */
export type TaskSource = 'pipeline_state' | 'host_todo' | 'message' | 'working_memory_scan';

/** Unfinished work, as `session_states.pending_tasks` keeps it. */
export interface PendingTask {
  readonly task_id: string;
  readonly title: string;
  readonly stage: string;
  /** True if read from a person's words, false if from a task list. */
  readonly flagged_incomplete: boolean;
  readonly source: TaskSource;
  readonly last_activity: string;
  /** Identity of the pin that mentions it, if the task's id does not show it. */
  readonly pin?: string;
}

/** An entry of the to-do list that a host keeps. */
export interface TodoItem {
  readonly id: string | null;
  readonly text: string;
  readonly status: TodoStatus;
  readonly at: Millis;
}
