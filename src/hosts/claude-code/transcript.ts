import { asRecord, idText, list, pathText, text, type Untrusted, words } from '../../domain/json.ts';
import { type Millis, millis } from '../../domain/time.ts';
import type { Transcripts } from '../../transcripts.ts';
import { openCalls } from '../shape/calls.ts';
import { summaryIn } from '../shape/summary.ts';
import { readTool } from '../shape/tools.ts';
import { fromLines, lastSaid, linesOf, turns, type Utterance } from '../shape/turns.ts';

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
  /** Who a user line is of, where that is no person: `task-notification` and others. */
  origin: { kind: string };
  /** Of 2.1.325: `system` where the program wrote the prompt. */
  promptSource: string;
  /** The program's own words about a request that failed. */
  isApiErrorMessage: boolean;
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
  lastReply: (tail) => lastSaid(fromLines<Line>(linesOf(tail), reader())),
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
    if (line.type === 'assistant' && line.isApiErrorMessage !== true) {
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
    const said = textIn(message?.content);
    if (line.isCompactSummary === true) {
      const summary = summaryIn(withoutFrame(said));
      if (summary !== null) yield { ...where, says: 'summary', text: summary };
    } else if (said !== '' && isPersons(line)) yield { ...where, says: 'person', text: said };
  };
}

function isPersons(line: Untrusted<Line>): boolean {
  if (line.isSidechain === true || line.isMeta === true || line.promptSource === 'system') return false;
  const origin = words(asRecord<Line['origin']>(line.origin)?.kind);
  return origin === null || origin === 'human' || origin === 'user';
}

function parts(content: unknown) {
  return list(content).flatMap((part) => asRecord<Part>(part) ?? []);
}

/** What stands in a user line besides the results of tools. */
function textIn(content: unknown): string {
  const texts = parts(content).filter(({ type }) => type === 'text');
  return text(content) ?? texts.map((part) => text(part.text) ?? '').join('\n');
}

/** A summary is handed to the model between a sentence on what it is and one on how to go on. */
function withoutFrame(summary: string): string {
  const [, framed = summary] =
    /^This session is being continued[^\n]*\n+(?:Summary:)?([\s\S]*)$/.exec(summary) ?? [];
  return framed.replace(
    /\n{1,3}(?:If you need specific details|Please continue the conversation|Continue the conversation)[\s\S]*$/,
    '',
  );
}

function moment(value: unknown): Millis | null {
  return millis(text(value));
}
