/** Topics that say something beside what a preamble is headed with: the project, the branch, and what stands for words that are gone. */
export function tellingTopics(topics: readonly string[], names: readonly (string | null)[]): string[] {
  const out = new Set(['redacted', 'forgotten', ...names.map((name) => keyOf(name ?? ''))]);
  return topics.filter((topic) => !out.has(keyOf(topic)));
}

/** One name however it is spelled: `Radio Kit`, `radio-kit`. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[ ._/@-]/g, '');
}
