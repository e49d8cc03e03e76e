/** Text, time, ids, scopes, settings: the ground on which every feature stands. Nothing here knows a feature, an agent program or the present time. */

/** String types that cannot be confused with one another. */
export type Brand<Name extends string> = string & { readonly __brand: Name };

/** Our own id of a session, a UUID; never the host's, which hosts reuse. */
export type SessionId = Brand<'SessionId'>;

/** Our own id of a thread of work, a UUID. */
export type ThreadId = Brand<'ThreadId'>;

/** The process of a session, as far as known. Only the platform code that wrote it can read it. */
export type OwnerRecord = Readonly<Record<string, unknown>>;

/** Identifies a scope: `global`, the path of a repository's common git directory, or that of a folder outside of any. */
export type ScopeKey = Brand<'ScopeKey'>;

export const GLOBAL_SCOPE_KEY = 'global' as ScopeKey;

/** The short form of an id in lists; it is enough to type. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Whether a session was imported from a transcript: captured sessions have ids of another UUID version. */
export function isImported(id: SessionId): boolean {
  return id[14] === '8';
}
