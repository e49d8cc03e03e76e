import type { PendingTask } from './pending-task.ts';

/** Why the confidence in a memory changed. */
export type ConfidenceReason =
  | 'sop_boost'
  | 'repeated_access'
  | 'hook_penalty'
  | 'claim_gone'
  | 'manual';

/** A change of confidence, as a session's record keeps it. */
export interface ConfidenceUpdate {
  readonly memory_id: string;
  readonly old_score: number;
  readonly new_score: number;
  readonly reason: ConfidenceReason;
  readonly timestamp: string;
}

/** A task stated by a program, which may leave out its source and time. */
export type StatedTask = Pick<PendingTask, 'task_id' | 'title' | 'stage' | 'flagged_incomplete'> &
  Partial<Pick<PendingTask, 'source' | 'last_activity'>>;

/** A session's lists as stated by a program. An absent list stays as it was. */
export interface Statement {
  readonly hot_topics?: readonly string[];
  readonly active_projects?: readonly string[];
  readonly pending_tasks?: readonly StatedTask[];
  readonly recent_learnings?: readonly string[];
  readonly confidence_updates?: readonly ConfidenceUpdate[];
  readonly sop_interactions?: readonly SOPInteraction[];
}

/** An instruction that was injected, and whether the agent acknowledged it, in a session's record. */
export interface SOPInteraction {
  readonly sop_path: string;
  readonly injected_at: string;
  readonly acknowledged: boolean;
  readonly tool_call: string;
}
