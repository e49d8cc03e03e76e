import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { iso, type Millis } from '../domain/time.ts';
import { ensureDir, readBounded } from './files.ts';

export type Level = 'debug' | 'info' | 'warn' | 'failure';

export type Fields = Readonly<Record<string, unknown>>;

/** Nothing here throws: a log that fails must not take the work with it. */
export interface Log {
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  failure(event: string, error: unknown, fields?: Fields): void;
}

export interface LogOptions {
  readonly debug: boolean;
  now(): Millis;
  /** Every text passes through it before it is written. */
  redact(text: string): string;
}

export interface LogEntry {
  readonly at: string;
  readonly level: Level;
  readonly event: string;
  readonly pid: number | null;
  /** The error code of a failure. */
  readonly code: string | null;
  readonly message: string | null;
  readonly fields: Fields;
}

/** A file of lines that is moved aside when it is full, over the one before it. */
const LOG = {
  current: 'cortex.jsonl',
  previous: 'cortex.1.jsonl',
  lock: 'cortex.rotating',
  rotateAt: 1024 * 1024,
} as const;
/**
 * If rotation keeps failing (a folder that lost its permissions), a file stops at so many times its size rather than fill
 * the disk.
 */
const GIVE_UP_AT = 4;
const STALE_LOCK_MS = 60_000;
const LONGEST_TEXT = 2_000;
const LONGEST_LINE = 32 * 1024;

/** The log of a folder, which is made with the first line. */
export function openLog(folder: string, { debug, now, redact }: LogOptions): Log {
  const clean = cleaner(redact);
  const write = (level: Level, event: string, fields: Fields | undefined, error?: unknown) => {
    try {
      const about = level === 'failure' ? describe(error, debug) : {};
      const entry = { at: iso(now()), level, pid: process.pid, event, ...about, fields };
      appendLine(folder, serialise(entry, clean));
    } catch {
      // Nowhere left to say it.
    }
  };
  return {
    debug: (event, fields) => (debug ? write('debug', event, fields) : undefined),
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    failure: (event, error, fields) => write('failure', event, fields, error),
  };
}

interface Described {
  readonly code: string | null;
  readonly message: string;
  readonly stack?: string;
}

function describe(thrown: unknown, withStack: boolean): Described {
  const { code, name, message, stack } = Object(thrown) as Record<string, unknown>;
  if (typeof message !== 'string') return { code: null, message: asText(thrown) };
  const known = typeof code === 'string' || typeof code === 'number' ? code : name;
  const about = { code: known === undefined ? null : asText(known), message };
  return withStack && typeof stack === 'string' ? { ...about, stack } : about;
}

/** Anything can be thrown, also what has no words. */
function asText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'unprintable';
  }
}

/** Redacted whole, then cut: a secret cut in half is no longer recognised. */
function cleaner(redact: (text: string) => string): (text: string) => string {
  return (text) => {
    try {
      const clean = redact(text.slice(0, 32 * LONGEST_TEXT));
      return clean.length > LONGEST_TEXT ? `${clean.slice(0, LONGEST_TEXT)}…` : clean;
    } catch {
      return '[withheld]';
    }
  };
}

function serialise(entry: Fields, clean: (text: string) => string): string {
  const withFields = stringify(entry, clean);
  if (withFields !== null && withFields.length <= LONGEST_LINE) return `${withFields}\n`;
  const why = withFields === null ? 'unserialisable' : 'too long';
  return `${stringify({ ...entry, fields: { omitted: why } }, clean)}\n`;
}

/** Null for what points at itself. */
function stringify(entry: Fields, clean: (text: string) => string): string | null {
  try {
    return JSON.stringify(entry, (_key, value) => {
      if (typeof value === 'string') return clean(value).toWellFormed();
      return typeof value === 'bigint' ? String(value) : value;
    });
  } catch {
    return null;
  }
}

/** One write in append mode is one line, however many processes write. */
function appendLine(folder: string, line: string): void {
  ensureDir(folder);
  const current = join(folder, LOG.current);
  if (sizeOf(current) >= LOG.rotateAt) rotate(folder);
  if (sizeOf(current) >= GIVE_UP_AT * LOG.rotateAt) return;
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const fd = openSync(current, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) return;
    if (found.mode & 0o077) fchmodSync(fd, 0o600);
    writeSync(fd, line);
  } finally {
    closeSync(fd);
  }
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Moves the full file out of the way. Under a lock, because of two processes that both saw it full the
 * second would put the new, nearly empty file over the old one. A line is never lost: who holds the file
 * open writes into the old one.
 */
function rotate(folder: string): void {
  const current = join(folder, LOG.current);
  const lock = join(folder, LOG.lock);
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch {
    const held = lstatSync(lock, { throwIfNoEntry: false });
    if (held && Date.now() - held.mtimeMs > STALE_LOCK_MS) remove(lock);
    return;
  }
  try {
    if (sizeOf(current) >= LOG.rotateAt) renameSync(current, join(folder, LOG.previous));
  } catch {
    // The next line tries again.
  }
  remove(lock);
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}

/** The latest entries, newest first; what is damaged is passed over. */
export function readLog(
  folder: string,
  { levels, limit }: { readonly levels?: readonly Level[]; readonly limit: number },
): LogEntry[] {
  const entries: LogEntry[] = [];
  for (const file of [LOG.current, LOG.previous]) {
    const text = readBounded(join(folder, file), GIVE_UP_AT * LOG.rotateAt, 'end')?.toString('utf8') ?? '';
    for (const line of text.split('\n').reverse()) {
      if (entries.length >= limit) return entries;
      const entry = parseLine(line);
      if (entry && (!levels || levels.includes(entry.level))) entries.push(entry);
    }
  }
  return entries;
}

function parseLine(line: string): LogEntry | null {
  let entry = parseEntry(line);
  // A line that a full disk cut short has the next one glued to it.
  for (
    let at = 0, tries = 0;
    entry === null && tries < 4 && (at = line.indexOf('{"at":"', at + 1)) > 0;
    tries++
  ) {
    entry = parseEntry(line.slice(at));
  }
  return entry;
}

function parseEntry(line: string): LogEntry | null {
  try {
    const { at, level, event, pid, code, message, fields } = JSON.parse(line) as Record<string, unknown>;
    if (typeof at !== 'string' || typeof event !== 'string' || !isLevel(level)) return null;
    return {
      at,
      level,
      event,
      pid: typeof pid === 'number' ? pid : null,
      code: typeof code === 'string' ? code : null,
      message: typeof message === 'string' ? message : null,
      fields: typeof fields === 'object' && fields !== null ? (fields as Fields) : {},
    };
  } catch {
    return null;
  }
}

function isLevel(value: unknown): value is Level {
  return value === 'debug' || value === 'info' || value === 'warn' || value === 'failure';
}
