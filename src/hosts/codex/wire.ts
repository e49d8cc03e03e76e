import type { Payload } from '../shape/wire.ts';

/**
 * The payload of Codex CLI, as seen in 0.166.0 and in its schemas. Without a transcript `transcript_path` is null.
 * SessionStart comes with the first turn, not at launch; its `session_id` stays over resume and compaction.
 */
export interface CodexPayload extends Payload {
  /** All but SessionStart and SessionEnd. Words that are sent while a turn runs have the id of that turn. */
  turn_id: string;
}
