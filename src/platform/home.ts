import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, parse, resolve } from 'node:path';
import { isTemporary, UnsafePath } from './files.ts';

/** Where Cortex keeps everything: `CORTEX_HOME`, else `.cortex` in the user's home. A folder of anything else is refused. */
export function homeDirectory(
  env: Readonly<Record<string, string | undefined>>,
  homedir: () => string,
): string {
  const wanted = env.CORTEX_HOME?.trim() || '~/.cortex';
  const home = userHome(homedir);
  const inHome = /^~(?=$|[/\\])/.test(wanted);
  if (inHome && home === null) {
    throw new UnsafePath('The home directory is unknown: set HOME or CORTEX_HOME to an absolute path');
  }
  const path = inHome ? `${home}${wanted.slice(1)}` : wanted;
  if (!isAbsolute(path)) {
    throw new UnsafePath(
      `CORTEX_HOME must be an absolute path such as /data/cortex or ~/.cortex, not ${wanted}`,
    );
  }
  const folder = resolve(path);
  if (folder === parse(folder).root || folder === home) {
    throw new UnsafePath(`CORTEX_HOME must be a folder of its own, not ${folder}`);
  }
  const other = otherThingIn(folder);
  if (other !== null) {
    throw new UnsafePath(
      `CORTEX_HOME must be a folder of its own, and ${folder} holds other things (${other}): name a new or empty one, such as ${join(folder, '.cortex')}`,
    );
  }
  return folder;
}

/** Names that only a home has, also while its database is being repaired. */
const MARKS = [
  'brain.db',
  'facts.head',
  'metrics.key',
  'quarantine',
  'repair.json',
  'setup.json',
  'setup.lock',
  'spool',
];

/** Other names in a home, which may be there before its database, and those that a file system or a desktop gives. */
const OTHERS = new Set([
  ...['backups', 'bin', 'cache', 'config.json', 'hooks.ring', 'log', 'looks.json', 'mcp.token'],
  ...[
    'memories-read.jsonl',
    'metrics.anchor',
    'missed.log',
    'plugins',
    'repair.lock',
    'repair.note',
    'sessions',
  ],
  ...['share.key', 'share.lock', 'share.url', 'sops', 'transcripts-read.jsonl'],
  ...['working_memory.json', 'working_memory.written.json'],
  ...['.DS_Store', 'lost+found'],
]);

/** What shows that a folder is somebody else's; null where it is a home, or can become one. */
function otherThingIn(folder: string): string | null {
  if (MARKS.some((name) => existsSync(join(folder, name)))) return null;
  try {
    const others = readdirSync(folder).filter((name) => !OTHERS.has(name) && !isTemporary(name));
    return others.find((name) => name === '.git') ?? others[0] ?? null;
  } catch {
    // It is not there, or no folder, or closed to us: whoever makes it says so.
    return null;
  }
}

/** Null for "" (HOME is empty), a relative path, and a user id without an entry in the password file. */
function userHome(homedir: () => string): string | null {
  try {
    const home = homedir();
    return isAbsolute(home) ? resolve(home) : null;
  } catch {
    return null;
  }
}
