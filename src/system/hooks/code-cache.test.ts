import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { openBundles } from './code-cache.ts';

const folder = useScratch();
let cache: string;
const builtin = createRequire(import.meta.url);

beforeEach(() => {
  cache = join(folder.path, 'cache');
  mkdirSync(cache);
  write('first.cjs', 'exports.both = () => 1 + require("./second.cjs").one();');
  write(
    'second.cjs',
    'exports.one = () => 1; exports.here = __dirname; exports.os = require("node:os");',
  );
});

const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
const open = (from: string | null = cache) => openBundles(folder.path, from, builtin);
const both = (bundles: ReturnType<typeof open>) =>
  (bundles.load('first.cjs') as { both(): number }).both();
const kept = (name: string) =>
  join(cache, readdirSync(cache).find((file) => file.startsWith(name))!);
const kindsOf = (name: string): string[] =>
  JSON.parse(readFileSync(kept(name), 'latin1').split('\n', 1)[0]!).kinds;

/** Runs once and keeps what was compiled. */
function keepAs(kind: string): void {
  const bundles = open();
  both(bundles);
  bundles.keep(kind);
}

it('loads a bundle once, with those that it asks for', () => {
  const bundles = open();
  expect(both(bundles)).toBe(2);
  expect(bundles.load('second.cjs')).toBe(bundles.load('second.cjs'));
  expect(bundles.load('second.cjs')).toMatchObject({ here: folder.path, os: builtin('node:os') });
});

it('keeps the code of every kind of event once', () => {
  keepAs('start');
  expect(readdirSync(cache)).toHaveLength(2);
  keepAs('start');
  keepAs('prompt');
  expect(kindsOf('first.cjs')).toEqual(['start', 'prompt']);
  expect(both(open())).toBe(2);
});

it('keeps the functions that ran', () => {
  write('first.cjs', `exports.both = () => { let a = 1; ${'a += 2; '.repeat(200)} return a; };`);
  const loadedOnly = open();
  loadedOnly.load('first.cjs');
  loadedOnly.keep('start');
  const before = statSync(kept('first.cjs')).size;
  keepAs('prompt');
  expect(statSync(kept('first.cjs')).size).toBeGreaterThan(before);
});

it('takes nothing that another file was compiled to, though the text is as long', () => {
  keepAs('start');
  write(
    'second.cjs',
    readFileSync(join(folder.path, 'second.cjs'), 'utf8').replace('=> 1;', '=> 5;'),
  );
  expect(both(open())).toBe(6);
});

it('takes nothing that was cut off, or that lost a block', () => {
  keepAs('start');
  const path = kept('second.cjs');
  const sound = readFileSync(path);
  for (const length of [0, 1, 100, sound.length - 1]) {
    writeFileSync(path, sound.subarray(0, length));
    expect(both(open())).toBe(2);
  }
  for (let at = sound.indexOf('\n') + 1; at + 512 < sound.length; at += 512) {
    writeFileSync(path, Buffer.from(sound).fill(0, at, at + 512));
    expect(both(open())).toBe(2);
  }
});

it('works without a cache', () => {
  const bundles = open(null);
  expect(both(bundles)).toBe(2);
  bundles.keep('start');
  expect(readdirSync(cache)).toEqual([]);
});
