import { asRecord, idText, list, parseJson, pathText, text, words } from '../../domain/text/json.ts';
import type { Damage, TranscriptFile, Transcripts } from '../../transcripts.ts';
import { openCalls } from '../shape/calls.ts';
import { textIn } from '../shape/plugin-shape.ts';
import { turns, type Utterance } from '../shape/turns.ts';
import { promptIn } from './host.ts';
import { readClineTool } from './tools.ts';

/** `~/.cline/data/sessions/<id>/<id>.messages.json`, as seen of 3.0.65. */
interface Whole {
  sessionId: string;
  messages: unknown;
  /** Says where the work is, and nothing else here does. */
  system_prompt: string;
}

interface Message {
  role: string;
  /** In milliseconds. */
  ts: number;
  content: unknown;
}

interface Part {
  type: string;
  id: string;
  name: string;
  input: unknown;
  tool_use_id: string;
  content: unknown;
  is_error: boolean;
}

export const clineTranscripts: Transcripts = {
  host: 'cline',
  folders: [{ instead: '.cline', below: 'data/sessions' }],
  name: /^[^/]+\/[^/]+\.messages\.json$/,
  read: (file) => turns(utterances(file)),
};

function* utterances(file: TranscriptFile): Generator<Utterance | Damage> {
  const whole = asRecord<Whole>(parseJson(file.text() ?? ''));
  const session = idText(whole?.sessionId);
  if (!whole || session === null) {
    yield { where: 'the whole file', why: 'it is too large, or no conversation' };
    return;
  }
  const place = /^\d+\. Working Directory: (.+)$/m.exec(
    text(whole.system_prompt)?.slice(0, 20_000) ?? '',
  )?.[1];
  const calls = openCalls<{ readonly name: string; readonly input: unknown }>();
  for (const entry of list(whole.messages)) {
    const message = asRecord<Message>(entry);
    if (!message) continue;
    const at = typeof message.ts === 'number' && Number.isFinite(message.ts) ? message.ts : null;
    const where = { at, session, cwd: pathText(place) };
    const said = words(promptIn(textIn(list(message.content))));
    if (said && message.role === 'user') yield { ...where, says: 'person', text: said };
    if (said && message.role === 'assistant') yield { ...where, says: 'agent', text: said };
    for (const one of list(message.content)) {
      const part = asRecord<Part>(one);
      const name = words(part?.name);
      if (part?.type === 'tool_use' && name) calls.begin(idText(part.id), { name, input: part.input });
      const call = part?.type === 'tool_result' ? calls.take(idText(part.tool_use_id)) : undefined;
      if (!part || !call) continue;
      yield {
        ...where,
        says: 'tool',
        use: readClineTool(call.name, call.input, part.content, part.is_error === true),
      };
    }
  }
}
