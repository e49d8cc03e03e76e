import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealerOf } from '../git/envelope.ts';
import { GitLog } from '../git/log.ts';
import { makeRepository, repositoryAt } from '../git/repository.ts';
import type { LogStage } from './logs.ts';

/** The key of the person whose machines a test has. */
export const TEST_KEY = createHash('sha256').update('a key for tests').digest();

/** A bare repository on this disk that one may push to. */
export function bareRemote(folder: string): string {
  execFileSync('git', ['init', '-q', '--bare', folder]);
  return folder;
}

/** The environment of a process that may use a repository on this disk or behind a loopback server. */
export function nearGit(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: folder, GIT_ALLOW_PROTOCOL: 'file:http:https:ssh' };
}

/** The log of a machine: a folder of its own, and a remote that it shares. */
export function machineLog(
  folder: string,
  url: string,
  { key = TEST_KEY, compactAbove = 5_000 }: { key?: Uint8Array; compactAbove?: number } = {},
): GitLog {
  const env = nearGit(folder);
  makeRepository(folder, { url, isOfCode: false });
  return new GitLog(repositoryAt(folder, env), sealerOf(key), compactAbove);
}

/** Two machines of one person, and a bare repository between them. */
export async function gitStage(): Promise<LogStage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-git-')));
  const url = bareRemote(join(folder, 'remote.git'));
  let machines = 0;
  const writer = () => {
    const log = machineLog(join(folder, 'homes', String(++machines), 'thread.git'), url);
    return { log, origin: log.newStream() };
  };
  return {
    writers: async () => [writer(), writer()],
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
