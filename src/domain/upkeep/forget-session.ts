import { HEADINGS } from '../answer/headings.ts';
import type { Fact } from '../fact.ts';
import { type SessionId, shortId } from '../ids.ts';
import { foldPins, type Pin, pinIdentity } from '../pins/pin.ts';
import type { SessionState } from '../session/session.ts';
import { todoTaskId } from '../tasks/todo.ts';
import { parseJson } from '../text/json.ts';
import { iso, type Millis, millis } from '../time.ts';
import { FORGOTTEN, type Forgetting, forgetDeep } from './forget.ts';

/** A session that is to be forgotten, and what later sessions may have been told in its words. */
export interface ForgettingSession {
  readonly id: SessionId;
  readonly quotes: readonly Forgetting[];
  readonly own: OwnNames;
  readonly topics: readonly string[];
  /** Pins of the project that it held: they outlive it. */
  readonly kept: readonly Pin[];
  /** Pins that were made in it. A session that ran beside it holds them as its own, without where they came from. */
  readonly made: readonly MadePin[];
}

/** A pin by what all its copies have in common. */
export interface MadePin {
  readonly identity: string;
  readonly pinnedAt: Millis;
}

/** By what a session's own pins and to-dos are on record elsewhere; what it inherited is somebody else's. */
export interface OwnNames {
  readonly pins: readonly string[];
  readonly tasks: readonly string[];
}

/** Quotable words of a session: its title, where it stopped, its pins and tasks, its notes in the thread. */
export function forgettingSession(
  state: SessionState,
  threadFacts: readonly unknown[],
  facts: readonly Fact[],
  kept: readonly Pin[] = [],
): ForgettingSession {
  const { session_id: id, title, stopped, working_memory, pending_tasks } = state;
  const keptTexts = new Set(kept.map(({ content }) => content));
  const keptNames = new Set(kept.map(pinIdentity));
  const texts = [
    title,
    ...textsIn(stopped),
    ...working_memory
      .filter(({ content }) => !keptTexts.has(content))
      .flatMap(({ label, content }) => [content, label ?? null]),
    ...pending_tasks.flatMap((task) => [task.title, task.task_id]),
    ...threadFacts.flatMap(textsIn),
  ].filter((text): text is string => text !== null && text.length >= SHORTEST);
  // The longest first: a shorter one may be a part of it.
  const distinct = [...new Set(texts)].sort((a, b) => b.length - a.length);
  const { pins, tasks } = ownNames(facts);
  return {
    id,
    quotes: distinct.flatMap((content) => quotesOf(content)),
    own: { pins: pins.filter((identity) => !keptNames.has(identity)), tasks },
    topics: state.hot_topics,
    kept,
    made: madePins(state, facts).filter(({ identity }) => !keptNames.has(identity)),
  };
}

function madePins({ start_time }: Pick<SessionState, 'start_time'>, facts: readonly Fact[]): MadePin[] {
  const pins = facts.flatMap((fact) => (fact.kind === 'pinned' ? [fact.pin] : []));
  return pins
    .filter((pin) => pin.origin === null && !isBefore(pin, start_time))
    .map((pin) => ({ identity: pinIdentity(pin), pinnedAt: pin.pinnedAt }));
}

/** Whether a person made it before the session began. */
function isBefore({ by, pinnedAt }: Pin, start_time: string): boolean {
  return by === 'person' && pinnedAt <= (millis(start_time) ?? 0);
}

/** Whether something is one of these pins, as a fact, a mirror or a row of any session has it. */
export function isMade(pin: unknown, made: readonly MadePin[]): boolean {
  const { content, label, pinnedAt } = Object(pin) as Record<string, unknown>;
  if (typeof content !== 'string') return false;
  const at = typeof pinnedAt === 'string' ? millis(pinnedAt) : pinnedAt;
  const identity = identityOf(content, label);
  return made.some((one) => one.pinnedAt === at && one.identity === identity);
}

/** As a mirror has it: the label of an inherited pin that had none is its provenance alone. */
function identityOf(content: string, label: unknown): string {
  const own = typeof label === 'string' ? label.replace(PROVENANCE, '').trim() : '';
  return pinIdentity({ content, label: own === '' ? null : own });
}

/** Pins of its own that a session holds, and those among them that a person made before it began: these are the project's. */
export function pinsHeld(
  { start_time }: Pick<SessionState, 'start_time'>,
  facts: readonly Fact[],
): { readonly own: readonly Pin[]; readonly before: readonly Pin[] } {
  const pins = facts.filter((fact) => fact.kind === 'pinned' || fact.kind === 'unpinned');
  const held = foldPins([], pins).filter(({ origin }) => origin === null);
  const isOlder = (pin: Pin) => isBefore(pin, start_time);
  return { own: held.filter((pin) => !isOlder(pin)), before: held.filter(isOlder) };
}

