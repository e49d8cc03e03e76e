import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rows of a table in `test/tables`: one a line, as JSON. */
export function table<Row>(name: string): readonly Row[] {
  const text = readFileSync(join(import.meta.dirname, 'tables', `${name}.jsonl`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}
