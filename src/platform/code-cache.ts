import { lstatSync } from 'node:fs';

/** Inside the data folder; the engine makes it when a session starts. */
export const CODE_CACHE = 'cache';

/** The home by the environment alone: a proper check comes later. */
function homeOf(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env['CORTEX_HOME']) return env['CORTEX_HOME'];
  return env['HOME'] ? `${env['HOME']}/.cortex` : null;
}

/** The folder of the cache, where it is ours alone: what lies there is run. Null until the first session has made it. */
export function codeCache(env: Readonly<Record<string, string | undefined>>): string | null {
  const home = homeOf(env);
  // Bun compiles in its own way.
  if (!home?.startsWith('/') || process.versions['bun']) return null;
  try {
    const folder = `${home}/${CODE_CACHE}`;
    const found = lstatSync(folder);
    const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
    return isOurs ? folder : null;
  } catch {
    return null;
  }
}
