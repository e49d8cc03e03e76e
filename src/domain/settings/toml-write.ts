import { type Fields, isFields } from './value.ts';

/** A table, or an entry of a list of tables, with everything in it: headers, then keys, then what is below. */
export function tomlTable(
  path: readonly string[],
  value: Fields,
  kind: 'table' | 'list',
  eol: string,
): string {
  const name = path.map(tomlKey).join('.');
  const header = kind === 'list' ? `[[${name}]]` : `[${name}]`;
  const entries = Object.entries(value);
  const pairs = entries.filter(([, inner]) => !isBelow(inner));
  const lines = pairs.map(([key, inner]) => `${tomlKey(key)} = ${tomlValue(inner)}`);
  const below = entries
    .filter(([, inner]) => isBelow(inner))
    .flatMap(([key, inner]) => {
      const inside = [...path, key];
      if (isFields(inner)) return [tomlTable(inside, inner, 'table', eol)];
      return (inner as readonly Fields[]).map((one) => tomlTable(inside, one, 'list', eol));
    });
  return [[header, ...lines].join(eol), ...below].join(eol + eol);
}

/** Written with headers of its own. */
function isBelow(value: unknown): boolean {
  return isFields(value) || (Array.isArray(value) && value.length > 0 && value.every(isFields));
}

export function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlString(key);
}

export function tomlValue(value: unknown): string {
  if (typeof value === 'string') return tomlString(value);
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (isFields(value)) {
    const pairs = Object.entries(value).map(([key, inner]) => `${tomlKey(key)} = ${tomlValue(inner)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  return String(value);
}

function tomlString(text: string): string {
  const escaped = text.replace(/["\\\x00-\x1f\x7f]/g, (char) =>
    char === '"' || char === '\\' ? `\\${char}` : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}
