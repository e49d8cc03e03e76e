/** Strings that must not be mistaken for one another. */
export type Brand<Name extends string> = string & { readonly __brand: Name };

/** Our own id of a session, a UUID; never the host's, which hosts reuse. */
export type SessionId = Brand<'SessionId'>;

/** Our own id of a thread of work, a UUID. */
export type ThreadId = Brand<'ThreadId'>;

/** The process that a session lives in, as far as it is known. Only the platform that wrote it can read it. */
export type OwnerRecord = Readonly<Record<string, unknown>>;

/** Identifies a scope: `global`, or the path of a repository's common git directory. */
export type ScopeKey = Brand<'ScopeKey'>;

export const GLOBAL_SCOPE_KEY = 'global' as ScopeKey;

/** How a session is named in lists, and the least that a person has to type. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Whether a session came of a transcript: those that are captured while they run have ids of another version. */
export function isImported(id: SessionId): boolean {
  return id[14] === '8';
}
