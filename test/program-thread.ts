// The built program in a thread of the test's process: its modules are loaded once for all the commands that tests run.
// The thread that asks stands still meanwhile, with the command's environment and folder as its own.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as sqlite from 'node:sqlite';
import { type MessagePort, workerData } from 'node:worker_threads';
import { ancestry, processRef } from '../src/system/base/processes.ts';
import { ownersSeenFrom } from '../src/system/presence/owners.ts';
import { isNewDatabase } from './new-database.ts';
import type { Asked } from './program.ts';

const { port, flag, program } = workerData as {
  port: MessagePort;
  flag: Int32Array;
  program: string;
};
const require = createRequire(import.meta.url);

/** A process that ends takes its connections along; a thread has to close them. */
const open = new Set<sqlite.DatabaseSync>();
const builtIn = require('node:sqlite') as { DatabaseSync: typeof sqlite.DatabaseSync };
builtIn.DatabaseSync = class extends builtIn.DatabaseSync {
  constructor(...args: ConstructorParameters<typeof sqlite.DatabaseSync>) {
    fill(String(args[0]));
    super(...args);
    open.add(this);
  }
  override close(): void {
    open.delete(this);
    // The last to close copies the log into the database: here nobody waits for the disk.
    try {
      this.exec('PRAGMA synchronous=OFF');
    } catch {
      // A damaged file takes no settings, and is closed all the same.
    }
    super.close();
  }
};

/** The moment that the steps of the schema carry in the copy below. */
const MADE_AT = '1999-12-31T23:59:59.999Z';

/** The database of a new home, as the program itself made it once: a third of what a test's first event costs. */
let empty: string | null = null;

/** A new home is as old as the command that makes it, whichever command the copy was made with. */
function fill(path: string): void {
  if (empty === null || !isNewDatabase(path)) return;
  const now = Date.parse(process.env['CORTEX_NOW'] ?? '') || Date.now();
  writeFileSync(path, empty.replaceAll(MADE_AT, new Date(now).toISOString()), 'latin1');
}

// Hooks without a name are known by the file that was called.
process.argv[1] = program;
const { run } = require(program) as typeof import('../src/program/bin.ts');

async function emptyDatabase(host: number): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'cortex-empty-'));
  const before = { ...process.env };
  Object.assign(process.env, { CORTEX_HOME: home, CORTEX_NOW: MADE_AT });
  try {
    await answer({ words: ['history'], input: '', host });
    return readFileSync(join(home, 'brain.db'), 'latin1');
  } finally {
    for (const name of ['CORTEX_HOME', 'CORTEX_NOW']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    rmSync(home, { recursive: true });
  }
}

async function answer({ words, input, host }: Asked) {
  const said = { stdout: '', stderr: '' };
  const to = (name: keyof typeof said) => ({ write: (text: string) => void (said[name] += text) });
  const fd = input.length > 0 ? opened(input) : openSync(devNull, 'r');
  // As if the host had started a process for this run.
  const owners = ownersSeenFrom(host, () => [processRef(host)!, ...ancestry(host)]);
  try {
    const at = process.uptime() * 1000;
    const status = await run(words, {
      input: fd,
      out: to('stdout'),
      err: to('stderr'),
      at,
      owners,
    });
    return { status, ...said };
  } catch (error) {
    return { status: 1, ...said, stderr: `${said.stderr}${(error as Error).stack}\n` };
  } finally {
    closeSync(fd);
    for (const one of open) one.close();
  }
}

/** A file of which only the descriptor is left. */
function opened(text: string | Uint8Array): number {
  const path = join(tmpdir(), `cortex-stdin-${process.pid}`);
  writeFileSync(path, text, { mode: 0o600 });
  const fd = openSync(path, 'r');
  rmSync(path);
  return fd;
}

port.on('message', async (asked: Asked) => {
  empty ??= await emptyDatabase(asked.host);
  port.postMessage(await answer(asked));
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
