import type { Payload } from '../../host.ts';

/** Whether a payload has all of these fields. */
export function has(sent: Payload, ...fields: readonly string[]): boolean {
  return fields.every((field) => sent[field] !== undefined && sent[field] !== null);
}

/** A variable that names the session of the hook itself; the id of another session was inherited. */
export function namesSession(id: string | undefined, sent: Payload): boolean {
  return !!id && (!has(sent, 'session_id') || id === sent['session_id']);
}
