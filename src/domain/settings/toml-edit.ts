import type { Addition } from './addition.ts';
import { endOfLine } from './layout.ts';
import { appended, listsBeside } from './merge.ts';
import type { Patch } from './patch.ts';
import type { Statement } from './toml-scan.ts';
import { begins, groupsOf, linesAround, type Section, sectionsOf } from './toml-sections.ts';
import { tomlKey, tomlTable, tomlValue } from './toml-write.ts';
import { at, type Fields, isFields, same } from './value.ts';

/**
 * The next change on the way from what a text says to what is wanted, in the places of our additions; null where there is
 * none that can be made without touching the rest. The caller parses the result: what it says decides.
 */
export function tomlDifference(
  text: string,
  settings: Fields,
  wanted: Fields,
  additions: readonly Addition[],
): Patch | null {
  const lists = [...listsBeside(settings, additions), ...appended(additions).map(([path]) => path)];
  for (const path of lists) {
    const patch = listDifference(text, path, at(settings, path) ?? [], at(wanted, path) ?? []);
    if (patch) return patch;
  }
  for (const addition of additions) {
    if ('append' in addition) continue;
    const [present, value] = [at(settings, addition.at), at(wanted, addition.at)];
    if (same(present, value)) continue;
    return insideDifference(text, addition.at, present, value) ?? keyDifference(text, addition.at, value);
  }
  return null;
}

function listDifference(
  text: string,
  path: readonly string[],
  present: unknown,
  wanted: unknown,
): Patch | null {
  if (!Array.isArray(present) || !Array.isArray(wanted) || same(present, wanted)) return null;
  const groups = groupsOf(text, path);
  if (groups.length !== present.length) return null;
  // Tables cannot stand beside it.
  const empty = present.length === 0 ? pairAt(sectionsOf(text), path) : null;
  if (empty?.isWhole) return withoutEmptyList(text, empty.pair);
  const index = present.findIndex((entry, i) => !same(entry, wanted[i]));
  if (index < 0) return appendBlock(text, tableText(text, path, wanted[present.length], 'list'));
  if (present.length > wanted.length) {
    const strange = present.findIndex((entry) => !wanted.some((one) => same(one, entry)));
    return removeLines(text, groups[strange < 0 ? index : strange]!);
  }
  const { start, end } = groups[index]!;
  return {
    offset: start,
    removed: text.slice(start, end),
    inserted: tableText(text, path, wanted[index], 'list'),
  };
}

function tableText(text: string, path: readonly string[], value: unknown, kind: 'table' | 'list'): string {
  return tomlTable(path, isFields(value) ? value : {}, kind, endOfLine(text));
}

/**
 * One key of a table that keeps all it has: the rest of it, comments too, is somebody's. Null where the table has to be
 * written anew.
 */
function insideDifference(
  text: string,
  path: readonly string[],
  present: unknown,
  wanted: unknown,
): Patch | null {
  if (!isFields(present) || !isFields(wanted)) return null;
  if (!Object.keys(present).every((key) => Object.hasOwn(wanted, key))) return null;
  const key = Object.keys(wanted).find((one) => !same(present[one], wanted[one]));
  if (key === undefined) return null;
  const sections = sectionsOf(text).filter(({ header }) => header?.kind !== 'list');
  const full = [...path, key];
  const found = pairAt(sections, full);
  if (found?.isWhole) {
    const { start, end } = found.pair.value!;
    return { offset: start, removed: text.slice(start, end), inserted: tomlValue(wanted[key]) };
  }
  if (Object.hasOwn(present, key)) return insideDifference(text, full, present[key], wanted[key]);
  const table = sections.find(({ header, path: name }) => header && same(name, path));
  const line = `${endOfLine(text)}${tomlKey(key)} = ${tomlValue(wanted[key])}`;
  return table ? { offset: table.end, removed: '', inserted: line } : null;
}

function keyDifference(text: string, path: readonly string[], value: unknown): Patch | null {
  const sections = sectionsOf(text);
  const tables = sections.filter(({ header, path: name }) => header && begins(name, path));
  if (value === undefined || tables.length > 1 || (tables[0] && !isFields(value))) {
    const last = tables.at(-1) ?? pairAt(sections, path)?.pair ?? null;
    if (last) return removeLines(text, last);
  }
  const [table] = tables;
  if (table) {
    const { start, end } = table;
    return {
      offset: start,
      removed: text.slice(start, end),
      inserted: tableText(text, path, value, 'table'),
    };
  }
  const found = pairAt(sections, path);
  if (found && value !== undefined) {
    if (!found.isWhole) return removeLines(text, found.pair);
    const { start, end } = found.pair.value!;
    return { offset: start, removed: text.slice(start, end), inserted: tomlValue(value) };
  }
  if (value === undefined) return null;
  if (isFields(value)) return appendBlock(text, tableText(text, path, value, 'table'));
  return appendPair(text, sections, path, value);
}

/** A comment behind it stays on its line; a list with one inside is not touched. */
function withoutEmptyList(text: string, { start, end, value }: Statement): Patch | null {
  if (!/^\[\s*\]$/.test(text.slice(value!.start, value!.end))) return null;
  const comment = text.slice(value!.end, end).trimStart();
  if (comment === '') return removeLines(text, { start, end });
  return { offset: start, removed: text.slice(start, end - comment.length), inserted: '' };
}

/** A pair that says what stands at a path, or a part of it. */
function pairAt(sections: readonly Section[], path: readonly string[]) {
  for (const { path: name, pairs } of sections) {
    if (!begins(path, name)) continue;
    for (const pair of pairs) {
      const full = [...name, ...pair.path];
      if (begins(full, path)) return { pair, isWhole: full.length === path.length };
    }
  }
  return null;
}

function appendPair(
  text: string,
  sections: readonly Section[],
  path: readonly string[],
  value: unknown,
): Patch {
  const [table, key] = [path.slice(0, -1), path.at(-1)!];
  const line = `${tomlKey(key)} = ${tomlValue(value)}`;
  const eol = endOfLine(text);
  const home = sections.find(
    ({ header, path: name }) =>
      name.length === table.length && begins(name, table) && header?.kind !== 'list',
  );
  if (home && (home.header || home.pairs.length > 0))
    return { offset: home.end, removed: '', inserted: eol + line };
  if (home) return { offset: 0, removed: '', inserted: text === '' ? line + eol : line + eol + eol };
  return appendBlock(text, `[${table.map(tomlKey).join('.')}]${eol}${line}`);
}

/** To the end of the text, a blank line before it; the last line ends as the last one did. */
function appendBlock(text: string, block: string): Patch {
  const eol = endOfLine(text);
  if (text.trim() === '') return { offset: text.length, removed: '', inserted: block + eol };
  const inserted = text.endsWith('\n') ? eol + block + eol : eol + eol + block;
  return { offset: text.length, removed: '', inserted };
}

function removeLines(text: string, range: { readonly start: number; readonly end: number }): Patch {
  const { start, end } = linesAround(text, range.start, range.end);
  return { offset: start, removed: text.slice(start, end), inserted: '' };
}
