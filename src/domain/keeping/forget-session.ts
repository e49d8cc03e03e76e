import { type SessionId, shortId } from '../base/ids.ts';
import { parseJson } from '../base/text/json.ts';
import { FORGOTTEN } from '../base/text/safe-text.ts';
import { millis } from '../base/time.ts';
import type { Fact } from '../facts/fact.ts';
import { foldPins, type Pin, pinIdentity, withoutProvenance } from '../pins/pin.ts';
import { todoTaskId } from '../todos/todo.ts';
import { type Eraser, eraserOf, forgettingWords, type RestoreText } from './forget.ts';

/** A session that is to be forgotten, with its pins and to-dos as other records may name them. */
export interface ForgettingSession {
  readonly id: SessionId;
  /** Pins created in it. Other sessions may have them, inherited or as their own. */
  readonly pins: readonly MadePin[];
  /** Ids of its to-dos. */
  readonly tasks: readonly string[];
  /** A person's pins of the project from before it began: they outlive it. */
  readonly kept: readonly Pin[];
}

interface MadePin {
  readonly identity: string;
  /** Identifies the pin, because labels are reused for other pins. */
  readonly content: string;
}

export function forgettingSession(
  id: SessionId,
  facts: readonly Fact[],
  kept: readonly Pin[] = [],
): ForgettingSession {
  const names = new Set(kept.map(pinIdentity));
  const pins = facts
    .flatMap((fact) => (fact.kind === 'pinned' && fact.pin.origin === null ? [fact.pin] : []))
    .map((pin) => ({ identity: pinIdentity(pin), content: pin.content }))
    .filter(({ identity }) => !names.has(identity));
  const tasks = facts.flatMap((fact) =>
    fact.kind === 'todos'
      ? fact.update.items.flatMap(({ text }) => (text ? [todoTaskId(text)] : []))
      : [],
  );
  return { id, pins, tasks: [...new Set(tasks)], kept };
}

/** A session's own pins, and those among them that a person made before it began, which belong to the project. */
export function pinsHeld(
  { start_time }: { readonly start_time: string },
  facts: readonly Fact[],
): { readonly own: readonly Pin[]; readonly before: readonly Pin[] } {
  const pins = facts.filter((fact) => fact.kind === 'pinned' || fact.kind === 'unpinned');
  const held = foldPins([], pins).filter(({ origin }) => origin === null);
  const isOlder = ({ by, pinnedAt }: Pin) =>
    by === 'person' && pinnedAt <= (millis(start_time) ?? 0);
  return { own: held.filter((pin) => !isOlder(pin)), before: held.filter(isOlder) };
}

/** Whether a pin from a fact, a mirror or a file was created in the session. */
export function isItsPin(pin: unknown, { pins }: ForgettingSession): boolean {
  const { content } = Object(pin) as { content?: unknown };
  return pins.some((made) => made.content === content);
}

/** Removes a session from others and from files: pins that came from it, texts about it, links to it. */
export function eraserOfSession(forgetting: ForgettingSession): Eraser {
  const { id, pins } = forgetting;
  const inJson = (words: string) => JSON.stringify(words).slice(1, -1);
  return {
    mayHold: (text) =>
      text.includes(shortId(id)) ||
      // In JSON within JSON the words are escaped twice.
      pins.some(({ content }) =>
        [inJson(content), inJson(inJson(content))].some((one) => text.includes(one)),
      ),
    inLine: () => FORGOTTEN,
    inText: (text) => text,
    tells: (told) => tellsOf(told, forgetting),
    isWhole: (copy) => (Object(copy) as { session_id?: unknown }).session_id === id,
    drops: (item) => isOf(item, forgetting),
    inEntry: (name, value) => {
      if (value === id && LINKS.test(name)) return [name, null];
      if (name === 'origin' && (Object(value) as { sessionId?: unknown }).sessionId === id)
        return [name, null];
      if (name === 'label' && typeof value === 'string')
        return [name, withoutProvenance(value, id)];
      return undefined;
    },
  };
}

/** Whether a restore contained it, or a pin created in it. */
export function tellsOf(told: RestoreText, { id, pins }: ForgettingSession): boolean {
  return (
    JSON.stringify([told.preamble, told.explanation]).includes(shortId(id)) ||
    pins.some((pin) => eraserOf(forgettingWords(pin.content)).tells(told))
  );
}

const LINKS = /^(?:previous_session_id|continued_by)$/;

/** Whether an entry of a list is a link to the session, a pin that was made in it, or the fact or the key of such a pin. */
function isOf(item: unknown, forgetting: ForgettingSession): boolean {
  const entry = typeof item === 'string' && /^[[{]/.test(item) ? parseJson(item) : item;
  if (Array.isArray(entry)) return isItsPin({ content: entry[0] }, forgetting);
  const { pin, body, from_id, to_id } = Object(entry) as Record<string, unknown>;
  if (from_id === forgetting.id || to_id === forgetting.id) return true;
  const fact = typeof body === 'string' ? parseJson(body) : body;
  return [entry, pin, (Object(fact) as { pin?: unknown }).pin].some((one) =>
    isItsPin(one, forgetting),
  );
}
