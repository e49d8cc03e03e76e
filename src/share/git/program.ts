import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import type { Environment } from '../../domain/base/runtimes.ts';

/** The answer of one run of `git`. */
export interface GitOutput {
  readonly status: number;
  readonly output: Buffer;
  readonly errors: string;
}

/** `git` in the bare repository of one project. */
export interface Git {
  /** Reads and writes our own repository: nobody's settings but ours count. */
  local(args: readonly string[], input?: Uint8Array | string): Promise<GitOutput>;
  /** Talks to the remote, with the person's own credentials. */
  remote(args: readonly string[]): Promise<GitOutput>;
  /** The same as somebody whom nobody knows. */
  anonymous(args: readonly string[]): Promise<GitOutput>;
}

const LOCAL_MS = 60_000;
const REMOTE_MS = 60_000;

/** Protocols by which a remote may be reached: both are encrypted on their way. */
const PROTOCOLS = 'https:ssh';

/** The protocols that are allowed: for a disk or a server of one's own others are named in `GIT_ALLOW_PROTOCOL`. */
export function protocolsIn(env: Environment): readonly string[] {
  return (env['GIT_ALLOW_PROTOCOL'] ?? PROTOCOLS).split(':').filter(Boolean);
}

/** Hooks and signatures that somebody set up for all of his repositories are not for this one. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'fetch.writeCommitGraph=false',
  'push.gpgSign=false',
  'commit.gpgSign=false',
  'transfer.advertiseSID=false',
];
const FLAGS = ['--no-pager', ...SETTINGS.flatMap((one) => ['-c', one])];

const QUIET = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GCM_INTERACTIVE: 'never',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  LC_ALL: 'C',
};

const OWN = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ALLOW_PROTOCOL: '' };

/** `folder`: the bare repository. Nothing is inherited that is called `GIT_…`, which may name another repository. */
export function gitIn(folder: string, env: Environment, url = ''): Git {
  const plain = withoutGit(env);
  const protocols = protocolsIn(env).join(':');
  const sshCommand = async () => {
    // The person's own settings, never those of a checkout: this folder is in none.
    const { output } = await run(['config', '--global', '--get', 'core.sshCommand'], {}, LOCAL_MS);
    return `${output.toString('utf8').trim() || 'ssh'} -oBatchMode=yes`;
  };
  const usesSsh = !/^(?:https?|file):|^\//.test(url);
  let ssh = usesSsh ? null : Promise.resolve('ssh -oBatchMode=yes');
  const run = (
    args: readonly string[],
    more: Environment,
    millis: number,
    input?: Uint8Array | string,
  ) =>
    runGit([...FLAGS, `--git-dir=${folder}`, ...args], {
      cwd: folder,
      env: { ...plain, ...QUIET, ...more },
      millis,
      ...(input !== undefined && { input }),
    });
  return {
    local: (args, input) => run(args, OWN, LOCAL_MS, input),
    remote: async (args) =>
      run(
        args,
        { GIT_ALLOW_PROTOCOL: protocols, GIT_SSH_COMMAND: await (ssh ??= sshCommand()) },
        REMOTE_MS,
      ),
    anonymous: (args) =>
      // An empty home: no credentials of a `.netrc` either.
      run(
        ['-c', 'credential.helper=', ...args],
        { ...OWN, GIT_ALLOW_PROTOCOL: protocols, HOME: folder },
        REMOTE_MS,
      ),
  };
}

function withoutGit(env: Environment): Environment {
  const kept = Object.entries(env).filter(
    ([name]) => !name.startsWith('GIT_') && name !== 'CORTEX_SHARE_KEY',
  );
  const path = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute).join(delimiter);
  return { HOME: homedir(), ...Object.fromEntries(kept), PATH: path };
}

interface GitProcess {
  readonly cwd: string;
  readonly env: Environment;
  readonly millis: number;
  readonly input?: Uint8Array | string;
}

/** Runs git in a process group of its own, so that a signal to ours does not tear a push in two; killed whole when its time is over. */
function runGit(
  args: readonly string[],
  { cwd, env, millis, input }: GitProcess,
): Promise<GitOutput> {
  return new Promise((done, failed) => {
    const child = spawn('git', args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    const timer = setTimeout(() => killWhole(child.pid), millis);
    child.stdout.on('data', (part: Buffer) => output.push(part));
    child.stderr.on('data', (part: Buffer) => errors.push(part));
    child.stdin.on('error', () => {});
    child.on('error', (error) => {
      clearTimeout(timer);
      failed(error);
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      const said = Buffer.concat(errors).toString('utf8');
      const errorText =
        signal === null ? said : `${said}\nno answer within ${millis / 1000} seconds`;
      done({ status: status ?? 1, output: Buffer.concat(output), errors: errorText });
    });
    child.stdin.end(input);
  });
}

function killWhole(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}
