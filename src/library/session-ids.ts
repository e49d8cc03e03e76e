import { type SessionId, shortId } from '../domain/ids.ts';

/** Ids stand in labels, in links and in names of files. */
const SESSION_ID = /^[A-Za-z0-9_-][\w.-]{0,63}$/;

/** An id that a program chose for a session. */
export function newIdOf(chosen: unknown): SessionId {
  if (typeof chosen === 'string' && SESSION_ID.test(chosen)) return chosen as SessionId;
  throw new TypeError('a session id has up to 64 letters, digits, dots, hyphens and underscores');
}

export function unknownSession(id: string): Error {
  return new Error(`there is no session ${shortId(id)}; onSessionStart() makes one`);
}
