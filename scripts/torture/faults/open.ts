import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Database } from '../../../src/stores/sqlite/database.ts';
import { MIGRATIONS } from '../../../src/stores/sqlite/migrations.ts';
import { olderRows, writeOlderBrain } from '../../../test/older-brain.ts';
import { check, heldBy } from '../check.ts';
import type { Fault } from '../fault.ts';
import { pool, range } from '../tools.ts';
import type { World } from '../world.ts';
import { namesIn } from './spool.ts';

const LATER = 999;

/** F5: a first open by many, a migration that is killed, an older program before a newer schema. */
export const opened: Fault = {
  id: 'F5',
  name: 'first open by 8, killed migration, newer schema',
  async run(torture) {
    const { random } = torture;
    const wrong: string[] = [];
    let lost = 0;
    const firsts = torture.times(4);
    for (const round of range(firsts)) {
      const world = torture.world();
      if (round % 2) writeEarlier(world);
      await Promise.all(range(8).map((i) => world.send('SessionStart', `s${i}`)));
      // A start that meets such an error waits beside the database, so nothing is lost; it is wrong all the same.
      const met = SCHEMA_ERROR.exec(logOf(world))?.[0];
      if (met) wrong.push(`first open: two migrations met: ${met}`);
      const checked = check(world);
      lost += checked.lost;
      wrong.push(...checked.wrong.map((what) => `first open: ${what}`));
    }
    let killed = 0;
    const worlds = range(torture.times(10)).map(() => {
      const world = torture.world();
      writeEarlier(world);
      return { world, before: earlierRows(world) };
    });
    await pool(worlds, 2, async ({ world }) => {
      for (const _ of range(3)) {
        const { ran } = await world.send('SessionStart', 's1', { killAfter: 40 + random.next() * 90 });
        if (ran.signal) killed++;
      }
    });
    for (const { world, before } of worlds) {
      const checked = check(world);
      lost += checked.lost;
      wrong.push(...checked.wrong.map((what) => `killed migration: ${what}`));
      if (earlierRows(world) !== before) wrong.push('a migration changed older rows');
      if (appliedIn(world) !== MIGRATIONS.map(({ number }) => number).join())
        wrong.push(`migrations applied: ${appliedIn(world)}`);
    }
    const newer = torture.world();
    newer.sendHere('SessionStart', 's1');
    change(newer, `INSERT INTO cortex_migrations VALUES (${LATER}, 'later', 'now')`);
    const { ran } = newer.sendHere('PostToolUse', 's1');
    if (ran.code !== 0 || namesIn(newer).length !== 1)
      wrong.push('an event before a newer schema does not wait');
    if (heldBy(newer.home).integrity !== 'ok') wrong.push('a newer database was harmed');
    change(newer, `DELETE FROM cortex_migrations WHERE number = ${LATER}`);
    const checked = check(newer);
    lost += checked.lost;
    wrong.push(...checked.wrong.map((what) => `newer schema: ${what}`));
    const note = `${firsts * 8} first opens, ${killed} killed migrations`;
    return { tried: firsts * 8 + killed + 1, lost, wrong, note };
  },
};

const SCHEMA_ERROR = /\w+ already exists|duplicate column|no such (?:table|column)/;

function logOf({ home }: World): string {
  const folder = join(home, 'log');
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

/** As the first schema left it, around the tables of a Cortex that was before it. */
function writeEarlier({ home, database: path }: World): void {
  mkdirSync(home, { mode: 0o700 });
  writeOlderBrain(path);
  const raw = new DatabaseSync(path);
  // Nobody runs this session: the first start would end it, which is no migration.
  raw.exec("DELETE FROM session_states WHERE id = 'old-open'");
  const database = new Database(raw, { waitMillis: () => 5_000 });
  for (const migration of MIGRATIONS.slice(0, 1)) {
    database.write(() => {
      for (const { sql } of Object.values(migration.tables ?? {})) raw.exec(sql);
      migration.up?.(database);
      raw
        .prepare('INSERT INTO cortex_migrations VALUES (?, ?, ?)')
        .run(migration.number, migration.name, 'then');
    });
  }
  raw.close();
}

/** Rows that were there before Cortex had this schema; sessions that began since are its own. */
function earlierRows({ database }: World): string {
  const { session_states: sessions = [], ...others } = olderRows(database);
  const earlier = (sessions as { id: string }[]).filter(({ id }) => id.startsWith('old-'));
  return JSON.stringify({ ...others, earlier });
}

function appliedIn({ database: path }: World): string {
  const database = new DatabaseSync(path);
  const numbers = database.prepare('SELECT number FROM cortex_migrations ORDER BY number').all();
  database.close();
  return numbers.map((row) => row['number']).join();
}

function change({ database: path }: World, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
