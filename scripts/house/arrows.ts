// `node scripts/house/arrows.ts [-v] [<word> …]`: counts by pair of rooms the imports of `src` that go against the grid.
// `-v` names the imports; words narrow the pairs.
import { join } from 'node:path';
import { type Cell, cellOf, refusalOf } from './grid.ts';
import { filesBelow, importsOf, isProgram } from './imports.ts';

const root = join(import.meta.dirname, '..', '..');
const words = process.argv.slice(2);
const isVerbose = words.includes('-v');
const wanted = words.filter((word) => word !== '-v');

const label = ({ layer, part, feature }: Cell) =>
  [layer, part, feature === 'base' && part ? null : feature].filter(Boolean).join('/');

const files = filesBelow(root, 'src');
const homeless = files.filter((path) => cellOf(path) === null);
for (const path of homeless) console.log(`no cell: ${path}`);

const pairs = new Map<string, string[]>();
for (const path of files.filter(isProgram)) {
  const from = cellOf(path);
  if (from === null || from === 'outside') continue;
  for (const { to: target, isTypeOnly, names } of importsOf(root, path)) {
    const to = cellOf(target);
    if (to === null || to === 'outside' || !refusalOf(from, to, isTypeOnly)) continue;
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
const arrows = [...pairs.values()].flat().length;
console.log(`${arrows} imports against the grid, ${homeless.length} files without a cell`);
process.exitCode = arrows + homeless.length > 0 ? 1 : 0;
