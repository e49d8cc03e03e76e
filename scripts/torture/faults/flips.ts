import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Fault } from '../fault.ts';
import { pause, range } from '../tools.ts';

/** Tables that can be made again from others, or that only maintenance reads: a flip in them changes no answer. */
const DERIVED =
  /^(?:sqlite_|.*_(?:data|idx|docsize|config|content)$|project_seen|search_|memory_words|cortex_migrations|maintenance)/;

/** F8: one bit is another. What changes an answer is noticed. */
export const bitFlips: Fault = {
  id: 'F8',
  name: 'bit flips that change what is read',
  async run(torture) {
    const { random } = torture;
    const first = torture.world();
    for (const i of range(3)) first.session(`s${i}`, 2);
    first.sayHere('memory', 's2');
    first.sayHere('pin', 's2');
    first.here(['history']);
    const sound = readFileSync(first.database);
    const before = contentOf(first.database);
    const wanted = torture.times(30);
    const probe = join(first.folder, 'probe.db');
    let flips = 0;
    for (; torture.tried < wanted && flips < wanted * 60; flips++) {
      await pause(0);
      const bytes = Buffer.from(sound);
      bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
      writeFileSync(probe, bytes);
      if (contentOf(probe) === before) continue;
      torture.tried++;
      const world = torture.world();
      cpSync(first.home, world.home, { recursive: true });
      writeFileSync(world.database, bytes, { mode: 0o600 });
      // Metrics are sealed: their flips are for `verify`.
      const { code, stdout } = world.here(['doctor']);
      const isTold = code !== 0 || stdout.includes('not what the facts amount to');
      if (!isTold && world.here(['verify']).code === 0) {
        torture.lost++;
        torture.wrong.push(
          `flip ${flips} changes what is read, and neither doctor nor verify finds it`,
        );
      }
      rmSync(world.folder, { recursive: true, force: true });
    }
    return `${flips} flips, ${torture.tried} of them change an answer, ${torture.tried - torture.lost} noticed`;
  },
};

/** All that is read from the tables that are no index of others; an error is an answer too. */
function contentOf(path: string): string {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .all()
      .map((row) => String(row['name']))
      .filter((name) => !DERIVED.test(name));
    return JSON.stringify(
      tables.map((name) => database!.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all()),
    );
  } catch (error) {
    return `error: ${error}`;
  } finally {
    database?.close();
  }
}
