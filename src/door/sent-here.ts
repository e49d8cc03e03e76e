import { asRecord } from '../domain/base/text/json.ts';
import { NAME_FIELDS, PROMPT_EVENTS, TOOL_EVENTS } from '../domain/hooks/event-names.ts';
import { withoutEnd } from '../domain/hooks/handed.ts';
import { readHookWords } from '../domain/hooks/hook-words.ts';
import { freshId, idOfInput } from '../system/hooks/handed-id.ts';
import { hookTimesIn, lastHookKind } from '../system/hooks/hook-times.ts';
import { parsePayload, readStdin, type StdinInput } from '../system/hooks/stdin.ts';
import type { SentEvent } from './event.ts';
import type { Started } from './world.ts';

/** The event that this process was started for. Its id goes with it, whichever bundle stores it. */
export function readSentEvent(args: readonly string[], started: Started): SentEvent {
  const { CORTEX_HANDED: handed, CLAUDE_PLUGIN_ROOT: plugin = '' } = process.env;
  // Child processes must not inherit it.
  delete process.env['CORTEX_HANDED'];
  const input = readStdin(undefined, started.input);
  if (handed === undefined) return { ...input, args, plugin, id: freshId(), ...parsedOnce(input) };
  // The launcher handed it over in vain. An event that could not be written whole counts as far as its beginning goes.
  const begun = { payload: withoutEnd(input.payload), isCut: true };
  return { ...begun, args, plugin, id: idOfInput(handed), ...parsedOnce(begun) };
}

/** Both bundles ask for the payload of an event whose line does not name it. Of an empty one each makes an error of its own. */
function parsedOnce(input: StdinInput): Pick<SentEvent, 'read'> {
  if (input.payload.trim() === '') return {};
  let outcome: { readonly value: unknown } | { readonly error: unknown } | null = null;
  const parsed = () => {
    try {
      return { value: parsePayload(input) };
    } catch (error) {
      return { error };
    }
  };
  const read = () => {
    outcome ??= parsed();
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
  return { read };
}

/**
 * Whether the smaller bundle may handle the event: one of a tool or a prompt, i.e. most of them. `home`: its last event, if it was a
 * start, makes this prompt likely the first of its session, and that needs the whole hook. A wrong guess costs time alone.
 */
export function isForCapture(sent: SentEvent, home: string | null): boolean {
  const name = eventName(sent);
  if (name === null) return false;
  if (!PROMPT_EVENTS.includes(name)) return TOOL_EVENTS.includes(name);
  return home === null || lastHookKind(hookTimesIn(home)) !== 'session-start';
}

/** The name of an event, by the registered line, else by its payload. */
function eventName(sent: SentEvent): string | null {
  const { event } = readHookWords(sent.args);
  if (event !== null) return event;
  try {
    const payload = asRecord<Record<(typeof NAME_FIELDS)[number], unknown>>(sent.read?.());
    const name = NAME_FIELDS.map((field) => payload?.[field]).find(
      (value) => typeof value === 'string',
    );
    return name === undefined ? null : String(name);
  } catch {
    // The full hook says what is wrong with it.
    return null;
  }
}
