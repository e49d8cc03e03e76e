import type { Transcripts } from '../transcripts.ts';
import { claudeTranscripts } from './claude-code/transcript.ts';
import { codexTranscripts } from './codex/transcript.ts';
import { copilotTranscripts } from './copilot/transcript.ts';
import { qwenTranscripts } from './qwen/transcript.ts';

/** Hosts that may end a turn without its reply and name a transcript. VS Code writes the events that Copilot CLI writes. */
const READERS: Readonly<Record<string, Transcripts>> = {
  'claude-code': claudeTranscripts,
  codex: codexTranscripts,
  qwen: qwenTranscripts,
  copilot: copilotTranscripts,
  vscode: copilotTranscripts,
};

/** What the agent said last, from the end of a host's transcript; null where it cannot be told. */
export function replyIn(host: string, tail: string): string | null {
  return Object.hasOwn(READERS, host) ? (READERS[host]!.lastReply?.(tail) ?? null) : null;
}
