import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fillHome } from '../../../test/damaged-home.ts';
import { heldBy } from '../check.ts';
import type { Fault, Torture } from '../fault.ts';
import { pause, range } from '../tools.ts';
import type { EventName, World } from '../world.ts';

/** Told beside the main table, by its own means. */
const DERIVED =
  /^(?:sqlite_|.*_(?:data|idx|docsize|config|content)$|project_seen|search_|memory_words|cortex_migrations|maintenance)/;

/** F8: one bit is another. What changes an answer is noticed. */
export const bitFlips: Fault = {
  id: 'F8',
  name: 'bit flips that change what is read',
  async run(torture) {
    const { random, program } = torture;
    const first = lived(torture);
    const sound = readFileSync(first.database);
    const before = contentOf(first.database);
    const wanted = torture.times(30);
    const wrong: string[] = [];
    let flips = 0;
    const changing: Buffer[] = [];
    for (; changing.length < wanted && flips < wanted * 60; flips++) {
      const bytes = Buffer.from(sound);
      const at = random.below(bytes.length);
      bytes[at]! ^= 1 << random.below(8);
      const probe = join(first.folder, 'probe.db');
      writeFileSync(probe, bytes);
      if (contentOf(probe) !== before) changing.push(bytes);
    }
    let noticed = 0;
    for (const [i, bytes] of changing.entries()) {
      await pause(0);
      const world = copyOf(torture, first);
      writeFileSync(world.database, bytes, { mode: 0o600 });
      // Metrics are sealed: their flips are for `verify`.
      const { code, stdout } = world.here(['doctor']);
      const isTold = code !== 0 || stdout.includes('not what the facts amount to');
      if (isTold || world.here(['verify']).code !== 0) noticed++;
      else if (program.repairs)
        wrong.push(`flip ${i} changes what is read, and neither doctor nor verify finds it`);
      rmSync(world.folder, { recursive: true, force: true });
    }
    const lost = program.repairs ? changing.length - noticed : 0;
    const note = `${flips} flips, ${changing.length} of them change an answer, ${noticed} noticed`;
    return {
      tried: changing.length,
      lost,
      wrong,
      note,
      ...without(program.repairs, 'rows carry no checksums in this version'),
    };
  },
};

interface Harm {
  readonly name: string;
  /** SQLite itself says that it is damage: then a hook's event waits. */
  readonly isDamage: boolean;
  do(world: World, older: string): void;
}

const HARMS: readonly Harm[] = [
  { name: 'the file is empty', isDamage: false, do: ({ database }) => emptied(database, 0) },
  { name: 'a tenth is left', isDamage: true, do: ({ database }) => emptied(database, 0.1) },
  { name: 'half is left', isDamage: true, do: ({ database }) => emptied(database, 0.5) },
  { name: 'nine tenths are left', isDamage: true, do: ({ database }) => emptied(database, 0.9) },
  { name: 'the header is zeroed', isDamage: true, do: ({ database }) => overwritten(database, 0, 100) },
  { name: 'the middle is zeroed', isDamage: true, do: ({ database }) => overwritten(database, 8192, 40_000) },
  { name: 'the database is deleted', isDamage: false, do: ({ database }) => rmSync(database) },
  { name: 'an old copy is put back', isDamage: false, do: ({ database }, older) => cpSync(older, database) },
];

/** Seconds of processor time in which a thousand sessions have to be back. */
const LONGEST_REPAIR = 5;

