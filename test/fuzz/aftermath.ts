import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CORTEX } from '../program.ts';

interface Place {
  readonly folder: string;
  readonly home: string;
  readonly repo: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What must be true whatever happened: the database is sound, what was sealed is whole, and everything still works. */
export function wrongAfterwards({ folder, home, repo, env }: Place): string[] {
  const wrong: string[] = [];
  const database = new DatabaseSync(join(home, 'brain.db'), { readOnly: true });
  const [integrity] = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
  if (integrity?.integrity_check !== 'ok') wrong.push(`integrity_check: ${integrity?.integrity_check}`);
  const orphans = database.prepare('PRAGMA foreign_key_check').all();
  if (orphans.length > 0) wrong.push(`foreign_key_check: ${orphans.length} rows`);
  database.close();

  const cortex = (...args: string[]) => {
    const done = spawnSync(process.execPath, [CORTEX, ...args], {
      cwd: repo,
      env,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    });
    if (done.status !== 0)
      wrong.push(`cortex ${args.join(' ')}: ${done.status}: ${(done.stdout + done.stderr).slice(0, 500)}`);
    return done.stdout;
  };
  cortex('verify');
  const pinned = 'after all that';
  cortex('unpin', '--all');
  cortex('pin', pinned, '--label', 'aftermath');
  if (!cortex('pins', '--json').includes(pinned)) wrong.push('a pin is not there');
  for (const args of [
    ['history', '--all', '--json'],
    ['search', 'radio', '--json'],
    ['stats', '--json'],
  ])
    try {
      JSON.parse(cortex(...args));
    } catch (error) {
      wrong.push(`cortex ${args.join(' ')}: ${(error as Error).message}`);
    }
  if (Object.keys(Object.prototype).length > 0 || 'polluted' in {})
    wrong.push('Object.prototype has changed');
  const beside = readdirSync(folder).filter((name) => !['home', 'radio'].includes(name));
  if (beside.length > 0) wrong.push(`written elsewhere: ${beside.join(', ')}`);
  return wrong;
}
