/** Why the confidence in a memory changed. */
export type ConfidenceReason = 'sop_boost' | 'repeated_access' | 'hook_penalty' | 'manual';

/** A change of confidence, as a session's record keeps it. */
export interface ConfidenceUpdate {
  readonly memory_id: string;
  readonly old_score: number;
  readonly new_score: number;
  readonly reason: ConfidenceReason;
  readonly timestamp: string;
}
