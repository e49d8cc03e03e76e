/** Reads JSON from outside: every function accepts any value and returns one type. */

/** The field names of a documented object, without trust in its values. */
export type Untrusted<Shape> = { readonly [Field in keyof Shape]?: unknown };

/** The fields of an object without a prototype: `constructor` exists only if it was sent. */
export function asRecord<Shape = Record<string, unknown>>(value: unknown): Untrusted<Shape> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.assign(Object.create(null), value);
}

/** The value of a JSON text; undefined if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A string as it is, empty ones too. */
export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A string that is not blank. */
export function words(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object that somebody sent, not checked yet. */
export type Payload = Readonly<Record<string, unknown>>;

/** The place of a value: a path such as `turn.outputText`, several of which the first that holds one counts, or a function. */
export type At = string | readonly string[] | ((sent: Payload) => unknown);

/** The value at a place of JSON from outside; undefined if absent. */
export function readPlace(sent: unknown, place: At | undefined): unknown {
  if (place === undefined) return undefined;
  if (typeof place === 'function') return place(sent as Payload);
  if (typeof place !== 'string') {
    for (const one of place) {
      const value = readPlace(sent, one);
      if (value !== undefined && value !== null && value !== '') return value;
    }
    return undefined;
  }
  let value = sent;
  for (const name of place.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = (value as Payload)[name];
  }
  return value;
}

/** An object of JSON: neither a list nor null. */
export function isJsonObject(value: unknown): value is Payload {
  return isObject(value) && !Array.isArray(value);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a payload has all of these fields. */
export function has(sent: Payload, ...fields: readonly string[]): boolean {
  return fields.every((field) => sent[field] !== undefined && sent[field] !== null);
}

/** Longest id that is read: longer than any of a host. */
const LONGEST_ID = 256;

/** An id, which some hosts send as a number. */
export function idText(value: unknown): string | null {
  if (Number.isSafeInteger(value)) return String(value);
  const id = words(value);
  return id !== null && id.length <= LONGEST_ID ? id : null;
}

/** Longest path of any operating system; none takes a NUL. */
const LONGEST_PATH = 4096;

export function pathText(value: unknown): string | null {
  const path = words(value);
  return path !== null && path.length <= LONGEST_PATH && !path.includes('\0') ? path : null;
}

/** The beginning of a text, at most `max` long; cut at the end of a line where one is near. */
export function head(value: string, max: number): string {
  if (value.length <= max) return value;
  const line = value.lastIndexOf('\n', max - 1) + 1;
  const end = line > max * 0.75 ? line : max;
  return value.slice(0, splitsPair(value, end) ? end - 1 : end);
}

/** The beginning and the end of a text, at most `max` long with the note between them. */
export function headAndTail(value: string, max: number): string {
  if (value.length <= max) return value;
  const note = `\n[... ${value.length - max} or more characters left out ...]\n`;
  const half = Math.floor((max - note.length) / 2);
  const line = value.indexOf('\n', value.length - half) + 1;
  const from = line > 0 && line < value.length - half * 0.75 ? line : value.length - half;
  return head(value, half) + note + value.slice(splitsPair(value, from) ? from + 1 : from);
}

/** Whether a cut here would leave half a character on each side. */
function splitsPair(value: string, at: number): boolean {
  const before = value.charCodeAt(at - 1);
  const after = value.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
