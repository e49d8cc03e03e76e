import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeRepository, scratchFolder } from './scratch.ts';

export const ROOT = join(import.meta.dirname, '..');

/** The package as people get it, installed in a project of its own. */
export interface Packed {
  readonly tarball: string;
  /** The installed package. */
  readonly folder: string;
  /** A new project beside it that resolves the package by its name; a git repository called `name`. */
  project(name: string): string;
  dispose(): void;
}

/** Packs what is built. Nothing is built anew: other tests are using it. */
export function packed(): Packed {
  const scratch = scratchFolder();
  const options = {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
    shell: process.platform === 'win32',
  } as const;
  const args = [
    'pack',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    JSON.stringify(scratch.path),
  ];
  const plain = args.map((arg) => (options.shell || !arg.startsWith('"') ? arg : JSON.parse(arg)));
  const [{ filename }] = JSON.parse(execFileSync('npm', plain, options)) as [{ filename: string }];
  const tarball = join(scratch.path, filename);
  const folder = join(scratch.path, 'node_modules', 'cortex-sessions');
  mkdirSync(dirname(folder));
  execFileSync('tar', ['-xzf', filename], { cwd: scratch.path });
  renameSync(join(scratch.path, 'package'), folder);
  return {
    tarball,
    folder,
    project: (name) => {
      const path = join(scratch.path, 'projects', name, 'ham-radio');
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'package.json'), '{ "type": "module" }\n');
      return makeRepository(path);
    },
    dispose: scratch.dispose,
  };
}

/** Runs a program of somebody who uses the package: in a process, a home and a time zone of its own. */
export function run(cwd: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const home = dirname(cwd);
  const { PATH, SystemRoot } = process.env;
  const env = {
    PATH,
    SystemRoot,
    HOME: home,
    USERPROFILE: home,
    CORTEX_HOME: join(home, 'cortex'),
    TZ: 'UTC',
    ...more,
  };
  const done = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}
