import type { Spoken, Transcripts } from '../transcripts.ts';
import { claudeTranscripts } from './claude-code/transcript.ts';
import { codexTranscripts } from './codex/transcript.ts';
import { copilotTranscripts } from './copilot/transcript.ts';
import { qwenTranscripts } from './qwen/transcript.ts';

/** Hosts whose hooks name a transcript. VS Code writes the events that Copilot CLI writes. */
const READERS: Readonly<Record<string, Transcripts>> = {
  'claude-code': claudeTranscripts,
  codex: codexTranscripts,
  qwen: qwenTranscripts,
  copilot: copilotTranscripts,
  vscode: copilotTranscripts,
};

/** Messages in the end of a host's transcript; none if they cannot be read. */
export function spokenAt(host: string, tail: string): readonly Spoken[] {
  return Object.hasOwn(READERS, host) ? (READERS[host]!.spoken?.(tail) ?? []) : [];
}
