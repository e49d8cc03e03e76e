import { idText, list, pathText, readPlace, text, words } from '../../domain/base/text/json.ts';
import { millis } from '../../domain/base/time.ts';
import type { Transcripts } from '../../ports/base/transcripts.ts';
import { messageText } from '../base/tools.ts';
import { fromLines, spokenInTail, trackCalls, turnEvents, type Utterance } from '../base/turns.ts';
import { DROID_TOOLS, isDroidsOwn } from './host.ts';

export const droidTranscripts: Transcripts = {
  host: 'droid',
  folders: [{ instead: '.factory', below: 'sessions' }],
  name: /^[^/]+\/[^/]+\.jsonl$/,
  read: (file) => turnEvents(fromLines(file, reader())),
  spoken: (tail) => spokenInTail(tail, reader('tail')),
};

/** Reads one conversation, line by line, as seen of 0.225.2. Only the first line of a file names the session and its folder. */
function reader(session: string | null = null) {
  const calls = trackCalls(DROID_TOOLS);
  let cwd: string | null = null;
  return function* (line: object): Generator<Utterance> {
    const of = (field: string) => readPlace(line, field);
    if (of('type') === 'session_start') {
      session = idText(of('id')) ?? session;
      cwd = pathText(of('cwd')) ?? cwd;
    }
    if (session === null) return;
    const where = { at: millis(text(of('timestamp'))), session, cwd };
    const summary = of('type') === 'compaction_state' ? words(of('summaryText')) : null;
    if (summary !== null) yield { ...where, says: 'summary', text: summary };
    // A line for the person alone tells which hooks ran.
    if (of('type') !== 'message' || of('message.visibility') === 'user_only') return;
    const parts = list(of('message.content'));
    const said = words(messageText(parts.filter((part) => readPlace(part, 'type') === 'text')));
    if (said && of('message.role') === 'assistant') yield { ...where, says: 'agent', text: said };
    if (said && of('message.role') === 'user' && !isDroidsOwn(of('id'), said)) {
      const isTyped = text(of('message.userMessageSource')) !== null;
      yield { ...where, says: 'person', text: said, ...(!isTyped && { isUnsent: true }) };
    }
    for (const part of parts) {
      if (readPlace(part, 'type') === 'tool_use')
        calls.begin(readPlace(part, 'id'), readPlace(part, 'name'), readPlace(part, 'input'));
      if (readPlace(part, 'type') !== 'tool_result') continue;
      const failed = readPlace(part, 'is_error') === true;
      const use = calls.end(readPlace(part, 'tool_use_id'), readPlace(part, 'content'), failed);
      if (use) yield { ...where, says: 'tool', use };
    }
  };
}
