import type { Payload } from '../../host.ts';

/** The place of a value: a path such as `turn.outputText`, several of which the first that holds one counts, or a function. */
export type At = string | readonly string[] | ((sent: Payload) => unknown);

/** The value at a place of somebody else's JSON; undefined where there is none. */
export function at(sent: unknown, place: At | undefined): unknown {
  if (place === undefined) return undefined;
  if (typeof place === 'function') return place(sent as Payload);
  if (typeof place !== 'string') {
    for (const one of place) {
      const value = at(sent, one);
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

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a payload has all of these fields. */
export function has(sent: Payload, ...fields: readonly string[]): boolean {
  return fields.every((field) => sent[field] !== undefined && sent[field] !== null);
}

/** A variable that names the session of the hook itself; the id of another session was inherited. */
export function namesSession(id: string | undefined, sent: Payload): boolean {
  return !!id && (!has(sent, 'session_id') || id === sent['session_id']);
}
