// `node scripts/house/move.ts`: moves every file to its room of the grid and writes every path anew. It begins from the tree as it is,
// so it can be run on any commit that was not moved yet. `node scripts/house/moved.ts <commit>` proves what it did.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cellOf } from './grid.ts';
import { futureOf } from './moves.ts';
import { type Placed, pathsIn } from './paths.ts';

const root = join(import.meta.dirname, '..', '..');
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });

const tracked = git('ls-files').trim().split('\n');
const moves = new Map<string, string>();
const homeless: string[] = [];
for (const path of tracked) {
  if (!/^(?:src|test)\//.test(path)) continue;
  const future = futureOf(path, (other) => existsSync(join(root, other)));
  if (future === null || cellOf(future) === null) homeless.push(path);
  else moves.set(path, future);
}
const places = [...moves.values()];
const twice = places.filter((path, i) => places.indexOf(path) !== i);
if (homeless.length + twice.length > 0) {
  for (const path of homeless) console.error(`no cell: ${path}`);
  for (const path of twice) console.error(`two files would be ${path}`);
  process.exit(1);
}

const placed: Placed = {
  futureOf: (path) => moves.get(path) ?? (existsSync(join(root, path)) ? path : null),
  isFile: (path) =>
    moves.has(path) || (existsSync(join(root, path)) && statSync(join(root, path)).isFile()),
  isFolder: (path) => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory(),
  filesBelow: (folder) => [...moves.keys()].filter((path) => path.startsWith(`${folder}/`)),
};

const TEXT = /\.(?:tsx?|mjs|cjs|json|jsonl|md|css|html|ya?ml|sh)$/;
/** What stands as it was recorded. */
const AS_IT_IS =
  /^(?:test\/(?:recorded|tables)\/|bench\/(?:data|results|continuity\/corpus)\/|CHANGELOG\.md$|package-lock\.json$|scripts\/house\/(?:moves|move|moved|paths)\.ts$)/;

const texts = tracked.filter((path) => TEXT.test(path) && !AS_IT_IS.test(path));
const rewritten = texts.map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, next: pathsIn(text, path, moves.get(path) ?? path, placed) };
});

for (const [from, to] of moves) {
  if (from === to) continue;
  mkdirSync(join(root, dirname(to)), { recursive: true });
  // In two steps, so that a folder may take the name of another.
  git('mv', from, `${from}.moving`);
}
for (const [from, to] of moves) if (from !== to) git('mv', `${from}.moving`, to);
let changed = 0;
for (const { path, text, next } of rewritten) {
  if (next === text) continue;
  writeFileSync(join(root, moves.get(path) ?? path), next);
  changed++;
}
for (const from of moves.keys())
  for (let folder = dirname(from); folder !== '.'; folder = dirname(folder))
    if (existsSync(join(root, folder)) && readdirSync(join(root, folder)).length === 0)
      rmdirSync(join(root, folder));
const went = [...moves].filter(([from, to]) => from !== to).length;
console.log(`${went} files moved, ${changed} files with paths written anew`);
