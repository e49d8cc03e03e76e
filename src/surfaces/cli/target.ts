import type { Cli } from './context.ts';
import { Failure } from './errors.ts';

/** Whether a file may be written where a person wants it: nothing is replaced unasked, and a folder never. */
export function checkTarget(cli: Cli, path: string, force: boolean, instead: string): void {
  const there = path === '-' ? null : cli.look(path);
  if (there?.kind === 'folder') throw new Failure(`${path} is a folder.`, 'Name a file in it.');
  if (there && !force)
    throw new Failure(`${path} is there already.`, `${instead}, or replace it with --force.`);
}
