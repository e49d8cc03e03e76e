import { fingerprint } from '../../domain/base/text/hash.ts';
import {
  type At,
  head,
  idText,
  isObject,
  pathText,
  readPlace,
  text,
  words,
} from '../../domain/base/text/json.ts';
import {
  type HostEvent,
  Malformed,
  type StartSource,
  type ToolUse,
} from '../../domain/facts/event.ts';
import { canInject, type Injection } from '../../domain/facts/sender.ts';
import type { Host, Payload } from '../../ports/base/host.ts';
import type { Tools } from './tools.ts';
import { cleanSummary, withoutHostNotices } from './words.ts';

/** The places of values in a host's payloads. */
interface PayloadPlaces {
  readonly session: At;
  readonly cwd?: At;
  /** The subagent that an event is of. */
  readonly subagent?: At;
  /** `session-start`: how it began, and the file that the host writes the conversation to, which a turn's end names too. */
  readonly source?: At;
  readonly transcript?: At;
  readonly prompt?: At;
  readonly tool?: At;
  readonly input?: At;
  /** The answer of a tool; where the tool failed, `error`. */
  readonly response?: At;
  readonly error?: At;
  /** Whether a tool failed, where its event has no name of its own. */
  readonly failed?: At;
  readonly reply?: At;
  readonly summary?: At;
  readonly reason?: At;
}

/** One event of a host: its meaning, and the places of values that are others than usual. */
export interface EventForm extends Partial<PayloadPlaces> {
  readonly is: HostEvent['kind'];
  /** Its meaning where a subagent sends it; null: it is not passed on. */
  readonly ofChild?: 'subagent-end' | null;
  /** A tool or a turn that failed. */
  readonly fails?: true;
  /** Ids that tell events of this name apart, the most telling first; without that one an event has no key. */
  readonly ids?: readonly At[];
  /** Its words belong to its key: after more work it comes again with the same ids. */
  readonly isMarked?: true;
  /** The beginning of its key, where that is not its name. */
  readonly keyName?: string;
  readonly unless?: (sent: Payload) => boolean;
  /** Fields that only this event of this host has. */
  readonly more?: (sent: Payload) => object;
}

/** The form of a host's payloads. */
export interface HostForm extends PayloadPlaces {
  /** The name of an event. */
  readonly name: At;
  /** The ids of events that have some, where a host of another one's form has its own. */
  readonly idsOf?: (event: string) => readonly At[];
  readonly tools: Tools;
  readonly events: Readonly<Record<string, EventForm>>;
}

/** Reads the payloads of a host by their form. */
export function makeParser(form: HostForm): Host['parse'] {
  return (payload) => {
    if (!isObject(payload) || Array.isArray(payload))
      throw new Malformed('A hook payload has to be a JSON object.');
    const sent = payload as Payload;
    const name = text(readPlace(sent, form.name));
    if (name === null || !Object.hasOwn(form.events, name)) return null;
    const own = form.events[name]!;
    const ids = own.ids && form.idsOf ? { ids: form.idsOf(name) } : {};
    return own.unless?.(sent) ? null : eventIn(sent, name, { ...form, ...own, ...ids });
  };
}

function eventIn(sent: Payload, name: string, form: HostForm & EventForm): HostEvent | null {
  const hostSessionId = idText(readPlace(sent, form.session));
  if (hostSessionId === null) throw missing(name, form, 'session');
  const subagent = words(readPlace(sent, form.subagent));
  const kind = subagent === null || form.ofChild === undefined ? form.is : form.ofChild;
  if (kind === null) return null;
  const cwd = pathText(readPlace(sent, form.cwd));
  const key = keyIn(sent, name, form);
  return eventOfKind(kind, { hostSessionId, cwd, subagent, key }, sent, name, form);
}

/** Refuses a payload that lacks a value without which its event means nothing. */
function missing(name: string, form: PayloadPlaces, field: keyof PayloadPlaces): Malformed {
  const place = form[field];
  return new Malformed(
    `${name} came without a usable ${typeof place === 'string' ? place : field}.`,
  );
}

type EventBase = Pick<HostEvent, 'hostSessionId' | 'cwd' | 'subagent' | 'key'>;

