import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOOK_FLAGS } from '../../src/domain/hooks/launcher.ts';
import { gitRepository } from '../../test/git.ts';
import { drawnUuid } from '../installed.ts';
import { stepsIn } from './steps.ts';

/** What one event does in a process of its own. The same program does the same each time, so nothing here has noise. */
export interface Counted {
  readonly name: string;
  readonly bundles: readonly string[];
  /** Of Node, loaded after its start. */
  readonly modules: readonly string[];
  readonly functions: number;
  readonly calls: number;
  readonly sql: number;
  readonly processes: number;
  /** Bytes written to files other than the database. */
  readonly written: number;
}

const NODE_OPTIONS = `--require="${join(import.meta.dirname, 'counting.cjs')}"`;
const BEGUN = Date.parse('2026-09-01T09:00:00.000Z');
/** The first sessions fill the cache of compiled code, and are the past of the one that counts. */
const BEFORE = 2;

/** Plays some sessions of the benchmark and counts the last. */
export function countEvents(cortex: string): Counted[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'counts-')));
  try {
    const repo = join(folder, 'repo');
    mkdirSync(join(repo, 'src'), { recursive: true });
    for (const name of ['a.ts', 'b.ts', 'c.ts', 'a.test.ts'])
      writeFileSync(join(repo, 'src', name), 'const first = 1;\n');
    gitRepository(repo);
    const counted: Counted[] = [];
    let at = BEGUN;
    for (let session = 0; session <= BEFORE; session++)
      for (const { name, events } of stepsIn(repo).filter((step) => step.events.length === 1))
        for (const [i, event] of events.entries()) {
          at += 60_000;
          const id = drawnUuid(`counts ${session}`);
          const payload = { session_id: id, transcript_path: '/nowhere/t.jsonl', cwd: repo };
          const input = JSON.stringify({ ...payload, ...event(id) });
          const found = countOne(cortex, folder, input, new Date(at).toISOString());
          if (session === BEFORE && i === events.length - 1) counted.push({ name, ...found });
        }
    return counted;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countOne(cortex: string, folder: string, input: string, now: string) {
  const counts = join(folder, 'counts.json');
  const args = [...HOOK_FLAGS, cortex, 'hook', 'claude-code', JSON.parse(input).hook_event_name];
  const ran = spawnSync(process.execPath, args, {
    input,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      CORTEX_HOME: join(folder, 'home'),
      CORTEX_MAINTENANCE_AUTO: 'false',
      CORTEX_REPAIR_AUTO: 'false',
      CORTEX_NOW: now,
      // What a busy machine does not do in time it would do later.
      CORTEX_RESTORE_DEADLINE_MS: '60000',
      CORTEX_HOOK_DEADLINE_MS: '60000',
      COUNTED: counts,
      NODE_OPTIONS,
    },
  });
  if (ran.status !== 0 || ran.stderr !== '') throw new Error(`the hook said: ${ran.stderr}`);
  return JSON.parse(readFileSync(counts, 'utf8')) as Omit<Counted, 'name'>;
}
