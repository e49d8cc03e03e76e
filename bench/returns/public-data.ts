// Public repositories whose data is measured with. None of it is kept in this one.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SDE_BENCH = 'vectorize-io/sde-bench';

/** A repository with the exported sessions of its author. */
export interface HistorySource {
  readonly name: string;
  /** The folder that the author worked in. */
  readonly folder: string;
}

export const HISTORIES: readonly HistorySource[] = [
  { name: 'diegofal/dialfa-sales', folder: 'dialfa new' },
  { name: 'MichaelPaulukonis/polychrome.p5', folder: 'polychrome.p5' },
  { name: 'andrew0928/columns.chicken-house.net', folder: 'columns.chicken-house.net' },
  { name: 'daviswhitehead/chef-chopsky', folder: 'chef-chopsky' },
];

/** The folder of clones, where no other one is named. */
export const DATA = join(tmpdir(), 'cortex-bench-data');

/** The folder of a clone: a name without a slash. */
export function cloneFolder(data: string, name: string): string {
  return join(data, name.replace('/', '+'));
}

/** The git directory of a repository: a clone in the folder of data, or the folder itself. */
export function findRepository(data: string, name: string): string {
  const clone = cloneFolder(data, name);
  const found = [join(clone, 'repo'), clone, data].find(isGitDirectory);
  if (found === undefined)
    throw new Error(`${name} is not in ${data}: npm run bench -- fetch --data ${data} clones it`);
  return found;
}

function isGitDirectory(path: string): boolean {
  return existsSync(join(path, 'HEAD')) || existsSync(join(path, '.git'));
}

/** The output of a git command that only reads. */
export function readGit(repository: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', repository, '-c', 'core.quotepath=false', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
