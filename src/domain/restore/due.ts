/**
 * News for a session that is open: others worked on while it stood at its usage limit, or work beside it now. A mark among its
 * restores (`due:…`) says that they are owed; its next prompt is answered with them (`news:<how many marks>`), once.
 */
interface Made {
  readonly phase: string;
}

/** Restores other than marks and news. */
export function isGiven({ phase }: Made): boolean {
  return !isMark({ phase }) && !phase.startsWith('news:');
}

export function isMark({ phase }: Made): boolean {
  return phase.startsWith('due:');
}

/** Marks that no news answered yet. */
export function marksDue<T extends Made>(made: readonly T[]): readonly T[] {
  const answered = made.flatMap(({ phase }) => (phase.startsWith('news:') ? [Number(phase.slice(5))] : []));
  return made.filter(isMark).slice(Math.max(0, ...answered));
}
