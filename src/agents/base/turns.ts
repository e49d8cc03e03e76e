import { idText, isObject, parseJson, words } from '../../domain/base/text/json.ts';
import { stripOwn } from '../../domain/base/text/safe-text.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { HostEvent, ToolUse } from '../../domain/facts/event.ts';
import type {
  SpokenMessage,
  TranscriptDamage,
  TranscriptEvent,
  TranscriptFile,
} from '../../ports/base/transcripts.ts';
import type { Tools } from './tools.ts';
import { withoutHostNotices } from './words.ts';

/** An entry of a conversation, as transcripts have it. No transcript records the end of a turn. */
export type Utterance =
  | (UtterancePlace & {
      readonly says: 'person';
      readonly text: string;
      /** No hook reports these words. */
      readonly isUnsent?: true;
    })
  | (UtterancePlace & { readonly says: 'agent'; readonly text: string; readonly subagent?: string })
  | (UtterancePlace & { readonly says: 'tool'; readonly use: ToolUse; readonly subagent?: string })
  | (UtterancePlace & { readonly says: 'compacted' })
  /** The last words of a subagent, which are for the agent that sent it. */
  | (UtterancePlace & {
      readonly says: 'reported';
      readonly text: string;
      readonly subagent: string;
    })
  /** The summary that a compaction left. */
  | (UtterancePlace & { readonly says: 'summary'; readonly text: string });

interface UtterancePlace {
  readonly at: Millis | null;
  readonly session: string;
  readonly cwd: string | null;
  readonly branch?: string | null;
  readonly part?: string | null;
}

/** Events in order. A turn is over when the person speaks again, and its reply is what the agent said last; the rest came between. */
export function* turnEvents(
  utterances: Iterable<Utterance | TranscriptDamage>,
): Generator<TranscriptEvent | TranscriptDamage> {
  let said: Extract<Utterance, { says: 'agent' }> | null = null;
  let worked: Utterance | null = null;
  function* over(): Generator<TranscriptEvent> {
    const last = said ?? worked;
    if (last) yield told(last, { kind: 'turn-end', reply: said?.text ?? null });
    said = null;
    worked = null;
  }
  for (const one of utterances) {
    if ('why' in one) {
      yield one;
      continue;
    }
    switch (one.says) {
      case 'person': {
        // Nobody spoke: the host passed on output of hooks, or a notice of its own.
        const text = withoutHostNotices(one.text);
        if (text === null || stripOwn(text) === '') break;
        yield* over();
        yield told(one, { kind: 'prompt', text });
        worked = one;
        break;
      }
      case 'agent':
        if (one.subagent !== undefined) break;
        if (said) yield told(said, { kind: 'reply', reply: said.text, between: true });
        said = one;
        break;
      case 'tool':
        yield told(one, { kind: 'tool-use', use: one.use, subagent: one.subagent ?? null });
        if (one.subagent === undefined) worked = one;
        break;
      case 'reported':
        yield told(one, { kind: 'subagent-end', reply: one.text, subagent: one.subagent });
        break;
      case 'compacted':
        yield told(one, { kind: 'compacting' });
        break;
      case 'summary':
        yield told(one, { kind: 'summary', text: one.text });
    }
  }
  yield* over();
}

function told(
  { at, session, cwd, branch = null, part = null }: UtterancePlace,
  what: object,
): TranscriptEvent {
  const event = { hostSessionId: session, cwd, key: null, subagent: null, ...what } as HostEvent;
  return { at, branch, part, event };
}

/** Reads a line of a conversation. */
export type LineReader = (line: object) => Iterable<Utterance>;

/** Messages in the end of a file of lines. Its first line may have lost its beginning, and is then no JSON. */
export function spokenInTail(tail: string, read: LineReader): readonly SpokenMessage[] {
  const lines = tail.split('\n').map((text, i) => ({ number: i + 1, text, read: 0 }));
  return [...fromLines({ lines: () => lines }, read)].flatMap((one): SpokenMessage[] => {
    if ('why' in one) return [];
    const { at } = one;
    if (one.says === 'person')
      return withoutHostNotices(one.text) === null
        ? []
        : [{ at, by: 'person', text: one.text, ...(one.isUnsent && { isUnsent: true }) }];
    return one.says === 'agent' && one.subagent === undefined
      ? [{ at, by: 'agent', text: one.text }]
      : [];
  });
}

/** The utterances in a file of JSON lines. A line that is no JSON object is named and skipped. */
export function* fromLines(
  file: Pick<TranscriptFile, 'lines'>,
  read: LineReader,
): Generator<Utterance | TranscriptDamage> {
  for (const { number, text } of file.lines()) {
    if (text?.trim() === '') continue;
    const line = text === null ? undefined : parseJson(text);
    if (isObject(line) && !Array.isArray(line)) yield* read(line);
    else {
      const why = text === null ? 'it is too long, or no text' : 'it is no JSON object';
      yield { where: `line ${number}`, why };
    }
  }
}

/** A file that goes on without results must not let open calls grow for ever. */
const MOST_OPEN = 1000;

/** Calls of tools, which a transcript has apart from their results. */
interface OpenCalls {
  begin(id: unknown, name: unknown, input: unknown): void;
  /** The use that a result completes, once; null where nobody knows the call. */
  end(id: unknown, response: unknown, failed?: boolean): ToolUse | null;
}

export function trackCalls(tools: Tools): OpenCalls {
  const open = new Map<string, { readonly name: string; readonly input: unknown }>();
  return {
    begin(id, name, input) {
      const [known, called] = [idText(id), words(name)];
      if (known !== null && called !== null && open.size < MOST_OPEN)
        open.set(known, { name: called, input });
    },
    end(id, response, failed = false) {
      const known = idText(id) ?? '';
      const call = open.get(known);
      open.delete(known);
      return call ? tools.read(call.name, call.input, response, failed) : null;
    },
  };
}

/** A use of which a transcript, other than a hook, may say how it ended. */
export function endedWith(use: ToolUse, code: unknown): ToolUse {
  if (typeof code !== 'number') return use;
  const { outcomeUntold: _, ...told } = use;
  return { ...told, failed: code !== 0 };
}
