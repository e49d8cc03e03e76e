import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Fields } from './events.ts';

export interface AtOnce {
  readonly hooks: number;
  /** In the database when all had left, and waiting beside it. */
  readonly stored: number;
  readonly waiting: number;
  /** In the database after the turn's end, each once. */
  readonly kept: number;
  readonly wall_ms: number;
}

/** So many capture hooks in the same moment; what was stored is counted from outside. */
export async function atOnce(
  cortex: string,
  scratch: string,
  repo: string,
  hooks: number,
): Promise<AtOnce> {
  const home = mkdtempSync(join(scratch, 'at-once-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: scratch,
    CORTEX_HOME: home,
    CORTEX_MAINTENANCE_AUTO: 'false',
  };
  const args = [cortex, 'hook', 'claude-code'];
  const payload = (more: Fields) => JSON.stringify({ session_id: 'many', cwd: repo, ...more });
  const send = (more: Fields) => spawnSync(process.execPath, args, { input: payload(more), env });
  const count = () => {
    const database = new DatabaseSync(join(home, 'brain.db'));
    const row = database
      .prepare(
        "SELECT count(DISTINCT key) AS keys, count(*) AS rows FROM session_events WHERE kind = 'tool'",
      )
      .get() as { keys: number; rows: number };
    database.close();
    if (row.keys !== row.rows) throw new Error(`${row.rows - row.keys} events were stored twice`);
    return row.keys;
  };
  send({ hook_event_name: 'SessionStart', source: 'startup' });
  const began = performance.now();
  await Promise.all(
    Array.from({ length: hooks }, (_, i) => {
      const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.end(
        payload({
          hook_event_name: 'PostToolUse',
          tool_name: 'Edit',
          tool_input: { file_path: join(repo, `f${i}.ts`), old_string: 'a', new_string: 'b' },
          tool_response: {},
          tool_use_id: `toolu_${i}`,
        }),
      );
      return new Promise((resolve) => child.once('exit', resolve));
    }),
  );
  const wall = performance.now() - began;
  const spool = join(home, 'spool');
  const waiting = existsSync(spool) ? readdirSync(spool).length : 0;
  const stored = count();
  send({ hook_event_name: 'Stop', last_assistant_message: 'done' });
  return { hooks, stored, waiting, kept: count(), wall_ms: Math.round(wall) };
}
