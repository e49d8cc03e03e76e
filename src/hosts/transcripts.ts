import type { Transcripts } from '../transcripts.ts';
import { claudeTranscripts } from './claude-code/transcript.ts';
import { clineTranscripts } from './cline/transcript.ts';
import { codexTranscripts } from './codex/transcript.ts';
import { copilotTranscripts } from './copilot/transcript.ts';
import { geminiTranscripts } from './gemini/transcript.ts';
import { piTranscripts } from './pi/transcript.ts';
import { qwenTranscripts } from './qwen/transcript.ts';
import { opencodeTranscriptsOf } from './shape/opencode-transcript.ts';
import { specstoryTranscripts } from './specstory/transcript.ts';

/** Every program whose records of sessions can be taken over. */
export const ALL_TRANSCRIPTS: readonly Transcripts[] = [
  claudeTranscripts,
  codexTranscripts,
  geminiTranscripts,
  qwenTranscripts,
  copilotTranscripts,
  opencodeTranscriptsOf('opencode', /^opencode\.db$/),
  opencodeTranscriptsOf('kilo', /^kilo\.db$/),
  piTranscripts,
  clineTranscripts,
  specstoryTranscripts,
];
