import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../src/domain/base/time.ts';
import { person } from '../person.ts';
import { CORTEX } from '../program.ts';

const { here, environment, session } = person();

/** The built program with a sentinel in place of its commands, which writes down what it was started with. */
function program(): { readonly path: string; readonly note: string } {
  const [from, folder] = [dirname(CORTEX), join(here.folder, "the program's folder")];
  mkdirSync(folder);
  for (const name of readdirSync(from).filter((one) => one.endsWith('.cjs')))
    copyFileSync(join(from, name), join(folder, name));
  const note = join(here.folder, 'note');
  const write = `require('node:fs').writeFileSync(${JSON.stringify(note)}, JSON.stringify([...words, process.cwd()]))`;
  writeFileSync(join(folder, 'cli.cjs'), `exports.cli = async (words) => { ${write}; return 0; };`);
  return { path: join(folder, 'cortex.cjs'), note };
}

function hook(path: string, event: Record<string, unknown>, env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [path, 'hook', 'claude-code'], {
    cwd: here.radio,
    env: environment(env),
    input: JSON.stringify({ cwd: here.radio, ...event }),
    encoding: 'utf8',
    timeout: 30_000,
  });
}

/** A project that is shared, of which something was received long ago: a start asks for more. */
function share(): void {
  const database = new DatabaseSync(join(here.home, 'brain.db'));
  database.exec(
    `INSERT INTO share_projects(scope_key, project, name, origin, since, asked_at, pulled_at)
     SELECT scope_key, 'radio', 'radio', 'ada/${'a'.repeat(32)}', 0, 0, 1 FROM session_states LIMIT 1`,
  );
  database.close();
}

const START = { session_id: 'two', hook_event_name: 'SessionStart', source: 'startup' };

describe.skipIf(process.platform === 'win32')('the last act of a hook', () => {
  it('starts a sync that is due, after the answer and with code 0', async () => {
    session('one', 'Wire the ft991a');
    share();
    const { path, note } = program();
    const done = hook(path, START);
    expect(done).toMatchObject({ status: 0, signal: null, stderr: '' });
    expect(done.stdout).toContain('Wire the ft991a');
    while (!existsSync(note) || readFileSync(note, 'utf8') === '') await sleep(20);
    expect(JSON.parse(readFileSync(note, 'utf8'))).toEqual(['share', 'sync', '--auto', here.home]);
  }, 30_000);

  it('starts maintenance that is due', async () => {
    const env = { CORTEX_MAINTENANCE_AUTO: 'true' };
    // The first day of a new home counts from its first end.
    session('zero', 'Look at the ft991a', { env });
    session('one', 'Wire the ft991a', { ends: false });
    const { path, note } = program();
    const end = { session_id: 'one', hook_event_name: 'SessionEnd', reason: 'other' };
    const later = new Date(Date.now() + 3 * DAY).toISOString();
    const done = hook(path, end, { ...env, CORTEX_NOW: later });
    expect(done).toMatchObject({ status: 0, signal: null, stdout: '', stderr: '' });
    while (!existsSync(note) || readFileSync(note, 'utf8') === '') await sleep(20);
    expect(JSON.parse(readFileSync(note, 'utf8'))).toEqual(['maintain', '--auto', here.home]);
  }, 30_000);

  it('ends with code 0 where nothing can be started', () => {
    session('one', 'Wire the ft991a');
    share();
    const { path, note } = program();
    const preload = join(here.folder, 'preload.cjs');
    writeFileSync(
      preload,
      `process.execve = undefined;
       require('node:child_process').spawn = () => { throw Object.assign(new Error('spawn E2BIG'), { code: 'E2BIG' }); };`,
    );
    const done = hook(path, START, { NODE_OPTIONS: `--require "${preload}"` });
    expect(done).toMatchObject({ status: 0, signal: null, stderr: '' });
    expect(done.stdout).toContain('Wire the ft991a');
    expect(existsSync(note)).toBe(false);
  });
});
