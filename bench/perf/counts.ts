import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

export interface Counts {
  readonly events: readonly Counted[];
  /** Bytes of content that the last session left in the database. */
  readonly stored: number;
}

/** What was counted when a change was last meant to cost more or less; a line for the session and one for each event. */
const SAVED = join(import.meta.dirname, 'counts.jsonl');

export function savedCounts(): Counts {
  const [session, ...events] = readFileSync(SAVED, 'utf8').trim().split('\n');
  return {
    ...(JSON.parse(session!) as Pick<Counts, 'stored'>),
    events: events.map((line) => JSON.parse(line) as Counted),
  };
}

export function saveCounts({ stored, events }: Counts): void {
  const lines = [{ stored }, ...events].map((one) => `${JSON.stringify(one)}\n`);
  writeFileSync(SAVED, lines.join(''));
}

/** Plays some sessions of the benchmark and counts the last. */
export function countEvents(cortex: string): Counts {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'counts-')));
  try {
    // No files: what is known of one that changed a moment ago is looked up once more.
    const repo = join(folder, 'repo');
    gitRepository(repo);
    const counted: Counted[] = [];
    let at = BEGUN;
    let before = 0;
    for (let session = 0; session <= BEFORE; session++) {
      before = session === 0 ? 0 : contentOf(join(folder, 'home', 'brain.db'));
      for (const { name, events } of stepsIn(repo).filter((step) => step.events.length === 1))
        for (const [i, event] of events.entries()) {
          at += 60_000;
          const id = drawnUuid(`counts ${session}`);
          const payload = { session_id: id, transcript_path: '/nowhere/t.jsonl', cwd: repo };
          const input = JSON.stringify({ ...payload, ...event(id) });
          const found = countOne(cortex, folder, input, new Date(at).toISOString());
          if (session === BEFORE && i === events.length - 1) counted.push({ name, ...found });
        }
    }
    const stored = contentOf(join(folder, 'home', 'brain.db')) - before;
    return { events: counted, stored };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of rows and indexes, without the rest of their pages. */
function contentOf(path: string): number {
  const database = new DatabaseSync(path);
  const row = database.prepare('SELECT sum(payload) AS bytes FROM dbstat').get();
  database.close();
  return Number(row!['bytes']);
}

function countOne(cortex: string, folder: string, input: string, now: string) {
  const counts = join(folder, 'counts.json');
  const args = [...HOOK_FLAGS, cortex, 'hook', 'claude-code', JSON.parse(input).hook_event_name];
  const ran = spawnSync(process.execPath, args, {
    input,
    encoding: 'utf8',
    env: {
      // `git` is looked for in each of its folders.
      PATH: '/usr/local/bin:/usr/bin:/bin',
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
