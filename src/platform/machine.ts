import { existsSync } from 'node:fs';
import { exclusively } from './exclusive.ts';
import { programsNamed, runProgram, runtimeAt, startProgram } from './programs.ts';
import { installedNodes } from './runtime.ts';
import {
  copyBeside,
  makeFolders,
  readSettingsFile,
  removeFile,
  removeFolder,
  targetOf,
  writeSettingsFile,
} from './settings-files.ts';

/** Files of other programs, and programs, as setup needs them. */
export function thisMachine(env: NodeJS.ProcessEnv) {
  return {
    read: readSettingsFile,
    exists: existsSync,
    write: writeSettingsFile,
    copy: copyBeside,
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
