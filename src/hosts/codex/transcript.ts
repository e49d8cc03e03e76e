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
import { millis } from '../../domain/time.ts';
import type { Transcripts } from '../../transcripts.ts';
import { openCalls, useIn } from '../shape/calls.ts';
import { fromLines, spokenIn, turns, type Utterance } from '../shape/turns.ts';
import { codex } from './host.ts';

/** A line of `rollout-<time>-<id>.jsonl`, as far as it is read here; seen of 0.166.0 and as older versions had it. */
interface Line {
  timestamp: string;
  /** session_meta, turn_context, event_msg, response_item, compacted and others. */
  type: string;
  payload: unknown;
}

interface Payload {
  type: string;
  id: string;
  cwd: string;
  git: { branch: string };
  /** event_msg: user_message and agent_message, until item_completed came instead. */
  message: string;
  item: { type: string; content: { text: string }[] };
  /** response_item: function_call, custom_tool_call, and their outputs. */
  call_id: string;
  name: string;
  arguments: string;
  input: string;
  output: unknown;
}

export const codexTranscripts: Transcripts = {
  host: 'codex',
  folders: [
    { env: 'CODEX_HOME', instead: '.codex', below: 'sessions' },
    { env: 'CODEX_HOME', instead: '.codex', below: 'archived_sessions' },
  ],
  name: /^(?:\d{4}\/\d\d\/\d\d\/)?rollout-[^/]+\.jsonl$/,
  read: (file) => turns(fromLines<Line>(file, reader())),
  spoken: (tail) => spokenIn<Line>(tail, reader('tail')),
};

/** Reads one conversation, line by line; only the first line of a file names the session. */
function reader(session: string | null = null) {
  const calls = openCalls<{ readonly name: string; readonly input: unknown }>();
  let cwd: string | null = null;
  let branch: string | null = null;
  return function* (line: Untrusted<Line>): Generator<Utterance> {
    const payload = asRecord<Payload>(line.payload) ?? {};
    if (line.type === 'session_meta') {
      session = idText(payload.id) ?? session;
      branch = words(asRecord<Payload['git']>(payload.git)?.branch) ?? branch;
    }
    if (line.type === 'session_meta' || line.type === 'turn_context') cwd = pathText(payload.cwd) ?? cwd;
    if (session === null) return;
    const where = { at: millis(text(line.timestamp)), session, cwd, branch };
    if (line.type === 'compacted') yield { ...where, says: 'compacted' };
    if (line.type === 'event_msg') {
      const said = saidIn(payload);
      if (said) yield { ...where, ...said };
    }
    if (line.type !== 'response_item') return;
    const id = idText(payload.call_id);
    const name = words(payload.name);
    if (payload.type === 'function_call' && name)
      calls.begin(id, { name, input: parseJson(text(payload.arguments) ?? '') });
    else if (payload.type === 'custom_tool_call' && name) calls.begin(id, { name, input: payload.input });
    else if (payload.type === 'function_call_output' || payload.type === 'custom_tool_call_output') {
      const call = calls.take(id);
      const use = call && useOf(call.name, call.input, payload.output);
      if (use) yield { ...where, says: 'tool', use };
    }
  };
}

function saidIn(payload: { readonly [Field in keyof Payload]?: unknown }) {
  const item = asRecord<Payload['item']>(payload.item);
  const said = words(
    list(item?.content)
      .map((part) => text(asRecord<{ text: string }>(part)?.text) ?? '')
      .join('\n'),
  );
  const message = words(payload.message);
  if (payload.type === 'user_message' && message) return { says: 'person', text: message } as const;
  if (payload.type === 'agent_message' && message) return { says: 'agent', text: message } as const;
  if (payload.type !== 'item_completed' || !said) return null;
  if (item?.type === 'UserMessage') return { says: 'person', text: said } as const;
  return item?.type === 'AgentMessage' ? ({ says: 'agent', text: said } as const) : null;
}

/** Here, other than in a hook, the output says how a command ended. */
function useOf(name: string, input: unknown, output: unknown) {
  const printed = text(output) ?? text(asRecord<{ content: string }>(output)?.content) ?? '';
  const head = printed.slice(0, 400);
  const code = /^(?:Process exited with code|Exit code:) ?(-?\d{1,5})$/m.exec(head)?.[1];
  const body = printed.slice(/^Output:\n/m.exec(head) ? printed.indexOf('Output:\n') + 8 : 0);
  const use = useIn(codex, {
    hook_event_name: 'PostToolUse',
    tool_name: name,
    tool_input: input,
    tool_response: body,
  });
  if (!use || code === undefined) return use;
  const { outcomeUntold: _, ...told } = use;
  return { ...told, failed: code !== '0' };
}
