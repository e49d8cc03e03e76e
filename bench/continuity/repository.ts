import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from './clock.ts';
import type { Turn } from './corpus.ts';

const execute = promisify(execFile);

/** A real repository in which scripted work leaves real files, commits and branches. */
export class Repository {
  readonly path: string;
  readonly #clock: Clock;

  private constructor(path: string, clock: Clock) {
    this.path = path;
    this.#clock = clock;
  }

  /** With the files that the turns read or edit without having written them, in one commit on main. */
  static async make(path: string, clock: Clock, turns: readonly Turn[]): Promise<Repository> {
    mkdirSync(path, { recursive: true });
    const repository = new Repository(path, clock);
    await repository.git('init', '-q', '-b', 'main');
    repository.write('README.md', 'readme\n');
    for (const [file, content] of filesBefore(turns)) repository.write(file, content);
    await repository.commit('initial import');
    return repository;
  }

  async git(...args: string[]): Promise<string> {
    const who = { NAME: 'dev', EMAIL: 'dev@example.com', DATE: this.#clock.iso };
    const as = (role: string) =>
      Object.fromEntries(Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]));
    const env = {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...as('AUTHOR'),
      ...as('COMMITTER'),
    };
    return (
      await execute('git', ['-c', 'gc.auto=0', ...args], { cwd: this.path, env })
    ).stdout.trim();
  }

  absolute(file: string): string {
    return join(this.path, file);
  }

  read(file: string): string {
    return existsSync(this.absolute(file)) ? readFileSync(this.absolute(file), 'utf8') : '';
  }

  write(file: string, content: string): void {
    mkdirSync(dirname(this.absolute(file)), { recursive: true });
    writeFileSync(this.absolute(file), content);
  }

  edit(file: string, old: string, replacement: string): void {
    const before = this.read(file);
    // On another branch the text may never have been there.
    const found = before.includes(old);
    this.write(
      file,
      found ? before.replace(old, () => replacement) : `${before}\n${replacement}\n`,
    );
  }

  async commit(message: string): Promise<string> {
    await this.git('add', '-A');
    await this.git('commit', '-q', '--allow-empty', '-m', message);
    return this.git('rev-parse', '--short=7', 'HEAD');
  }

  async branch(): Promise<string> {
    return this.git('branch', '--show-current');
  }

  /** On the branch, which is made where there is none; what is not committed comes along. */
  async switchTo(branch: string): Promise<void> {
    if ((await this.branch()) === branch) return;
    // What came along before may stand in conflict: it stays in the file as it is.
    if ((await this.git('ls-files', '--unmerged')) !== '') await this.git('reset', '-q');
    const exists = (await this.git('branch', '--list', branch)) !== '';
    const checkout = ['checkout', '-q', '-m', ...(exists ? [] : ['-b']), branch];
    try {
      await this.git(...checkout);
    } catch {
      // A file that is not committed stands in the way: it is put aside, as a person would do.
      await this.git('stash', '-q', '--include-untracked');
      await this.git(...checkout);
    }
  }

  /** Does what a command does to the repository, and gives its output with the hashes that came about. */
  async shell(command: string, output: string): Promise<string> {
    const branch = /\bgit (?:checkout|switch)(?: -b| -c)? ([\w./-]+)(?= &&|$)/.exec(command)?.[1];
    if (branch !== undefined) {
      if (existsSync(this.absolute(branch))) await this.git('checkout', '-q', '--', branch);
      else await this.switchTo(branch);
    }
    const printed = /^\[(\S+) ([0-9a-f]{7})\] (.*)$/m.exec(output);
    if (!printed || !/\bgit (?:commit|cherry-pick)\b/.test(command)) return output;
    const hash = await this.commit(printed[3]!);
    return output.replace(printed[2]!, hash);
  }
}

/** What has to be there so that every read and edit finds its file and its text. */
function filesBefore(turns: readonly Turn[]): Map<string, string> {
  const seeds = new Map<string, string>();
  const now = new Map<string, string>();
  for (const use of turns.flatMap(({ tools }) => tools)) {
    if (use.tool === 'Write') now.set(use.file, use.content);
    else if (use.tool === 'Read' && !now.has(use.file)) {
      seeds.set(use.file, `${use.file}\n`);
      now.set(use.file, `${use.file}\n`);
    } else if (use.tool === 'Edit') {
      const text = now.get(use.file) ?? '';
      if (!text.includes(use.old) && (seeds.has(use.file) || !now.has(use.file)))
        seeds.set(use.file, `${seeds.get(use.file) ?? ''}${use.old}\n`);
      now.set(
        use.file,
        `${text}\n${use.old}`.replace(use.old, () => use.new),
      );
    }
  }
  return seeds;
}
