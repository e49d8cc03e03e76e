// `node scripts/house/arrows.ts [-v] [<from> <to>]`: counts the imports of `src` that go against the grid, as files will stand after the move.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type Cell, cellOf, refusalOf } from './grid.ts';
import { filesBelow, futureOf } from './moves.ts';

const root = join(import.meta.dirname, '..', '..');
const isProgram = (path: string) =>
  path.endsWith('.ts') && !path.endsWith('.test.ts') && !/^src\/[^/]+\/test\//.test(path);

const files = filesBelow(root, 'src');
const homeless = files.filter((path) => {
  const future = futureOf(path, root);
  return future === null || cellOf(future) === null;
});
for (const path of homeless) console.log(`no cell: ${path} → ${futureOf(path, root)}`);

interface Import {
  readonly to: string;
  readonly isTypeOnly: boolean;
  readonly names: string;
}

function importsOf(path: string): Import[] {
  const text = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found = [
    ...text.matchAll(
      /\b(?:import|export)\s+(type\s+)?((?:\*\s+as\s+)?\w*,?\s*(?:\{[^}]*\}|\*)?)\s*from\s+'(\.[^']+)'/g,
    ),
  ].map(([, type, names, to]) => ({
    to: to!,
    isTypeOnly: type !== undefined || /^\{(?:\s*type\s+[\w\s]+,?)+\s*\}$/.test(names!),
    names: names!.replace(/\s+/g, ' '),
  }));
  const lazy = [...text.matchAll(/(typeof )?\bimport\(\s*'(\.[^']+)'\s*\)/g)].map(([, type, to]) => ({
    to: to!,
    isTypeOnly: type !== undefined,
    names: 'import()',
  }));
  return [...found, ...lazy].map((one) => ({ ...one, to: posix.join(dirname(path), one.to) }));
}

const [flag, ...rest] = process.argv.slice(2);
const isVerbose = flag === '-v';
const wanted = isVerbose ? rest : flag === undefined ? [] : [flag, ...rest];
const label = ({ layer, part, feature }: Cell) =>
  [layer, part, feature === 'base' && part ? null : feature].filter(Boolean).join('/');

const pairs = new Map<string, string[]>();
let across = 0;
let up = 0;
for (const path of files.filter(isProgram)) {
  const from = cellOf(futureOf(path, root) ?? '');
  if (from === null || from === 'outside') continue;
  for (const { to: target, isTypeOnly, names } of importsOf(path)) {
    const to = cellOf(futureOf(target, root) ?? '');
    if (to === null || to === 'outside') continue;
    const refusal = refusalOf(from, to, isTypeOnly);
    if (!refusal) continue;
    if (from.layer === to.layer) across++;
    else up++;
    const pair = `${label(from)} → ${label(to)}`;
    const line = `    ${path.slice(4)} → ${target.slice(4)}  ${names}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), line]);
  }
}
for (const [pair, lines] of [...pairs].sort(([a], [b]) => a.localeCompare(b))) {
  if (!wanted.every((word) => pair.includes(word))) continue;
  console.log(`${String(lines.length).padStart(4)}  ${pair}`);
  if (isVerbose) for (const line of lines) console.log(line);
}
console.log(`${across} within layers, ${up} between layers, ${homeless.length} without a cell`);
process.exitCode = across + up + homeless.length > 0 ? 1 : 0;
