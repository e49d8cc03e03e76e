import type { HostEvent, ToolUse } from '../../domain/event.ts';
import { asRecord, parseJson, type Untrusted } from '../../domain/json.ts';
import { stripOwn } from '../../domain/safe-text.ts';
import type { Millis } from '../../domain/time.ts';
import type { Damage, Told, TranscriptFile, TranscriptLine } from '../../transcripts.ts';

/** What happens in a conversation, as transcripts have it: nobody writes down that a turn is over. */
export type Utterance =
  | (Where & { readonly says: 'person'; readonly text: string })
  | (Where & { readonly says: 'agent'; readonly text: string; readonly subagent?: string })
  | (Where & { readonly says: 'tool'; readonly use: ToolUse; readonly subagent?: string })
  | (Where & { readonly says: 'compacted' });

interface Where {
  readonly at: Millis | null;
  readonly session: string;
  readonly cwd: string | null;
  readonly branch?: string | null;
  readonly part?: string | null;
}

/** Events in order. A turn is over when the person speaks again, and its reply is what the agent said last. */
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
      case 'person':
        // Nobody spoke: a host handed on what hooks had said.
        if (stripOwn(one.text) === '') break;
        yield* over();
        yield told(one, { kind: 'prompt', text: one.text });
        worked = one;
        break;
      case 'agent':
        if (one.subagent === undefined) said = one;
        break;
      case 'tool':
        yield told(one, { kind: 'tool-use', use: one.use, subagent: one.subagent ?? null });
        if (one.subagent === undefined) worked = one;
        break;
      case 'compacted':
        yield told(one, { kind: 'compacting' });
    }
  }
  yield* over();
}

type Happening =
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'tool-use'; readonly use: ToolUse; readonly subagent: string | null }
  | { readonly kind: 'turn-end'; readonly reply: string | null }
  | { readonly kind: 'compacting' };

function told({ at, session, cwd, branch, part }: Utterance, what: Happening): Told {
  const event: HostEvent = { hostSessionId: session, cwd, key: null, subagent: null, ...what };
  return { at, branch: branch ?? null, part: part ?? null, event };
}

/** What the lines of a file tell, each a JSON object; one that is none is named and passed over. */
export function* fromLines<Line>(
  file: TranscriptFile,
  read: (line: Untrusted<Line>) => Iterable<Utterance>,
): Generator<Utterance | Damage> {
  for (const one of jsonLines(file.lines())) {
    if ('why' in one) yield one;
    else yield* read(asRecord<Line>(one.value)!);
  }
}

/** The JSON objects of a file with one in each line; what is none is named. */
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

/** A text without the elements that `opening` finds the beginnings of; one that is never closed stays. In linear time. */
export function withoutElements(text: string, opening: RegExp): string {
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (const { index, 0: tag, 1: name = '' } of text.matchAll(opening)) {
    if (index < from || unclosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, index + tag.length);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    kept += text.slice(from, index);
    from = end + name.length + 3;
  }
  return kept + text.slice(from);
}
