import { isOurServer, isOurStatusLine, isOurs, isShared, withoutOurs } from './ours.ts';
import { isEmpty, isFields, type SettingsTable, settingAt, withSetting } from './value.ts';

/**
 * `set`: a key that only Cortex uses. `append`: an entry in a list that others write to as well. `ensure`: a value that
 * the file needs: written if absent, and kept. `offer`: a value that yields to any other:
 * written if absent or if it is an older one of ours, and removed again.
 */
export type Addition =
  | { readonly at: readonly string[]; readonly ensure: unknown }
  | { readonly at: readonly string[]; readonly offer: unknown }
  | { readonly at: readonly string[]; readonly set: unknown }
  | { readonly at: readonly string[]; readonly append: unknown };

/** Something else stands where an addition belongs. */
export class Conflict extends Error {
  constructor(path: readonly string[], needed: 'a table' | 'a list') {
    super(`${path.join('.')} is not ${needed}`);
  }
}

/** The settings with everything of ours in them, once. Throws `Conflict`. */
export function withAdditions(
  settings: SettingsTable,
  additions: readonly Addition[],
): SettingsTable {
  const lists = groupByList(additions);
  let result = settings;
  // Remove entries of an older version from sibling lists.
  for (const path of listsBeside(settings, additions))
    if (!lists.some(([written]) => written.join('\0') === path.join('\0')))
      result = withoutOursAt(result, path);
  for (const [path, entries] of lists) {
    const list = settingAt(result, path) ?? [];
    if (!Array.isArray(list)) throw new Conflict(path, 'a list');
    checkWay(result, path);
    result = withSetting(result, path, withEntries(list, entries));
  }
  for (const addition of additions) {
    if ('append' in addition) continue;
    checkWay(result, addition.at);
    const present = settingAt(result, addition.at);
    if ('set' in addition)
      result = withSetting(result, addition.at, withSettingsOf(present, addition.set));
    else if ('ensure' in addition)
      result = withSetting(result, addition.at, present ?? addition.ensure);
    else if (present === undefined || isOurStatusLine(present))
      result = withSetting(result, addition.at, addition.offer);
  }
  return result;
}

/** Keeps fields that people and hosts added to a server of ours: its environment, the tools they allowed. */
function withSettingsOf(present: unknown, set: unknown): unknown {
  return isFields(present) && isFields(set) && isOurServer(present) ? { ...present, ...set } : set;
}

/** The settings without anything of ours. A server of our name that existed before setup is restored. */
export function withoutAdditions(
  settings: SettingsTable,
  additions: readonly Addition[],
  original: SettingsTable = {},
): SettingsTable {
  let result = listsBeside(settings, additions).reduce(withoutOursAt, settings);
  for (const addition of additions) {
    const present = settingAt(result, addition.at);
    if ('offer' in addition && isOurStatusLine(present)) result = without(result, addition.at);
    if (!('set' in addition) || !isOurServer(present)) continue;
    const earlier = settingAt(original, addition.at);
    result =
      earlier === undefined
        ? without(result, addition.at)
        : withSetting(result, addition.at, earlier);
  }
  // Ensured values stay for other users of the file; they are removed if nothing else is left.
  const bare = additions
    .filter((one) => 'ensure' in one && settingAt(original, one.at) === undefined)
    .reduce((rest, one) => without(rest, one.at), result);
  return isEmpty(bare) ? bare : result;
}

export function groupByList(
  additions: readonly Addition[],
): readonly (readonly [readonly string[], readonly unknown[]])[] {
  const own = additions.filter((one) => 'append' in one);
  return [...Map.groupBy(own, (one) => one.at.join('\0')).values()].map((group) => [
    group[0]!.at,
    group.map(({ append }) => append),
  ]);
}

/** New entries of ours replace old ones in place; surplus ones are removed, further ones appended. */
function withEntries(list: readonly unknown[], entries: readonly unknown[]): unknown[] {
  const waiting = [...entries];
  const kept = list.flatMap((entry) => {
    if (!isOurs(entry)) return [entry];
    if (isShared(entry)) return withoutOurs([entry]);
    return waiting.splice(0, 1);
  });
  return [...kept, ...waiting];
}

/** A list that loses its last entry is removed, with the tables that become empty. */
function withoutOursAt(settings: SettingsTable, path: readonly string[]): SettingsTable {
  const list = settingAt(settings, path) as readonly unknown[];
  const rest = withoutOurs(list);
  return rest.length === 0 && list.length > 0
    ? without(settings, path)
    : withSetting(settings, path, rest);
}

/** The sibling lists of those that we append to. */
export function listsBeside(
  settings: SettingsTable,
  additions: readonly Addition[],
): readonly string[][] {
  const tables = groupByList(additions).map(([path]) => path.slice(0, -1));
  return [...new Map(tables.map((table) => [table.join('\0'), table])).values()].flatMap(
    (table) => {
      const inner = settingAt(settings, table);
      if (!isFields(inner)) return [];
      return Object.keys(inner)
        .filter((key) => Array.isArray(inner[key]))
        .map((key) => [...table, key]);
    },
  );
}

/** Removes a value, and the tables that become empty. */
function without(settings: SettingsTable, path: readonly string[]): SettingsTable {
  const result = withSetting(settings, path, undefined);
  const above = path.slice(0, -1);
  return above.length > 0 && isEmpty(settingAt(result, above)) ? without(result, above) : result;
}

function checkWay(settings: SettingsTable, path: readonly string[]): void {
  for (let depth = 1; depth < path.length; depth++) {
    const inner = settingAt(settings, path.slice(0, depth));
    if (inner !== undefined && !isFields(inner))
      throw new Conflict(path.slice(0, depth), 'a table');
  }
}
