import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { maintain } from '../src/engine/keeping/retention.ts';
import { engineDeps, openStore, openWorld } from '../src/program/compose.ts';
import { openHome } from '../src/program/compose-home.ts';
import { claudeEvents } from './claude-events.ts';
import { runHere } from './program.ts';

const PAGE = 4096;

/** A home with sessions of one repository, with facts, memories, pins and mirrors, made by the engine itself. */
export async function fillHome(
  home: string,
  repo: string,
  sessions: number,
  { from = 0, turns = 1, words = 12 } = {},
): Promise<void> {
  const at = (i: number) => Date.parse('2026-11-01T10:00:00Z') + (from + i) * 60_000;
  let now = at(0);
  const world = openWorld({ CORTEX_HOME: home, CORTEX_MAINTENANCE_AUTO: 'false' }, 'person', {
    now: () => now,
  });
  const store = openStore(world);
  const deps = engineDeps(world, store);
  for (let i = 0; i < sessions; i++) {
    now = at(i);
    const name = `s${from + i}`;
    const send = claudeEvents(deps, name, repo);
    await send('SessionStart', { source: 'startup' });
    for (let turn = 0; turn < turns; turn++) {
      await send('UserPromptSubmit', {
        prompt: `wire the ft991a number ${from + i}, part ${turn}. ${'some words about the radio '.repeat(words)}`,
        prompt_id: `${name}-${turn}`,
      });
      await send('PostToolUse', {
        tool_name: 'Write',
        tool_input: {
          file_path: join(repo, 'src', `part${i}.ts`),
          content: 'export const a = 1;\n'.repeat(20),
        },
        tool_response: {},
        tool_use_id: `${name}-${turn}-t`,
      });
      await send('Stop', {
        last_assistant_message: `Done with number ${from + i}.`,
        prompt_id: `${name}-${turn}`,
      });
    }
    await send('SessionEnd', { reason: 'other' });
  }
  store.close();
}

export async function backUp(home: string, now = '2026-11-10T03:00:00Z'): Promise<void> {
  const opened = openHome({ CORTEX_HOME: home, CORTEX_NOW: now });
  const { deps, close } = opened.open();
  try {
    await maintain(deps, opened.copies(), {
      dryRun: false,
      most: Number.POSITIVE_INFINITY,
      outOfTime: () => false,
      progress: () => undefined,
    });
  } finally {
    close();
  }
}

export function copyHome(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

export function databaseOf(home: string): string {
  return join(home, 'brain.db');
}

/** Everything in the file itself, so that damage to it is damage to rows. */
export function checkpoint(home: string): void {
  const raw = new DatabaseSync(databaseOf(home));
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  raw.close();
}

export function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const fd = openSync(path, 'r+');
  writeSync(fd, bytes, 0, bytes.length, at);
  closeSync(fd);
}

export function bytesAt(path: string, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const fd = openSync(path, 'r');
  readSync(fd, bytes, 0, length, at);
  closeSync(fd);
  return bytes;
}

/** Pages of a table or index, leaves first; `dbstat` is not built in, so its tree is walked. */
export function pagesOf(
  path: string,
  name: string,
): { readonly leaves: number[]; readonly inner: number[] } {
  const raw = new DatabaseSync(path, { readOnly: true });
  const { rootpage } = raw
    .prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .get(name) as {
    rootpage: number;
  };
  raw.close();
  const leaves: number[] = [];
  const inner: number[] = [];
  const walk = (number: number) => {
    const page = bytesAt(path, (number - 1) * PAGE, PAGE);
    const kind = page[0]!;
    if (kind === 13 || kind === 10) {
      leaves.push(number);
      return;
    }
    inner.push(number);
    for (let i = 0; i < page.readUInt16BE(3); i++)
      walk(page.readUInt32BE(page.readUInt16BE(12 + 2 * i)));
    walk(page.readUInt32BE(8));
  };
  walk(rootpage);
  return { leaves, inner };
}

/** Pages that hold the schema, without the first, which names them. */
export function schemaPages(path: string): number[] {
  const first = bytesAt(path, 0, PAGE);
  const cells = Array.from({ length: first.readUInt16BE(103) }, (_, i) =>
    first.readUInt16BE(112 + 2 * i),
  );
  return [...cells.map((at) => first.readUInt32BE(at)), first.readUInt32BE(108)];
}

/** Rows on a leaf. */
export function cellsOf(path: string, page: number): number {
  return bytesAt(path, (page - 1) * PAGE, 8).readUInt16BE(3);
}

export function zeroPage(path: string, page: number): void {
  overwrite(path, (page - 1) * PAGE, Buffer.alloc(PAGE));
}

export function cutTo(path: string, share: number): void {
  truncateSync(path, Math.floor(statSync(path).size * share));
}

export function countIn(home: string, table: string, where = '1'): number {
  const raw = new DatabaseSync(databaseOf(home), { readOnly: true, timeout: 10_000 });
  try {
    return (raw.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).get() as { n: number })
      .n;
  } finally {
    raw.close();
  }
}

export function makeFolder(path: string): void {
  rmSync(path, { force: true });
  mkdirSync(path);
  writeFileSync(join(path, 'note.txt'), 'somebody put this here');
}

/** What can happen to the index of words, each with the statement that does it. */
export const INDEX_DAMAGES: readonly (readonly [string, string])[] = [
  ['holds garbage', "UPDATE search_index_data SET block = x'00112233445566778899' WHERE id > 10"],
  ['lost its pages', 'DELETE FROM search_index_data WHERE id > 10'],
  ['lost its structure', "UPDATE search_index_data SET block = x'0011' WHERE id = 10"],
  ['was emptied', "INSERT INTO search_index(search_index) VALUES ('delete-all')"],
];

export function damageIndex(home: string, sql: string): void {
  const raw = new DatabaseSync(databaseOf(home));
  // The tables of an index are guarded against everybody who does not insist.
  raw.enableDefensive(false);
  raw.exec(sql);
  raw.close();
}

/** Runs commands on a home, while nothing repairs or maintains it behind a test's back. */
export function commandsOn(place: () => { readonly home: string; readonly repo: string }) {
  return (...words: string[]) => {
    const { home, repo } = place();
    const quiet = { CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_REPAIR_AUTO: 'false' };
    const env = { ...process.env, CORTEX_HOME: home, ...quiet };
    return runHere(words, { cwd: repo, env, input: '', host: process.pid });
  };
}
