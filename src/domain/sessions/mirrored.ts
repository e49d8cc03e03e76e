import type { StoredRow } from '../base/packed.ts';
import { isJsonObject, text } from '../base/text/json.ts';
import { millis } from '../base/time.ts';
import { type FieldKind, SESSION_FIELDS } from './session.ts';

/** Converts a field to a column's value; undefined if the field has another type. */
const WRITE: Readonly<Record<FieldKind, (value: unknown) => string | number | null | undefined>> = {
  text: (value) => text(value) ?? undefined,
  'text or null': text,
  number: (value) => numberOr(value, 0),
  flag: (value) => (value === true ? 1 : 0),
  list: (value) => (Array.isArray(value) ? JSON.stringify(value) : undefined),
  words: (value) => (Array.isArray(value) ? JSON.stringify(value) : undefined),
  object: (value) => (isJsonObject(value) ? JSON.stringify(value) : null),
};

/**
 * The row of a session, reconstructed from its mirror. Null if it is not the mirror of an ended session:
 * any file may be in that folder.
 */
export function rowOfMirror(file: unknown): StoredRow | null {
  if (typeof file !== 'object' || file === null || 'cortex_archive' in file) return null;
  const mirror = file as Readonly<Record<string, unknown>>;
  const { session_id: id, start_time: start, end_time: end } = mirror;
  if (typeof id !== 'string' || id === '' || id.length > 256) return null;
  if (!isDate(start) || !isDate(end)) return null;
  const row: Record<string, string | number | null> = { id, created_at: start };
  for (const [name, kind] of Object.entries(SESSION_FIELDS)) {
    const value = WRITE[kind](mirror[name]);
    if (value === undefined) return null;
    row[name] = value;
  }
  row['schema_version'] ||= 1;
  row['cuts'] ??= '{}';
  const pins = mirror['working_memory'] as readonly unknown[];
  row['task_count'] = (mirror['pending_tasks'] as readonly unknown[]).length;
  row['has_critical'] = pins.some((pin) => isJsonObject(pin) && pin['critical'] === true) ? 1 : 0;
  const isFull = (value: unknown) => Array.isArray(value) && value.length > 0;
  row['holds'] = Object.values(mirror).some(isFull) || row['title'] ? 1 : 0;
  return row;
}

/** The turns in a mirror, as rows; malformed ones are skipped. */
export function turnsOfMirror(file: unknown): StoredRow[] {
  const { session_id, turns } = Object(file) as Readonly<Record<string, unknown>>;
  return (Array.isArray(turns) ? turns : [])
    .filter(isJsonObject)
    .flatMap(({ number, at, ...turn }) => {
      if (typeof number !== 'number' || typeof at !== 'number') return [];
      const { asked, answered, ended, ...did } = turn;
      return [
        {
          session_id: String(session_id),
          number,
          at,
          did: JSON.stringify(did),
          asked: text(asked),
          answered: text(answered),
          ended: text(ended),
        },
      ];
    });
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && value.length < 40 && millis(value) !== null;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
