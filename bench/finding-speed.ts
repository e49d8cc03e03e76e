import { defaultConfig } from '../src/config/config.ts';
import type { ScopeKey, SessionId } from '../src/domain/base/ids.ts';
import type { Scope } from '../src/domain/base/scope.ts';
import { HOUR } from '../src/domain/base/time.ts';
import type { Fact } from '../src/domain/facts/fact.ts';
import { type RecallOptions, recall } from '../src/engine/search/recall.ts';
import { openForSeeding } from './seed.ts';

export interface SearchSpeed {
  readonly sessions: number;
  readonly passages: number;
  readonly figures: readonly {
    readonly name: string;
    readonly p50: number;
    readonly p99: number;
    readonly cpu99: number;
  }[];
}

/** Words by Zipf's law: few are everywhere, most are rare. */
const WORDS = 30_000;
const PASSAGES = 20;
const LENGTH = 55;
const RUNS = 300;
const WARM_UP = 20;
const START = Date.parse('2026-01-01T00:00:00Z');

export async function searchSpeed(path: string, sessions: number): Promise<SearchSpeed> {
  const { random, word } = vocabulary();
  const store = openForSeeding(path);
  const scopeOf = (number: number): Scope => ({
    key: `/p${number}/.git` as ScopeKey,
    label: `project:p${number}`,
    root: `/p${number}`,
  });
  const text = () => Array.from({ length: LENGTH }, word).join(' ');
  for (let i = 0; i < sessions; i++) {
    const id = `s${i}` as SessionId;
    const at = START + i * HOUR;
    await store.openSession({
      id,
      scope: scopeOf(i % 20),
      host: 'bench',
      hostSessionId: id,
      branch: null,
      head: null,
      cwd: null,
      at,
      owner: null,
      resumes: null,
    });
    const facts = Array.from(
      { length: PASSAGES },
      (_, k): Fact => ({
        kind: k % 2 === 0 ? 'prompt' : 'reply',
        text: text(),
      }),
    );
    await store.append(
      id,
      facts.map((fact) => ({ fact, key: null })),
      { via: 'bench', at },
    );
    await store.endSession(id, at, null);
  }
  const now = START + sessions * HOUR;
  const deps = {
    store,
    now: () => now,
    config: defaultConfig(),
    deadline: { passed: () => false },
    rooms: [],
  };
  const ways: [string, Partial<RecallOptions>, string][] = [
    ['one to five words, as frequent as in the texts', {}, ''],
    ['the same in one project, with "last month"', { scope: scopeOf(3) }, ' last month'],
  ];
  const figures = [];
  for (const [name, more, when] of ways) {
    const times: number[] = [];
    const own: number[] = [];
    for (let run = 0; run < RUNS + WARM_UP; run++) {
      const words = Array.from({ length: 1 + Math.floor(random() * 5) }, word).join(' ');
      const before = performance.now();
      const ownBefore = cpu();
      const where = { scope: null, kinds: ['session', 'thread'] as const, limit: 10, ...more };
      await recall(deps, words + when, where);
      if (run < WARM_UP) continue;
      times.push(performance.now() - before);
      own.push(cpu() - ownBefore);
    }
    for (const list of [times, own]) list.sort((a, b) => a - b);
    const at99 = Math.floor(RUNS * 0.99);
    figures.push({ name, p50: times[RUNS / 2]!, p99: times[at99]!, cpu99: own[at99]! });
  }
  const { passages } = await store.searchCorpus();
  store.close();
  return { sessions, passages, figures };
}

/** Of this process; other work on the machine lengthens a wall clock, not this. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function vocabulary() {
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 4_294_967_296;
  };
  const upTo = new Float64Array(WORDS);
  let total = 0;
  for (let i = 0; i < WORDS; i++) upTo[i] = total += 1 / (i + 2.7);
  const word = () => {
    const wanted = random() * total;
    let [low, high] = [0, WORDS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return nameOf(low);
  };
  return { random, word };
}

const LETTERS = 'bcdfghklmnprtvz';

function nameOf(rank: number): string {
  let text = '';
  for (let left = rank + 15; left > 0; left = Math.floor(left / 15))
    text += `${LETTERS[left % 15]}o`;
  return text;
}
