import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../domain/base/runtimes.ts';
import { Failure } from '../engine/base/errors.ts';

/** The address of the database, with every value that a driver needs. */
export interface ShareAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Absent if `~/.pgpass` has it. */
  readonly password?: string;
  readonly ssl: false | { readonly rejectUnauthorized: boolean; readonly ca?: string };
  /** The place where the address was found. */
  readonly source: string;
}

export function shareUrlFile(home: string): string {
  return join(home, 'share.url');
}

const FORM = 'It reads postgres://login:password@host/database';

/**
 * The address from the environment, the home's own file, or a service of PostgreSQL's own file. Never from the configuration or
 * the command line: both are read by others.
 */
export function shareAddress(env: Environment, home: string, userHome: string): ShareAddress {
  const told = env['CORTEX_SHARE_URL']?.trim();
  if (told) return parseAddress(told, 'CORTEX_SHARE_URL');
  const file = shareUrlFile(home);
  if (existsSync(file)) {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Failure(`${file} can be read by others.`, `Close it: chmod 600 "${file}"`);
    return parseAddress(readFileSync(file, 'utf8'), 'share.url');
  }
  const service = fromService(env, userHome);
  if (service) return service;
  throw new Failure(
    'Nothing says where the shared database is.',
    'Set CORTEX_SHARE_URL, or: cortex share init --url-stdin < file-with-the-url',
  );
}

/** The address in a URL; throws with a sentence for what is none. */
export function parseAddress(text: string, source: string): ShareAddress {
  if (text.trim() === '') throw new Failure(`${source} holds no URL.`, FORM);
  const url = URL.parse(text.trim());
  if (!url) throw new Failure(`${source} is no URL.`, FORM);
  if (!/^postgres(?:ql)?:$/.test(url.protocol))
    throw new Failure(`${source} is no URL of PostgreSQL.`, FORM);
  const part = (value: string) => (value === '' ? undefined : decodeURIComponent(value));
  return checked(
    {
      host: url.searchParams.get('host') ?? part(url.hostname.replace(/^\[|\]$/g, '')),
      port: url.port,
      dbname: part(url.pathname.slice(1)),
      user: part(url.username),
      password: part(url.password),
      sslmode: url.searchParams.get('sslmode') ?? undefined,
      sslrootcert: url.searchParams.get('sslrootcert') ?? undefined,
    },
    source,
  );
}

/** `[cortex]`, or the section that PGSERVICE names, of `~/.pg_service.conf`. */
function fromService(env: Environment, userHome: string): ShareAddress | null {
  const file = env['PGSERVICEFILE'] || join(userHome, '.pg_service.conf');
  if (!existsSync(file)) return null;
  const wanted = env['PGSERVICE'] || 'cortex';
  const sections = readFileSync(file, 'utf8').split(/^\s*\[(.+)\]\s*$/m);
  const at = sections.findIndex((name, i) => i % 2 === 1 && name === wanted);
  if (at < 0) return null;
  const values = [...sections[at + 1]!.matchAll(/^[^\S\n]*([a-z]+)[^\S\n]*=[^\S\n]*(.*?)\s*$/gm)];
  return checked(
    Object.fromEntries(values.map(([, name, value]) => [name, value])),
    `service ${wanted}`,
  );
}

/** By the names that libpq gives them. */
type LibpqFields = Readonly<
  Partial<
    Record<
      'host' | 'port' | 'dbname' | 'user' | 'password' | 'sslmode' | 'sslrootcert',
      string | undefined
    >
  >
>;

/** The address with its defaults. One that would be sent to another machine in the clear is refused. */
function checked(
  { host = 'localhost', port, dbname, user, password, sslmode, sslrootcert }: LibpqFields,
  source: string,
): ShareAddress {
  if (!user) throw new Failure(`${source} names no login.`, FORM);
  const isNear = host.startsWith('/') || /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host);
  if (!isNear && ['disable', 'allow', 'prefer'].includes(sslmode ?? ''))
    throw new Failure(
      `${source} asks for sslmode=${sslmode}, and ${host} is another machine.`,
      'Leave sslmode out: certificates are then checked.',
    );
  const isSecure = !isNear || (sslmode !== undefined && sslmode !== 'disable');
  return {
    host,
    port: Number(port) || 5432,
    database: dbname ?? user,
    user,
    ...(password !== undefined && { password }),
    ssl: isSecure && {
      // As libpq has it, `require` encrypts without asking who is at the other end; everything else asks.
      rejectUnauthorized: sslmode !== 'require',
      ...(sslrootcert !== undefined && { ca: readFileSync(sslrootcert, 'utf8') }),
    },
    source,
  };
}
