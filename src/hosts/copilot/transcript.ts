import { asRecord, idText, pathText, text, type Untrusted, words } from '../../domain/text/json.ts';
import { millis } from '../../domain/time.ts';
import type { Transcripts } from '../../transcripts.ts';
import { openCalls, useIn } from '../shape/calls.ts';
import { COPILOT_HOME } from '../shape/copilot-hooks.ts';
import { fromLines, spokenIn, turns, type Utterance } from '../shape/turns.ts';
import { copilot } from './host.ts';

/** A line of `~/.copilot/session-state/<id>/events.jsonl`, as seen of 1.0.102. */
interface Line {
  type: string;
  timestamp: string;
  data: unknown;
}

interface Data {
  /** session.start and session.resume */
  sessionId: string;
  context: { cwd: string; branch: string };
  /** user.message, assistant.message */
  content: string;
  /** user.message: who put it there, where that is no person but a skill or the program. */
  source: string;
  /** Set where a subagent is spoken to. */
  parentAgentTaskId: string;
  /** Set where a subagent speaks. */
  parentToolCallId: string;
  /** tool.execution_start, tool.execution_complete */
  toolCallId: string;
  toolName: string;
  arguments: unknown;
  success: boolean;
  result: { content: string };
  error: { message: string };
  shellExecution: { exitCode: number };
}

export const copilotTranscripts: Transcripts = {
  host: 'copilot',
  folders: [{ env: COPILOT_HOME.env, instead: COPILOT_HOME.otherwiseInHome, below: 'session-state' }],
  name: /^[^/]+\/events\.jsonl$/,
  read: (file) => turns(fromLines<Line>(file, reader())),
  spoken: (tail) => spokenIn<Line>(tail, reader('tail')),
};

/** Reads one conversation, line by line; only the first line of a file names the session. */
function reader(session: string | null = null) {
  const calls = openCalls<{ readonly name: string; readonly input: unknown }>();
  let cwd: string | null = null;
  let branch: string | null = null;
  return function* (line: Untrusted<Line>): Generator<Utterance> {
    const data = asRecord<Data>(line.data) ?? {};
    if (line.type === 'session.start' || line.type === 'session.resume') {
      const context = asRecord<Data['context']>(data.context);
      session = idText(data.sessionId) ?? session;
      cwd = pathText(context?.cwd) ?? cwd;
      branch = words(context?.branch) ?? branch;
    }
    if (session === null) return;
    const where = { at: millis(text(line.timestamp)), session, cwd, branch };
    const subagent = words(data.parentToolCallId) ? { subagent: 'subagent' } : {};
    const said = words(data.content);
    if (line.type === 'session.compaction_complete') yield { ...where, says: 'compacted' };
    if (line.type === 'user.message' && said && isPersons(data))
      yield { ...where, says: 'person', text: said };
    if (line.type === 'assistant.message' && said) yield { ...where, ...subagent, says: 'agent', text: said };
    const name = words(data.toolName);
    if (line.type === 'tool.execution_start' && name)
      calls.begin(idText(data.toolCallId), { name, input: data.arguments });
    if (line.type !== 'tool.execution_complete') return;
    const call = calls.take(idText(data.toolCallId));
    const use = call && useOf(call.name, call.input, data);
    if (use) yield { ...where, ...subagent, says: 'tool', use };
  };
}

function isPersons({ source, parentAgentTaskId }: { readonly [Field in keyof Data]?: unknown }): boolean {
  return (words(source) ?? 'user') === 'user' && words(parentAgentTaskId) === null;
}

function useOf(name: string, input: unknown, data: { readonly [Field in keyof Data]?: unknown }) {
  const failed = data.success === false;
  const code = asRecord<Data['shellExecution']>(data.shellExecution)?.exitCode;
  const printed = text(asRecord<Data['result']>(data.result)?.content) ?? '';
  const use = useIn(copilot, {
    hook_event_name: failed ? 'PostToolUseFailure' : 'PostToolUse',
    tool_name: name,
    tool_input: input,
    error: text(asRecord<Data['error']>(data.error)?.message) ?? printed,
    tool_result: {
      result_type: 'success',
      text_result_for_llm: printed.replace(/\n?<shellId: [^>]{1,80}>\s*$/, ''),
    },
  });
  if (!use || typeof code !== 'number') return use;
  const { outcomeUntold: _, ...told } = use;
  return { ...told, failed: code !== 0 };
}
