// How many bytes sessions leave in brain.db, table by table and index by index.
// npm run bench -- bytes [--sessions 300] [--days 25] [--as-left] [--dist <folder>] [--keep <file>] [--json]
// Sessions of 15 events (three turns, seven tool calls) go through the built hooks, spread over days before any goes to cold storage,
// in the words of the stories (continuity/corpus). Maintenance runs once a day, or never (`--as-left`). The newest sessions of a
// project keep more than the others, so a home with as many is measured first: the growth is told. Pages are counted whole, as the
// disk pays for them. Marks of lines are told apart: they are evidence, and grow with the code that is written.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { Clock, DAY, MINUTE } from './continuity/clock.ts';
import { Repository } from './continuity/repository.ts';
import { ClaudeSession } from './continuity/session.ts';
import { makeWorld } from './continuity/world.ts';
import { NearHost } from './matters/host.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '300' },
    days: { type: 'string', default: '25' },
    'as-left': { type: 'boolean', default: false },
    dist: { type: 'string', default: join(import.meta.dirname, '..', 'dist') },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const TURNS = 3;
/** The newest sessions of a project keep more than the others. */
const BEFORE = 24;
const SESSIONS = Number(values.sessions);
const GOAL = 12 * 1024;
const BEGUN = '2026-09-01T09:00:00.000Z';
const MARKS = ['touched_lines', 'idx_touched_lines'];

interface Turn {
  readonly prompt: string;
  readonly reply: string;
}

/** Turns of all stories, in their order. */
function allTurns(): Turn[] {
  const folder = join(import.meta.dirname, 'continuity', 'corpus', 'stories');
  return ['dev.json', 'held.json', 'held2.json', 'held3.json'].flatMap((name) => {
    const stories = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      sessions: { turns: Turn[] }[];
    }[];
    return stories.flatMap(({ sessions }) => sessions.flatMap((session) => session.turns));
  });
}

/** A file is read, edited, and the tests run; a later turn reads nothing new. Each third session sees its test fail first. */
async function useTools(session: ClaudeSession, number: number, turn: number): Promise<void> {
  const file = `src/part-${(number * 7) % 40}/radio-${(number + turn) % 5}.ts`;
  const text = `export function tune${turn}(frequency: number): string {\n  return String(frequency + ${number});\n}\n`;
  if (turn === 0) await session.read(file);
  await session.edit(file, `${number} ${turn}`, text);
  const isGreen = number % 3 > 0 || turn > 0;
  const said = isGreen ? 'Tests  12 passed (12)\n' : ' FAIL  src/radio.test.ts > tunes the radio\n';
  await session.bash(`npm test -- radio-${number % 5}`, isGreen, said);
}

interface Sizes {
  /** Bytes of whole pages, by table or index; a word index with the tables behind it. */
  readonly bytes: ReadonlyMap<string, number>;
  /** Pages of the file that hold nothing. */
  readonly free: number;
}

function sizesIn(path: string): Sizes {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = new Map<string, number>();
  for (const row of database
    .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name')
    .all()) {
    const name = String(row['name']).replace(/^(search_index|memory_words)_.*/, '$1');
    bytes.set(name, (bytes.get(name) ?? 0) + Number(row['bytes']));
  }
  const number = (pragma: string) =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get()!)[0]);
  const free = number('freelist_count') * number('page_size');
  database.close();
  return { bytes, free };
}

async function play(scratch: string): Promise<{ before: Sizes; after: Sizes; words: number }> {
  const world = makeWorld({ program: join(resolve(values.dist), 'cortex.cjs'), scratch });
  const clock = new Clock(BEGUN);
  // A path as long as people's: it stands in many rows.
  const repository = await Repository.make(join(scratch, 'project'), clock, []);
  for (let part = 0; part < 40; part++)
    for (let i = 0; i < 5; i++) repository.write(`src/part-${part}/radio-${i}.ts`, '// radio\n');
  await repository.commit('files');
  const home = world.newHome();
  const path = join(home, 'brain.db');
  const turns = allTurns();
  let before: Sizes = { bytes: new Map(), free: 0 };
  let words = 0;
  let day = BEGUN.slice(0, 10);
  const host = new NearHost(world, home, clock);
  const maintain = () => void host.run(['maintain'], repository.path);
  for (let number = 0; number < BEFORE + SESSIONS; number++) {
    if (number === BEFORE) {
      if (!values['as-left']) maintain();
      before = sizesIn(path);
    }
    const begin = Date.parse(BEGUN) + (number * Number(values.days) * DAY) / (BEFORE + SESSIONS);
    if (begin > Date.parse(clock.iso)) clock.to(new Date(begin).toISOString());
    if (!values['as-left'] && clock.iso.slice(0, 10) !== day) maintain();
    day = clock.iso.slice(0, 10);
    const session = new ClaudeSession(host, repository, clock);
    await session.start();
    for (let turn = 0; turn < TURNS; turn++) {
      const { prompt, reply } = turns[(number * TURNS + turn) % turns.length]!;
      // The stories are told again and again in a large home: nobody says all of it in the same words.
      const round = Math.floor((number * TURNS + turn) / turns.length);
      const asked = round === 0 ? prompt : `${prompt} (${round})`;
      await session.prompt(asked);
      await useTools(session, number, turn);
      await session.stop(reply);
      if (number >= BEFORE) words += Buffer.byteLength(asked + reply);
    }
    await session.end();
    clock.forward(MINUTE);
  }
  if (!values['as-left']) maintain();
  await host.kill();
  const after = sizesIn(path);
  if (values.keep) writeFileSync(values.keep, readFileSync(path));
  return { before, after, words };
}

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bytes-')));
try {
  const { before, after, words } = await play(scratch);
  const tables = [...after.bytes]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.bytes.get(name) ?? 0)) / SESSIONS }))
    .filter(({ bytes }) => Math.abs(bytes) >= 1)
    .sort((a, b) => b.bytes - a.bytes);
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const marks = tables.reduce(
    (sum, { name, bytes }) => sum + (MARKS.includes(name) ? bytes : 0),
    0,
  );
  const result = {
    sessions: SESSIONS,
    days: Number(values.days),
    maintained: !values['as-left'],
    tables,
    free: (after.free - before.free) / SESSIONS,
    all,
    all_but_marks: all - marks,
    words: words / SESSIONS,
  };
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else {
    const line = (name: string, bytes: number) =>
      `${name.padEnd(36)}${(bytes / 1024).toFixed(2).padStart(7)}`;
    console.log(
      `KB a session of 15 events, over ${SESSIONS} sessions in ${values.days} days, ${values['as-left'] ? 'as hooks leave them' : 'maintained'}`,
    );
    for (const { name, bytes } of tables) console.log(line(name, bytes));
    console.log(line('all', all));
    console.log(line('empty pages besides', result.free));
    console.log(line('words said, once', result.words));
    console.log(
      `${line('all but marks of lines', result.all_but_marks)}   ≤ ${GOAL / 1024} ${result.all_but_marks <= GOAL ? 'reached' : 'MISSED'}`,
    );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
