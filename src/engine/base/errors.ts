/** A failure whose cause the caller can do something about. */
export class Failure extends Error {
  readonly advice: string | null;

  constructor(message: string, advice: string | null = null) {
    super(message);
    this.advice = advice;
  }
}

/** A problem, and advice on it. */
export interface Trouble {
  readonly message: string;
  readonly advice: string | null;
}

const REPAIR =
  'Repair it: cortex repair. What can be read is taken over, the rest comes from backups and mirrors, and nothing is deleted.';

const LOCKED: Trouble = {
  message: 'Another process keeps the database locked.',
  advice: 'Nothing was stored. Try again in a moment; cortex doctor names the process.',
};

const FULL: Trouble = {
  message: 'The disk is full.',
  advice: 'Make room; what was stored is safe.',
};

const DENIED: Trouble = {
  message: 'Access was denied.',
  advice: 'Give yourself access, or name another place; CORTEX_HOME names the home of Cortex.',
};

/** By the primary result codes of SQLite. */
const OF_SQLITE: Readonly<Record<number, Trouble>> = {
  5: LOCKED,
  6: LOCKED,
  8: {
    message: 'The database cannot be written.',
    advice: 'Make its folder and files writable for you.',
  },
  10: {
    message: 'The disk does not read or write the database.',
    advice: 'Look at the disk, then run cortex doctor.',
  },
  11: { message: 'The database is damaged.', advice: REPAIR },
  13: FULL,
  14: {
    message: 'The database cannot be opened.',
    advice: 'Make its folder and files readable and writable for you.',
  },
  26: { message: 'brain.db is not a database.', advice: REPAIR },
};

const OF_SYSTEM: Readonly<Record<string, Trouble>> = {
  BUSY: LOCKED,
  REPAIR: {
    message: 'The database is being repaired.',
    advice: 'Try again in a moment. A repair that was interrupted is finished by cortex repair.',
  },
  EACCES: DENIED,
  EPERM: DENIED,
  ENOENT: {
    message: 'A file or folder is missing and cannot be made.',
    advice: 'Make it first, or name another place; CORTEX_HOME names the home of Cortex.',
  },
  ENOTDIR: {
    message: 'A file stands where a folder is needed.',
    advice: 'Move it away, or name another place; CORTEX_HOME names the home of Cortex.',
  },
  EROFS: {
    message: 'The file system is read-only.',
    advice: 'Name a place that can be written; CORTEX_HOME names the home of Cortex.',
  },
  EADDRINUSE: {
    message: 'Another program listens on that port.',
    advice: 'Choose another one with --port, or leave it out for any free one.',
  },
  ENOSPC: FULL,
};

/** The problem and advice for any thrown value. Cortex's own messages already contain advice. */
export function troubleOf(error: unknown): Trouble {
  if (isFailure(error)) return { message: error.message, advice: error.advice };
  const { errcode, code, syscall, message, path } = Object(error) as Record<string, unknown>;
  if (syscall === 'uv_cwd')
    return { message: 'The current folder is gone.', advice: 'Change to another one.' };
  // The message about a refused path already contains advice.
  if (code === 'UNSAFE') return { message: String(message), advice: null };
  if (code === 'NEWER')
    return {
      message: `${String(message)}.`,
      advice:
        'npm install -g cortex-sessions@latest. Events wait beside the database until then. To stay with this version: cortex repair --from <backup>.',
    };
  const known =
    (typeof errcode === 'number' ? OF_SQLITE[errcode & 0xff] : undefined) ??
    (typeof code === 'string' ? OF_SYSTEM[code] : undefined);
  if (known)
    return typeof path === 'string' ? { ...known, message: `${known.message} (${path})` } : known;
  const advice =
    code === undefined && errcode === undefined
      ? null
      : 'CORTEX_SESSION_DEBUG=1 shows the details.';
  return { message: typeof message === 'string' ? message : String(error), advice };
}

/** Each bundle has a class of its own. */
function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'advice' in error;
}

/** The message and the advice as one text. */
export function troubleText(error: unknown): string {
  const { message, advice } = troubleOf(error);
  return advice ? `${message} ${advice}` : message;
}

/** Whether the database is unavailable for a reason independent of the event, so that a retry can succeed. */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number')
    return Object.hasOwn(OF_SQLITE, errcode & 0xff) || (errcode & 0xff) === PROTOCOL;
  return typeof code === 'string' && (Object.hasOwn(OF_SYSTEM, code) || OF_OURS.includes(code));
}

const PROTOCOL = 15;
/** The deadline passed; a newer Cortex migrated the database; a path is unsafe. */
const OF_OURS: readonly string[] = ['DEADLINE', 'NEWER', 'UNSAFE'];
