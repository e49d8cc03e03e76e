import {
  idText,
  parseJson,
  pathText,
  readPlace,
  text,
  words,
} from '../../domain/base/text/json.ts';
import { millis } from '../../domain/base/time.ts';
import type { Transcripts } from '../../ports/base/transcripts.ts';
import { messageText } from '../base/tools.ts';
import {
  endedWith,
  fromLines,
  spokenInTail,
  trackCalls,
  turnEvents,
  type Utterance,
} from '../base/turns.ts';
import { CODEX_TOOLS } from './host.ts';

export const codexTranscripts: Transcripts = {
  host: 'codex',
  folders: [
    { env: 'CODEX_HOME', instead: '.codex', below: 'sessions' },
    { env: 'CODEX_HOME', instead: '.codex', below: 'archived_sessions' },
  ],
  name: /^(?:\d{4}\/\d\d\/\d\d\/)?rollout-[^/]+\.jsonl$/,
  read: (file) => turnEvents(fromLines(file, reader())),
  spoken: (tail) => spokenInTail(tail, reader('tail')),
};

/**
 * Reads one conversation, line by line (`rollout-<time>-<id>.jsonl`, seen of 0.166.0 and as older versions had it). Only the first line
 * of a file names the session.
 */
function reader(session: string | null = null) {
  const calls = trackCalls(CODEX_TOOLS);
  let cwd: string | null = null;
  let branch: string | null = null;
  return function* (line: object): Generator<Utterance> {
    const type = readPlace(line, 'type');
    const of = (field: string) => readPlace(line, `payload.${field}`);
    if (type === 'session_meta') {
      session = idText(of('id')) ?? session;
      branch = words(of('git.branch')) ?? branch;
    }
    if (type === 'session_meta' || type === 'turn_context') cwd = pathText(of('cwd')) ?? cwd;
    if (session === null) return;
    const where = { at: millis(text(readPlace(line, 'timestamp'))), session, cwd, branch };
    if (type === 'compacted') yield { ...where, says: 'compacted' };
    if (type === 'event_msg') {
      // Messages of older versions, and the items that came instead.
      const kind = of('type') === 'item_completed' ? of('item.type') : of('type');
      const said = words(of('message')) ?? words(messageText(of('item.content')));
      if (said && (kind === 'user_message' || kind === 'UserMessage'))
        yield { ...where, says: 'person', text: said };
      if (said && (kind === 'agent_message' || kind === 'AgentMessage'))
        yield { ...where, says: 'agent', text: said };
    }
    if (type !== 'response_item') return;
    if (of('type') === 'function_call')
      calls.begin(of('call_id'), of('name'), parseJson(text(of('arguments')) ?? ''));
    else if (of('type') === 'custom_tool_call') calls.begin(of('call_id'), of('name'), of('input'));
    else if (/^(?:function|custom_tool)_call_output$/.test(text(of('type')) ?? '')) {
      const { code, body } = outputIn(text(of('output')) ?? text(of('output.content')) ?? '');
      const use = calls.end(of('call_id'), body);
      if (use) yield { ...where, says: 'tool', use: endedWith(use, code) };
    }
  };
}

/** Here, other than in a hook, the output says how a command ended. */
function outputIn(printed: string) {
  const head = printed.slice(0, 400);
  const code = /^(?:Process exited with code|Exit code:) ?(-?\d{1,5})$/m.exec(head)?.[1];
  const body = printed.slice(/^Output:\n/m.exec(head) ? printed.indexOf('Output:\n') + 8 : 0);
  return { code: code === undefined ? null : Number(code), body };
}
