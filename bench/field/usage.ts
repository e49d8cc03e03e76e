import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Usage {
  /** User and system time in ms, with that of children it waited for. */
  readonly cpu: number;
  /** The most memory that it or a child held at a time, in MB. */
  readonly memory: number;
  readonly code: number;
}

/** Node tells nothing of a child's use; `wait4` does, to the microsecond. */
const WAIT4 = `
import os, sys
result, source, *command = sys.argv[1:]
child = os.fork()
if child == 0:
    os.dup2(os.open(source, os.O_RDONLY), 0)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.execvp(command[0], command)
_, status, use = os.wait4(child, 0)
with open(result, 'w') as file:
    file.write('%f %d %d' % ((use.ru_utime + use.ru_stime) * 1000, use.ru_maxrss, os.waitstatus_to_exitcode(status)))
`;

export function use(
  scratch: string,
  { program, args, input }: { program: string; args: readonly string[]; input: string },
  options: { env: NodeJS.ProcessEnv; cwd: string },
): Usage {
  const [source, result] = [join(scratch, 'input.json'), join(scratch, 'usage.txt')];
  writeFileSync(source, input);
  const python = ['-c', WAIT4, result, source, program, ...args];
  const done = spawnSync('python3', python, { ...options, timeout: 120_000, encoding: 'utf8' });
  if (done.status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${done.stderr || done.error}`);
  return usageIn(readFileSync(result, 'utf8'));
}

export function usageIn(line: string): Usage {
  const [cpu, kilobytes, code] = line.split(' ').map(Number);
  return { cpu: cpu!, memory: kilobytes! / 1024, code: code! };
}

/** What a living process has used so far; null where it is gone. */
export function usedBy(pid: number): Omit<Usage, 'code'> | null {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return null;
  const nanoseconds = readdirSync(threads).map((thread) =>
    Number(readFileSync(join(threads, thread, 'schedstat'), 'utf8').split(' ')[0]),
  );
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  return { cpu: nanoseconds.reduce((a, b) => a + b, 0) / 1e6, memory: kilobytes / 1024 };
}
