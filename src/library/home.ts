import { type ScopeKey, type SessionId, shortId } from '../domain/base/ids.ts';
import type { ToolUse } from '../domain/facts/event.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { Copies } from '../engine/keeping/copy.ts';
import { newestSession } from '../engine/presence/target.ts';
import type { SessionHead } from '../store/store.ts';

/** An open home as the classes of the library see it. */
export interface LibraryHome {
  readonly deps: Deps;
  readonly cwd: string;
  readonly copies: () => Copies;
  /** The folders of the data. */
  readonly places: { readonly home: string; readonly mirrors: string };
  readonly readTool: (name: string, input: unknown, response: unknown, failed: boolean) => ToolUse;
  /** Closes the database. */
  close(): void;
}

/** The name of the library as the sender of events. */
export const VIA = 'library';

/** Topics that the library tells; the preamble of an agent tells those that `restore.topics` allows. */
export const LIBRARY_TOPICS = 10;

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

/** The newest session of a scope that lives in this process; null where it runs none. */
export async function sessionHere(deps: Deps, scopeKey: ScopeKey): Promise<SessionHead | null> {
  const open = await deps.store.openSessions();
  const own = open.filter(
    (head) => head.scope.key === scopeKey && deps.owners.isAround(head.owner),
  );
  return own.length > 0 ? newestSession(own) : null;
}
