/** Programs ask for these of an old restore; the rest of an explanation is for people, and of the newest restores only. */
const KEPT = ['resumption', 'with_prompt', 'asked_by', 'tasks', 'memories', 'preamble_chars'] as const;

/** An explanation without the sessions, pins and words that were weighed. */
export function briefExplanation(explanation: object): Readonly<Record<string, unknown>> {
  const known = explanation as Readonly<Record<string, unknown>>;
  const says = (name: string) =>
    Array.isArray(known[name]) ? known[name].length > 0 : known[name] !== undefined;
  return { brief: true, ...Object.fromEntries(KEPT.filter(says).map((name) => [name, known[name]])) };
}
