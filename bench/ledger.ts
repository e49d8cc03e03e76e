// What the ledger costs inside a process: looking up, hashing, recording with the database.
// node bench/ledger.ts [--json]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SessionId } from '../src/domain/ids.ts';
import { foldLedger, has, newLedger, type Sendable } from '../src/domain/ledger/ledger.ts';
import { everything } from '../src/domain/ledger/send.ts';
import { contentHash } from '../src/domain/text/hash.ts';
import { DAY } from '../src/domain/time.ts';
import type { Database } from '../src/stores/sqlite/database.ts';
import { ledgerStoreOn } from '../src/stores/sqlite/ledger-store.ts';
import { openLedgerFile } from '../test/ledger-file.ts';
import { sendable } from '../test/sendable.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const CONVERSATION = 'bench' as SessionId;
const LIMITS = { inactivityMillis: DAY, durationMillis: DAY, tokens: 1e12 };
const ENTRIES = 10_000;
const CHECKS = 5_000_000;
const RUNS = 3_000;

interface Figure {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
  readonly unit: string;
  readonly target: string;
}

const item = (id: string, version: number): Sendable =>
  sendable({
    kind: 'memory',
    id,
    content: `what is known about ${id}, version ${version}: `.padEnd(400, 'and more '),
    tokens: 90,
    estimated: false,
  });

/** Seconds of processor time: others on the machine must not count. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A third each: the model has it, has another version, has never seen it. */
function membership(): Figure {
  const facts = Array.from({ length: ENTRIES }, (_, i) => ({
    seq: i + 1,
    at: 0,
    epoch: 0,
    body: { fact: 'sent' as const, item: item(`memory-${i}`, 0) },
  }));
  const state = foldLedger(newLedger({ id: CONVERSATION, at: 0 }), facts);
  // Ids and hashes made anew: strings that are the same object would be compared by address.
  const asked = Array.from({ length: 3 * ENTRIES }, (_, i) => {
    const one = Math.floor(i / 3);
    return item(i % 3 === 2 ? `stranger-${one}` : `memory-${one}`, i % 3);
  });
  let rate = 0;
  for (let round = 0; round < 5; round++) {
    let hits = 0;
    const before = cpuSeconds();
    for (let i = 0, at = 0; i < CHECKS; i++) {
      const { kind, id, hash } = asked[at]!;
      if (has(state, kind, id, hash!)) hits++;
      at = at === asked.length - 1 ? 0 : at + 1;
    }
    const seconds = cpuSeconds() - before;
    if (Math.abs(hits - CHECKS / 3) > 2) throw new Error(`${hits} of ${CHECKS} found`);
    rate = Math.max(rate, CHECKS / seconds);
  }
  const name = `membership checks, ${ENTRIES.toLocaleString('en')} entries, best of 5`;
  return { name, values: { rate }, unit: 'per second of CPU', target: '≥ 5,000,000' };
}

function hashing(): Figure {
  const texts = Array.from({ length: 20_000 }, (_, i) => `${i} ${'const value = 1;\n'.repeat(60)}`);
  for (const text of texts) contentHash(text);
  const before = cpuSeconds();
  for (const text of texts) contentHash(text);
  const rate = texts.length / (cpuSeconds() - before);
  return {
    name: 'hashes of a text of 1,000 characters',
    values: { rate },
    unit: 'per second of CPU',
    target: '',
  };
}

interface Variant {
  readonly name: string;
  readonly target: string;
  work(run: number): unknown;
}

/** In turns, so that what else the machine does falls on all of them alike. */
async function inTurns(variants: readonly Variant[]): Promise<Figure[]> {
  const times = variants.map((): number[] => []);
  for (let run = 0; run < RUNS; run++) {
    for (const [i, variant] of variants.entries()) {
      const before = performance.now();
      await variant.work(run);
      times[i]!.push(performance.now() - before);
    }
  }
  return variants.map(({ name, target }, i) => {
    const sorted = times[i]!.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
    return { name, target, unit: 'ms', values: { p50: at(0.5), p95: at(0.95), p99: at(0.99) } };
  });
}

async function recording(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cortex-ledger-'));
  // A file each: a log that is shared would be written back at somebody else's expense.
  const [bare, fresh, again, whole] = ['bare', 'new', 'again', 'answer'].map((name) =>
    openLedgerFile(join(folder, `${name}.db`)),
  ) as [Database, Database, Database, Database];
  bare.raw.exec('CREATE TABLE bare (number INTEGER PRIMARY KEY, text TEXT)');
  const sender = (database: Database) => {
    const store = ledgerStoreOn(database);
    return (items: readonly Sendable[]) =>
      store.send(CONVERSATION, items, everything, { at: 0, limits: LIMITS });
  };
  const [sendNew, sendAgain, sendWhole] = [sender(fresh), sender(again), sender(whole)];
  const answer = Array.from({ length: 30 }, (_, i) => item(`answer-${i}`, 0));
  for (let run = 0; run < RUNS; run += 30)
    await sendAgain(Array.from({ length: 30 }, (_, i) => item(`memory-${run + i}`, 0)));
  const variants = [
    {
      name: 'one row of 100 bytes, committed and synced (the floor)',
      target: '',
      work: () => bare.write(() => bare.run('INSERT INTO bare(text) VALUES (?)', 'x'.repeat(100))),
    },
    {
      name: 'recording an item that is new',
      target: 'p99 < 1 ms',
      work: (run: number) => sendNew([item(`memory-${run}`, 0)]),
    },
    {
      name: 'recording that it was withheld',
      target: 'p99 < 1 ms',
      work: (run: number) => sendAgain([item(`memory-${run}`, 0)]),
    },
    { name: 'an answer of 30 items, all withheld', target: '', work: () => sendWhole(answer) },
  ];
  const figures = await inTurns(variants);
  for (const database of [bare, fresh, again, whole]) database.close();
  rmSync(folder, { recursive: true });
  return figures;
}

const figures = [membership(), hashing(), ...(await recording())];
if (values.json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
else {
  for (const { name, values: numbers, unit, target } of figures) {
    const shown = Object.entries(numbers).map(([label, value]) =>
      unit === 'ms' ? `${label} ${value.toFixed(3)}` : Math.round(value).toLocaleString('en'),
    );
    process.stdout.write(`${name}: ${shown.join('  ')} ${unit}${target ? `  (target ${target})` : ''}\n`);
  }
}
