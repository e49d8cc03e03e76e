import type { Host } from '../ports/base/host.ts';
import type { AgentMemories, SpokenMessage, Transcripts } from '../ports/base/transcripts.ts';
import { agy, spokenInAgy } from './agy/host.ts';
import { claudeCode } from './claude-code/host.ts';
import { claudeMemories } from './claude-code/memory.ts';
import { claudeTranscripts } from './claude-code/transcript.ts';
import { cline } from './cline/host.ts';
import { clineTranscripts } from './cline/transcript.ts';
import { codex } from './codex/host.ts';
import { codexMemories } from './codex/memory.ts';
import { codexTranscripts } from './codex/transcript.ts';
import { copilot } from './copilot/host.ts';
import { copilotTranscripts } from './copilot/transcript.ts';
import { cursor } from './cursor/host.ts';
import { droid } from './droid/host.ts';
import { droidTranscripts } from './droid/transcript.ts';
import { gemini } from './gemini/host.ts';
import { geminiTranscripts } from './gemini/transcript.ts';
import { kilo } from './kilo/host.ts';
import { kimi } from './kimi/host.ts';
import { opencode } from './opencode/host.ts';
import { kiloTranscripts, opencodeTranscripts } from './opencode/transcript.ts';
import { openhands } from './openhands/host.ts';
import { pi } from './pi/host.ts';
import { piTranscripts } from './pi/transcript.ts';
import { qoder } from './qoder/host.ts';
import { qwen } from './qwen/host.ts';
import { qwenTranscripts } from './qwen/transcript.ts';
import { tabnine } from './tabnine/host.ts';
import { vscode } from './vscode/host.ts';
import { zcode } from './zcode/host.ts';

/** An agent program, and the readers of what it leaves on the disk. */
export interface KnownAgent {
  readonly host: Host;
  /** Its records of sessions, which can be taken over. */
  readonly transcripts?: Transcripts;
  /** Reads the transcript that its events name, where that cannot be taken over. */
  readonly named?: Pick<Transcripts, 'spoken'>;
  /** The memory that it keeps itself. */
  readonly memories?: AgentMemories;
}

/** Every agent program that Cortex knows, in the order in which people are shown them. Everything else derives from this list. */
const KNOWN: readonly KnownAgent[] = [
  { host: claudeCode, transcripts: claudeTranscripts, memories: claudeMemories },
  { host: codex, transcripts: codexTranscripts, memories: codexMemories },
  { host: gemini, transcripts: geminiTranscripts },
  { host: agy, named: { spoken: spokenInAgy } },
  { host: qwen, transcripts: qwenTranscripts },
  { host: copilot, transcripts: copilotTranscripts },
  { host: cursor },
  // VS Code writes the events that Copilot CLI writes.
  { host: vscode, named: copilotTranscripts },
  { host: opencode, transcripts: opencodeTranscripts },
  { host: kilo, transcripts: kiloTranscripts },
  { host: kimi },
  { host: qoder },
  { host: pi, transcripts: piTranscripts },
  { host: cline, transcripts: clineTranscripts },
  { host: droid, transcripts: droidTranscripts },
  { host: openhands },
  { host: tabnine },
  { host: zcode },
];

/** The programs of the core. Those of rooms come behind them: `program/rooms/hosts`. */
export const HOSTS: readonly Host[] = KNOWN.map(({ host }) => host);

/** Every program whose records of sessions can be taken over. */
export const ALL_TRANSCRIPTS: readonly Transcripts[] = KNOWN.flatMap(
  ({ transcripts }) => transcripts ?? [],
);

/** Every program whose own memory can be taken over. */
export const ALL_MEMORIES: readonly AgentMemories[] = KNOWN.flatMap(
  ({ memories }) => memories ?? [],
);

/** Messages in the end of a host's transcript; none if they cannot be read. */
export function spokenAt(host: string, tail: string): readonly SpokenMessage[] {
  const known = KNOWN.find((one) => one.host.name === host);
  return (known?.transcripts ?? known?.named)?.spoken?.(tail) ?? [];
}
