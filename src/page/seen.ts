import { iso, type Millis } from '../domain/time.ts';

/** The lines that the page told, by project: as hashes, since words may be forgotten elsewhere. */
export type Looks = Readonly<Record<string, { readonly at: Millis; readonly keys: readonly string[] }>>;

/** Looks that were kept, and those of this run. */
export interface Seen {
  /** As it was when the page was opened: a second look in one run is the same look. */
  readonly before: Looks;
  keep(project: string, at: Millis, keys: readonly string[]): void;
}

/** How the lines differ from those of the last look. */
export interface Changes {
  /** When somebody looked last; null where nobody did. */
  readonly since: string | null;
  /** Keys of lines that are new. */
  readonly added: readonly string[];
  /** How many lines are told no more. */
  readonly gone: number;
}

/** The changes since the last look, and this look is kept. */
export function newSince(seen: Seen, project: string, data: unknown, now: Millis): Changes {
  const { sections = [] } = data as { sections?: { lines: { key: string }[] }[] };
  const keys = sections.flatMap(({ lines }) => lines.map(({ key }) => key));
  const before = Object.hasOwn(seen.before, project) ? seen.before[project] : undefined;
  seen.keep(project, now, keys);
  if (!before) return { since: null, added: [], gone: 0 };
  return {
    since: iso(before.at),
    added: keys.filter((key) => !before.keys.includes(key)),
    gone: before.keys.filter((key) => !keys.includes(key)).length,
  };
}
