import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from '../src/domain/text/tokens.ts';

/**
 * How far the estimate of tokens is from the true count: `node bench/tokens.ts [file…]`. Further files are text, or
 * JSON and JSON lines whose strings are taken (packed with gzip or not).
 */
const root = new URL('../', import.meta.url);
const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });

const read = (paths: readonly string[]) =>
  paths.map((path) => readFileSync(new URL(path, root), 'utf8').slice(0, 60_000));
const found = (...patterns: string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();

const WORDS =
  'add mutex process struct race test failure retry session restore threshold precision worker queue lease'
    .split(' ')
    .concat(
      'spool ingest cursor schema rollback snapshot throttle hydrate watermark orphan jitter quorum shard'.split(
        ' ',
      ),
    );

/** The same numbers in every run: a linear congruential generator. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function codes(): string[] {
  const roll = dice(1);
  const word = () => WORDS[roll(WORDS.length)] ?? '';
  const phrase = () => Array.from({ length: 1 + roll(6) }, word).join('-');
  const kinds = [
    () => `impl:src/${word()}/${word()}.ts`,
    () => `dec:${word()}=0.${roll(100)}-${phrase()}`,
    () => `next:${phrase()}`,
    () => `block:${word()}:${phrase()}-line-${roll(2000)}`,
    () => `done:${phrase()}`,
  ];
  return Array.from({ length: 40 }, () =>
    Array.from({ length: 200 }, () => kinds[roll(kinds.length)]?.() ?? '').join('\n'),
  );
}

/** Every string in a JSON value, in order. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

function given(path: string): string[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  if (/\.jsonl(\.gz)?$/.test(path)) {
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => strings(JSON.parse(line)).join('\n'));
  }
  return /\.json(\.gz)?$/.test(path) ? [strings(JSON.parse(text)).join('\n')] : [text];
}

function sections(text: string, characters: number): string[] {
  const all: string[] = [];
  for (let at = 0; at + characters <= text.length; at += characters)
    all.push(text.slice(at, at + characters));
  return all;
}

function report(name: string, texts: readonly string[]): void {
  for (const [size, characters] of [
    ['short', 200],
    ['1,000+', 5500],
  ] as const) {
    const ratios: number[] = [];
    for (const section of texts.flatMap((text) => sections(text, characters))) {
      const tokens = count(section);
      if (size === 'short' || tokens >= 1000) ratios.push(estimateTokens(section) / tokens);
    }
    if (ratios.length === 0) continue;
    const percent = (test: (ratio: number) => boolean) =>
      `${((100 * ratios.filter(test).length) / ratios.length).toFixed(2)} %`.padStart(9);
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    const low = ratios.reduce((a, b) => Math.min(a, b));
    const high = ratios.reduce((a, b) => Math.max(a, b));
    console.log(
      `${name.padEnd(28)}${size.padEnd(8)}${String(ratios.length).padStart(6)}` +
        `${mean.toFixed(3).padStart(8)}${low.toFixed(2).padStart(7)}${high.toFixed(2).padStart(7)}` +
        `${percent((r) => r < 1)}${percent((r) => r < 0.97)}${percent((r) => r > 1.25)}`,
    );
  }
}

console.log('estimate / true count        sections      n    mean    min    max  below 1   < 0.97   > 1.25');
report('codes', codes());
report('prose', read(found('node_modules/*/README.md', '*.md', 'docs/**/*.md')));
report(
  'source code',
  read(found('src/**/*.ts', 'node_modules/{vite,vitest,chai,fast-check}/dist/**/*.{js,mjs}')),
);
report('Chinese', read(found('node_modules/@biomejs/biome/README.zh-*.md')));
for (const path of process.argv.slice(2)) report(basename(path), given(path));

const text = read(['src/domain/text/tokens.ts']).join('').slice(0, 9500);
const times = Array.from({ length: 51 }, () => {
  const before = performance.now();
  estimateTokens(text);
  return performance.now() - before;
}).sort((a, b) => a - b);
console.log(`\n9,500 characters, the most that a preamble holds: ${times[25]?.toFixed(2)} ms (median, warm)`);
