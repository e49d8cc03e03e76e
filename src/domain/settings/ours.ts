import { isLauncherWord } from '../runtime/launcher.ts';
import { isFields } from './value.ts';

/** Whether a command line calls Cortex for a host, however it was started when it was written. */
export function callsCortex(line: string, host: string): boolean {
  const isCaller = (word: string) =>
    word === 'hook' ? /cortex/i.test(line) : isLauncherWord(word, 'cortex-hook');
  return words(line).some((word, i, all) => all[i + 1] === host && isCaller(word));
}

function words(line: string): string[] {
  return line.split(/[\s"']+/).filter(Boolean);
}

/** Whether an entry calls Cortex: a command line, or a program with its arguments. */
export function isOurs(entry: unknown, host: string): boolean {
  return callsCortex(strings(entry).join(' '), host);
}

/** Whether a server is Cortex, however it was started when it was written. Others are called cortex too. */
export function isOurServer(value: unknown): boolean {
  const said = strings(value);
  const all = said.flatMap(words);
  if (all.some((word) => isLauncherWord(word, 'cortex-mcp'))) return true;
  return said.some((text) => /cortex/i.test(text)) && all.includes('mcp');
}

/** Whether a status line is ours, however it was started when it was written. */
export function isOurStatusLine(value: unknown): boolean {
  const all = strings(value).flatMap(words);
  if (all.some((word) => isLauncherWord(word, 'cortex-statusline'))) return true;
  return all.includes('statusline') && all.some((word) => /cortex/i.test(word));
}

/** Every string in a value, in order. */
export function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** A list without what is ours. An entry that others have added to loses our part alone. */
export function withoutOurs(list: readonly unknown[], host: string): readonly unknown[] {
  return list.flatMap((entry) => {
    if (!isOurs(entry, host)) return [entry];
    return isShared(entry, host) ? [withLists(entry, (inner) => withoutOurs(inner, host))] : [];
  });
}

/** Our entries of a list; only our part of an entry that others have added to. */
export function oursOf(list: readonly unknown[], host: string): readonly unknown[] {
  return list.flatMap((entry) => {
    if (!isOurs(entry, host)) return [];
    return isShared(entry, host) ? [withLists(entry, (inner) => oursOf(inner, host))] : [entry];
  });
}

/** Some list inside it holds entries of ours and of others. */
export function isShared(entry: unknown, host: string): boolean {
  if (!isFields(entry)) return false;
  return Object.values(entry).some(
    (inner) =>
      Array.isArray(inner) &&
      inner.some(isFields) &&
      inner.some((one) => isOurs(one, host)) &&
      inner.some((one) => !isOurs(one, host) || isShared(one, host)),
  );
}

/** The same with what becomes of the lists of tables inside it. */
function withLists(entry: unknown, change: (list: readonly unknown[]) => readonly unknown[]): unknown {
  if (!isFields(entry)) return entry;
  return Object.fromEntries(
    Object.entries(entry).map(([key, inner]) => [
      key,
      Array.isArray(inner) && inner.some(isFields) ? change(inner) : inner,
    ]),
  );
}
