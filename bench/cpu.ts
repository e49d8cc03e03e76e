import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Sample {
  /** User and system time of the process, in milliseconds. */
  readonly cpu: number;
  readonly wall: number;
}

/** Runs a process that reads `input`. The CPU time is the shell's own account, which has milliseconds; Node has none of a child. */
export function measure(
  scratch: string,
  runtime: string,
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
): Sample {
  const file = join(scratch, 'input.json');
  writeFileSync(file, input);
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" < "$INPUT" > /dev/null';
  const done = spawnSync('bash', ['-c', script, 'bash', runtime, ...args], {
    env: { ...env, INPUT: file },
    encoding: 'utf8',
  });
  const [wall, user, system] = done.stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return { cpu: (user! + system!) * 1000, wall: wall! * 1000 };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
