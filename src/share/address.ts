import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Environment } from '../domain/runtime/runtimes.ts';

/** The address of the database, without anything a driver would have to guess. */
export interface ShareAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Absent where `~/.pgpass` has it. */
  readonly password?: string;
  readonly ssl: false | { readonly rejectUnauthorized: boolean; readonly ca?: string };
  /** The place where the address was found. */
  readonly source: string;
}

/** A fault of the address of a database. */
export class NoAddress extends Error {
  readonly advice: string;
  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

export function shareUrlFile(home: string): string {
  return join(home, 'share.url');
}

const HOW = 'Set CORTEX_SHARE_URL, or: cortex share init --url-stdin < file-with-the-url';

/**
 * The address from the environment, the home's own file, or a service of PostgreSQL's own file. Never from the configuration or
 * the command line: both are read by others.
 */
export function shareAddress(env: Environment, home: string, userHome: string): ShareAddress {
  const told = env['CORTEX_SHARE_URL']?.trim();
  if (told) return fromUrl(told, 'CORTEX_SHARE_URL');
  const file = shareUrlFile(home);
  if (existsSync(file)) {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new NoAddress(`${file} can be read by others.`, `Close it: chmod 600 "${file}"`);
    return fromUrl(readFileSync(file, 'utf8').trim(), 'share.url');
  }
  const service = fromService(env, userHome);
  if (service) return service;
  throw new NoAddress('Nothing says where the shared database is.', HOW);
}

/** The address in a URL that somebody hands over. */
export function addressIn(text: string, source: string): ShareAddress {
  const url = text.trim();
  if (url === '')
    throw new NoAddress(`${source} holds no URL.`, 'It reads postgres://login:password@host/database');
  return fromUrl(url, source);
}

function fromUrl(text: string, source: string): ShareAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new NoAddress(`${source} is no URL.`, 'It reads postgres://login:password@host/database');
  }
  if (!/^postgres(?:ql)?:$/.test(url.protocol))
    throw new NoAddress(
      `${source} is no URL of PostgreSQL.`,
      'It reads postgres://login:password@host/database',
    );
  const given = (name: string) => url.searchParams.get(name);
  const text_ = (value: string) => (value === '' ? undefined : decodeURIComponent(value));
  return checked(
    {
      host: given('host') ?? text_(url.hostname.replace(/^\[|\]$/g, '')) ?? 'localhost',
      port: url.port,
      database: text_(url.pathname.slice(1)),
      user: text_(url.username),
      password: text_(url.password),
      sslmode: given('sslmode'),
      sslrootcert: given('sslrootcert'),
    },
    source,
  );
}

/** `[cortex]`, or the section that PGSERVICE names, of `~/.pg_service.conf`. */
function fromService(env: Environment, userHome: string): ShareAddress | null {
  const file = env['PGSERVICEFILE'] || join(userHome, '.pg_service.conf');
  if (!existsSync(file)) return null;
  const wanted = env['PGSERVICE'] || 'cortex';
  const values: Record<string, string> = {};
  let isWanted = false;
  let isThere = false;
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    const section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) {
      isWanted = section === wanted;
      isThere ||= isWanted;
      continue;
    }
    const [, name, value] = /^\s*([a-z]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isWanted && name !== undefined) values[name] = value ?? '';
  }
  if (!isThere) return null;
  const {
    host = 'localhost',
    port = '',
    dbname,
    user,
    password,
    sslmode = null,
    sslrootcert = null,
  } = values;
  return checked({ host, port, database: dbname, user, password, sslmode, sslrootcert }, `service ${wanted}`);
}

interface Said {
  readonly host: string;
  readonly port: string;
  readonly database: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly sslmode: string | null;
  readonly sslrootcert: string | null;
}

/** Nothing is sent in the clear to another machine. */
function checked(
  { host, port, database, user, password, sslmode, sslrootcert }: Said,
  source: string,
): ShareAddress {
  if (!user)
    throw new NoAddress(`${source} names no login.`, 'It reads postgres://login:password@host/database');
  const isNear = host.startsWith('/') || /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host);
  if (!isNear && ['disable', 'allow', 'prefer'].includes(sslmode ?? ''))
    throw new NoAddress(
      `${source} asks for sslmode=${sslmode}, and ${host} is another machine.`,
      'Leave sslmode out: certificates are then checked.',
    );
  const isSecure = !isNear || (sslmode !== null && sslmode !== 'disable');
  return {
    host,
    port: Number(port) || 5432,
    database: database ?? user,
    user,
    ...(password !== undefined && { password }),
    ssl: isSecure && {
      // As libpq has it, `require` encrypts without asking who is at the other end; everything else asks.
      rejectUnauthorized: sslmode !== 'require',
      ...(sslrootcert !== null && { ca: readFileSync(sslrootcert, 'utf8') }),
    },
    source,
  };
}