/** Shorter words are everybody's. */
const SHORTEST = 8;

/** Within quotes a preamble has apostrophes for quotes. */
function quotesOf(content: string): Forgetting[] {
  const told = content.replaceAll('"', "'");
  return [...new Set([content, told])].map((one) => ({ memoryId: null, content: one }));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Whether a file or a line may hold anything of it. */
export function namesSession(text: string, forgetting: ForgettingSession): boolean {
  const { id, own } = forgetting;
  const isPinFile = own.pins.length > 0 && /^\s*\{[^[]{0,9999}"(?:items|written)"/.test(text);
  return isPinFile || text.includes(shortId(id)) || mayHoldMade(text, forgetting);
}

/** By their times, which are written in one of two ways. */
function mayHoldMade(text: string, { made }: ForgettingSession): boolean {
  return made.some(({ pinnedAt }) => text.includes(String(pinnedAt)) || text.includes(iso(pinnedAt)));
}

/** A preamble of another session, without its lines about this one. */
function untoldSession(preamble: string, forgetting: ForgettingSession): string {
  const short = shortId(forgetting.id);
  const { own, lastTime, beforeThat, afterThat } = HEADINGS;
  const heading = new RegExp(
    `^(${[own, lastTime, beforeThat, afterThat].join('|')}|ON \\S+) \\(.*\\b${escaped(short)}\\b`,
  );
  const line = new RegExp(`^- (?:${escaped(short)}(?:,| \\()|.*\\bsession ${escaped(short)}\\b)`);
  const inherited = new RegExp(`\\[inherited from (?:${escaped(short)}|${escaped(forgetting.id)}) @ `);
  let isInside = false;
  const lines = preamble.split('\n').flatMap((text) => {
    const [, name] = heading.exec(text) ?? [];
    if (name !== undefined) {
      isInside = true;
      return [`${name}: ${FORGOTTEN}`];
    }
    isInside &&= text.startsWith('- ') || text.startsWith('… ');
    if (isInside) return [];
    if (text.startsWith(TOPICS)) return [withoutTopics(text, forgetting)];
    if (inherited.test(text) && isKeptLine(text, forgetting)) return [text.replace(PROVENANCE, '')];
    return line.test(text) || inherited.test(text) ? [`- ${FORGOTTEN}`] : [text];
  });
  return forgetting.quotes.reduce((text, quote) => forgetDeep(text, quote), lines.join('\n'));
}

const TOPICS = `${HEADINGS.topics}: `;

function withoutTopics(line: string, { topics }: ForgettingSession): string {
  const told = line.slice(TOPICS.length).split(', ');
  const left = told.filter((topic) => !topics.includes(topic));
  return left.length === told.length ? line : `${TOPICS}${left.join(', ') || FORGOTTEN}`;
}

/** Whether a line tells a pin that outlives the session. */
function isKeptLine(line: string, { kept }: ForgettingSession): boolean {
  const words = pinIdentity({ label: null, content: line });
  return kept.some((pin) => words.includes(pinIdentity(pin)));
}

function escaped(text: string): string {
  return text.replace(/[^\w-]/g, '\\$&');
}

/**
 * A mirror, an archive or a row of another session without this one: pins that came from it, what was told of it, links to
 * it. The same value where nothing goes.
 */
export function withoutSession<T>(copy: T, forgetting: ForgettingSession): T {
  const { items, written } = Object(copy) as { items?: unknown; written?: unknown };
  const isPinFile = Array.isArray(items) || Array.isArray(written);
  const without = deep(isPinFile ? inPinFile(copy as object, forgetting) : copy, forgetting);
  return JSON.stringify(without) === JSON.stringify(copy) ? copy : (without as T);
}

function deep(value: unknown, forgetting: ForgettingSession): unknown {
  if (typeof value === 'string') return inText(value, forgetting);
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (!isOf(item, forgetting)) return [deep(item, forgetting)];
      const kept = asOwn(item, forgetting);
      return kept === null ? [] : [kept];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  const isCandidate = record['session_id'] === forgetting.id || record['from'] === forgetting.id;
  return Object.fromEntries(
    Object.entries(record).map(([name, item]) => {
      if (item === forgetting.id && LINKS.test(name)) return [name, null];
      if (isCandidate && /^(?:title|label)$/.test(name)) return [name, FORGOTTEN];
      if (name === 'preamble' && typeof item === 'string') return [name, untoldSession(item, forgetting)];
      if (name === 'explanation') return [name, unexplained(deep(item, forgetting), forgetting)];
      return [name, deep(item, forgetting)];
    }),
  );
}

/** Why something was told names tasks and pins by their words. */
function unexplained(explanation: unknown, { quotes }: ForgettingSession): unknown {
  return quotes.reduce((value, quote) => forgetDeep(value, quote), explanation);
}

const LINKS = /^(?:previous_session_id|continued_by)$/;

function inText(text: string, forgetting: ForgettingSession): string {
  const mayHold = /^[[{]/.test(text) && (text.includes(forgetting.id) || mayHoldMade(text, forgetting));
  const inner = mayHold ? parseJson(text) : undefined;
  if (typeof inner !== 'object' || inner === null) return text;
  const without = JSON.stringify(deep(inner, forgetting));
  return without === JSON.stringify(inner) ? text : without;
}

/** Whether an entry of a list is a pin that came from the session, the fact that made it one, or a link. */
function isOf(item: unknown, { id, made: pins }: ForgettingSession): boolean {
  const { origin, pin, body, label, from_id, to_id } = Object(item) as Record<string, unknown>;
  if (from_id === id || to_id === id) return true;
  if (typeof label === 'string' && label.includes(`[inherited from ${id} @ `)) return true;
  if (isFrom(origin, id) || isMade(item, pins)) return true;
  const made = typeof body === 'string' ? parseJson(body) : body;
  return [pin, Object(made)['pin']].some(
    (one) => isFrom((Object(one) as { origin?: unknown }).origin, id) || isMade(one, pins),
  );
}

/** A pin that outlives the session, or the fact that made it one, without where it came from; null: it goes. */
function asOwn(item: unknown, { id, kept }: ForgettingSession): unknown {
  const record = Object(item) as Record<string, unknown>;
  const isKept = (pin: { label?: unknown; content?: unknown }) => {
    const { content, label } = pin;
    return typeof content === 'string' && kept.some((one) => pinIdentity(one) === identityOf(content, label));
  };
  if (typeof record['content'] === 'string') {
    if (!isKept(record)) return null;
    const label = typeof record['label'] === 'string' ? record['label'].replace(PROVENANCE, '').trim() : '';
    const { origin: _, label: __, ...rest } = record;
    return { ...rest, ...('origin' in record && { origin: null }), ...(label !== '' && { label }) };
  }
  const isText = typeof record['body'] === 'string';
  const body = Object(isText ? parseJson(String(record['body'])) : (record['body'] ?? item)) as {
    pin?: { label?: unknown; content?: unknown; origin?: unknown };
  };
  if (!body.pin || !isFrom(body.pin.origin, id) || !isKept(body.pin)) return null;
  const own = { ...body, pin: { ...body.pin, origin: null } };
  return record['body'] === undefined ? own : { ...record, body: isText ? JSON.stringify(own) : own };
}

const PROVENANCE = /\s*\[inherited from [^\]]{1,100}\]/;

function isFrom(origin: unknown, id: SessionId): boolean {
  return (Object(origin) as { sessionId?: unknown }).sessionId === id;
}

function ownNames(facts: readonly Fact[]): OwnNames {
  const pins = facts.flatMap((fact) =>
    fact.kind === 'pinned' && fact.pin.origin === null ? [pinIdentity(fact.pin)] : [],
  );
  const tasks = facts.flatMap((fact) =>
    fact.kind === 'todos' ? fact.update.items.flatMap(({ text }) => (text ? [todoTaskId(text)] : [])) : [],
  );
  return { pins: [...new Set(pins)], tasks: [...new Set(tasks)] };
}

/** `working_memory.json`, or the note of what in it is ours, without the session's pins. */
function inPinFile(copy: { items?: unknown; written?: unknown }, { own }: ForgettingSession): unknown {
  const isOwn = (pin: unknown) => {
    const { content, label } = Object(pin) as { content?: unknown; label?: unknown };
    if (typeof content !== 'string') return false;
    return own.pins.includes(identityOf(content, label));
  };
  const isNoted = (key: unknown) => {
    const [content, , label] = (typeof key === 'string' ? (parseJson(key) as unknown[]) : null) ?? [];
    return isOwn({ content, label });
  };
  return {
    ...copy,
    ...(Array.isArray(copy.items) && { items: copy.items.filter((item) => !isOwn(item)) }),
    ...(Array.isArray(copy.written) && { written: copy.written.filter((key) => !isNoted(key)) }),
  };
}
