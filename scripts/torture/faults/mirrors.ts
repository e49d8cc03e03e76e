import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fillHome } from '../../../test/damaged-home.ts';
import type { Fault } from '../fault.ts';
import type { World } from '../world.ts';

/** Seconds of processor time in which a thousand sessions have to be back. */
const LONGEST = 5;

/** F10: the database is gone and nothing but mirrors is left. */
export const mirrorsAlone: Fault = {
  id: 'F10',
  name: 'a deleted database comes back from its mirrors',
  async run(torture) {
    const { wrong } = torture;
    const world = torture.world();
    torture.tried = Math.min(1000, torture.times(50, 10));
    await fillHome(world.home, world.repo, torture.tried);
    const before = sessionsIn(world);
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(`${world.database}${suffix}`, { force: true });
    const began = process.cpuUsage();
    const { code, stdout, stderr } = world.here(['repair', '--yes']);
    const { user, system } = process.cpuUsage(began);
    const seconds = (user + system) / 1e6;
    const after = sessionsIn(world);
    const lost = [...before].filter(([id, told]) => after.get(id) !== told);
    torture.lost = lost.length;
    wrong.push(...lost.map(([id]) => `session ${id} is not as it was`));
    if (before.size !== torture.tried)
      wrong.push(`${before.size} of ${torture.tried} sessions were made`);
    if (code !== 0) wrong.push(`repair: ${(stdout + stderr).slice(0, 200)}`);
    if (seconds > LONGEST) wrong.push(`${seconds.toFixed(1)} s of processor time`);
    return `${after.size} sessions in ${seconds.toFixed(1)} s of processor time`;
  },
};

/** The columns of each session that a mirror has to bring back. */
function sessionsIn({ database: path }: World): Map<string, string> {
  if (!existsSync(path)) return new Map();
  const database = new DatabaseSync(path, { readOnly: true });
  const told = 'host_session_id, start_time, end_time, title, hot_topics, files_modified';
  const rows = database.prepare(`SELECT id, ${told} FROM session_states`).all();
  database.close();
  return new Map(rows.map((row) => [String(row['id']), JSON.stringify(row)]));
}
