import { parse, stringify } from 'smol-toml';
import { type Addition, groupByList, listsBeside } from '../../../domain/base/settings/merge.ts';
import {
  isFields,
  isSameContent,
  type SettingsTable,
  settingAt,
} from '../../../domain/base/settings/value.ts';
import { endOfLine } from './json-text.ts';

/** A table of a TOML text, up to its last pair: comments and blank lines behind that belong to what follows. */
interface TomlTable {
  readonly path: readonly string[];
  readonly isList: boolean;
  readonly start: number;
  readonly end: number;
}

type Region = Pick<TomlTable, 'start' | 'end'>;

/**
 * The text with our tables as they are wanted: those that change are taken out, and written where the first of them was, else at
 * the end. Null where they are not written as tables. The caller parses the result: what it says decides.
 */
export function rewriteToml(
  found: string,
  settings: SettingsTable,
  wanted: SettingsTable,
  additions: readonly Addition[],
): string | null {
  const eol = endOfLine(found);
  const lists = listsOf(settings, additions);
  const text = lists.reduce((rest, path) => withoutEmptyList(rest, path, wanted), found);
  const tables = tablesIn(text);
  const gone: Region[] = [];
  const written: string[] = [];
  for (const { at: place } of additions.filter((one) => !('append' in one))) {
    const [present, value] = [settingAt(settings, place), settingAt(wanted, place)];
    if (isSameContent(present, value)) continue;
    if (value !== undefined && !isFields(value)) return null;
    // Tables below it that stay as they are keep their comments.
    const below = tables.filter(({ path }) => begins(path, place));
    const isKept = ({ path }: TomlTable) =>
      path.length > place.length &&
      value !== undefined &&
      isSameContent(settingAt(settings, path), settingAt(wanted, path));
    const kept = below.filter(isKept).map(({ path }) => path[place.length]);
    gone.push(...below.filter((table) => !isKept(table)));
    const fields = Object.entries(value ?? {}).filter(([key]) => !kept.includes(key));
    if (value) written.push(tomlTable(place, Object.fromEntries(fields), 'table', eol));
  }
  for (const path of lists) {
    const [present, value] = [entriesAt(settings, path), entriesAt(wanted, path)];
    const entries = entriesIn(tables, path);
    if (entries.length !== present.length) return null;
    const isIn = (list: readonly unknown[], one: unknown) =>
      list.some((other) => isSameContent(one, other));
    gone.push(...entries.filter((_, i) => !isIn(value, present[i])));
    const fresh = value.filter((one) => !isIn(present, one));
    written.push(...fresh.map((one) => tomlTable(path, one as SettingsTable, 'list', eol)));
  }
  return replaced(text, gone, written.join(eol + eol), eol);
}

/** Entries of a list of tables say the same in any order. */
export function inAnyOrder(value: unknown): unknown {
  if (isFields(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, inAnyOrder(inner)]),
    );
  return Array.isArray(value) && value.every(isFields)
    ? value.map((one) => JSON.stringify(one)).sort()
    : value;
}

function listsOf(
  settings: SettingsTable,
  additions: readonly Addition[],
): readonly (readonly string[])[] {
  const all = [
    ...groupByList(additions).map(([path]) => path),
    ...listsBeside(settings, additions),
  ];
  return [...new Map(all.map((path) => [path.join('\0'), path])).values()];
}

function entriesAt(settings: SettingsTable, path: readonly string[]): readonly unknown[] {
  const found = settingAt(settings, path);
  return Array.isArray(found) ? found : [];
}

/** A line with a bracket begins a table where everything before it can be read by itself. */
function tablesIn(text: string): readonly TomlTable[] {
  const heads = [...text.matchAll(/^[ \t]*\[.*$/gm)].filter(({ index }) =>
    isWhole(text.slice(0, index)),
  );
  return heads.map(({ 0: head, index: start }, i) => {
    const body = text.slice(start, heads[i + 1]?.index ?? text.length);
    return {
      ...named(head),
      start,
      end: start + body.replace(/(?:\r?\n[ \t]*(?:#[^\n]*)?)+$/, '').length,
    };
  });
}

function isWhole(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

function named(head: string): Pick<TomlTable, 'path' | 'isList'> {
  const path: string[] = [];
  let value: unknown = isWhole(head) ? parse(head) : {};
  while (isFields(value) && Object.keys(value).length > 0) {
    const [key] = Object.keys(value);
    path.push(key!);
    value = value[key!];
  }
  return { path, isList: Array.isArray(value) };
}

/** The entries of a list of tables, each with the tables inside it. */
function entriesIn(tables: readonly TomlTable[], path: readonly string[]): readonly Region[] {
  const entries: { start: number; end: number }[] = [];
  for (const table of tables.filter((one) => begins(one.path, path)))
    if (table.isList && table.path.length === path.length)
      entries.push({ start: table.start, end: table.end });
    else if (entries.length > 0) entries.at(-1)!.end = table.end;
  return entries;
}

/** Tables cannot stand beside a list that is empty in brackets. A comment behind it stays. */
function withoutEmptyList(text: string, path: readonly string[], wanted: SettingsTable): string {
  if (path.length !== 1 || entriesAt(wanted, path).length === 0) return text;
  const found = new RegExp(`^[ \\t]*${path[0]}[ \\t]*=[ \\t]*\\[\\s*\\][ \\t]*(?:\\r?\\n)?`, 'm');
  return text.replace(found, '');
}

/** Whole lines go, and a blank one before them: it came with them. */
function replaced(text: string, gone: readonly Region[], block: string, eol: string): string {
  const [first, ...rest] = [...gone].sort((a, b) => a.start - b.start);
  if (!first) return block === '' ? text : appendedTo(text, block, eol);
  let result = text;
  for (const region of rest.reverse()) result = withoutLines(result, region);
  if (block === '') return withoutLines(result, first);
  return result.slice(0, first.start) + block + result.slice(first.end);
}

function withoutLines(text: string, { start, end }: Region): string {
  const blank = /(?:^|\n)[ \t]*\r?\n$/.exec(text.slice(0, start))?.[0].replace(/^\n/, '') ?? '';
  const next = text.indexOf('\n', end);
  const rest = text.slice(end, next < 0 ? text.length : next + 1);
  // A comment behind it stays on its line.
  return (
    text.slice(0, start - blank.length) + text.slice(rest.trim() === '' ? end + rest.length : end)
  );
}

/** A blank line before it; the last line ends as the last one did. */
function appendedTo(text: string, block: string, eol: string): string {
  if (text.trim() === '') return text + block + eol;
  return text + (text.endsWith('\n') ? eol + block + eol : eol + eol + block);
}

function begins(path: readonly string[], start: readonly string[]): boolean {
  return start.every((name, i) => path[i] === name);
}

/** A table, or an entry of a list of tables, with everything in it. */
export function tomlTable(
  path: readonly string[],
  value: SettingsTable,
  kind: 'table' | 'list',
  eol: string,
): string {
  const inner: unknown = kind === 'list' ? [value] : value;
  const whole = path.reduceRight((below, key) => ({ [key]: below }), inner);
  return stringify(whole).trimEnd().replaceAll('\n', eol);
}
