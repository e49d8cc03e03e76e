import { isLauncherWord, type LauncherName } from '../launcher-name.ts';
import { isFields, type SettingsTable } from './value.ts';

/** The host that a command line of any Cortex version names; null if it does not call Cortex. */
function calledAs(line: string): string | null {
  const all = words(line);
  const isCaller = (word: string, i: number) =>
    isLauncherWord(word, 'cortex-hook') || (word === 'hook' && PROGRAM.test(all[i - 1] ?? ''));
  const at = all.findIndex(isCaller);
  const name = at < 0 ? undefined : all[at + 1];
  return name !== undefined && HOST.test(name) ? name : null;
}

const PROGRAM = /(?:^|[\\/])cortex(?:-sessions)?(?:\.(?:[cm]?js|cmd|exe))?$/i;
const HOST = /^[a-z][a-z-]*$/;

export function callsCortex(line: string, host: string): boolean {
  return calledAs(line) === host;
}

function words(line: string): string[] {
  return line.split(/[\s"']+/).filter(Boolean);
}

/** Whether an entry calls Cortex: a command line, or a program with its arguments. It may be a copy from the settings of another host. */
export function isOurs(entry: unknown): boolean {
  return calledAs(stringsWithin(entry).join(' ')) !== null;
}

/** Other hosts named by Cortex lines in a host's settings: the lines were copied from there. `auto` is not a host. */
export function copiedInto(host: string, settings: unknown): readonly string[] {
  const called = stringsWithin(settings).flatMap((line) => calledAs(line) ?? []);
  return [...new Set(called)].filter((as) => as !== host && as !== 'auto');
}

/** Whether a server is Cortex; other servers may have that name too. */
export function isOurServer(value: unknown): boolean {
  return starts(value, 'cortex-mcp', 'mcp');
}

export function isOurStatusLine(value: unknown): boolean {
  return starts(value, 'cortex-statusline', 'statusline');
}

/** Whether a value starts a launcher, or Cortex with a given command, in the form of any version. */
function starts(value: unknown, launcher: LauncherName, command: string): boolean {
  const all = stringsWithin(value).flatMap(words);
  if (all.some((word) => isLauncherWord(word, launcher))) return true;
  return all.includes(command) && all.some((word) => /cortex/i.test(word));
}

/** Every string in a value, in order. */
export function stringsWithin(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(stringsWithin)
    : [];
}

/** A list without our entries. An entry that others extended loses only our part. */
export function withoutOurs(list: readonly unknown[]): readonly unknown[] {
  return list.flatMap((entry) => {
    if (!isOurs(entry)) return [entry];
    return isShared(entry) ? [Object.fromEntries(Object.entries(entry).map(withoutOursIn))] : [];
  });
}

function withoutOursIn([key, inner]: readonly [string, unknown]): readonly [string, unknown] {
  return [key, Array.isArray(inner) && inner.some(isFields) ? withoutOurs(inner) : inner];
}

/** Whether a list inside the entry contains our entries and others. */
export function isShared(entry: unknown): entry is SettingsTable {
  if (!isFields(entry)) return false;
  return Object.values(entry).some(
    (inner) =>
      Array.isArray(inner) &&
      inner.some(isFields) &&
      inner.some(isOurs) &&
      inner.some((one) => !isOurs(one) || isShared(one)),
  );
}
