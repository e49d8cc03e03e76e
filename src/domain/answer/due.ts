/**
 * News for an open session: others worked while it waited at its usage limit, or work in parallel now. A mark among its
 * restores (`due:…`) says that news is owed; the next prompt delivers it (`news:<how many marks>`), once.
 */
interface PhaseRecord {
  readonly phase: string;
}

/** Restores other than marks, news and what later prompts opened. */
export function isGiven({ phase }: PhaseRecord): boolean {
  return !isMark({ phase }) && !phase.startsWith('news:') && !isLaterPrompt({ phase });
}

/** Whether a restore is the answer to a later prompt, named by the number of the prompt's fact. */
export function isLaterPrompt({ phase }: PhaseRecord): boolean {
  return phase.startsWith('prompt:');
}

export function isMark({ phase }: PhaseRecord): boolean {
  return phase.startsWith('due:');
}

/** Marks whose news was not delivered yet. */
export function marksDue<T extends PhaseRecord>(made: readonly T[]): readonly T[] {
  const answered = made.flatMap(({ phase }) =>
    phase.startsWith('news:') ? [Number(phase.slice(5))] : [],
  );
  return made.filter(isMark).slice(Math.max(0, ...answered));
}
