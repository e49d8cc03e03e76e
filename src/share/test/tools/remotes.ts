import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres.ts';

/** A git remote on this machine, behind a protocol. */
export interface Remote {
  readonly url: string;
  /** The bare repository itself. */
  readonly folder: string;
  /** Milliseconds that every answer of the network takes longer from now on. */
  delay(millis: number): void;
  /** Nobody can reach it until it is back. */
  cut(isCut: boolean): void;
  stop(): Promise<void>;
}

export function bareRepository(folder: string): string {
  execFileSync('git', ['init', '-q', '--bare', folder]);
  execFileSync('git', ['-C', folder, 'config', 'http.receivepack', 'true']);
  return folder;
}

/** `git http-backend` behind a small server. With a password it knows somebody, else it answers everybody. */
export async function httpRemote(folder: string, password: string | null = null): Promise<Remote> {
  bareRepository(folder);
  let millis = 0;
  let isOff = false;
  const wanted = password && `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    if (isOff) return void request.socket.destroy();
    setTimeout(() => {
      if (wanted === null || request.headers.authorization === wanted)
        return backend(folder, request, response);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    }, millis);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    folder,
    url: `http://127.0.0.1:${port}/thread.git`,
    delay: (more) => {
      millis = more;
    },
    cut: (isCut) => {
      isOff = isCut;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function backend(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const path = pathname.replace(/^\/thread\.git/, '');
  const encoding = request.headers['content-encoding'];
  const length = request.headers['content-length'];
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      REQUEST_METHOD: request.method,
      QUERY_STRING: searchParams.toString(),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_USER: 'me',
      ...(request.headers['git-protocol'] && {
        GIT_PROTOCOL: String(request.headers['git-protocol']),
      }),
      ...(encoding && { HTTP_CONTENT_ENCODING: encoding }),
      ...(length && { CONTENT_LENGTH: length }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.on('close', () => {
    const all = Buffer.concat(parts);
    const end = all.indexOf('\r\n\r\n');
    const lines = all.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n');
    const headers = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.writeHead(
      Number.parseInt(status, 10),
      Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
    );
    response.end(all.subarray(end + 4));
  });
}

const SSHD = '/usr/sbin/sshd';

export const NO_SSHD = `no sshd is installed here: ${SSHD} was looked for`;

export function hasSshd(): boolean {
  return existsSync(SSHD) && spawnSync('ssh', ['-V']).status === 0;
}

/** A real sshd for this user alone. `home`: the person, whose git reaches it with a key of his. */
export async function sshRemote(folder: string, home: string): Promise<Remote> {
  bareRepository(folder);
  // A path without blanks, which these settings do not take.
  const place = mkdtempSync(join(tmpdir(), 'cortex-sshd-'));
  for (const name of ['host', 'person'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(place, name)]);
  const port = await freePort();
  writeFileSync(
    join(place, 'authorized'),
    execFileSync('ssh-keygen', ['-y', '-f', join(place, 'person')]),
  );
  chmodSync(join(place, 'authorized'), 0o600);
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(place, 'host')}`,
    `AuthorizedKeysFile ${join(place, 'authorized')}`,
    `PidFile ${join(place, 'pid')}`,
    'StrictModes no',
    'PasswordAuthentication no',
    'PermitRootLogin yes',
    'UsePAM no',
  ];
  writeFileSync(join(place, 'settings'), `${settings.join('\n')}\n`);
  mkdirSync('/run/sshd', { recursive: true });
  const server = spawn(SSHD, ['-D', '-e', '-f', join(place, 'settings')], { stdio: 'ignore' });
  const proxy = await delayed(port);
  const client = `ssh -i ${join(place, 'person')} -oUserKnownHostsFile=/dev/null -oStrictHostKeyChecking=no -oLogLevel=ERROR -F /dev/null`;
  execFileSync('git', ['config', '--global', 'core.sshCommand', client], {
    env: { ...process.env, HOME: home },
  });
  await answers(port);
  const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
  return {
    folder,
    url: `ssh://${user}@127.0.0.1:${proxy.port}${encodeURI(folder)}`,
    delay: proxy.delay,
    cut: proxy.cut,
    stop: async () => {
      server.kill('SIGTERM');
      await proxy.stop();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const isUp = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => {
        socket.destroy();
        done(true);
      });
      socket.on('error', () => done(false));
    });
    if (isUp) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Passes a connection on, with what comes back later by the delay. */
async function delayed(port: number) {
  let millis = 0;
  let isOff = false;
  const server = createTcpServer((near) => {
    if (isOff) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    near.on('data', (part) => far.write(part));
    far.on('data', (part) => setTimeout(() => near.writable && near.write(part), millis));
    near.on('close', () => far.destroy());
    far.on('close', () => setTimeout(() => near.destroy(), millis));
    for (const socket of [near, far]) socket.on('error', () => {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as { port: number }).port,
    delay: (more: number) => {
      millis = more;
    },
    cut: (isCut: boolean) => {
      isOff = isCut;
    },
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

/** Everything that a remote has, as plain bytes: contents and headers of all objects, names of refs, and its files as they lie there. */
export function everyByteOf(folder: string): Buffer {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { maxBuffer: 1 << 30 });
  const objects = git('cat-file', '--batch-all-objects', '--batch', '--unordered');
  const files = execFileSync(
    'find',
    [folder, '-type', 'f', '-path', '*objects*', '-exec', 'cat', '{}', '+'],
    {
      maxBuffer: 1 << 30,
    },
  );
  return Buffer.concat([objects, git('for-each-ref'), files]);
}

export function bytesOf(folder: string): number {
  const lines = execFileSync('git', ['-C', folder, 'count-objects', '-v'], { encoding: 'utf8' });
  return (
    [...lines.matchAll(/^size(?:-pack)?: (\d+)$/gm)].reduce(
      (sum, [, one]) => sum + Number(one),
      0,
    ) * 1024
  );
}
