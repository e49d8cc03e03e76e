import { textIdentity } from './text-identity.ts';

/** A decision, with what it is about where it says so. */
export interface Decided {
  readonly subject: string | null;
  readonly choice: string;
}

/** `threshold=0.75` and `database: Postgres` name their subject; so does whoever gives one. */
export function withSubject(choice: string, subject: string | null): Decided {
  if (subject !== null) return { subject, choice };
  const found = /^([^=:]{1,60}?) ?(?:=(?![=>~]) ?|: )(\S.*)$/.exec(choice);
  const name = found?.[1] ?? '';
  // `!=` and its like compare: they are part of something else.
  if (!found || /[!<>+*/%&|^~-]$/.test(name) || name.trim().split(/\s+/).length > 3)
    return { subject: null, choice };
  return { subject: name, choice: found[2]! };
}

/** Whether a later decision takes the place of an earlier one: it says something else about the same subject. */
export function replaces(later: Decided, earlier: Decided): boolean {
  if (later.subject === null || earlier.subject === null) return false;
  return (
    textIdentity(later.subject) === textIdentity(earlier.subject) &&
    textIdentity(later.choice) !== textIdentity(earlier.choice)
  );
}
