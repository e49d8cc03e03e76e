import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What no event of its kind can cost less than, measured on the spot. */
export interface Floor {
  readonly name: string;
  /** Writes what it needs, and gives the command. */
  prepare(folder: string, node: string): readonly [string, ...string[]];
}

const ROW = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[2]);
database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE IF NOT EXISTS t (x)');
database.prepare('INSERT INTO t VALUES (?)').run('x');
`;

export const FLOORS: readonly Floor[] = [
  { name: 'sh that ends', prepare: () => ['/bin/sh', '-c', ':'] },
  {
    name: 'sh that becomes cat',
    prepare: (folder) => ['/bin/sh', '-c', `exec cat > '${join(folder, 'floor.in')}'`],
  },
  {
    name: 'Node and one row of SQLite',
    prepare: (folder, node) => {
      const script = join(folder, 'floor.cjs');
      writeFileSync(script, ROW);
      return [node, script, join(folder, 'floor.db')];
    },
  },
];
