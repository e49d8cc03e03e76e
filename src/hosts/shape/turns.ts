import type { HostEvent, ToolUse } from '../../domain/event.ts';
import { asRecord, parseJson, type Untrusted } from '../../domain/text/json.ts';
import { stripOwn } from '../../domain/text/safe-text.ts';
import type { Millis } from '../../domain/time.ts';
import type { Damage, Spoken, Told, TranscriptFile, TranscriptLine } from '../../transcripts.ts';
import { personsWords } from './persons-words.ts';

/** An entry of a conversation, as transcripts have it. No transcript records the end of a turn. */
export type Utterance =
  | (Where & { readonly says: 'person'; readonly text: string })
  | (Where & { readonly says: 'agent'; readonly text: string; readonly subagent?: string })
  | (Where & { readonly says: 'tool'; readonly use: ToolUse; readonly subagent?: string })
  | (Where & { readonly says: 'compacted' })
  /** The last words of a subagent, which are for the agent that sent it. */
  | (Where & { readonly says: 'reported'; readonly text: string; readonly subagent: string })
  /** The summary that a compaction left. */
  | (Where & { readonly says: 'summary'; readonly text: string });

interface Where {
  readonly at: Millis | null;
  readonly session: string;
  readonly cwd: string | null;
  readonly branch?: string | null;
  readonly part?: string | null;
  readonly original?: string;
}

/** Events in order. A turn is over when the person speaks again, and its reply is what the agent said last; the rest came between. */
export function* turns(utterances: Iterable<Utterance | Damage>): Generator<Told | Damage> {
  let said: Extract<Utterance, { says: 'agent' }> | null = null;
  let worked: Utterance | null = null;
  function* over(): Generator<Told> {
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
        const text = personsWords(one.text);
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

/** Messages in the end of a file of lines. Its first line may have lost its beginning, and is then no JSON. */
export function spokenIn<Line>(
  tail: string,
  read: (line: Untrusted<Line>) => Iterable<Utterance>,
): readonly Spoken[] {
  const lines = tail.split('\n').map((text, i) => ({ number: i + 1, text, read: 0 }));
  return [...fromLines<Line>({ lines: () => lines }, read)].flatMap((one): Spoken[] => {
    if ('why' in one) return [];
    const { at } = one;
    if (one.says === 'person')
      return personsWords(one.text) === null ? [] : [{ at, by: 'person', text: one.text }];
    return one.says === 'agent' && one.subagent === undefined ? [{ at, by: 'agent', text: one.text }] : [];
  });
}

type Happening =
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'tool-use'; readonly use: ToolUse; readonly subagent: string | null }
  | { readonly kind: 'reply'; readonly reply: string; readonly between: true }
  | { readonly kind: 'turn-end'; readonly reply: string | null }
  | { readonly kind: 'subagent-end'; readonly reply: string; readonly subagent: string }
  | { readonly kind: 'compacting' }
  | { readonly kind: 'summary'; readonly text: string };

function told({ at, session, cwd, branch, part, original }: Utterance, what: Happening): Told {
  const event: HostEvent = { hostSessionId: session, cwd, key: null, subagent: null, ...what };
  return { at, branch: branch ?? null, part: part ?? null, ...(original && { original }), event };
}

/** The events in a file of JSON lines. A line that is no JSON object is named and skipped. */
export function* fromLines<Line>(
  file: Pick<TranscriptFile, 'lines'>,
  read: (line: Untrusted<Line>) => Iterable<Utterance>,
): Generator<Utterance | Damage> {
  for (const one of jsonLines(file.lines())) {
    if ('why' in one) yield one;
    else yield* read(asRecord<Line>(one.value)!);
  }
}

/** The JSON objects of a file of lines; a line that holds none is named. */
export function* jsonLines(
  lines: Iterable<Pick<TranscriptLine, 'number' | 'text'>>,
): Generator<{ readonly number: number; readonly value: object } | Damage> {
  for (const { number, text } of lines) {
    if (text?.trim() === '') continue;
    const value = text === null ? undefined : parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield { number, value };
    else
      yield {
        where: `line ${number}`,
        why: text === null ? 'it is too long, or no text' : 'it is no JSON object',
      };
  }
}
