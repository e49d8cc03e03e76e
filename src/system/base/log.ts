import { appendFileSync, chmodSync, lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { iso, type Millis } from '../../domain/base/time.ts';
import type { Log, LogEntry, LogLevel } from '../../ports/base/log.ts';
import { ensureDir, readBounded } from './files.ts';

type LogFields = Readonly<Record<string, unknown>>;

export interface LogOptions {
  readonly debug: boolean;
  now(): Millis;
  /** Every text passes through it before it is written. */
  redact(text: string): string;
}

const CURRENT = 'cortex.jsonl';
/** The current file is moved over it when it is full. */
const PREVIOUS = 'cortex.1.jsonl';
const FULL = 1024 * 1024;
/** A folder that lost its permissions keeps the file from being moved: it stops there rather than fill the disk. */
const MOST_BYTES = 4 * FULL;
const LONGEST_TEXT = 2_000;
/** A restore with its explanation and its preamble. */
const LONGEST_LINE = 64 * 1024;

/** The log of a folder, which is made with the first line. Nothing here throws: a log that fails must not take the work with it. */
export function openLog(folder: string, { debug, now, redact }: LogOptions): Log {
  const write = (
    level: LogLevel,
    event: string,
    fields: LogFields | undefined,
    about: LogFields = {},
  ) => {
    try {
      const entry = { at: iso(now()), level, pid: process.pid, event, ...about, fields };
      append(folder, lineOf(entry, redact));
    } catch {
      // Nowhere left to say it.
    }
  };
  return {
    debug: (event, fields) => (debug ? write('debug', event, fields) : undefined),
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    failure: (event, error, fields) =>
      write('failure', event, fields, describe(error, { withStack: debug })),
  };
}

function describe(thrown: unknown, { withStack }: { readonly withStack: boolean }): LogFields {
  const { code, name, message, stack } = Object(thrown) as Record<string, unknown>;
  if (typeof message !== 'string') return { code: null, message: asText(thrown) };
  return { code: asText(code ?? name ?? null), message, ...(withStack && { stack }) };
}

/** Anything can be thrown, also what has no words. */
function asText(value: unknown): string | null {
  try {
    return value === null ? null : String(value);
  } catch {
    return 'unprintable';
  }
}

function lineOf(entry: LogFields, redact: (text: string) => string): string {
  const line = textOf(entry, redact);
  if (line !== null && line.length <= LONGEST_LINE) return `${line}\n`;
  const omitted = line === null ? 'unserialisable' : 'too long';
  return `${textOf({ ...entry, fields: { omitted } }, redact)}\n`;
}

/** Null for what points at itself. */
function textOf(entry: LogFields, redact: (text: string) => string): string | null {
  try {
    return JSON.stringify(entry, (_key, value) => {
      if (typeof value === 'string') return clean(value, redact);
      return typeof value === 'bigint' ? String(value) : value;
    });
  } catch {
    return null;
  }
}

/** Redacted whole, then cut: a secret cut in half is no longer recognised. */
function clean(text: string, redact: (text: string) => string): string {
  try {
    const safe = redact(text.slice(0, 32 * LONGEST_TEXT)).toWellFormed();
    return safe.length > LONGEST_TEXT ? `${safe.slice(0, LONGEST_TEXT)}…` : safe;
  } catch {
    return '[withheld]';
  }
}

/** One write in append mode is one line, however many processes write. */
function append(folder: string, line: string): void {
  ensureDir(folder);
  const path = join(folder, CURRENT);
  const found = lstatSync(path, { throwIfNoEntry: false });
  // Something else stands there: a link, a pipe.
  if (found && !found.isFile()) return;
  if (found && found.mode & 0o077) chmodSync(path, 0o600);
  if ((found?.size ?? 0) >= FULL) rotate(folder);
  if ((found?.size ?? 0) < MOST_BYTES) appendFileSync(path, line, { mode: 0o600 });
}

function rotate(folder: string): void {
  try {
    renameSync(join(folder, CURRENT), join(folder, PREVIOUS));
  } catch {
    // The next line tries again.
  }
}

/** The latest entries, newest first; what is damaged is passed over. */
export function readLog(
  folder: string,
  { levels, limit }: { readonly levels?: readonly LogLevel[]; readonly limit: number },
): LogEntry[] {
  const texts = [CURRENT, PREVIOUS].map(
    (file) => readBounded(join(folder, file), MOST_BYTES, 'end')?.toString('utf8') ?? '',
  );
  return texts
    .flatMap((text) => text.split('\n').reverse())
    .flatMap((line) => entryIn(line) ?? [])
    .filter(({ level }) => !levels || levels.includes(level))
    .slice(0, limit);
}

function entryIn(line: string): LogEntry | null {
  try {
    const entry = JSON.parse(line) as Partial<LogEntry>;
    const { at, level, event, pid = null, code = null, message = null, fields = {} } = entry;
    if (typeof at !== 'string' || typeof event !== 'string' || typeof level !== 'string')
      return null;
    return { at, level, event, pid, code, message, fields };
  } catch {
    return null;
  }
}
