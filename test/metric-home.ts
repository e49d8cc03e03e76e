import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Verification, verifyMetrics } from '../src/engine/metrics/verify.ts';
import { engineDeps, openStore, openWorld } from '../src/program/compose.ts';
import { openHome } from '../src/program/compose-home.ts';
import { claudeEvents } from './claude-events.ts';

/** Sessions of one repository, each an hour after the one before, through the engine itself. */
export async function work(
  home: string,
  repo: string,
  names: readonly string[],
  from = 0,
): Promise<void> {
  for (const [i, name] of names.entries()) {
    const at = Date.parse('2026-11-13T10:00:00Z') + (from + i) * 3_600_000;
    const world = openWorld({ CORTEX_HOME: home, CORTEX_NOW: new Date(at).toISOString() });
    const store = openStore(world);
    const send = claudeEvents(engineDeps(world, store), name, repo);
    await send('SessionStart', { source: 'startup' });
    await send('UserPromptSubmit', { prompt: `wire the ft991a, part ${name}`, prompt_id: name });
    await send('Stop', { last_assistant_message: 'Done.', prompt_id: name });
    await send('SessionEnd', { reason: 'other' });
    store.close();
  }
}

export async function verify(home: string): Promise<Verification> {
  const { deps, close } = openHome({ CORTEX_HOME: home }).open();
  try {
    return await verifyMetrics(deps);
  } finally {
    close();
  }
}

export function sql(home: string, statements: string): void {
  const raw = new DatabaseSync(join(home, 'brain.db'));
  raw.exec(statements);
  raw.close();
}

interface Row {
  seq: number;
  at: number;
  event: string;
  body: string;
  previous: string;
  hash: string;
}

/** Whoever has the database but not the key: links everything anew from a record on. */
export function recompute(home: string, from: number, hash: (text: string) => string): void {
  const raw = new DatabaseSync(join(home, 'brain.db'));
  const rows = raw.prepare('SELECT * FROM metric_records ORDER BY seq').all() as unknown as Row[];
  let previous = rows[from - 2]?.hash ?? '0'.repeat(64);
  for (const row of rows.slice(from - 1)) {
    const body = row.body.replace('"crash_recovered":false', '"crash_recovered":true');
    const next = hash(JSON.stringify([previous, row.seq, row.at, row.event]) + body);
    raw
      .prepare('UPDATE metric_records SET body = ?, previous = ?, hash = ? WHERE seq = ?')
      .run(body, previous, next, row.seq);
    previous = next;
  }
  raw.close();
}

export function replaceDatabase(home: string, by: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(join(home, `brain.db${suffix}`), { force: true });
  cpSync(join(by, 'brain.db'), join(home, 'brain.db'));
}

export function anchorLines(home: string): string[] {
  return readFileSync(join(home, 'metrics.anchor'), 'utf8').split('\n').slice(0, -1);
}