function eventOfKind(
  kind: HostEvent['kind'],
  base: EventBase,
  sent: Payload,
  name: string,
  form: HostForm & EventForm,
): HostEvent | null {
  switch (kind) {
    case 'session-start':
      return {
        kind,
        ...base,
        source: startSource(readPlace(sent, form.source)),
        ...transcriptIn(sent, form),
        ...form.more?.(sent),
      };
    case 'prompt': {
      const said = text(readPlace(sent, form.prompt));
      if (said === null) throw missing(name, form, 'prompt');
      // Nobody spoke: some hosts send an empty prompt after every tool result, or a notice of their own.
      const prompt = withoutHostNotices(said);
      return prompt === null ? null : { kind, ...base, text: prompt };
    }
    case 'tool-intent':
    case 'tool-use': {
      const tool = words(readPlace(sent, form.tool));
      if (tool === null) throw missing(name, form, 'tool');
      const input = readPlace(sent, form.input);
      if (kind === 'tool-intent') return { kind, ...base, intent: form.tools.intent(tool, input) };
      return { kind, ...base, use: useIn(sent, form, tool, input) };
    }
    case 'turn-end': {
      // The last message of a turn that failed is the host's own, about the failure.
      const reply = form.fails ? null : words(readPlace(sent, form.reply));
      const failed = form.fails && { failed: true as const };
      return { kind, ...base, reply, ...failed, ...transcriptIn(sent, form), ...form.more?.(sent) };
    }
    case 'reply': {
      const reply = words(readPlace(sent, form.reply));
      return reply === null ? null : { kind, ...base, reply };
    }
    case 'subagent-end':
      return { kind, ...base, reply: words(readPlace(sent, form.reply)) };
    case 'summary': {
      const summary = cleanSummary(text(readPlace(sent, form.summary)) ?? '');
      return summary === null ? null : { kind, ...base, text: summary };
    }
    case 'session-end': {
      const reason = words(readPlace(sent, form.reason));
      return { kind, ...base, reason: reason && head(reason, LONGEST_REASON) };
    }
    default:
      return { kind, ...base };
  }
}

function useIn(sent: Payload, form: HostForm & EventForm, tool: string, input: unknown): ToolUse {
  const failed = form.fails ?? readPlace(sent, form.failed) === true;
  const response = readPlace(sent, failed ? (form.error ?? form.response) : form.response);
  return form.tools.read(tool, input, response, failed);
}

const LONGEST_REASON = 200;

function transcriptIn(sent: Payload, form: PayloadPlaces): { transcript?: string } {
  const transcript = pathText(readPlace(sent, form.transcript));
  return transcript === null ? {} : { transcript };
}

const SOURCES: readonly unknown[] = ['startup', 'resume', 'clear', 'compact', 'fork'];

function startSource(value: unknown): StartSource {
  if (value === 'new') return 'startup';
  return SOURCES.includes(value) ? (value as StartSource) : 'unknown';
}

/** `Event:id:id`; null where the first id, which tells events apart, is missing. */
function keyIn(
  sent: Payload,
  name: string,
  { keyName = name, ids = [], isMarked, ...form }: HostForm & EventForm,
) {
  const known = ids.map((id) => idText(readPlace(sent, id)));
  // A stop that a hook refused comes again under the same ids.
  if (!known[0] || (isMarked && sent['stop_hook_active'] === true)) return null;
  const said =
    form.is === 'summary'
      ? cleanSummary(text(readPlace(sent, form.summary)) ?? '')
      : words(readPlace(sent, form.reply));
  const mark = isMarked ? [fingerprint(said ?? '')] : [];
  return [keyName, ...known.filter((id) => id !== null), ...mark].join(':');
}

/** A few letters for the values at some places: two events may fall into one moment. */
export function contentMark(...places: readonly At[]): At {
  return (sent) =>
    fingerprint(JSON.stringify(places.map((place) => readPlace(sent, place) ?? null)));
}

/** The moment that a host stamps on an event, once however many hooks are called: the nearest to an id where it sends none. */
export const MOMENT: At = ({ timestamp }) => {
  const millis = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp;
  return Number.isSafeInteger(millis) ? String(millis) : null;
};

/** Answers with the context under one key, at the events whose answer is heard. */
export function answeringIn(key: string, injection: Injection): Host['render'] {
  return (event, { context }) =>
    context && canInject({ injection }, event) ? JSON.stringify({ [key]: context }) : '';
}
