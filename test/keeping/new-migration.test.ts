import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const MIGRATION = `import type { Migration } from './migration.ts';

export const dummy: Migration = {
  number: NUMBER,
  name: 'dummy',
  tables: {
    dummy_said: {
      about: 'Said for good.', checked: true, leaves: 'taken',
      sql: 'CREATE TABLE dummy_said (id TEXT PRIMARY KEY, words TEXT NOT NULL, checksum INTEGER)',
    },
    dummy_seen: {
      about: 'Seen by a session.', session: 'session_id',
      sql: 'CREATE TABLE dummy_seen (session_id TEXT NOT NULL, words TEXT NOT NULL)',
    },
    dummy_made: { about: 'Made of the others.', made: true, sql: 'CREATE TABLE dummy_made (words TEXT NOT NULL)' },
  },
};
`;

/** Lives in the copy, and says what became of the rows of the new tables. */
const PROBE = `
import { defaultConfig } from './src/config/config.ts';
import { openMigrated } from './src/store/base/migrations.ts';
import { badRows } from './src/store/keeping/repair/condition.ts';
import { salvage } from './src/store/keeping/repair/salvage.ts';
import { storeOn } from './src/store/sqlite-store.ts';

const options = { waitMillis: () => 1000, prepare() {}, sharedMemory: true, now: () => 0 };
const database = openMigrated('one.db', options);
const store = storeOn(database);
const scope = { key: '/shop/.git', label: 'project:shop', root: '/shop' };
await store.openSession({ id: 's', scope, host: 'test', hostSessionId: 's', branch: null, head: null, cwd: null, at: 1, owner: null, resumes: null });
await store.endSession('s', 2, null);
database.record('dummy_said', 'INSERT INTO dummy_said(id, words) VALUES (?, ?)', 'a', 'the ft991a');
database.run('INSERT INTO dummy_seen VALUES (?, ?)', 's', 'a ft991a');
database.run('INSERT INTO dummy_made VALUES (?)', 'x');
const rowsIn = (one, table) => one.all('SELECT words FROM ' + table).map(({ words }) => words);
const exported = [];
await store.exportAll(null, (one) => exported.push(one));
const other = openMigrated('two.db', options);
const elsewhere = storeOn(other);
for (const one of exported) {
  if (one.kind === 'row') await elsewhere.importRows(one.table, [one.row], true);
  if (one.kind === 'session') await elsewhere.importSession(one.rows, { write: true, takeover: await elsewhere.beginTakeover(3) });
}
const third = openMigrated('three.db', options);
salvage('one.db', third, 'reading.db');
const held = await store.holding({ memoryId: null, content: 'ft991a', isTyped: true });
await store.forgetWords({ memoryId: null, content: 'ft991a', isTyped: true }, 4, []);
const tables = ['dummy_said', 'dummy_seen', 'dummy_made'];
const forgotten = tables.map((table) => rowsIn(database, table));
const sound = badRows(database.raw);
const whole = await store.wholeSession('s');
await store.makeCold('s', { path: 'p', hash: 'h', text: 't' }, () => 't', 5);
database.run('UPDATE dummy_said SET words = ?', 'flipped');
console.log(JSON.stringify({
  imported: tables.map((table) => rowsIn(other, table)),
  salvaged: tables.map((table) => rowsIn(third, table)),
  held: held.other_rows, forgotten, sound,
  packed: Object.keys(whole.rows).includes('dummy_seen'),
  cold: rowsIn(database, 'dummy_seen'),
  bad: badRows(database.raw),
}));
`;

it('a new table is declared in its migration, and the list is the only other place', () => {
  const folder = scratchFolder();
  try {
    const at = (...parts: string[]) => join(folder.path, ...parts);
    const skipped = /\.test\.ts$|^(?:plugins|library)$/;
    cpSync(join(ROOT, 'src'), at('src'), {
      recursive: true,
      filter: (path) => !skipped.test(path),
    });
    for (const name of ['node_modules', 'package.json']) symlinkSync(join(ROOT, name), at(name));
    const list = at('src', 'store', 'base', 'migrations.ts');
    const text = readFileSync(list, 'utf8');
    const numbers = text.matchAll(/^import .* '\.\/migrations\/(\d{4})-/gm);
    const number = 1 + Math.max(...[...numbers].map(([, given]) => Number(given)));
    const file = `${String(number).padStart(4, '0')}-dummy.ts`;
    writeFileSync(
      at('src', 'store', 'base', 'migrations', file),
      MIGRATION.replace('NUMBER', String(number)),
    );
    writeFileSync(
      list,
      `import { dummy } from './migrations/${file}';\n${text.replace(/^(export const MIGRATIONS[^;]*?),?\s*\];/m, '$1, dummy];')}`,
    );
    // As `npm run docs` writes it.
    const schema = at('src', 'store', 'base', 'schema.ts');
    writeFileSync(
      schema,
      readFileSync(schema, 'utf8').replace(/SCHEMA = \d+/, `SCHEMA = ${number}`),
    );
    writeFileSync(at('probe.ts'), PROBE);
    const { stdout, stderr } = spawnSync(process.execPath, ['probe.ts'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const [said, seen] = [['the ft991a'], ['a ft991a']];
    expect(JSON.parse(stdout)).toEqual({
      imported: [said, seen, []],
      salvaged: [said, seen, []],
      held: 2,
      forgotten: [['the [forgotten]'], ['a [forgotten]'], ['x']],
      sound: [],
      packed: true,
      cold: [],
      bad: [{ table: 'dummy_said', rows: 1 }],
    });
  } finally {
    folder.dispose();
  }
});
