import { lstatSync } from 'node:fs';

/** Inside the data folder; the engine makes it when a session starts. */
export const COMPILE_CACHE = 'cache';

/** Where data lives, by the environment alone: whoever checks it properly comes later. */
export function homeOf(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env['CORTEX_HOME']) return env['CORTEX_HOME'];
  return env['HOME'] ? `${env['HOME']}/.cortex` : null;
}

/**
 * Lets Node keep the compiled code of a hook: half of what loading it costs. Only in a folder that is ours alone, because
 * what is cached there is run.
 */
export function useCompileCache(home: string | null): void {
  if (!home?.startsWith('/')) return;
  try {
    const folder = `${home}/${COMPILE_CACHE}`;
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) return;
    process.umask(0o077);
    process.getBuiltinModule('node:module').enableCompileCache?.(folder);
  } catch {
    // Not there yet: the first session makes it.
  }
}
