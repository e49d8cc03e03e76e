import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, parse, resolve } from 'node:path';
import { listNames, UnsafePath } from './files.ts';

/** The home of Cortex: `CORTEX_HOME`, else `.cortex` in the user's home. A folder of anything else is refused. */
export function homeDirectory(
  env: Readonly<Record<string, string | undefined>>,
  read = homedir,
): string {
  const wanted = env.CORTEX_HOME?.trim() || '~/.cortex';
  const home = userHome(read);
  const inHome = /^~(?=$|[/\\])/.test(wanted);
  if (inHome && home === '') {
    throw new UnsafePath(
      'The home directory is unknown: set HOME or CORTEX_HOME to an absolute path',
    );
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

/** Names that only a home has, also while its database is being repaired. SQLite makes the files beside a database after it. */
const MARK =
  /^(?:brain\.db(?:-journal|-shm|-wal)?|facts\.head|metrics\.key|quarantine|repair\.json|sessions-forgotten|setup\.json|setup\.lock|spool)$/;

/** Plain forms of the instructions that a person wrote or trusts, by content. Commands make it, hooks read it. */
export const SOP_FORMS = 'sop-forms.json';
/** Instructions that conversations were given while capture was off. */
export const SOPS_GIVEN = 'sops-given.json';

/** Names in a home, which may be there before its database. */
const OUR_NAMES = [
  'backups',
  'bin',
  'cache',
  'config.json',
  'cortex-report.html',
  'hooks.ring',
  'lines.key',
  'log',
  'looks.json',
  'mcp.token',
  'memories-read.jsonl',
  'metrics.anchor',
  'missed.log',
  'plugins',
  'repair.lock',
  'repair.note',
  'repair.unread',
  'reserve',
  'run',
  'sessions',
  'setup.json',
  'share.due',
  'share.git',
  'share.joins',
  'share.key',
  'share.lock',
  'share.next',
  'share.url',
  'share.waited',
  'sop-forms.json',
  'sop.note',
  'sops',
  'sops-given.json',
  'transcripts-marked.jsonl',
  'transcripts-read.jsonl',
  'transcripts-waiting.json',
  'working_memory.json',
  'working_memory.written.json',
];

/** Each of these names, and copies of them: `config.json~`, `sessions 2`. */
function ourNames(): RegExp {
  const names = OUR_NAMES.map((name) => name.replaceAll('.', '\\.'));
  return new RegExp(`^(?:${names.join('|')})(?:[^A-Za-z0-9].*)?$`);
}

/**
 * Files that systems, desktops, editors and sync programs leave in any folder: nearly all have hidden names. A home that is refused
 * loses events. Vim tests with `4913` whether it can write.
 */
const LITTER = /^(?:lost\+found|thumbs\.db|desktop\.ini|system volume information|4913|[.#@$].*)$/i;

/** Hidden names that show whose a folder is. */
const OTHERS = /^\.(?:git|ssh|bashrc|profile|config)$/;

/** A name that shows that a folder is somebody else's; null if it is a home, or can become one. */
function otherThingIn(folder: string): string | null {
  // Nearly always, and cheaper than a listing.
  if (existsSync(join(folder, 'brain.db'))) return null;
  // None where it is not there, or no folder, or closed to us: whoever makes it says so.
  const names = listNames(folder);
  // Marks are looked for in this listing, the database too: another first start may have made it since.
  if (names.some((name) => MARK.test(name))) return null;
  const ours = ourNames();
  const others = names.filter(
    (name) => OTHERS.test(name) || !(ours.test(name) || LITTER.test(name)),
  );
  return others.find((name) => name === '.git') ?? others[0] ?? null;
}

/** The home of the user; empty where HOME is, for a relative path, and for a user id without an entry in the password file. */
export function userHome(read = homedir): string {
  try {
    const home = read();
    return isAbsolute(home) ? resolve(home) : '';
  } catch {
    return '';
  }
}

/** The folder of copies of the database. */
export function backupsIn(home: string): string {
  return join(home, 'backups');
}
