import { isJsonObject } from '../text/json.ts';

/** A table of settings, of JSON or TOML. */
export type SettingsTable = Readonly<Record<string, unknown>>;

/** TOML has dates, which are no tables. */
export function isFields(value: unknown): value is SettingsTable {
  return isJsonObject(value) && !(value instanceof Date);
}

/** Equal in content. The order of keys does not count, that of lists does. */
export function isSameContent(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one instanceof Date && other instanceof Date)
    return one.toISOString() === other.toISOString();
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => isSameContent(item, other[i]));
  if (!isFields(one) || !isFields(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameContent(one[key], other[key]))
  );
}

/** The value at a path; undefined if there is none. */
export function settingAt(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (const key of path) {
    if (!isFields(here) || !Object.hasOwn(here, key)) return undefined;
    here = here[key];
  }
  return here;
}

/** Sets the value at a path, undefined to remove it; missing tables are created, empty ones stay. */
export function withSetting(
  fields: SettingsTable,
  path: readonly string[],
  value: unknown,
): SettingsTable {
  const [key, ...rest] = path;
  if (key === undefined) return fields;
  const inner = Object.hasOwn(fields, key) ? fields[key] : undefined;
  const next = rest.length === 0 ? value : withSetting(isFields(inner) ? inner : {}, rest, value);
  const entries = Object.entries(fields);
  if (next === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key));
  const index = entries.findIndex(([name]) => name === key);
  if (index < 0) entries.push([key, next]);
  else entries[index] = [key, next];
  return Object.fromEntries(entries);
}

/** The value without empty tables and lists, which do not change a file's meaning. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isFields(value)) return value;
  const kept = Object.entries(value)
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
    .filter(([, inner]) => !isEmpty(inner));
  return Object.fromEntries(kept);
}

export function isEmpty(value: unknown): boolean {
  return Array.isArray(value)
    ? value.length === 0
    : isFields(value) && Object.keys(value).length === 0;
}
