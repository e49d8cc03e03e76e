/**
 * The command line in a host's settings starts a launcher, and the launcher knows where Cortex is. So the line stays the
 * same when Node or Cortex moves, and a host that has approved it need not be asked again.
 */
export type LauncherName = 'cortex-hook' | 'cortex-mcp' | 'cortex-statusline';

/** The name of a launcher in a command line, whatever folder it is in. */
export function isLauncherWord(word: string, name: LauncherName): boolean {
  return new RegExp(`(?:^|[\\\\/])${name}(?:\\.cmd)?$`).test(word);
}
