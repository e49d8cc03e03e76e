/** A command line for a shell: each word quoted, whatever stands in it. */
export function commandLine(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w@%+=:,.-]+$/.test(word) ? word : quoted(word))).join(' ');
}

function quoted(word: string): string {
  const isWindows = /^(?:[A-Za-z]:)?\\/.test(word);
  return `"${isWindows ? word : word.replace(/["$`\\]/g, '\\$&')}"`;
}
