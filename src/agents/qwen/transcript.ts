import { idText, list, pathText, readPlace, text, words } from '../../domain/base/text/json.ts';
import { millis } from '../../domain/base/time.ts';
import type { Transcripts } from '../../ports/base/transcripts.ts';
import { messageText } from '../base/tools.ts';
import { fromLines, spokenInTail, trackCalls, turnEvents, type Utterance } from '../base/turns.ts';
import { QWEN_TOOLS } from './host.ts';

export const qwenTranscripts: Transcripts = {
  host: 'qwen',
  folders: [{ instead: '.qwen', below: 'projects' }],
  name: /^[^/]+\/chats\/[^/]+\.jsonl$/,
  read: (file) => turnEvents(fromLines(file, reader())),
  spoken: (tail) => spokenInTail(tail, reader()),
};

/** Reads one conversation, line by line, as seen of 0.24.4. */
function reader() {
  const calls = trackCalls(QWEN_TOOLS);
  return function* (line: object): Generator<Utterance> {
    const of = (field: string) => readPlace(line, field);
    const session = idText(of('sessionId'));
    if (session === null) return;
    const branch = words(of('gitBranch'));
    const where = { at: millis(text(of('timestamp'))), session, cwd: pathText(of('cwd')), branch };
    if (of('type') === 'system' && of('subtype') === 'chat_compression')
      yield { ...where, says: 'compacted' };
    const parts = list(of('message.parts'));
    const said = words(messageText(parts.filter((part) => readPlace(part, 'thought') !== true)));
    if (said && of('type') === 'assistant') yield { ...where, says: 'agent', text: said };
    // Parts of the program write in the user's place, too.
    if (said && of('type') === 'user' && (of('provenance') ?? 'real_user') === 'real_user')
      yield { ...where, says: 'person', text: said };
    for (const part of parts) {
      const [asked, answered] = [
        readPlace(part, 'functionCall'),
        readPlace(part, 'functionResponse'),
      ];
      calls.begin(readPlace(asked, 'id'), readPlace(asked, 'name'), readPlace(asked, 'args'));
      const error = readPlace(answered, 'response.error');
      const failed = of('toolCallResult.status') === 'error' || error !== undefined;
      const response = failed
        ? (error ?? '')
        : { llmContent: readPlace(answered, 'response.output') ?? '' };
      const use = answered ? calls.end(readPlace(answered, 'id'), response, failed) : null;
      if (use) yield { ...where, says: 'tool', use };
    }
  };
}
