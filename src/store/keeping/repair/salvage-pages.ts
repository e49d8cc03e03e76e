import { CHECKSUM } from '../../base/checksums.ts';
import type { Database, Value } from '../../base/database.ts';
import { TABLES } from '../../base/migrations.ts';
import { quotedName } from '../../base/quoted-name.ts';
import { type PageRow, rowsInPages } from './pages.ts';

type PageValues = Readonly<Record<string, Value>>;

/** The layout of a table's rows in pages. */
interface Layout {
  readonly table: string;
  readonly hasRowid: boolean;
  readonly columns: readonly string[];
  /** The rowid column, which the row itself does not contain. */
  readonly numbered: string | null;
  /** The type of each column's values, unless they are NULL. */
  readonly types: readonly string[];
  readonly isOurs: (row: PageValues) => boolean;
}

/** Tests for rows that are recognised by content, because they have no checksum or the layout of another table. */
const KNOWN_BY: Readonly<Record<string, (row: PageValues) => boolean>> = {
  session_states: ({ id, start_time, working_memory, hot_topics, created_at }) =>
    isText(id, /^.+$/s) &&
    [start_time, created_at].every((date) => isText(date, /^\d{4}-\d\d-\d\dT/)) &&
    [working_memory, hot_topics].every((list) => isText(list, /^\[.*\]$/s)),
  project_signs: ({ kind }) => isText(kind, /^(?:place|inode|declared|remote|head)$/),
  project_joins: ({ why }) => isText(why, /^[a-z]+$/),
  sop_trust: ({ hash }) => isText(hash, /^[0-9a-f]{32,}$/),
  scope_let_go: ({ kind }) => isText(kind, /^[a-z-]+$/),
  metric_records: ({ previous, hash }) =>
    [previous, hash].every((one) => isText(one, /^[0-9a-f]{64}$/)),
};

/** Tables whose rows are recognised by content even without a checksum. */
const WITHOUT_CHECKSUM: ReadonlySet<string> = new Set(['session_states', 'metric_records']);

function isText(value: Value | undefined, form: RegExp): boolean {
  return typeof value === 'string' && form.test(value);
}

/** Copies rows from the pages of a file. Checksums identify their tables; folded rows are left out and derived again. */
export function salvagePages(path: string, into: Database): ReadonlyMap<string, number> {
  const layouts = layoutsIn(into);
  const taken = new Map(layouts.map(({ table }) => [table, 0]));
  into.write(() => {
    for (const found of rowsInPages(path)) {
      const ours = findOwner(found, layouts);
      if (ours && put(into, ours.layout, ours.row))
        taken.set(ours.layout.table, taken.get(ours.layout.table)! + 1);
    }
  });
  return taken;
}

export function layoutsIn(into: Database): Layout[] {
  return Object.entries(TABLES).flatMap(([table, { checked }]): Layout[] => {
    const known = KNOWN_BY[table];
    if (!checked && !known) return [];
    const columns = into.all('SELECT name, pk, type FROM pragma_table_info(?) ORDER BY cid', table);
    const hasRowid =
      into.get('SELECT wr FROM pragma_table_list WHERE name = ?', table)?.['wr'] === 0;
    const key = columns.filter(({ pk }) => Number(pk) > 0);
    const [first] = key;
    const order = hasRowid
      ? columns
      : [
          ...key.sort((a, b) => Number(a['pk']) - Number(b['pk'])),
          ...columns.filter(({ pk }) => pk === 0),
        ];
    return [
      {
        table,
        hasRowid,
        columns: order.map(({ name }) => String(name)),
        numbered:
          hasRowid && key.length === 1 && first!['type'] === 'INTEGER'
            ? String(first!['name'])
            : null,
        types: order.map(({ type }) => jsType(String(type))),
        isOurs: (row) =>
          (known?.(row) ?? true) &&
          (row[CHECKSUM] != null || WITHOUT_CHECKSUM.has(table)) &&
          into.isAsWritten(table, row),
      },
    ];
  });
}

/** `typeof` a value in a column of this SQL type. */
function jsType(type: string): string {
  if (/INT|REAL/.test(type)) return 'number';
  return type === 'BLOB' ? 'object' : 'string';
}

function findOwner(
  { number, cells }: PageRow,
  layouts: readonly Layout[],
): { readonly layout: Layout; readonly row: PageValues } | null {
  for (const layout of layouts) {
    const { columns, hasRowid, numbered, types } = layout;
    if (hasRowid !== (number !== null) || cells.length > columns.length) continue;
    if (!cells.every((cell, i) => cell === null || typeof cell === types[i])) continue;
    // Columns that were added later are missing in rows from before.
    const values = columns.map((name, i): [string, Value] => [name, cells[i] ?? null]);
    const row = { ...Object.fromEntries(values), ...(numbered && { [numbered]: Number(number) }) };
    if (layout.isOurs(row)) return { layout, row };
  }
  return null;
}

function put(into: Database, { table, columns }: Layout, row: PageValues): boolean {
  // A column that an older version did not write has its default.
  const names = columns.filter((name) => row[name] !== null);
  try {
    return (
      into.run(
        `INSERT OR IGNORE INTO ${quotedName(table)}(${names.map(quotedName).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...names.map((name) => row[name]!),
      ).changes === 1
    );
  } catch {
    return false;
  }
}
