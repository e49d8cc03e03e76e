import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { defaultConfig } from '../src/config/config.ts';
import { jaccard, relevance } from '../src/domain/answer/relevance.ts';
import type { SessionId } from '../src/domain/base/ids.ts';
import { GLOBAL_SCOPE } from '../src/domain/base/scope.ts';
import { DAY, hoursBetween } from '../src/domain/base/time.ts';
import { foldTopics, NO_TOPICS } from '../src/domain/projects/topic.ts';
import { toStorable } from '../src/domain/redact/facts.ts';
import { QUOTED, quoteTurns } from '../src/engine/search/found.ts';
import { recall } from '../src/engine/search/recall.ts';
import type { Store } from '../src/store/store.ts';
import { readCoding, readLocomo, type StartQuery, type StoredSession } from './finding-data.ts';
import { searchSpeed } from './finding-speed.ts';
import { openForSeeding } from './seed.ts';

const USAGE = `usage: node bench/finding.ts [--locomo <file>] [--sessions <file>] [--speed <sessions>] [--json]

  --locomo    conversations with dated sessions and questions: session level, search
  --sessions  JSON lines of coding sessions: what a model is given at its first prompt
  Without files: made-up sessions told apart by issue ids, and questions about what a person told long ago.
  --speed     search over so many sessions of 20 passages; 10000 for the figure in the spec
  Files may be gzipped. Everything is stored and asked through the store and the engine.`;

/** Best first, by the places of sessions. */
type Order = readonly number[];

interface Row {
  readonly way: string;
  readonly group: string;
  n: number;
  readonly recall: Record<number, number>;
  readonly hit: Record<number, number>;
  mrr: number;
}

const DEPTHS = [1, 3, 5, 10];

class Table {
  readonly #rows = new Map<string, Row>();

  add(way: string, group: string, order: Order, gold: ReadonlySet<number>): void {
    const key = `${way}/${group}`;
    const row = this.#rows.get(key) ?? { way, group, n: 0, recall: {}, hit: {}, mrr: 0 };
    this.#rows.set(key, row);
    row.n++;
    for (const k of DEPTHS) {
      const found = order.slice(0, k).filter((one) => gold.has(one)).length;
      row.recall[k] = (row.recall[k] ?? 0) + found / gold.size;
      row.hit[k] = (row.hit[k] ?? 0) + Math.min(1, found);
    }
    const first = order.findIndex((one) => gold.has(one));
    row.mrr += first < 0 ? 0 : 1 / (first + 1);
  }

  /** Sums as shares. */
  rows(): Row[] {
    const shares = (sums: Record<number, number>, n: number) =>
      Object.fromEntries(DEPTHS.map((k) => [k, sums[k]! / n]));
    return [...this.#rows.values()].map((row) => ({
      ...row,
      recall: shares(row.recall, row.n),
      hit: shares(row.hit, row.n),
      mrr: row.mrr / row.n,
    }));
  }
}

function print(title: string, rows: readonly Row[]): void {
  const percent = (values: Record<number, number>) =>
    DEPTHS.map((k) => (100 * values[k]!).toFixed(1).padStart(5)).join(' ');
  console.log(`\n${title}`);
  console.log(`${''.padEnd(52)}    n |   R@1   R@3   R@5  R@10 | hit@1 hit@3 hit@5 hit@10 | MRR`);
  for (const { way, group, n, recall, hit, mrr } of rows)
    console.log(
      `${way.padEnd(36)} ${group.padEnd(15)} ${String(n).padStart(4)} | ${percent(recall)} | ${percent(hit)}  | ${mrr.toFixed(3)}`,
    );
}

const folder = mkdtempSync(join(tmpdir(), 'cortex-finding-'));
const config = defaultConfig();
const PATIENT = { config, deadline: { passed: () => false }, rooms: [] };
const SESSIONS = { scope: null, kinds: ['session'] as const };
process.env['TZ'] = 'UTC';
let files = 0;

/** A store of its own with these sessions; the id of each is its place. */
async function storeOf(sessions: readonly StoredSession[]): Promise<Store> {
  const store = openForSeeding(join(folder, `${files++}.db`));
  for (const [place, session] of sessions.entries()) await storeSession(store, place, session);
  return store;
}

async function storeSession(
  store: Store,
  place: number,
  { at, facts }: StoredSession,
): Promise<void> {
  const id = String(place);
  const { head } = await store.openSession({
    id: id as SessionId,
    scope: GLOBAL_SCOPE,
    host: 'bench',
    hostSessionId: id,
    at,
    branch: null,
    head: null,
    cwd: null,
    owner: null,
    resumes: null,
  });
  const safe = toStorable(facts, { strict: false });
  await store.append(
    head.id,
    safe.map((fact) => ({ fact, key: null })),
    { via: 'bench', at },
  );
  await store.endSession(head.id, at, null);
}

