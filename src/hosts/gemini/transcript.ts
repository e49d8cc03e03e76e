import { asRecord, idText, list, parseJson, pathText, text, words } from '../../domain/text/json.ts';
import { millis } from '../../domain/time.ts';
import type { Damage, TranscriptFile, Transcripts } from '../../transcripts.ts';
import { useIn } from '../shape/calls.ts';
import { jsonLines, turns, type Utterance } from '../shape/turns.ts';
import { gemini } from './host.ts';

/**
 * `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, as seen of 0.61.0: a head, messages, and changes of what stands
 * before them. A message comes again when its tools have answered, and all of them when a session is resumed, which begins a
 * new file unless it happens in the same minute. Older versions wrote one object with a list of messages into a `.json`.
 */
interface Line {
  sessionId: string;
  startTime: string;
  $set: { messages: unknown; sessionId: string };
  messages: unknown;
}

interface Message {
  id: string;
  timestamp: string;
  /** user, gemini; info and others are the program's. */
  type: string;
  content: unknown;
  /** Without what hooks added. */
  displayContent: unknown;
  toolCalls: unknown;
}

interface ToolCall {
  id: string;
  name: string;
  args: unknown;
  result: unknown;
  /** success, error, cancelled. */
  status: string;
  timestamp: string;
}

export const geminiTranscripts: Transcripts = {
  host: 'gemini',
  folders: [{ instead: '.gemini', below: 'tmp' }],
  name: /^[^/]+\/chats\/session-[^/]+\.jsonl?$/,
  read: (file) => turns(utterances(file)),
};

function* utterances(file: TranscriptFile): Generator<Utterance | Damage> {
  const conversation = reader();
  if (!file.path.endsWith('.json')) {
    for (const read of jsonLines(file.lines())) {
      if ('why' in read) yield read;
      else yield* conversation.take(read.value);
    }
    return;
  }
  const whole = asRecord(parseJson(file.text() ?? ''));
  if (whole === null) yield { where: 'the whole file', why: 'it is too large, or no JSON object' };
  else yield* conversation.take(whole);
}

function reader() {
  const seen = new Set<string>();
  let session: string | null = null;
  let cwd: string | null = null;
  /** Whether a message came before: a resume or a compression lists earlier messages anew, under other ids. */
  let spoken = false;
  let begun: string | null = null;
  /** The beginning of a file that goes on with a conversation of another one. */
  let part: string | null = null;

  function* take(value: object): Generator<Utterance> {
    const line = asRecord<Line & Message>(value)!;
    const changed = asRecord<Line['$set']>(line.$set);
    session = idText(line.sessionId) ?? idText(changed?.sessionId) ?? session;
    begun ??= idText(line.startTime);
    // Only a session that is resumed is given its id afterwards.
    if (changed?.sessionId !== undefined && !spoken) part = begun;
    const isRepeat = changed !== null && (spoken || part !== null);
    for (const one of [...list(line.messages), ...list(changed?.messages)]) {
      const message = asRecord<Message>(one);
      if (!message) continue;
      if (!isRepeat) yield* said(message);
      else if (session !== null && textIn(message.content).startsWith('<state_snapshot>'))
        yield { at: millis(text(message.timestamp)), session, cwd, part, says: 'compacted' };
      seen.add(idText(message.id) ?? '');
    }
    if (line.type !== undefined) yield* said(line);
  }

  function* said(message: { readonly [Field in keyof Message]?: unknown }): Generator<Utterance> {
    const id = idText(message.id);
    const plain = textIn(message.displayContent ?? message.content);
    // The first message tells the model where it is, and nobody else does.
    cwd ??= pathText(/\*\*Workspace Directories:\*\*\s+- (\S[^\n]*)/.exec(plain.slice(0, 4000))?.[1]);
    if (session === null || id === null) return;
    const where = { at: millis(text(message.timestamp)), session, cwd, part };
    const isNew = !seen.has(id);
    seen.add(id);
    const own = plain.trim();
    if (isNew && message.type === 'user' && own !== '' && !own.startsWith('<session_context>')) {
      spoken = true;
      yield { ...where, says: 'person', text: own };
    }
    for (const entry of list(message.toolCalls)) {
      const call = asRecord<ToolCall>(entry);
      const key = `call ${idText(call?.id) ?? ''}`;
      const use = call && !seen.has(key) ? useOf(call) : null;
      if (!call || !use) continue;
      seen.add(key);
      yield { ...where, at: millis(text(call.timestamp)) ?? where.at, says: 'tool', use };
    }
    if (isNew && message.type === 'gemini' && own !== '') yield { ...where, says: 'agent', text: own };
  }

  return { take };
}

/** The text of parts, without what hooks put beside the person's words. */
function textIn(content: unknown): string {
  const whole = text(content);
  if (whole !== null) return whole;
  const parts = list(content).map((part) => text(asRecord<{ text: string }>(part)?.text) ?? '');
  return parts.filter((part) => !part.startsWith('<hook_context>')).join('\n');
}

function useOf(call: { readonly [Field in keyof ToolCall]?: unknown }) {
  const name = words(call.name);
  // A running call has no outcome yet.
  if (name === null || !['success', 'error', 'cancelled'].includes(text(call.status) ?? '')) return null;
  const part = asRecord<{ functionResponse: unknown }>(list(call.result)[0]);
  const answered = asRecord<{ response: unknown }>(part?.functionResponse);
  const response = asRecord<{ output: string; error: string }>(answered?.response);
  const output = (text(response?.output) ?? '').replace(
    /^<untrusted_context>\n|\n<\/untrusted_context>$/g,
    '',
  );
  const error = call.status === 'success' ? null : (text(response?.error) ?? String(call.status));
  return useIn(gemini, {
    hook_event_name: 'AfterTool',
    tool_name: name,
    tool_input: call.args,
    tool_response: { llmContent: output, ...(error !== null && { error: { message: error } }) },
  });
}
