import { Failure } from '../../../operations/base/errors.ts';
import type { Cli } from './context.ts';

export {
  Failure,
  Refusal,
  type Trouble,
  troubleOf,
  UsageError,
} from '../../../operations/base/errors.ts';

/** Whether another process kept the database for too long. */
export function isLockedError(error: unknown): boolean {
  return (Object(error) as { code?: unknown }).code === 'BUSY';
}

/** Whether a file may be written where a person wants it: nothing is replaced unasked, and a folder never. */
export function checkTarget(cli: Cli, path: string, force: boolean, instead: string): void {
  const there = path === '-' ? null : cli.look(path);
  if (there?.kind === 'folder') throw new Failure(`${path} is a folder.`, 'Name a file in it.');
  if (there && !force)
    throw new Failure(`${path} is there already.`, `${instead}, or replace it with --force.`);
}
