import { resolve } from 'node:path';
import { optionNames } from '../config/options.ts';
import { kindOf } from '../domain/session/statement.ts';
import { nearest } from '../operations/nearest.ts';
import type { Cortex, CortexOptions } from './cortex.ts';

/** Checks arguments from plain JavaScript; a refusal says what to give instead. */

/** Every option of `openCortex`, with what its value must be. */
const OPTIONS: Readonly<
  Record<keyof CortexOptions, readonly [is: (value: unknown) => boolean, what: string]>
> = {
  home: [isText, 'the path of a folder'],
  cwd: [isText, 'the path of a folder'],
  now: [(value) => typeof value === 'function', 'a function that gives the time'],
  agent: [isText, 'a name'],
  sessionPersistence: [isObject, 'an object of options'],
  config: [isObject, "an object of options by their dotted names, such as { 'restore.short_form': false }"],
  logger: [isLogger, 'an object with functions such as warn and error; console is one'],
};

/** The options of a home, with paths that stay the same when the process changes its folder. Empty paths are not said. */
export function checkedOptions(given: unknown): CortexOptions {
  if (!isObject(given)) {
    throw new TypeError(
      `openCortex() takes an object of options, such as openCortex({ home: '/data/cortex' }), not ${kindOf(given)}`,
    );
  }
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(OPTIONS, name)) throw unknownKey('openCortex()', name, Object.keys(OPTIONS));
    const [is, what] = OPTIONS[name as keyof CortexOptions];
    if (value !== undefined && !is(value))
      throw new TypeError(`${name} of openCortex() is ${what}, not ${kindOf(value)}`);
  }
  const { home, cwd, ...rest } = given as CortexOptions;
  for (const [where, prefix] of [['config', ''] as const, ['sessionPersistence', SESSION_OPTIONS] as const])
    checkNames(`${where} of openCortex()`, rest[where], prefix);
  return {
    ...rest,
    ...(home?.trim() && { home: isBelowUser(home) ? home : resolve(home) }),
    ...(cwd?.trim() && { cwd: resolve(cwd) }),
  };
}

const SESSION_OPTIONS = 'session_persistence.';

/** A wrong value is the default with a warning, as in `config.json`; a wrong name is a mistake in the program. */
function checkNames(where: string, named: object = {}, prefix: string): void {
  const known = optionNames().flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));
  for (const [name, value] of Object.entries(named)) {
    // Nested as in `config.json`: what is wrong in there is a warning.
    if (!known.includes(name) && !isObject(value)) throw unknownKey(where, name, known);
  }
}

/** `~` is not a folder below the working directory. */
function isBelowUser(path: string): boolean {
  return /^~(?:$|[/\\])/.test(path.trim());
}

/** More would not be read. */
const MOST_NAMED = 20;

export function unknownKey(where: string, name: string, known: readonly string[]): TypeError {
  const guess = nearest(name, known);
  const others =
    known.length > MOST_NAMED ? 'docs/reference/configuration.md has them all' : `it has ${known.join(', ')}`;
  const advice = guess === null ? others : `did you mean ${guess}?`;
  return new TypeError(`${where} has no option ${name}; ${advice}`);
}

/** The home that a class of the library was given, or that of a bridge. */
export function asCortex(given: unknown, where: string): Cortex {
  const { cortex = given } = Object(given) as { readonly cortex?: unknown };
  const { open, with: other } = Object(cortex) as Partial<Cortex>;
  if (typeof open === 'function' && typeof other === 'function') return cortex as Cortex;
  throw new TypeError(
    `${where} takes what openCortex() gives, as in ${where.replace('()', "(openCortex({ home: '/data/cortex' }))")}, not ${kindOf(given)}`,
  );
}

export function asText(given: unknown, where: string, what: string): string {
  if (isText(given)) return given;
  throw new TypeError(`${where} takes ${what}, not ${kindOf(given)}`);
}

export function asObject<T>(given: T, where: string, what: string): T {
  if (isObject(given)) return given;
  throw new TypeError(`${where} takes ${what}, not ${kindOf(given)}`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Some loggers are functions that carry their levels. */
function isLogger(value: unknown): boolean {
  if (typeof value !== 'function') return isObject(value);
  const { warn, error } = value as { warn?: unknown; error?: unknown };
  return typeof warn === 'function' && typeof error === 'function';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
