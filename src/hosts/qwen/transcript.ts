import { asRecord, idText, list, pathText, text, type Untrusted, words } from '../../domain/text/json.ts';
import { millis } from '../../domain/time.ts';
import type { Transcripts } from '../../transcripts.ts';
import { openCalls, useIn } from '../shape/calls.ts';
import { fromLines, spokenIn, turns, type Utterance } from '../shape/turns.ts';
import { qwen } from './host.ts';

/** A line of `~/.qwen/projects/<folder>/chats/<session>.jsonl`, as seen of 0.24.4. */
interface Line {
  sessionId: string;
  timestamp: string;
  /** user, assistant, tool_result, system. */
  type: string;
  /** The author of a user line: `real_user`, or a part of the program that wrote in the user's place. */
  provenance: string;
  cwd: string;
  gitBranch: string;
  subtype: string;
  message: { parts: unknown };
  toolCallResult: { status: string };
}

interface Part {
  text: string;
  /** A part that the model only thought. */
  thought: boolean;
  functionCall: { id: string; name: string; args: unknown };
  functionResponse: { id: string; response: { output: string; error: string } };
}

export const qwenTranscripts: Transcripts = {
  host: 'qwen',
  folders: [{ instead: '.qwen', below: 'projects' }],
  name: /^[^/]+\/chats\/[^/]+\.jsonl$/,
  read: (file) => turns(fromLines<Line>(file, reader())),
  spoken: (tail) => spokenIn<Line>(tail, reader()),
};

/** Reads one conversation, line by line. */
function reader() {
  const calls = openCalls<{ readonly name: string; readonly input: unknown }>();
  return function* (line: Untrusted<Line>): Generator<Utterance> {
    const session = idText(line.sessionId);
    if (session === null) return;
    const branch = words(line.gitBranch);
    const where = { at: millis(text(line.timestamp)), session, cwd: pathText(line.cwd), branch };
    if (line.type === 'system' && line.subtype === 'chat_compression') yield { ...where, says: 'compacted' };
    const parts = list(asRecord<Line['message']>(line.message)?.parts).flatMap(
      (part) => asRecord<Part>(part) ?? [],
    );
    const said = words(
      parts
        .filter((part) => part.thought !== true)
        .map((part) => text(part.text) ?? '')
        .join('\n'),
    );
    if (said && line.type === 'assistant') yield { ...where, says: 'agent', text: said };
    if (said && line.type === 'user' && (line.provenance ?? 'real_user') === 'real_user')
      yield { ...where, says: 'person', text: said };
    for (const part of parts) {
      const asked = asRecord<Part['functionCall']>(part.functionCall);
      const name = words(asked?.name);
      if (name) calls.begin(idText(asked?.id), { name, input: asked?.args });
      const answered = asRecord<Part['functionResponse']>(part.functionResponse);
      const call = answered && calls.take(idText(answered.id));
      const use = call && useOf(call.name, call.input, answered.response, line.toolCallResult);
      if (use) yield { ...where, says: 'tool', use };
    }
  };
}

function useOf(name: string, input: unknown, answered: unknown, result: unknown) {
  const response = asRecord<Part['functionResponse']['response']>(answered);
  const isFailed =
    asRecord<Line['toolCallResult']>(result)?.status === 'error' || response?.error !== undefined;
  return useIn(qwen, {
    hook_event_name: isFailed ? 'PostToolUseFailure' : 'PostToolUse',
    tool_name: name,
    tool_input: input,
    ...(isFailed
      ? { error: response?.error ?? '' }
      : { tool_response: { llmContent: response?.output ?? '' } }),
  });
}
