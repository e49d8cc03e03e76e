import {
  idText,
  isObject,
  list,
  parseJson,
  pathText,
  readPlace,
  text,
  words,
} from '../../domain/base/text/json.ts';
import { millis } from '../../domain/base/time.ts';
import type {
  TranscriptDamage,
  TranscriptFile,
  Transcripts,
} from '../../ports/base/transcripts.ts';
import { GEMINI_TOOLS } from '../base/gemini.ts';
import { fromLines, turnEvents, type Utterance } from '../base/turns.ts';

/**
 * `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, as seen of 0.61.0: a head, messages, and changes of what stands
 * before them (`$set`). A message comes again when its tools have answered, and all of them when a session is resumed, which begins a
 * new file unless it happens in the same minute. Older versions wrote one object with a list of messages into a `.json`.
 */
export const geminiTranscripts: Transcripts = {
  host: 'gemini',
  folders: [{ instead: '.gemini', below: 'tmp' }],
  name: /^[^/]+\/chats\/session-[^/]+\.jsonl?$/,
  deletes: {
    settings: { instead: '.gemini', below: 'settings.json' },
    setting: 'general.sessionRetention',
    daysIn: (settings) => {
      const of = (name: string) => readPlace(settings, `general.sessionRetention.${name}`);
      return of('enabled') === false ? null : (daysOf(text(of('maxAge'))) ?? 30);
    },
  },
  read: (file) => turnEvents(utterances(file)),
};

const DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30 };

/** `30d`, `24h`, `1w`, as its settings say it. */
function daysOf(age: string | null): number | null {
  const [, many, unit] = /^(\d{1,5})([hdwm])$/.exec(age ?? '') ?? [];
  return many === undefined ? null : Number(many) * DAYS[unit!]!;
}

function* utterances(file: TranscriptFile): Generator<Utterance | TranscriptDamage> {
  if (!file.path.endsWith('.json')) {
    yield* fromLines(file, reader());
    return;
  }
  const whole = parseJson(file.text() ?? '');
  if (isObject(whole)) yield* reader()(whole);
  else yield { where: 'the whole file', why: 'it is too large, or no JSON object' };
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

  function* said(message: unknown): Generator<Utterance> {
    const id = idText(readPlace(message, 'id'));
    // Without what hooks added.
    const plain = textIn(readPlace(message, 'displayContent') ?? readPlace(message, 'content'));
    // The first message tells the model where it is, and nobody else does.
    cwd ??= pathText(
      /\*\*Workspace Directories:\*\*\s+- (\S[^\n]*)/.exec(plain.slice(0, 4000))?.[1],
    );
    if (session === null || id === null) return;
    const where = { at: millis(text(readPlace(message, 'timestamp'))), session, cwd, part };
    const isNew = !seen.has(id);
    seen.add(id);
    const own = plain.trim();
    const type = readPlace(message, 'type');
    if (isNew && type === 'user' && own !== '' && !own.startsWith('<session_context>')) {
      spoken = true;
      yield { ...where, says: 'person', text: own };
    }
    for (const call of list(readPlace(message, 'toolCalls'))) {
      const key = `call ${idText(readPlace(call, 'id')) ?? ''}`;
      const use = seen.has(key) ? null : useOf(call);
      if (!use) continue;
      seen.add(key);
      yield {
        ...where,
        at: millis(text(readPlace(call, 'timestamp'))) ?? where.at,
        says: 'tool',
        use,
      };
    }
    if (isNew && type === 'gemini' && own !== '') yield { ...where, says: 'agent', text: own };
  }

  return function* (line: object): Generator<Utterance> {
    const changed = readPlace(line, '$set');
    session =
      idText(readPlace(line, 'sessionId')) ?? idText(readPlace(changed, 'sessionId')) ?? session;
    begun ??= idText(readPlace(line, 'startTime'));
    // Only a session that is resumed is given its id afterwards.
    if (readPlace(changed, 'sessionId') !== undefined && !spoken) part = begun;
    const isRepeat = isObject(changed) && (spoken || part !== null);
    for (const message of [
      ...list(readPlace(line, 'messages')),
      ...list(readPlace(changed, 'messages')),
    ]) {
      if (!isRepeat) yield* said(message);
      else if (
        session !== null &&
        textIn(readPlace(message, 'content')).startsWith('<state_snapshot>')
      )
        yield {
          at: millis(text(readPlace(message, 'timestamp'))),
          session,
          cwd,
          part,
          says: 'compacted',
        };
      seen.add(idText(readPlace(message, 'id')) ?? '');
    }
    if (readPlace(line, 'type') !== undefined) yield* said(line);
  };
}

/** The text of parts, without what hooks put beside the person's words. */
function textIn(content: unknown): string {
  const parts = list(content).map((part) => text(readPlace(part, 'text')) ?? '');
  return text(content) ?? parts.filter((part) => !part.startsWith('<hook_context>')).join('\n');
}

function useOf(call: unknown) {
  const name = words(readPlace(call, 'name'));
  const status = text(readPlace(call, 'status')) ?? '';
  // A running call has no outcome yet.
  if (name === null || !['success', 'error', 'cancelled'].includes(status)) return null;
  const response = readPlace(call, 'result.0.functionResponse.response');
  const message = status === 'success' ? null : (text(readPlace(response, 'error')) ?? status);
  const llmContent = text(readPlace(response, 'output')) ?? '';
  return GEMINI_TOOLS.read(
    name,
    readPlace(call, 'args'),
    { llmContent, error: { message } },
    false,
  );
}