/** F10: the database is gone and nothing but mirrors is left. */
export const mirrorsAlone: Fault = {
  id: 'F10',
  name: 'a deleted database comes back from its mirrors',
  async run(torture) {
    const world = torture.world();
    const sessions = Math.min(1000, torture.times(50, 10));
    await fillHome(world.home, world.repo, sessions);
    const before = sessionsIn(world);
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${world.database}${suffix}`, { force: true });
    const began = process.cpuUsage();
    const { code, stdout, stderr } = world.here(['repair', '--yes']);
    const { user, system } = process.cpuUsage(began);
    const seconds = (user + system) / 1e6;
    const after = sessionsIn(world);
    const lost = [...before].filter(([id, told]) => after.get(id) !== told);
    const wrong = lost.slice(0, 3).map(([id]) => `session ${id} is not as it was`);
    if (code !== 0) wrong.push(`repair: ${(stdout + stderr).slice(0, 200)}`);
    if (before.size !== sessions) wrong.push(`${before.size} of ${sessions} sessions were made`);
    if (seconds > LONGEST_REPAIR) wrong.push(`${seconds.toFixed(1)} s of processor time`);
    const note = `${after.size} sessions in ${seconds.toFixed(1)} s of processor time`;
    return { tried: sessions, lost: lost.length, wrong, note };
  },
};

/** What a mirror has to bring back of each session. */
function sessionsIn({ database: path }: World): Map<string, string> {
  if (!existsSync(path)) return new Map();
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const sql =
      'SELECT id, host_session_id, start_time, end_time, title, hot_topics, files_modified FROM session_states';
    return new Map(
      database
        .prepare(sql)
        .all()
        .map((row) => [String(row['id']), JSON.stringify(row)]),
    );
  } finally {
    database.close();
  }
}

/** F9: a database that is cut, deleted or old is noticed, and comes back. */
export const loss: Fault = {
  id: 'F9',
  name: 'truncation, loss, lost WAL, old copy: noticed, and repaired',
  async run(torture) {
    const { program } = torture;
    const first = lived(torture);
    const older = join(first.folder, 'older.db');
    cpSync(first.database, older);
    for (const i of range(2)) first.session(`later${i}`);
    first.here(['history']);
    const wrong: string[] = [];
    let lost = 0;
    let noticed = 0;
    let repaired = 0;
    const chosen = torture.random.some(HARMS, torture.times(HARMS.length, 3));
    for (const { name, isDamage, do: harm } of chosen) {
      const world = copyOf(torture, first);
      const ended = heldBy(world.home).sessions;
      for (const suffix of ['-wal', '-shm']) rmSync(`${world.database}${suffix}`, { force: true });
      harm(world, older);
      if (isNoticed(world)) noticed++;
      else wrong.push(`${name}: nobody notices`);
      const { ran } = world.sendHere('SessionStart', 'after');
      if (ran.code !== 0) wrong.push(`${name}: a start ends with ${ran.code}`);
      if (isDamage) world.sendHere('PostToolUse', 'after');
      if (!program.repairs) continue;
      const done = world.here(['repair', '--yes']);
      if (done.code !== 0) wrong.push(`${name}: repair: ${(done.stdout + done.stderr).slice(0, 200)}`);
      world.here(['history']);
      const held = heldBy(world.home);
      const missing = [...ended.keys()].filter((session) => !held.sessions.has(session));
      lost += missing.length;
      if (missing.length > 0) wrong.push(`${name}: ${missing.length} of ${ended.size} sessions stay lost`);
      else repaired++;
      if (held.integrity !== 'ok') wrong.push(`${name}: after repair ${held.integrity}`);
      if (!held.sessions.has('after')) wrong.push(`${name}: the session that met the damage is gone`);
    }
    const wal = await lostLog(torture);
    wrong.push(...wal.wrong);
    const note = `${noticed} of ${chosen.length} noticed, ${repaired} repaired; ${wal.noticed} of ${wal.tried} lost logs noticed`;
    return {
      tried: chosen.length + wal.tried,
      lost,
      wrong,
      note,
      ...without(program.repairs, 'repair: this version has no such command'),
    };
  },
};

const FACTS: readonly EventName[] = ['PostToolUse', 'PostToolUse'];
const SESSION: readonly EventName[] = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'SessionEnd'];

/** Hooks leave their log behind; without it, rows that were acknowledged are gone and SQLite finds nothing. */
async function lostLog(torture: Torture): Promise<{ tried: number; noticed: number; wrong: string[] }> {
  const tried = torture.times(4);
  let noticed = 0;
  const wrong: string[] = [];
  for (const i of range(tried)) {
    const world = torture.world();
    world.session('s0');
    // Half of the lost logs hold facts and no metric: only the last fact, remembered outside, tells of those.
    const isPlain = i % 4 === 1 || i % 4 === 2;
    if (isPlain) world.sendHere('SessionStart', 's1');
    world.here(['history']);
    // A holder keeps the last hook from copying the log into the database.
    const holder = new DatabaseSync(world.database);
    holder.prepare('SELECT count(*) FROM session_states').get();
    for (const event of isPlain ? FACTS : SESSION) await world.send(event, 's1');
    const log = `${world.database}-wal`;
    const bytes = readFileSync(log);
    const database = readFileSync(world.database);
    holder.close();
    writeFileSync(world.database, database);
    if (i % 2) {
      // One flipped byte early in the log has the same effect as losing what follows.
      bytes[40]! ^= 1;
      writeFileSync(log, bytes);
    } else rmSync(log, { force: true });
    rmSync(`${world.database}-shm`, { force: true });
    if (isNoticed(world)) noticed++;
    else wrong.push(`a ${i % 2 ? 'flipped' : 'lost'} log: nobody notices`);
  }
  return { tried, noticed, wrong };
}

/** `doctor` sees damage; where it does not look for loss yet, `verify` does. */
function isNoticed(world: World): boolean {
  if (world.here(['doctor']).code !== 0) return true;
  return !world.program.repairs && world.here(['verify']).code !== 0;
}

/** A home with some sessions, its log written back. */
function lived(torture: Torture): World {
  const world = torture.world();
  for (const i of range(3)) world.session(`s${i}`, 2);
  world.sayHere('memory', 's2');
  world.sayHere('pin', 's2');
  world.here(['history']);
  return world;
}

function copyOf(torture: Torture, from: World): World {
  const world = torture.world();
  cpSync(from.home, world.home, { recursive: true });
  return world;
}

/** All that is read from the tables that are no index of others; an error is an answer too. */
function contentOf(path: string): string {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const tables = database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        .all()
        .map((row) => String(row['name']))
        .filter((name) => !DERIVED.test(name));
      return JSON.stringify(
        tables.map((name) => database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all()),
      );
    } finally {
      database.close();
    }
  } catch (error) {
    return `error: ${error}`;
  }
}

function emptied(path: string, share: number): void {
  truncateSync(path, Math.floor(readFileSync(path).length * share));
}

function overwritten(path: string, from: number, length: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0, from, from + length);
  writeFileSync(path, bytes);
}

function without(isThere: boolean, what: string): { skipped?: string } {
  return isThere ? {} : { skipped: what };
}
