/**
 * Begins the line of a host that gives it to a shell: the parent of the launcher is then the agent itself, whose server it looks
 * for. Lines of older versions are without it and go on working, with a process for each event.
 */
export const EXEC = 'exec ';

/** A command line for a shell: each word quoted, whatever stands in it. */
export function commandLine(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w@%+=:,.-]+$/.test(word) ? word : quoted(word))).join(' ');
}

function quoted(word: string): string {
  const isWindows = /^(?:[A-Za-z]:)?\\/.test(word);
  return `"${isWindows ? word : word.replace(/["$`\\]/g, '\\$&')}"`;
}

/** One word of a POSIX shell, whatever it holds. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
