import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { heldBy } from '../check.ts';
import type { Fault } from '../fault.ts';
import { pool, range } from '../tools.ts';
import type { World } from '../world.ts';

/** F4: events that wait are taken in by several at once, killed in between, twice, out of order, beside a torn file. */
export const spooled: Fault = {
  id: 'F4',
  name: 'waiting events: killed, doubled, torn, two takers',
  async run(torture) {
    const { random, wrong } = torture;
    const world = torture.world();
    world.sendHere('SessionStart', 's1');
    const rounds = torture.times(8);
    let kills = 0;
    for (let round = 0; round < rounds; round++) {
      await whileLocked(world, () =>
        pool(range(5), 3, (i) =>
          world.send(i === 0 ? 'UserPromptSubmit' : i === 4 && round % 2 ? 'Stop' : 'PostToolUse', 's1'),
        ),
      );
      const names = namesIn(world);
      torture.tried += names.length;
      const copies = names.map((name) => [name, readFileSync(join(world.home, 'spool', name))] as const);
      // Every third round they come to their end, so that what comes back was surely taken in.
      const isKilled = round % 3 !== 0;
      if (isKilled) kills += 2;
      await Promise.all(
        range(2).map(() => world.run(['history'], isKilled ? { killAfter: 60 + random.next() * 250 } : {})),
      );
      // As after a loss of power that undid the removal; in another order.
      for (const [name, content] of random.some(copies, copies.length))
        if (!isKilled || random.chance(0.5))
          writeFileSync(join(world.home, 'spool', name), content, { mode: 0o600 });
    }
    mkdirSync(join(world.home, 'spool'), { recursive: true, mode: 0o700 });
    writeFileSync(join(world.home, 'spool', '000000000000001-torn.json'), '{"version":1,"id":"x"');
    world.sendHere('Stop', 's1');
    const { unread } = heldBy(world.home);
    if (unread !== 1) wrong.push(`${unread} files were set aside, 1 was torn`);
    if (torture.tried === 0) wrong.push('nothing waited although the database was locked');
    const order = orderOf(world);
    const sorted = [...order].sort((a, b) => a - b);
    if (order.join() !== sorted.join())
      wrong.push('facts of one session are not in the order of their moments');
    torture.check(world);
    return `${kills} takers killed`;
  },
};

function namesIn({ home }: World): string[] {
  const folder = join(home, 'spool');
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
}

async function whileLocked(world: World, work: () => Promise<unknown>): Promise<void> {
  const database = new DatabaseSync(world.database, { timeout: 5_000 });
  database.exec('BEGIN IMMEDIATE');
  try {
    await work();
  } finally {
    database.exec('ROLLBACK');
    database.close();
  }
}

/** The moments of facts, in the order in which they count. */
function orderOf(world: World): number[] {
  const database = new DatabaseSync(world.database);
  try {
    return database
      .prepare(
        `SELECT at FROM session_events WHERE kind IN ('prompt', 'tool', 'reply')
         ORDER BY coalesce(follows, seq), follows IS NOT NULL, at, seq`,
      )
      .all()
      .map((row) => Number(row['at']));
  } finally {
    database.close();
  }
}
