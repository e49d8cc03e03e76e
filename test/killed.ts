import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CORTEX } from './program.ts';

export interface Fate {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
  /** The call to the file system or the database at which the process dies; without one it lives. */
  readonly kill?: number;
}

/** The built program in a process that dies at a call of its own. */
export function runKilled(words: readonly string[], { cwd, env, input = '', kill = 0 }: Fate) {
  const before = [
    '--disable-warning=ExperimentalWarning',
    '--require',
    join(import.meta.dirname, 'kill-at.cjs'),
  ];
  return spawnSync(process.execPath, [...before, CORTEX, ...words], {
    cwd,
    encoding: 'utf8',
    input,
    env: { ...env, KILL_AT: String(kill) },
  });
}
