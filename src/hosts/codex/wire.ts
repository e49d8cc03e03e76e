import type { Payload } from '../shape/wire.ts';

/**
 * What Codex CLI sends, as seen of 0.166.0 and in its schemas. Without a transcript `transcript_path` is null.
 * SessionStart comes with the first turn, not at launch; its `session_id` stays over resume and compaction.
 */
export interface CodexPayload extends Payload {
  /** All but SessionStart and SessionEnd. Words that are sent while a turn runs have the id of that turn. */
  turn_id: string;
}

/** `Bash`. Its response is what the command printed, a bare string without the exit code. */
export interface CodexShellInput {
  command: string;
}

/** `apply_patch`: the patch stands in the field of a command. */
export interface CodexPatchInput {
  command: string;
}

/** `update_plan`: the whole plan each time. */
export interface CodexPlanInput {
  explanation: string;
  plan: { step: string; status: 'pending' | 'in_progress' | 'completed' }[];
}
