// How the sessions of public histories go on with each other, judged by one reader from prompts, files and last replies.
import { readFileSync } from 'node:fs';
import { plainName } from './export.ts';

export interface Judged {
  /** The file of the session. */
  readonly session: string;
  readonly relation:
    | 'goes on with the one before'
    | 'goes on with an older one'
    | 'new, on the ground of an older one'
    | 'new';
  /** The file of the session that it goes on with. */
  readonly target: string | null;
  readonly named_by: string | null;
}

export const KINDS = [
  'last',
  'two or three back',
  'four and more',
  'new on old ground',
  'new',
] as const;
export type Kind = (typeof KINDS)[number];

/** By the name of the repository. */
export function loadRelations(): Readonly<Record<string, readonly Judged[]>> {
  const file = new URL('../data/relations.json', import.meta.url);
  const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly Judged[]>;
  const plain = (judged: Judged): Judged => ({
    ...judged,
    session: plainName(judged.session),
    target: judged.target === null ? null : plainName(judged.target),
  });
  return Object.fromEntries(Object.entries(read).map(([name, all]) => [name, all.map(plain)]));
}

/** The sessions of a history up to the last one that was judged. */
export function untilLastJudged<T extends { readonly file: string }>(
  sessions: readonly T[],
  relations: readonly Judged[],
): readonly T[] {
  const judged = new Set(relations.map(({ session }) => session));
  return sessions.slice(0, sessions.findLastIndex(({ file }) => judged.has(file)) + 1);
}

/** The kind of a session; `order` holds the files of all sessions, oldest first. */
export function kindOf({ session, relation, target }: Judged, order: readonly string[]): Kind {
  switch (relation) {
    case 'goes on with the one before':
      return 'last';
    case 'goes on with an older one':
      return order.indexOf(session) - order.indexOf(target!) > 3
        ? 'four and more'
        : 'two or three back';
    case 'new, on the ground of an older one':
      return 'new on old ground';
    case 'new':
      return 'new';
  }
}

/** The sessions of the target's matter up to then: those that "goes on with" joins to it. */
export function matterOf({ session, target }: Judged, all: readonly Judged[]): ReadonlySet<string> {
  const matter = new Set<string>();
  if (target === null) return matter;
  const until = all.findIndex((one) => one.session === session);
  const joined = all.slice(0, until).filter(({ relation }) => relation.startsWith('goes on'));
  const waiting = [target];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (matter.has(file)) continue;
    matter.add(file);
    for (const one of joined) {
      if (one.session === file) waiting.push(one.target!);
      if (one.target === file) waiting.push(one.session);
    }
  }
  return matter;
}
