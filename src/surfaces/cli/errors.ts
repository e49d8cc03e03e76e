import { Failure, type Trouble, troubleOf } from '../../operations/errors.ts';
import type { Cli } from './context.ts';

export { Failure, Refusal, type Trouble, troubleOf, UsageError } from '../../operations/errors.ts';

/** Trouble with a file or folder that somebody named: another home does not cure it. */
const OF_NAMED: Readonly<Record<string, Trouble>> = {
  ENOENT: { message: 'It is not there.', advice: 'Make it first, or name another place.' },
  ENOTDIR: { message: 'A file stands where a folder is needed.', advice: 'Name another place.' },
  EISDIR: { message: 'A folder stands where a file is needed.', advice: 'Name a file.' },
  EACCES: { message: 'Access was denied.', advice: 'Give yourself access, or name another place.' },
  EPERM: { message: 'Access was denied.', advice: 'Give yourself access, or name another place.' },
  EROFS: { message: 'The file system is read-only.', advice: 'Name a place that can be written.' },
};

/** Whether another process kept the database for too long. */
export function isLocked(error: unknown): boolean {
  return (Object(error) as { code?: unknown }).code === 'BUSY';
}

/** `isOwn`: whether a path lies in the home of Cortex. */
export function troubleWith(error: unknown, isOwn: (path: string) => boolean): Trouble {
  const { code, path } = Object(error) as { code?: unknown; path?: unknown };
  const known = typeof code === 'string' && typeof path === 'string' ? OF_NAMED[code] : undefined;
  // A folder that holds the home is one all the same.
  if (!known || (code !== 'EISDIR' && isOwn(path as string))) return troubleOf(error);
  return { ...known, message: `${known.message} (${path})` };
}

/** Whether a file may be written where a person wants it: nothing is replaced unasked, and a folder never. */
export function checkTarget(cli: Cli, path: string, force: boolean, instead: string): void {
  const there = path === '-' ? null : cli.look(path);
  if (there?.kind === 'folder') throw new Failure(`${path} is a folder.`, 'Name a file in it.');
  if (there && !force)
    throw new Failure(`${path} is there already.`, `${instead}, or replace it with --force.`);
}
