// Looks from outside into what a program keeps.
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Every file below these, or these themselves. */
export function filesIn(paths: readonly string[]): string[] {
  return paths.filter(existsSync).flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  });
}

/** Which of the texts stand in the clear in what these folders hold. */
export function foundIn(paths: readonly string[], texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const look = (whole: string) => {
    for (const text of texts) if (whole.includes(text)) found.add(text);
  };
  const files = filesIn(paths);
  const databases = files.filter(isDatabase);
  for (const file of files) look(readFileSync(file, 'latin1'));
  // Opening a database takes away the files beside it, so this comes last.
  for (const file of databases) for (const row of rowsOf(file)) look(row);
  return found;
}

function isDatabase(file: string): boolean {
  const head = Buffer.alloc(15);
  const handle = openSync(file, 'r');
  readSync(handle, head, 0, 15, 0);
  closeSync(handle);
  return head.toString('latin1') === 'SQLite format 3';
}

/** A text may lie over several pages of a database, so its rows are read as well. */
function rowsOf(file: string): string[] {
  const database = new DatabaseSync(file);
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables.flatMap(({ name }) => {
      try {
        const rows = database.prepare(`SELECT * FROM "${name}"`).all();
        return rows.flatMap((row) => Object.values(row).map((value) => textOf(value)));
      } catch {
        // A table of an extension that is not here; its contents stand in others.
        return [];
      }
    });
  } finally {
    database.close();
  }
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
}
