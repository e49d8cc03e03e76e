import { asRecord, idText, list, pathText, text, type Untrusted, words } from '../../domain/json.ts';
import { type Millis, millis } from '../../domain/time.ts';
import type { Transcripts } from '../../transcripts.ts';
import { openCalls } from '../shape/calls.ts';
import { readTool } from '../shape/tools.ts';
import { fromLines, turns, type Utterance, withoutElements } from '../shape/turns.ts';

/** A line of `~/.claude/projects/<folder>/<session>.jsonl`, as far as it is read here. The format is internal and changes. */
interface Line {
  type: string;
  sessionId: string;
  cwd: string;
  gitBranch: string;
  timestamp: string;
  /** A subagent's. */
  isSidechain: boolean;
  /** Written by the program and not by the person: caveats, command output. */
  isMeta: boolean;
  isCompactSummary: boolean;
  message: { role: string; content: unknown };
  /** The response of a tool as hooks get it. */
  toolUseResult: unknown;
  subtype: string;
}

interface Part {
  type: string;
  text: string;
  id: string;
  name: string;
  input: unknown;
  tool_use_id: string;
  content: unknown;
  is_error: boolean;
}

export const claudeTranscripts: Transcripts = {
  host: 'claude-code',
  folders: [{ env: 'CLAUDE_CONFIG_DIR', instead: '.claude', below: 'projects' }],
  // Those of subagents lie beside them under other names.
  name: /^[^/]+\/[0-9a-f]{8}-[0-9a-f-]{27}\.jsonl$/i,
  read: (file) => turns(fromLines<Line>(file, reader())),
};

/** Reads one conversation, line by line. */
function reader() {
  const calls = openCalls<{ readonly name: string; readonly input: unknown }>();
  return function* (line: Untrusted<Line>): Generator<Utterance> {
    const session = idText(line.sessionId);
    if (session === null) return;
    const where = {
      at: moment(line.timestamp),
      session,
      cwd: pathText(line.cwd),
      branch: words(line.gitBranch),
    };
    const subagent = line.isSidechain === true ? { subagent: 'subagent' } : {};
    if (line.type === 'system' && line.subtype === 'compact_boundary') yield { ...where, says: 'compacted' };
    const message = asRecord<Line['message']>(line.message);
    if (line.type === 'assistant') {
      for (const part of parts(message?.content)) {
        const said = part.type === 'text' ? words(part.text) : null;
        if (said !== null) yield { ...where, ...subagent, says: 'agent', text: said };
        const name = part.type === 'tool_use' ? words(part.name) : null;
        if (name !== null) calls.begin(idText(part.id), { name, input: part.input });
      }
    }
    if (line.type !== 'user') return;
    for (const part of parts(message?.content)) {
      const call = part.type === 'tool_result' ? calls.take(idText(part.tool_use_id)) : undefined;
      if (!call) continue;
      const failed = part.is_error === true;
      const response = failed ? part.content : (line.toolUseResult ?? part.content);
      yield { ...where, ...subagent, says: 'tool', use: readTool(call.name, call.input, response, failed) };
    }
    const said = promptOf(message?.content);
    const isPersons = line.isSidechain !== true && line.isMeta !== true && line.isCompactSummary !== true;
    if (said !== null && isPersons) yield { ...where, says: 'person', text: said };
  };
}

function parts(content: unknown) {
  return list(content).flatMap((part) => asRecord<Part>(part) ?? []);
}

/** What the person wrote. Commands of the program and what they print stand there in elements of its own. */
function promptOf(content: unknown): string | null {
  const said =
    text(content) ??
    parts(content)
      .filter(({ type }) => type === 'text')
      .map((part) => text(part.text) ?? '')
      .join('\n');
  const own = withoutElements(said, /<(local-command-[a-z]+|command-[a-z]+|bash-[a-z]+|system-reminder)>/g);
  return words(own) === null || /^\[Request interrupted by user/.test(own.trim()) ? null : own.trim();
}

function moment(value: unknown): Millis | null {
  return millis(text(value));
}
