// Which facts of an export another one lacks. Folds, turns and states are made again from facts, so they may change.

/** Tables whose rows are only appended, or are somebody's word. */
const KEPT_TABLES = new Set([
  'session_events',
  'session_restores',
  'session_links',
  'thread_events',
  'metric_records',
  'memory_items',
  'scope_let_go',
  'scope_waiting_pins',
]);

type Row = Readonly<Record<string, unknown>>;

interface ExportLine {
  readonly rows?: Readonly<Record<string, readonly Row[]>>;
  readonly table?: string;
  readonly row?: Row;
}

/** Each fact of an export as one line. Numbers and checksums are of one database, and words of a restore are told again. */
export function factsIn(exported: string): Set<string> {
  const facts = new Set<string>();
  for (const line of exported.split('\n').filter((one) => one !== '')) {
    const { rows = {}, table, row } = JSON.parse(line) as ExportLine;
    const tables = table === undefined || !row ? rows : { [table]: [row] };
    for (const [name, list] of Object.entries(tables))
      if (KEPT_TABLES.has(name))
        for (const one of list) facts.add(`${name} ${identityOf(name, one)}`);
  }
  return facts;
}

function identityOf(table: string, row: Row): string {
  // Use and age change the rest of a memory.
  if (table === 'memory_items') {
    const { id, content, scope_key } = row;
    return JSON.stringify({ id, content, scope_key });
  }
  const { seq: _seq, number: _number, checksum: _sum, ...kept } = row;
  return JSON.stringify(kept);
}

export function factsLost(before: string, after: string): string[] {
  const there = factsIn(after);
  return [...factsIn(before)].filter((fact) => !there.has(fact));
}
