import { idText, list, pathText, readPlace, text, words } from '../../domain/base/text/json.ts';
import { millis } from '../../domain/base/time.ts';
import type { Transcripts } from '../../ports/base/transcripts.ts';
import { messageText } from '../base/tools.ts';
import { fromLines, trackCalls, turnEvents, type Utterance } from '../base/turns.ts';
import { PI_TOOLS } from './host.ts';

export const piTranscripts: Transcripts = {
  host: 'pi',
  folders: [{ env: 'PI_CODING_AGENT_DIR', instead: '.pi/agent', below: 'sessions' }],
  name: /^[^/]+\/[^/]+_[^/]+\.jsonl$/,
  read: (file) => turnEvents(fromLines(file, reader())),
};

/** Reads one conversation, line by line: version 3, as seen of 0.87.1. What was branched off is there too. */
function reader() {
  const calls = trackCalls(PI_TOOLS);
  let session: string | null = null;
  let cwd: string | null = null;
  return function* (line: object): Generator<Utterance> {
    const type = readPlace(line, 'type');
    if (type === 'session') {
      session = idText(readPlace(line, 'id')) ?? session;
      cwd = pathText(readPlace(line, 'cwd')) ?? cwd;
    }
    if (session === null) return;
    const where = { at: millis(text(readPlace(line, 'timestamp'))), session, cwd };
    if (type === 'compaction') yield { ...where, says: 'compacted' };
    if (type !== 'message') return;
    const of = (field: string) => readPlace(line, `message.${field}`);
    const said = words(messageText(of('content')));
    if (said && of('role') === 'user') yield { ...where, says: 'person', text: said };
    if (said && of('role') === 'assistant') yield { ...where, says: 'agent', text: said };
    if (of('role') === 'toolResult') {
      const use = calls.end(of('toolCallId'), of('content'), of('isError') === true);
      if (use) yield { ...where, says: 'tool', use };
    }
    for (const part of list(of('content')))
      if (readPlace(part, 'type') === 'toolCall')
        calls.begin(
          readPlace(part, 'id'),
          readPlace(part, 'name') ?? readPlace(part, 'toolName'),
          readPlace(part, 'arguments'),
        );
  };
}
