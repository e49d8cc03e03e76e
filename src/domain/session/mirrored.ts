import { millis } from '../time.ts';
import type { StoredRow } from '../upkeep/packed.ts';
import { SESSION_LISTS } from './session.ts';

/** Lists, as they stand in a mirror and, as JSON, in a row. */
const LISTS = [...SESSION_LISTS, 'files_modified'] as const;

const TEXTS = ['channel', 'scope', 'scope_key', 'host'] as const;

const TEXTS_OR_NULL = [
  'previous_session_id',
  'continued_by',
  'updated_at',
  'project_path',
  'host_session_id',
  'branch',
  'head',
  'title',
  'last_activity',
  'list_at',
] as const;

/**
 * The row that a mirror was written from, as far as it tells. Null where it is no mirror of a session that has ended:
 * anybody may have put a file there.
 */
export function rowOfMirror(file: unknown): StoredRow | null {
  if (typeof file !== 'object' || file === null || 'cortex_archive' in file) return null;
  const mirror = file as Readonly<Record<string, unknown>>;
  const { session_id: id, start_time: start, end_time: end } = mirror;
  if (typeof id !== 'string' || id === '' || id.length > 256) return null;
  if (!isDate(start) || !isDate(end)) return null;
  const row: Record<string, string | number | null> = {
    id,
    start_time: start,
    end_time: end,
    created_at: start,
    crash_recovered: mirror['crash_recovered'] === true ? 1 : 0,
    schema_version: numberOr(mirror['schema_version'], 1),
    turn_count: numberOr(mirror['turn_count'], 0),
  };
  for (const name of TEXTS) {
    if (typeof mirror[name] !== 'string') return null;
    row[name] = mirror[name];
  }
  for (const name of TEXTS_OR_NULL) row[name] = typeof mirror[name] === 'string' ? mirror[name] : null;
  for (const name of LISTS) {
    if (!Array.isArray(mirror[name])) return null;
    row[name] = JSON.stringify(mirror[name]);
  }
  row['stopped'] = isObject(mirror['stopped']) ? JSON.stringify(mirror['stopped']) : null;
  row['cuts'] = isObject(mirror['cuts']) ? JSON.stringify(mirror['cuts']) : '{}';
  row['task_count'] = (mirror['pending_tasks'] as readonly unknown[]).length;
  row['has_critical'] = (mirror['working_memory'] as readonly unknown[]).some(
    (pin) => isObject(pin) && pin['critical'] === true,
  )
    ? 1
    : 0;
  row['holds'] =
    LISTS.some((name) => (mirror[name] as readonly unknown[]).length > 0) || row['title'] ? 1 : 0;
  return row;
}

/** The turns that a mirror holds, as rows; those that are none are passed over. */
export function turnsOfMirror(file: unknown): StoredRow[] {
  const { session_id, turns } = Object(file) as Readonly<Record<string, unknown>>;
  return (Array.isArray(turns) ? turns : []).filter(isObject).flatMap(({ number, at, ...turn }) => {
    if (typeof number !== 'number' || typeof at !== 'number') return [];
    const { asked, answered, ended, ...did } = turn;
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    return [
      {
        ...{ session_id: String(session_id), number, at, did: JSON.stringify(did) },
        ...{ asked: text(asked), answered: text(answered), ended: text(ended) },
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
