/**
 * Prefix for the command line of a host that uses a shell: the launcher's parent is then the agent itself, whose server it looks
 * for. Lines of older versions have no prefix and still work, with a process for each event.
 */
export const EXEC = 'exec ';

/** A command line for a shell, with each word quoted. */
export function commandLine(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w@%+=:,.-]+$/.test(word) ? word : quoted(word))).join(' ');
}

function quoted(word: string): string {
  const isWindows = /^(?:[A-Za-z]:)?\\/.test(word);
  return `"${isWindows ? word : word.replace(/["$`\\]/g, '\\$&')}"`;
}

/** Quotes any text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
