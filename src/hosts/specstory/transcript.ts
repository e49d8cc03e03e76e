import { type Millis, millis } from '../../domain/time.ts';
import type { Damage, TranscriptFile, Transcripts } from '../../transcripts.ts';
import { turns, type Utterance } from '../shape/turns.ts';

/**
 * SpecStory's transcripts of other programs' sessions: `.specstory/history/<date>-<title>.md` in the project, as seen in
 * Markdown v2.1.0 and in what its editor extension wrote before. The files lie in the repository, so anybody who may write
 * to it may have written them.
 */
export const specstoryTranscripts: Transcripts = {
  host: 'specstory',
  folders: [],
  inProject: ['.specstory', 'history'],
  name: /^[^/]+\.md$/i,
  // A clone makes every file new: the times in it say whether a session may still be running.
  holdsAll: true,
  isHearsay: true,
  retells: true,
  read: (file) => turns(utterances(file)),
};

/** `<!-- Claude Code Session 5c7d… (2026-07-13 13:40:49Z) -->` */
const SESSION = /^<!--\s*([A-Za-z][\w .+-]{0,40}?)\s+Session\s+([0-9A-Za-z-]{8,64})\s*(?:\(([^)]*)\))?\s*-->/;
/** `_**User (2026-07-13 13:40:49Z)**_`, `_**Agent - sidechain (model time)**_`, and `_**Assistant**_` of older versions. */
const SPEAKER = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(([^)\n]{0,120})\))?\*\*_\s*$/;
const OPENS = /^\s*<(tool-use|think)\b/;

/** The names of the programs as SpecStory has them, and as their own transcripts have them here. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'claude code': 'claude-code',
  'codex cli': 'codex',
  codex: 'codex',
  'gemini cli': 'gemini',
  gemini: 'gemini',
  'cursor cli': 'cursor',
  cursor: 'cursor',
};

interface Message {
  readonly speaker: string;
  readonly isSubagent: boolean;
  readonly at: Millis | null;
  readonly lines: string[];
  size: number;
}

/** More than is ever kept of a text. */
const LONGEST_MESSAGE = 256 * 1024;

/** The words of person and agent. What tools did and what the model thought is left out: neither says how it ended. */
function* utterances(file: TranscriptFile): Generator<Utterance | Damage> {
  const name = file.path.split(/[\\/]/).at(-1)!;
  const cwd = /^(.+?)[\\/]\.specstory[\\/]history[\\/]/.exec(file.path)?.[1] ?? null;
  let where: Pick<Utterance, 'session' | 'cwd' | 'original'> = { session: name, cwd };
  let began = timeIn(name.replace(/_(\d\d)-(\d\d)(?:-(\d\d))?/, ' $1:$2:$3'));
  let message = null as Message | null;
  let inside: string | null = null;
  let isConversation = false;

  function* over(): Generator<Utterance> {
    const text = message?.lines
      .join('\n')
      .replace(/\n-{3,}\s*$/, '')
      .trim();
    if (!message || !text) return;
    const { speaker, isSubagent, at } = message;
    if (speaker !== 'User')
      yield { ...where, at, says: 'agent', text, ...(isSubagent && { subagent: 'sidechain' }) };
    // An agent wrote what a subagent is told.
    else if (!isSubagent) yield { ...where, at, says: 'person', text };
  }

  for (const { number, text } of file.lines()) {
    if (text === null) {
      yield { where: `line ${number}`, why: 'it is too long, or no text' };
      continue;
    }
    if (inside !== null) {
      if (text.includes(`</${inside}>`)) inside = null;
      continue;
    }
    const header = message === null ? SESSION.exec(text) : null;
    if (header) {
      const host = PROGRAMS[header[1]!.toLowerCase()];
      where = { session: header[2]!, cwd, ...(host && { original: host }) };
      began = timeIn(header[3] ?? '') ?? began;
      continue;
    }
    const speaker = SPEAKER.exec(text);
    if (speaker) {
      yield* over();
      isConversation = true;
      const at: Millis | null = timeIn(speaker[3] ?? '') ?? message?.at ?? began;
      message = { speaker: speaker[1]!, isSubagent: speaker[2] !== undefined, at, lines: [], size: 0 };
      continue;
    }
    const opened = OPENS.exec(text)?.[1];
    if (opened !== undefined && !text.includes(`</${opened}>`)) inside = opened;
    else if (opened === undefined && message && message.size < LONGEST_MESSAGE) {
      message.lines.push(text);
      message.size += text.length;
    }
  }
  yield* over();
  if (!isConversation) yield { where: 'the whole file', why: 'it holds no conversation' };
}

/** `2026-07-13 13:40:49Z`, `2026-01-06 14:34Z`, `2026-03-31 19:32:39-0400`; without a zone it is UTC. */
function timeIn(text: string): Millis | null {
  const found = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(?:\.\d+)?:?\s*(Z|[+-]\d\d:?\d\d)?/.exec(text);
  if (!found) return null;
  const zone = found[4] ?? 'Z';
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  return millis(`${found[1]}T${found[2]}${found[3] ?? ':00'}${offset}`);
}
