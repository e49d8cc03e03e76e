/**
 * A thread's fold and format in process, and how far its text stays below its budget in real tokens.
 *
 *   npm run bench -- format
 */
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { EMPTY_THREAD, type ThreadFact } from '../src/domain/thread/thread.ts';
import { foldThread } from '../src/domain/thread/thread-fold.ts';
import { formatThread } from '../src/domain/thread/codes.ts';
import { largeThread, recorded } from '../test/threads.ts';

const by = { by: 'agent' } as const;
const many = (count: number, make: (i: number) => ThreadFact) =>
  Array.from({ length: count }, (_, i) => make(i));
function facts(
  files: number,
  functions: number,
  decisions: number,
  blockers: number,
  next: number,
  done: number,
) {
  return recorded([
    ...many(files, (i) => ({
      kind: 'file',
      path: `src/engine/part${i % 40}/restore-session-${i}.ts`,
      how: 'edit',
      ...by,
    })),
    ...many(functions, (i) => ({
      kind: 'function',
      name: `SessionStore.restore${i}`,
      path: `src/a${i % 50}.ts`,
      ...by,
    })),
    ...many(decisions, (i) => ({
      kind: 'decision',
      choice: `keep ledger ${i} in its own table`,
      reason: 'hosts restart at any time',
      ...by,
    })),
    ...many(blockers, (i) => ({
      kind: 'blocker',
      type: 'test',
      text: `restore > takes the pins of session ${i}`,
      ...by,
    })),
    ...many(next, (i) => ({ kind: 'next', text: `migrate table number ${i}`, ...by })),
    ...many(done, (i) => ({ kind: 'done', text: `reviewed part ${i} of the plan`, ...by })),
  ]);
}

function time(name: string, work: () => unknown, runs: number): void {
  const first = performance.now();
  work();
  const cold = performance.now() - first;
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(3);
  console.log(`${name.padEnd(46)} first ${cold.toFixed(2)} ms, median ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

const small = foldThread(EMPTY_THREAD, facts(15, 6, 8, 3, 5, 5));
const large = foldThread(EMPTY_THREAD, facts(500, 500, 200, 200, 300, 300));
time('format, 15 files / 8 decisions, 1,500 tokens', () => formatThread(small, 1500, 'project:cortex'), 300);
time('format, 2,000 items, 1,500 tokens', () => formatThread(large, 1500, 'project:cortex'), 50);
time('fold of 2,000 facts at once', () => foldThread(EMPTY_THREAD, facts(500, 500, 200, 200, 300, 300)), 20);
time(
  'fold of one more fact onto 2,000 items',
  () => foldThread(large, recorded([{ kind: 'next', text: 'x', ...by }], 's1', 9000)),
  50,
);
const json = JSON.stringify(large);
time(
  `JSON of 2,000 items there and back (${Math.round(json.length / 1024)} KB)`,
  () => JSON.parse(JSON.stringify(large)),
  30,
);

const shares: number[] = [];
let seed = 1;
for (const most of [5, 30, 120]) {
  for (const thread of fc.sample(largeThread(most), {
    numRuns: Number(process.argv[2] ?? 300),
    seed: seed++,
  })) {
    for (const budget of [300, 1000, 1100, 1500]) {
      const { text, more } = formatThread(thread, budget, 'project:cortex');
      if (Object.values(more).some((count) => count > 0))
        shares.push(countTokens(text, { disallowedSpecial: new Set() }) / budget);
    }
  }
}
shares.sort((a, b) => a - b);
const share = (at: number) => `${(shares[Math.floor((shares.length - 1) * at)]! * 100).toFixed(1)} %`;
console.log(
  `real tokens of the budget, ${shares.length} cut threads: least ${share(0)}, median ${share(0.5)}, p99 ${share(0.99)}, most ${share(1)}`,
);
