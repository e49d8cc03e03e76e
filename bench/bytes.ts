// How many bytes a session leaves in brain.db, table by table, beyond the words that a person and an agent said.
// npm run bench -- bytes [--sessions 12] [--dist <folder>] [--keep <folder>] [--json]
// Sessions of 8 turns and 24 tool calls go through the built hooks; the words are those of the stories (continuity/corpus). The home has
// as many sessions before as keep everything, and maintenance ran before both measurements: the growth is that of the years. Pages
// are counted whole, as the disk pays for them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { makeRepository } from '../test/scratch.ts';
import type { Fields } from './events.ts';
import { drawnCall, drawnUuid } from './installed.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '12' },
    dist: { type: 'string', default: join(import.meta.dirname, '..', 'dist') },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const TURNS = 8;
/** The newest sessions of a project keep more than the others. */
const BEFORE = 24;
const SESSIONS = Number(values.sessions);
const GOAL = 12 * 1024;
const CORTEX = join(resolve(values.dist), 'cortex.cjs');

interface Turn {
  readonly prompt: string;
  readonly reply: string;
}

/** Sessions of as many turns as are asked for, of stories that follow each other. */
function sessionsOf(count: number): Turn[][] {
  const folder = join(import.meta.dirname, 'continuity', 'corpus', 'stories');
  const turns = ['dev.json', 'held.json'].flatMap((name) => {
    const stories = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      sessions: { turns: Turn[] }[];
    }[];
    return stories.flatMap(({ sessions }) => sessions.flatMap((session) => session.turns));
  });
  if (turns.length < count * TURNS)
    throw new Error(`the stories have words for ${Math.floor(turns.length / TURNS)} sessions`);
  return Array.from({ length: count }, (_, i) => turns.slice(i * TURNS, (i + 1) * TURNS));
}

/** Three tools a turn: a file is edited, the tests run, another file is read. */
function toolsOf(repo: string, session: string, turn: number): Fields[] {
  const file = (name: string) => join(repo, 'src', `${name}-${turn % 5}.ts`);
  const used = (name: string, input: Fields, response: Fields): Fields => ({
    hook_event_name: 'PostToolUse',
    tool_name: name,
    tool_input: input,
    tool_response: response,
    tool_use_id: drawnCall(`${session} ${turn} ${name}`),
  });
  const text = `export function tune${turn}(frequency: number): string {\n  return String(frequency);\n}\n`;
  return [
    used('Edit', { file_path: file('radio'), old_string: 'a', new_string: text }, {}),
    used(
      'Bash',
      { command: `npm test -- radio-${turn}` },
      { stdout: 'Tests  12 passed (12)\n', stderr: '' },
    ),
    used('Read', { file_path: file('band') }, { type: 'text', file: { content: text } }),
  ];
}

function eventsOf(repo: string, session: string, turns: readonly Turn[]): Fields[] {
  return [
    { hook_event_name: 'SessionStart', source: 'startup' },
    ...turns.flatMap(({ prompt, reply }, i) => [
      { hook_event_name: 'UserPromptSubmit', prompt, prompt_id: drawnUuid(`${session}-${i}`) },
      ...toolsOf(repo, session, i),
      {
        hook_event_name: 'Stop',
        last_assistant_message: reply,
        prompt_id: drawnUuid(`${session}-${i}`),
      },
    ]),
    { hook_event_name: 'SessionEnd', reason: 'other' },
  ];
}

/** Bytes of whole pages by table, each with its indexes; a word index with the tables behind it. */
function bytesIn(path: string): Map<string, number> {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const owners = database.prepare('SELECT name, tbl_name FROM sqlite_schema').all();
  const owner = new Map(owners.map((row) => [String(row['name']), String(row['tbl_name'])]));
  const sizes = new Map<string, number>();
  for (const row of database
    .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name')
    .all()) {
    const table = (owner.get(String(row['name'])) ?? String(row['name'])).replace(
      /^((?:search_index|memory_words)).*/,
      '$1',
    );
    sizes.set(table, (sizes.get(table) ?? 0) + Number(row['bytes']));
  }
  database.close();
  return sizes;
}

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bench-bytes-')));
try {
  const home = values.keep ? resolve(values.keep) : join(scratch, 'home');
  const repo = makeRepository(join(scratch, 'repo'));
  mkdirSync(join(repo, 'src'));
  mkdirSync(home, { mode: 0o700, recursive: true });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: scratch,
    CORTEX_HOME: home,
    CORTEX_MAINTENANCE_AUTO: 'false',
  };
  const cortex = (words: readonly string[], input = '') => {
    const done = spawnSync(process.execPath, [CORTEX, ...words], {
      input,
      env,
      cwd: repo,
      encoding: 'utf8',
    });
    if (done.status !== 0)
      throw new Error(`cortex ${words.join(' ')}: ${done.stdout}${done.stderr}`);
  };
  const database = join(home, 'brain.db');
  let before = new Map<string, number>();
  let words = 0;
  for (const [i, turns] of sessionsOf(BEFORE + SESSIONS).entries()) {
    if (i === BEFORE) {
      cortex(['maintain']);
      before = bytesIn(database);
    }
    const session = drawnUuid(`bytes ${i}`);
    for (const event of eventsOf(repo, session, turns)) {
      const { file_path: path, new_string: text } = (event['tool_input'] ?? {}) as Record<
        string,
        string
      >;
      if (path && text) writeFileSync(path, text);
      const input = {
        session_id: session,
        transcript_path: '/nowhere/t.jsonl',
        cwd: repo,
        ...event,
      };
      cortex(['hook', 'claude-code'], JSON.stringify(input));
    }
    if (i >= BEFORE)
      words += Buffer.byteLength(turns.map(({ prompt, reply }) => prompt + reply).join(''));
  }
  cortex(['maintain']);
  const after = bytesIn(database);
  const tables = [...after]
    .map(([table, bytes]) => ({ table, bytes: (bytes - (before.get(table) ?? 0)) / SESSIONS }))
    .filter(({ bytes }) => bytes !== 0)
    .sort((a, b) => b.bytes - a.bytes);
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const result = {
    sessions: SESSIONS,
    tables,
    all,
    words: words / SESSIONS,
    beyond: all - words / SESSIONS,
  };
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else {
    const line = (name: string, bytes: number) =>
      `${name.padEnd(24)}${(bytes / 1024).toFixed(1).padStart(7)}`;
    console.log(
      `KB a session of ${TURNS} turns and ${3 * TURNS} tool calls, over ${SESSIONS} sessions`,
    );
    for (const { table, bytes } of tables) console.log(line(table, bytes));
    console.log(line('all', all));
    console.log(line('words said', result.words));
    console.log(
      `${line('beyond them', result.beyond)}   ≤ ${GOAL / 1024} ${result.beyond <= GOAL ? 'reached' : 'MISSED'}`,
    );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
