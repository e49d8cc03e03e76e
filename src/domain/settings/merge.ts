import { type Addition, Conflict } from './addition.ts';
import { isOurServer, isOurStatusLine, isOurs, isShared, oursOf, withoutOurs } from './ours.ts';
import { at, type Fields, isEmpty, isFields, put, same } from './value.ts';

/** The settings with everything of ours in them, once. Throws `Conflict`. */
export function withAdditions(settings: Fields, additions: readonly Addition[]): Fields {
  let result = withoutStale(settings, additions);
  for (const [path, entries] of appended(additions)) {
    const list = at(result, path) ?? [];
    if (!Array.isArray(list)) throw new Conflict(path, 'a list');
    checkWay(result, path);
    result = put(result, path, withEntries(list, entries));
  }
  for (const addition of additions) {
    if ('append' in addition) continue;
    checkWay(result, addition.at);
    if ('set' in addition)
      result = put(result, addition.at, withSettingsOf(at(result, addition.at), addition.set));
    else if ('offer' in addition) {
      const present = at(result, addition.at);
      if (present === undefined || isOurStatusLine(present))
        result = put(result, addition.at, addition.offer);
    } else if (at(result, addition.at) === undefined) result = put(result, addition.at, addition.ensure);
  }
  return result;
}

/** Keeps fields that people and hosts added to a server of ours: its environment, the tools they allowed. */
function withSettingsOf(present: unknown, set: unknown): unknown {
  return isFields(present) && isFields(set) && isOurServer(present) ? { ...present, ...set } : set;
}

/**
 * The values in our places before setup: a key that was there gets its value back, another goes; in a list, the entries
 * that called Cortex already, which somebody had written by hand.
 */
export type Before = readonly {
  readonly at: readonly string[];
  readonly value?: unknown;
  readonly entries?: readonly unknown[];
}[];

/** The settings without anything of ours. Without a record, only a server that is Cortex is ours. */
export function withoutAdditions(
  settings: Fields,
  additions: readonly Addition[],
  before: Before | null,
): Fields {
  let result = settings;
  for (const path of listsBeside(settings, additions)) {
    const list = at(result, path) as readonly unknown[];
    const kept = withoutOurs(list);
    const earlier = knownAt(before, path)?.entries ?? [];
    const place = list.findIndex(isOurs);
    if (earlier.length > 0 && place >= 0)
      result = put(result, path, [...kept.slice(0, place), ...earlier, ...kept.slice(place)]);
    else if (kept.length === 0 && list.length > 0) result = without(result, path);
    else result = put(result, path, kept);
  }
  result = withUnwritten(result, additions, before);
  for (const addition of additions) {
    if ('offer' in addition && isOurStatusLine(at(result, addition.at)))
      result = without(result, addition.at);
    if (!('set' in addition)) continue;
    const present = at(result, addition.at);
    if (present === undefined) continue;
    const known = knownAt(before, addition.at);
    if (known && 'value' in known)
      result = put(result, addition.at, givenBack(present, addition.set, known.value));
    else if (known || (before === null && isOurServer(present))) result = without(result, addition.at);
  }
  return withoutEnsured(result, additions, before);
}

/** Entries of a list that setup writes nothing to: it only took them out. */
function withUnwritten(settings: Fields, additions: readonly Addition[], before: Before | null): Fields {
  const written = appended(additions).map(([path]) => path.join('\0'));
  return (before ?? []).reduce((result, { at: path, entries }) => {
    const list = at(result, path) ?? [];
    if (!entries || written.includes(path.join('\0')) || !Array.isArray(list)) return result;
    return put(result, path, [...list, ...entries]);
  }, settings);
}

/** A server that was Cortex before setup gets its own keys back; what was added to it since stays. */
function givenBack(present: unknown, set: unknown, value: unknown): unknown {
  if (!isFields(present) || !isFields(set) || !isFields(value) || !isOurServer(value)) return value;
  const added = Object.entries(present).filter(([key]) => !Object.hasOwn(set, key));
  const earlier = Object.entries(value).filter(([key]) => Object.hasOwn(set, key));
  return Object.fromEntries([...earlier, ...added]);
}

