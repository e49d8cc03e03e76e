import {
  asRecord,
  idText,
  list,
  parseJson,
  pathText,
  text,
  type Untrusted,
  words,
} from '../../domain/text/json.ts';
import { type Millis, millis } from '../../domain/time.ts';
import type { Damage, TranscriptFile, Transcripts } from '../../transcripts.ts';
import { openCalls } from '../shape/calls.ts';
import { summaryIn } from '../shape/summary.ts';
import { readTool } from '../shape/tools.ts';
import { fromLines, spokenIn, turns, type Utterance } from '../shape/turns.ts';
import { claudeHistory } from './history.ts';

/** A line of `~/.claude/projects/<folder>/<session>.jsonl`, as far as it is read here. The format is internal and changes. */
interface Line {
  type: string;
  sessionId: string;
  cwd: string;
  gitBranch: string;
  timestamp: string;
  uuid: string;
  /** A subagent's. */
  isSidechain: boolean;
  agentId: string;
  /** Written by the program and not by the person: caveats, command output. */
  isMeta: boolean;
  isCompactSummary: boolean;
  /** The author of a user line that no person wrote: `task-notification` and others. */
  origin: { kind: string };
  /** Since 2.1.325: `system` if the program wrote the prompt. */
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
  folders: [
    { env: 'CLAUDE_CONFIG_DIR', instead: '.claude', below: 'projects' },
    { env: 'CLAUDE_CONFIG_DIR', instead: '.claude', below: 'history.jsonl' },
  ],
  outliving: claudeHistory,
  deleted:
    'Claude Code deletes its transcripts after 30 days, unless cleanupPeriodDays in its settings says otherwise.',
  // Those of subagents lie below a folder beside them, and are read with them.
  name: /^[^/]+\/[0-9a-f]{8}-[0-9a-f-]{27}\.jsonl$/i,
  read: (file, repeated) =>
    turns(withSubagents(fromLines<Line>(file, reader(repeated)), file.beside(OF_SUBAGENTS))),
  repetitions: { family, ids },
  spoken: (tail) => spokenIn<Line>(tail, reader()),
};

const OF_SUBAGENTS = /^subagents\/agent-[^/]+\.jsonl$/i;

/** The work of subagents, each at its time, with their reports at the end. */
function* withSubagents(
  conversation: Iterable<Utterance | Damage>,
  files: readonly TranscriptFile[],
): Generator<Utterance | Damage> {
  const streams = files.map((file) => peekable(reported(fromLines<Line>(file, reader()))));
  function* until(at: Millis): Generator<Utterance | Damage> {
    for (;;) {
      const due = streams.filter((one) => one.at() <= at).sort((a, b) => a.at() - b.at())[0];
      const next = due?.take();
      if (!next) return;
      yield next;
    }
  }
  for (const one of conversation) {
    if ('at' in one && one.at !== null) yield* until(one.at);
    yield one;
  }
  yield* until(Number.MAX_VALUE);
}

/** A subagent's last words come last. */
function* reported(utterances: Iterable<Utterance | Damage>): Generator<Utterance | Damage> {
  let last: Utterance | null = null;
  for (const one of utterances) {
    if ('says' in one && one.says === 'agent') last = one;
    yield one;
  }
  if (last?.says === 'agent' && last.subagent !== undefined)
    yield { ...last, says: 'reported', subagent: last.subagent };
}

/** A record that cannot be read, or has no time, is due at once. */
function peekable(utterances: Iterator<Utterance | Damage>) {
  let next = utterances.next();
  const at = () => (next.done ? Number.POSITIVE_INFINITY : 'at' in next.value ? (next.value.at ?? 0) : 0);
  const take = () => {
    const { done, value } = next;
    next = utterances.next();
    return done ? null : value;
  };
  return { at, take };
}

/** Its first message, which a fork has too; so far into a file it has one. */
const FIRST_LINES = 400;

function family(file: TranscriptFile): { readonly of: string; readonly began: Millis } | null {
  let began: Millis | null = null;
  for (const { number, text: written } of file.lines()) {
    const line = asRecord<Line>(written === null ? null : parseJson(written));
    began ??= moment(line?.timestamp);
    const of = idText(line?.uuid);
    if (of !== null && began !== null) return { of, began };
    if (number > FIRST_LINES) return null;
  }
  return null;
}

function* ids(file: TranscriptFile): Generator<string> {
  for (const { text: written } of file.lines()) {
    const id = idText(asRecord<Line>(written === null ? null : parseJson(written))?.uuid);
    if (id !== null) yield id;
  }
}

/** Reads one conversation, line by line, but for lines that another one said first. */
function reader(repeated?: ReadonlySet<string>) {
  const calls = openCalls<{ readonly name: string; readonly input: unknown }>();
  return function* (line: Untrusted<Line>): Generator<Utterance> {
    const session = idText(line.sessionId);
    if (session === null || repeated?.has(idText(line.uuid) ?? '')) return;
    const where = {
      at: moment(line.timestamp),
      session,
      cwd: pathText(line.cwd),
      branch: words(line.gitBranch),
    };
    const subagent = line.isSidechain === true ? { subagent: idText(line.agentId) ?? 'subagent' } : {};
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

/** The text of a user line, without the results of tools. */
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
