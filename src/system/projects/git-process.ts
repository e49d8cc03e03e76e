import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { ticks } from '../base/clock.ts';
import { isFile, realPath } from './git-files.ts';

/** A walk through 20,000 commits without a commit-graph takes 0.1 s. */
const MOST_MILLIS = 300;
const MOST_BYTES = 2 * 1024 * 1024;

/** A repository's own settings may name programs. With these, the commands that Cortex uses run none of them. */
const SETTINGS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false'];
const FLAGS = ['--no-pager', ...SETTINGS.flatMap((one) => ['-c', one])];
const SAFE = {
  // No protocol is allowed: an object that a partial clone lacks stays missing, and nobody is asked for it.
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  LC_ALL: 'C',
};

export interface GitReply {
  readonly status: number;
  readonly output: Buffer;
}

/** Asks `git` about one repository; null where there is no `git`, or no answer in time. */
export type AskGit = (args: readonly string[], input?: string) => GitReply | null;

/**
 * Only plumbing that reads objects may be asked for: `status`, `diff` and `ls-files -m` run filters whatever the flags say.
 * `path` is the PATH to look for `git` on, and `patience` are the milliseconds that one question may take. Nothing inherits the
 * environment, where `GIT_DIR` may name another repository.
 */
export function gitAt(gitDir: string, root: string, path = '', patience = MOST_MILLIS): AskGit {
  let left = 2 * patience;
  let found: Program | null = null;
  return (args, input) => {
    if (left <= 0) return null;
    found ??= programOn(path, [root, treeOf(gitDir), realPath('.')]);
    if (!found) return null;
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const began = ticks();
    const { status, stdout, error } = spawnSync(
      found.file,
      [...FLAGS, `--git-dir=${gitDir}`, ...args],
      {
        // A folder of the system: a relative name in the repository's settings leads nowhere.
        cwd: dirname(found.file),
        env: { PATH: found.path, ...SAFE },
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
        ...(input !== undefined && { input }),
        timeout: Math.ceil(Math.min(patience, left)),
        killSignal: 'SIGKILL',
        maxBuffer: MOST_BYTES,
        windowsHide: true,
      },
    );
    const isUnanswered = error !== undefined || status === null;
    // After one timeout `git` is not called again.
    left = isUnanswered ? 0 : left - (ticks() - began);
    return isUnanswered ? null : { status, output: stdout };
  };
}

/** The lines of an answer; none where there is no answer. */
export function linesIn(answer: GitReply | null): string[] {
  return answer?.status === 0 ? answer.output.toString('utf8').split('\n').slice(0, -1) : [];
}

/** Types of objects by name, `… missing` for a missing one; empty if `git` does not answer. */
export function typesOf(names: readonly string[], ask: AskGit): ReadonlyMap<string, string> {
  const lines = linesIn(ask(['cat-file', '--batch-check=%(objecttype)'], `${names.join('\n')}\n`));
  return new Map(lines.map((line, i) => [names[i]!, line]));
}

interface Program {
  readonly file: string;
  /** The PATH without entries that a repository could have put there. */
  readonly path: string;
}

const NAME = process.platform === 'win32' ? 'git.exe' : 'git';

/** The first `git` on an absolute PATH entry that lies outside of the repository and of the working directory. */
function programOn(path: string, forbidden: readonly (string | null)[]): Program | null {
  // Everything lies below the top of the disk, in which a server may have been started.
  const outer = forbidden.filter((folder) => folder !== null && folder !== dirname(folder));
  const isForbidden = (place: string) =>
    outer.some((one) => `${place}${sep}`.startsWith(`${one}${sep}`));
  const folders = path.split(delimiter).filter((folder) => {
    const place = isAbsolute(folder) ? realPath(folder) : null;
    return place !== null && !isForbidden(place);
  });
  for (const folder of folders) {
    const file = join(folder, NAME);
    const place = isFile(file) ? realPath(file) : null;
    if (place !== null && !isForbidden(place)) return { file, path: folders.join(delimiter) };
  }
  return null;
}

/** The working tree that a `.git` lies in; else the git directory itself. */
function treeOf(gitDir: string): string {
  return gitDir.endsWith(`${sep}.git`) ? dirname(gitDir) : gitDir;
}