/** Ensured values stay for other users of the file; they go when nothing else is left in it. */
function withoutEnsured(settings: Fields, additions: readonly Addition[], before: Before | null): Fields {
  const bare = additions.reduce(
    (rest, addition) =>
      'ensure' in addition && knownAt(before, addition.at) ? without(rest, addition.at) : rest,
    settings,
  );
  return isEmpty(bare) ? bare : settings;
}

function knownAt(before: Before | null, path: readonly string[]): Before[number] | undefined {
  return before?.find((one) => one.at.join('\0') === path.join('\0'));
}

/** The values in our places before the first change. The record of an earlier setup precedes this one. */
export function valuesBefore(settings: Fields, additions: readonly Addition[], host: string): Before {
  const values = additions.flatMap((addition) => {
    if ('append' in addition || 'offer' in addition) return [];
    const value = at(settings, addition.at);
    if (value === undefined) return [{ at: addition.at }];
    return 'ensure' in addition || same(value, addition.set) ? [] : [{ at: addition.at, value }];
  });
  const lists = listsBeside(settings, additions).flatMap((path) => {
    const entries = oursOf(at(settings, path) as readonly unknown[], host);
    return entries.length > 0 ? [{ at: path, entries }] : [];
  });
  return [...values, ...lists];
}

export function appended(
  additions: readonly Addition[],
): readonly (readonly [readonly string[], readonly unknown[]])[] {
  const lists = new Map<string, [readonly string[], unknown[]]>();
  for (const addition of additions) {
    if (!('append' in addition)) continue;
    const name = addition.at.join('\0');
    const known = lists.get(name);
    if (known) known[1].push(addition.append);
    else lists.set(name, [addition.at, [addition.append]]);
  }
  return [...lists.values()];
}

/** Ours take the places of ours; more are removed, and what is missing goes to the end. */
function withEntries(list: readonly unknown[], entries: readonly unknown[]): unknown[] {
  const waiting = [...entries];
  const kept = list.flatMap((entry) => {
    if (!isOurs(entry)) return [entry];
    if (isShared(entry)) return withoutOurs([entry]);
    return waiting.splice(0, 1);
  });
  return [...kept, ...waiting];
}

/** Without entries of an older version in lists beside those that are written now. */
function withoutStale(settings: Fields, additions: readonly Addition[]): Fields {
  const written = new Set(appended(additions).map(([path]) => path.join('\0')));
  let result = settings;
  for (const path of listsBeside(settings, additions)) {
    if (written.has(path.join('\0'))) continue;
    const list = at(result, path) as readonly unknown[];
    const kept = withoutOurs(list);
    if (kept.length === 0 && list.length > 0) result = put(result, path, undefined);
    else result = put(result, path, kept);
  }
  return result;
}

/** The lists that stand in the same tables as those that we append to. */
export function listsBeside(settings: Fields, additions: readonly Addition[]): readonly string[][] {
  const tables = new Map(
    appended(additions).map(([path]) => [path.slice(0, -1).join('\0'), path.slice(0, -1)]),
  );
  return [...tables.values()].flatMap((table) => {
    const inner = at(settings, table);
    if (!isFields(inner)) return [];
    return Object.keys(inner)
      .filter((key) => Array.isArray(inner[key]))
      .map((key) => [...table, key]);
  });
}

/** Also without the tables that this leaves empty. */
function without(settings: Fields, path: readonly string[]): Fields {
  const result = put(settings, path, undefined);
  const above = path.slice(0, -1);
  return above.length > 0 && isEmpty(at(result, above)) ? without(result, above) : result;
}

function checkWay(settings: Fields, path: readonly string[]): void {
  for (let depth = 1; depth < path.length; depth++) {
    const inner = at(settings, path.slice(0, depth));
    if (inner !== undefined && !isFields(inner)) throw new Conflict(path.slice(0, depth), 'a table');
  }
}