/** FTS5 as it comes: each session a row, any of the words. */
function plainIndex(sessions: readonly StoredSession[]): (text: string, before: number) => Order {
  const database = new DatabaseSync(':memory:');
  database.exec("CREATE VIRTUAL TABLE plain USING fts5(text, tokenize = 'porter')");
  const insert = database.prepare('INSERT INTO plain(rowid, text) VALUES (?, ?)');
  for (const [place, { facts }] of sessions.entries()) {
    const texts = facts.flatMap((fact) => {
      if (fact.kind === 'prompt' || fact.kind === 'reply') return [fact.text];
      return fact.kind === 'tool' ? fact.touched.map(({ path }) => path) : [];
    });
    insert.run(place, texts.join('\n'));
  }
  const find = database.prepare(
    'SELECT rowid AS place FROM plain WHERE plain MATCH ? AND rowid < ? ORDER BY rank',
  );
  return (text, before) => {
    const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`);
    return words.length > 0
      ? find.all(words.join(' OR '), before).map((row) => Number(row['place']))
      : [];
  };
}

const CATEGORIES = [
  '',
  '1 multi-hop',
  '2 temporal',
  '3 open-domain',
  '4 single-hop',
  '5 adversarial',
];

async function conversations(file: string): Promise<Row[]> {
  const table = new Table();
  for (const { sessions, questions } of readLocomo(file)) {
    const store = await storeOf(sessions);
    const plain = plainIndex(sessions);
    const deps = { store, now: () => sessions.at(-1)!.at + DAY, ...PATIENT };
    for (const { text, category, gold } of questions) {
      const { turns } = await recall(deps, text, { ...SESSIONS, limit: sessions.length });
      const order = turns.map(({ document }) => Number(document.ref));
      table.add('search', 'all', order, gold);
      table.add('search', CATEGORIES[category] ?? String(category), order, gold);
      table.add('FTS5 as it comes, whole sessions', 'all', plain(text, sessions.length), gold);
    }
    store.close();
  }
  return table.rows().sort((a, b) => a.way.localeCompare(b.way) || a.group.localeCompare(b.group));
}

async function starts({
  sessions,
  queries,
}: {
  sessions: readonly StoredSession[];
  queries: readonly StartQuery[];
}): Promise<Row[]> {
  const store = await storeOf([]);
  const plain = plainIndex(sessions);
  const table = new Table();
  let stored = 0;
  for (const query of queries) {
    const { t, prompt, gold } = query;
    for (; stored < t; stored++) await storeSession(store, stored, sessions[stored]!);
    const { shipped, all } = await atFirstPrompt(store, sessions, query);
    table.add('as shipped', 'all', shipped, gold);
    table.add('the same order over all sessions', 'all', all, gold);
    table.add("the sources' formula", 'all', await bySources(store, sessions, query), gold);
    table.add('recency only', 'all', recent(sessions, t), gold);
    table.add('FTS5 as it comes, whole sessions', 'all', plain(prompt, t), gold);
  }
  store.close();
  return table.rows();
}

/**
 * What a model is given of earlier sessions: the turns that the first prompt recalls, then those that contributed at the start,
 * the newest first. Only earlier sessions are in the store.
 */
async function atFirstPrompt(
  store: Store,
  sessions: readonly StoredSession[],
  { t, prompt }: StartQuery,
): Promise<{ readonly shipped: Order; readonly all: Order }> {
  const now = sessions[t]!.at;
  const deps = { store, now: () => now, ...PATIENT };
  const recalled = await recall(deps, prompt, { ...SESSIONS, ...QUOTED });
  const whole = await recall(deps, prompt, { ...SESSIONS, limit: t, isPrompt: true });
  const since = now - config['session_persistence.lookback_days'] * DAY;
  const most = config['session_persistence.max_sessions_scored'];
  const atStart = recent(sessions, t)
    .filter((place) => sessions[place]!.at >= since)
    .slice(0, most);
  const quoted = quoteTurns(recalled).map(({ sessionId }) => Number(sessionId));
  return {
    shipped: [...new Set([...quoted, ...atStart])],
    all: whole.turns.map(({ document }) => Number(document.ref)),
  };
}

/** All earlier sessions by the sources' formula, thresholds off. */
async function bySources(
  store: Store,
  sessions: readonly StoredSession[],
  { t, prompt }: StartQuery,
): Promise<Order> {
  const now = sessions[t]!.at;
  const words = new Set(
    Object.keys(foldTopics(NO_TOPICS, [{ signal: 'prompt', text: prompt }]).terms),
  );
  return (await store.history({ scopeKey: GLOBAL_SCOPE.key, limit: sessions.length }))
    .filter(({ session_id }) => Number(session_id) < t)
    .map(({ session_id: id, end_time, last_activity, hot_topics: topics }) => {
      const at = Date.parse(end_time ?? last_activity);
      const hours = hoursBetween(at, now);
      const { total } = relevance({
        hours,
        match: jaccard(words, topics),
        openTasks: 0,
        sameScope: 0,
      });
      return { place: Number(id), at, total };
    })
    .sort((a, b) => b.total - a.total || b.at - a.at)
    .map(({ place }) => place);
}

function recent(sessions: readonly StoredSession[], t: number): Order {
  return Array.from({ length: t }, (_, place) => place).sort(
    (a, b) => sessions[b]!.at - sessions[a]!.at || b - a,
  );
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    locomo: { type: 'string' },
    sessions: { type: 'string' },
    speed: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

try {
  const answers = values.locomo ? await conversations(values.locomo) : null;
  const restore = values.sessions ? await starts(readCoding(values.sessions)) : null;
  const speed = values.speed
    ? await searchSpeed(join(folder, 'speed.db'), Number(values.speed))
    : null;
  if (values.json) console.log(JSON.stringify({ search: answers, restore, speed }, null, 2));
  else {
    if (answers) print('LoCoMo, session level (to reach: hit@5 95, MRR .852)', answers);
    if (restore)
      print('Coding sessions, at the first prompt (to reach: MRR .65 as shipped)', restore);
    if (speed) {
      console.log(
        `\nSearch in process over ${speed.sessions} sessions, ${speed.passages} passages, ms`,
      );
      for (const { name, p50, p99, cpu99 } of speed.figures)
        console.log(
          `${name.padEnd(52)} p50 ${p50.toFixed(1)}  p99 ${p99.toFixed(1)}  cpu p99 ${cpu99.toFixed(1)}  (to reach: p99 50)`,
        );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
