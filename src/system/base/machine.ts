import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Environment, isRecentEnough } from '../../domain/base/runtimes.ts';
import type { Machine, RuntimeFound } from '../../ports/base/machine.ts';
import { exclusively } from './exclusive.ts';
import { childProcesses, installedNodes } from './runtime.ts';
import {
  copyNextTo,
  makeFolders,
  readSettingsFile,
  removeFile,
  removeFolder,
  targetOf,
  writeSettingsFile,
} from './settings-files.ts';

/** Files of other programs, and programs, as setup needs them. */
export function thisMachine(env: NodeJS.ProcessEnv): Machine {
  return {
    read: readSettingsFile,
    exists: existsSync,
    write: writeSettingsFile,
    copy: copyNextTo,
    remove: removeFile,
    makeFolders,
    removeFolder,
    exclusively,
    programs: (name: string) => programsNamed(name, env),
    nodes: () => installedNodes(env),
    runtime: runtimeAt,
    real: targetOf,
    run: runProgram,
    start: startProgram,
  };
}

/** Every place on the path where a command is, best first; Bun also where its installer puts it. */
function programsNamed(name: string, env: Environment): readonly string[] {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  if (name === 'bun') folders.push(join(homedir(), '.bun', 'bin'));
  const paths = folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)));
  return [...new Set(paths)].filter(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const PATIENCE_MS = 10_000;

/** The runtime at a path, asked by running it; null where it is none. */
function runtimeAt(path: string): RuntimeFound | null {
  const { stdout, status } = childProcesses().spawnSync(path, ['--version'], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  const version = status === 0 ? (/^v?(\d+\.\d+\.\d+)/.exec(stdout.trim())?.[1] ?? null) : null;
  if (version === null) return null;
  const name: 'Node' | 'Bun' = stdout.trim().startsWith('v') ? 'Node' : 'Bun';
  return { name, version, isRecentEnough: isRecentEnough({ [name.toLowerCase()]: version }) };
}

const INSTALLER_PATIENCE_MS = 300_000;

/** A host's own installer; what it prints is shown where it fails. */
function runProgram([program = '', ...args]: readonly string[]) {
  const { status, stdout, stderr, error } = childProcesses().spawnSync(program, args, {
    encoding: 'utf8',
    timeout: INSTALLER_PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program.endsWith('.cmd'),
  });
  return { code: status, output: error ? error.message : `${stdout}${stderr}`.trim() };
}

/** Runs a program in this terminal and waits for its end. */
function startProgram([program = '', ...args]: readonly string[], folder: string): number {
  const { status, error } = childProcesses().spawnSync(program, args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32' && program.endsWith('.cmd'),
  });
  if (error) throw error;
  return status ?? 1;
}
