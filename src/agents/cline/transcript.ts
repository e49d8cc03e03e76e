import {
  idText,
  list,
  parseJson,
  pathText,
  readPlace,
  text,
  words,
} from '../../domain/base/text/json.ts';
import type {
  TranscriptDamage,
  TranscriptFile,
  Transcripts,
} from '../../ports/base/transcripts.ts';
import { messageText } from '../base/tools.ts';
import { trackCalls, turnEvents, type Utterance } from '../base/turns.ts';
import { CLINE_TOOLS, promptIn } from './host.ts';

export const clineTranscripts: Transcripts = {
  host: 'cline',
  folders: [{ instead: '.cline', below: 'data/sessions' }],
  name: /^[^/]+\/[^/]+\.messages\.json$/,
  read: (file) => turnEvents(utterances(file)),
};

/** `<id>.messages.json`, as seen of 3.0.65: one object with all messages. Only its system prompt says where the work is. */
function* utterances(file: TranscriptFile): Generator<Utterance | TranscriptDamage> {
  const whole = parseJson(file.text() ?? '');
  const session = idText(readPlace(whole, 'sessionId'));
  if (session === null) {
    yield { where: 'the whole file', why: 'it is too large, or no conversation' };
    return;
  }
  const prompt = text(readPlace(whole, 'system_prompt'))?.slice(0, 20_000) ?? '';
  const cwd = pathText(/^\d+\. Working Directory: (.+)$/m.exec(prompt)?.[1]);
  const calls = trackCalls(CLINE_TOOLS);
  for (const message of list(readPlace(whole, 'messages'))) {
    const [time, role, content] = ['ts', 'role', 'content'].map((field) =>
      readPlace(message, field),
    );
    const where = { at: Number.isFinite(time) ? (time as number) : null, session, cwd };
    const said = words(promptIn(messageText(list(content)) ?? ''));
    if (said && role === 'user') yield { ...where, says: 'person', text: said };
    if (said && role === 'assistant') yield { ...where, says: 'agent', text: said };
    for (const part of list(content)) {
      if (readPlace(part, 'type') === 'tool_use')
        calls.begin(readPlace(part, 'id'), readPlace(part, 'name'), readPlace(part, 'input'));
      if (readPlace(part, 'type') !== 'tool_result') continue;
      const use = calls.end(
        readPlace(part, 'tool_use_id'),
        readPlace(part, 'content'),
        readPlace(part, 'is_error') === true,
      );
      if (use) yield { ...where, says: 'tool', use };
    }
  }
}
