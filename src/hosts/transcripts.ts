import type { Transcripts } from '../transcripts.ts';
import { claudeTranscripts } from './claude-code/transcript.ts';

/** Every host whose own records can be taken over. */
export const ALL_TRANSCRIPTS: readonly Transcripts[] = [claudeTranscripts];
