import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL of its own, in a folder that goes with it. */
export interface ScratchServer {
  readonly port: number;
  url(login: string): string;
  /** As the administrator, or somebody else. */
  psql(sql: string, login?: string): string;
  /** The folder of its data, where a search finds what it stores. */
  readonly data: string;
  stop(): void;
}

const PLACES = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];

/** The folder of the machine's own programs; null where there are none. */
export function postgresPrograms(): string | null {
  const found = PLACES.flatMap((place) =>
    existsSync(place)
      ? [join(place, 'bin'), ...readdirSync(place).map((name) => join(place, name, 'bin'))]
      : [],
  ).filter((folder) => existsSync(join(folder, 'initdb')));
  return found.sort().at(-1) ?? null;
}

export const NO_POSTGRES =
  'no PostgreSQL is installed here: its programs were looked for in /usr/lib/postgresql';

/** PostgreSQL refuses to run as root: then it runs as nobody. */
function asWhom(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

export async function startPostgres(settings: readonly string[] = []): Promise<ScratchServer> {
  const programs = postgresPrograms();
  if (!programs) throw new Error(NO_POSTGRES);
  const folder = mkdtempSync(join(tmpdir(), 'cortex-postgres-'));
  const whom = asWhom();
  if (whom.uid !== undefined) chownSync(folder, whom.uid, whom.gid!);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (whom.uid !== undefined) chownSync(data, whom.uid, whom.gid!);
  const run = (name: string, args: readonly string[]) => {
    const done = spawnSync(join(programs, name), args, { ...whom, cwd: folder, stdio: 'ignore' });
    if (done.status !== 0) throw new Error(`${name} ended with ${done.status ?? done.signal}`);
  };
  run('initdb', [
    '-D',
    data,
    '-U',
    'admin',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  const port = await freePort();
  const options = [
    `-p ${port}`,
    `-k ${folder}`,
    '-c listen_addresses=127.0.0.1',
    ...settings.map((one) => `-c ${one}`),
  ];
  run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options.join(' '), 'start']);
  const psql = (sql: string, login = 'admin') => {
    const args = [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      login,
      '-At',
      '-v',
      'ON_ERROR_STOP=1',
      'postgres',
    ];
    const done = spawnSync(join(programs, 'psql'), args, {
      input: sql,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (done.status !== 0) throw new Error(done.stderr);
    return done.stdout;
  };
  return {
    port,
    data,
    psql,
    url: (login) => `postgres://${login}@127.0.0.1:${port}/postgres`,
    stop: () => {
      spawnSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], {
        ...whom,
        cwd: folder,
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One that nobody listens at now. */
export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
