import { at, idText, list, parseJson, pathText, text, words } from '../../domain/base/text/json.ts';
import type { Damage, TranscriptFile, Transcripts } from '../../ports/base/transcripts.ts';
import { textOf } from '../base/tools.ts';
import { callsOf, turns, type Utterance } from '../base/turns.ts';
import { CLINE_TOOLS, promptIn } from './host.ts';

export const clineTranscripts: Transcripts = {
  host: 'cline',
  folders: [{ instead: '.cline', below: 'data/sessions' }],
  name: /^[^/]+\/[^/]+\.messages\.json$/,
  read: (file) => turns(utterances(file)),
};

/** `<id>.messages.json`, as seen of 3.0.65: one object with all messages. Only its system prompt says where the work is. */
function* utterances(file: TranscriptFile): Generator<Utterance | Damage> {
  const whole = parseJson(file.text() ?? '');
  const session = idText(at(whole, 'sessionId'));
  if (session === null) {
    yield { where: 'the whole file', why: 'it is too large, or no conversation' };
    return;
  }
  const prompt = text(at(whole, 'system_prompt'))?.slice(0, 20_000) ?? '';
  const cwd = pathText(/^\d+\. Working Directory: (.+)$/m.exec(prompt)?.[1]);
  const calls = callsOf(CLINE_TOOLS);
  for (const message of list(at(whole, 'messages'))) {
    const [time, role, content] = ['ts', 'role', 'content'].map((field) => at(message, field));
    const where = { at: Number.isFinite(time) ? (time as number) : null, session, cwd };
    const said = words(promptIn(textOf(list(content)) ?? ''));
    if (said && role === 'user') yield { ...where, says: 'person', text: said };
    if (said && role === 'assistant') yield { ...where, says: 'agent', text: said };
    for (const part of list(content)) {
      if (at(part, 'type') === 'tool_use')
        calls.begin(at(part, 'id'), at(part, 'name'), at(part, 'input'));
      if (at(part, 'type') !== 'tool_result') continue;
      const use = calls.end(
        at(part, 'tool_use_id'),
        at(part, 'content'),
        at(part, 'is_error') === true,
      );
      if (use) yield { ...where, says: 'tool', use };
    }
  }
}
