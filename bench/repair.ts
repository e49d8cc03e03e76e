/** How long a repair takes: `node bench/repair.ts [sessions]`. Damaged pages, a lost database, and a lost one with a backup. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openHome } from '../src/compose-home.ts';
import {
  backUp,
  checkpoint,
  copyHome,
  databaseOf,
  fillHome,
  pagesOf,
  zeroPage,
} from '../test/damaged-home.ts';
import { makeRepository, scratchFolder } from '../test/scratch.ts';

const sessions = Number(process.argv[2] ?? 1_000);
const folder = scratchFolder();
try {
  const repo = makeRepository(join(folder.path, 'radio'));
  const whole = join(folder.path, 'whole');
  await fillHome(whole, repo, sessions);
  checkpoint(whole);
  const home = join(folder.path, 'home');
  const measure = async (name: string) => {
    const began = performance.now();
    const done = await openHome({ CORTEX_HOME: home }).repair.run({ auto: false });
    if (done.kind !== 'repaired') throw new Error(`${name}: ${done.kind}`);
    const rows = done.report.rows['session_states'];
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(2)} s, ${rows} sessions`);
  };
  copyHome(whole, home);
  const { leaves } = pagesOf(databaseOf(home), 'session_events');
  for (const at of [0.2, 0.5, 0.8]) zeroPage(databaseOf(home), leaves[Math.floor(leaves.length * at)]!);
  await measure('three bad pages of facts');
  copyHome(whole, home);
  rmSync(databaseOf(home));
  await measure('deleted, mirrors alone');
  copyHome(whole, home);
  await backUp(home, '2026-11-02T00:00:00Z');
  rmSync(databaseOf(home));
  await measure('deleted, with a backup');
} finally {
  folder.dispose();
}
