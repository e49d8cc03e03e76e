import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Handed, World } from './world.ts';

const TOKEN = /tk\d+x/g;
/** Records that wait; neither unfinished ones nor those set aside. */
const ENTRY = /^\d{15}-[\w-]+\.json$/;

/** The content of a home, read past the program. */
export interface Held {
  /** How many rows hold a token. */
  readonly tokens: ReadonlyMap<string, number>;
  readonly sessions: ReadonlyMap<string, { readonly count: number; readonly ended: boolean }>;
  /** The texts of what waits beside the database. */
  readonly waiting: string;
  readonly unread: number;
  readonly integrity: string;
}

/** Facts of which an event makes exactly one. A pin that a later session inherited names where it came from. */
const ONCE = `SELECT body FROM session_events WHERE kind IN ('prompt', 'tool', 'reply')
  OR (kind = 'pinned' AND body ->> '$.pin.origin' IS NULL)`;

export function heldBy(home: string): Held {
  const tokens = new Map<string, number>();
  const sessions = new Map<string, { count: number; ended: boolean }>();
  const files = existsSync(join(home, 'spool')) ? readdirSync(join(home, 'spool')) : [];
  const waiting = files
    .filter((name) => ENTRY.test(name))
    .map((name) => readIfThere(join(home, 'spool', name)))
    .join('\n');
  const unread = files.filter((name) => name.endsWith('.unread')).length;
  let integrity = 'no database';
  if (existsSync(join(home, 'brain.db'))) {
    const database = new DatabaseSync(join(home, 'brain.db'), { timeout: 5_000 });
    try {
      integrity = String(database.prepare('PRAGMA integrity_check').get()?.['integrity_check']);
      const count = (sql: string) => {
        for (const row of database.prepare(sql).all())
          for (const token of new Set(String(row['body']).match(TOKEN)))
            tokens.set(token, (tokens.get(token) ?? 0) + 1);
      };
      const tables = new Set(
        database
          .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
          .all()
          .map((row) => String(row['name'])),
      );
      if (tables.has('session_events')) count(ONCE);
      if (tables.has('memory_items'))
        count("SELECT content AS body FROM memory_items WHERE source <> 'session'");
      if (tables.has('thread_events'))
        count(
          "SELECT body FROM thread_events WHERE body LIKE '%\"do tk%' UNION ALL SELECT body FROM session_events WHERE kind = 'thread' AND body LIKE '%\"do tk%'",
        );
      if (tables.has('session_events') && tables.has('session_states'))
        for (const row of database
          .prepare(
            'SELECT host_session_id AS name, end_time FROM session_states WHERE host_session_id IS NOT NULL',
          )
          .all()) {
          const name = String(row['name']);
          const before = sessions.get(name);
          const ended = row['end_time'] !== null || (before?.ended ?? false);
          sessions.set(name, { count: (before?.count ?? 0) + 1, ended });
        }
    } finally {
      database.close();
    }
  }
  return { tokens, sessions, waiting, unread, integrity };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Whether something that was handed over is there: in the database, or waiting beside it. */
export function isThere(held: Held, { event, session, token }: Handed): boolean {
  if (held.tokens.has(token) || held.waiting.includes(token)) return true;
  const about = held.sessions.get(session);
  const waits = (kind: string) =>
    held.waiting.includes(`"hostSessionId":"${session}"`) &&
    held.waiting.includes(`"kind":"${kind}"`);
  if (event === 'SessionStart') return about !== undefined || waits('session-start');
  if (event === 'SessionEnd') return about?.ended === true || waits('session-end');
  // A compaction leaves no text behind.
  return event === 'PreCompact';
}

export function lostOf(held: Held, handed: readonly Handed[]): Handed[] {
  return handed.filter((one) => one.acked && !isThere(held, one));
}

/** The log's own words about events that were not captured, and how many were missed. */
function failuresIn(home: string): string[] {
  const folder = join(home, 'log');
  const lines = existsSync(folder)
    ? readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    : [];
  const missed = /"count":(\d+)/.exec(readIfThere(join(home, 'missed.log')))?.[1] ?? '0';
  const said = lines.filter((line) => line.includes('not captured')).slice(-2);
  return [`${missed} counted as missed`, ...said.map((line) => `the log: ${line.slice(0, 300)}`)];
}

/**
 * Compares what was acknowledged with what is there, at once and again after everything that waits was taken in: then all
 * of it has to be in the database, once.
 */
export function check(world: World): { readonly lost: number; readonly wrong: string[] } {
  const wrong: string[] = [];
  const lost = new Set(lostOf(heldBy(world.home), world.handed));
  const taken = world.here(['history']);
  if (taken.code !== 0) wrong.push(`history fails: ${taken.stderr.slice(0, 200)}`);
  const held = heldBy(world.home);
  if (held.waiting.trim() !== '')
    wrong.push('something still waits after it should have been taken in');
  for (const one of lostOf(held, world.handed)) lost.add(one);
  for (const { event, token, ran } of [...lost].slice(0, 3))
    wrong.push(`lost: ${event} ${token} ${ran.stderr.slice(0, 100)}`);
  if (lost.size > 0)
    wrong.push(`${held.unread} records could not be read`, ...failuresIn(world.home));
  for (const [token, count] of held.tokens)
    if (count > 1) wrong.push(`${token} is there ${count} times`);
  for (const [name, { count }] of held.sessions)
    if (count > 1) wrong.push(`session ${name} is there ${count} times`);
  if (held.integrity !== 'ok') wrong.push(`integrity_check: ${held.integrity}`);
  const verified = world.here(['verify']);
  if (verified.code !== 0)
    wrong.push(`verify: ${(verified.stdout + verified.stderr).slice(0, 200)}`);
  return { lost: lost.size, wrong };
}
