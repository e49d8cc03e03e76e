// `npm run house` reports what makes a house easy or hard to inherit: lines, files, words, files that run for an event. It fails
// only for `BOUNDS` and for `src` that outgrew its last decision. `npm run house -- <folder>` counts another checkout.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countFilesRun, countStoreMethods } from './house/by-running.mjs';
import { cellOf } from './house/grid.ts';
import { sharedNames } from './house/names.mjs';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');
const HOUSE = join(here, 'scripts', 'house', 'house.json');

/** Defects that fail the check, whatever they are good for. Imports in the wrong direction: test/house/layers.test.ts. */
const BOUNDS = {
  'cycles of imports': 0,
  'exports that nothing uses': 0,
  'exported names that stand for two things': 0,
  'names of types that stand for two things': 0,
  'comments that begin with a riddle': 0,
  'lines of the longest file': 600,
  'lines of the longest function': 90,
};
/** Growth of `src` over the count of the last decision that asks for another one, which says what users get for it. */
const GROWTH = 1.1;

function files(folder, endings) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : files(path, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}

const CODE = ['.ts', '.tsx', '.mjs', '.cjs', '.mts'];
const isTest = (path) => path.endsWith('.test.ts') || /^(?:src\/[^/]+\/)?test\//.test(path);
const linesOf = (text) => text.split('\n').length - 1;

/** Groups of files that all reach each other through imports. */
function cycles(graph) {
  const order = new Map();
  const lowest = new Map();
  const open = [];
  let found = 0;
  const visit = (name) => {
    order.set(name, order.size);
    lowest.set(name, order.get(name));
    open.push(name);
    for (const next of graph.get(name)) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(name, Math.min(lowest.get(name), lowest.get(next)));
    }
    if (lowest.get(name) !== order.get(name)) return;
    if (open.splice(open.indexOf(name)).length > 1) found++;
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return found;
}

/** Lengths of a file's functions. The formatter closes a function at the depth where its head begins. */
function functionLengths(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const head =
      /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\b|const \w+ = (?:async )?\(.*=>\s*\{$)/.exec(
        line,
      );
    if (!head || /[;}]$/.test(line)) return [];
    const ends = [`${head[1]}}`, `${head[1]}};`].map((end) => lines.indexOf(end, at + 1));
    const last = Math.min(...ends.filter((end) => end > 0));
    return Number.isFinite(last) ? [last - at + 1] : [];
  });
}

/** Values that their own file alone names. */
function unusedExports(code, program) {
  const files = new Map();
  for (const text of code.values())
    for (const word of new Set(text.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  const declared = /^export (?:async )?(?:const|function\*?|class) (\w+)/gm;
  return program
    .flatMap(([, text]) => [...text.matchAll(declared)])
    .filter(([, name]) => files.get(name) === 1).length;
}

/** Comments that begin with a riddle in place of their subject. */
const RIDDLE = /^\s*(?:\/\*\*|\/\/|\*)\s*(?:What|Where|Of|Who|It|Whoever|Whatever|Those)\b/gm;

/** Generated pages, in which people look things up. The others are read, and their words count. */
const REFERENCE = join('docs', 'reference');

function countWords(root) {
  const pages = [
    ...files(join(root, 'docs'), ['.md']),
    ...readdirSync(root)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(root, name)),
  ];
  const words = (paths) =>
    paths.reduce((sum, path) => sum + (readFileSync(path, 'utf8').match(/\S+/g) ?? []).length, 0);
  const isReference = (path) => path.startsWith(join(root, REFERENCE));
  return {
    'words of prose': words(pages.filter((path) => !isReference(path))),
    'words of generated reference': words(pages.filter(isReference)),
  };
}

function readCode(root) {
  const folders = ['src', 'test', 'bench', 'scripts'];
  return new Map(
    folders
      .flatMap((folder) => files(join(root, folder), CODE))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')]),
  );
}

/** Lines and files by layer, and by feature over all layers. */
function countRooms(code) {
  const counts = new Map();
  const count = (name, text) => {
    const one = counts.get(name) ?? { lines: 0, files: 0 };
    counts.set(name, { lines: one.lines + linesOf(text), files: one.files + 1 });
  };
  for (const [path, text] of code) {
    const cell = isTest(path) ? null : cellOf(path);
    if (isTest(path)) count('tests', text);
    else if (cell === 'outside' || cell === null)
      count(path.split('/')[path.startsWith('src/') ? 1 : 0], text);
    else if (cell.layer === 'rooms') count(`room ${cell.part}`, text);
    else count(`layer ${cell.layer}`, text);
    if (
      cell !== null &&
      typeof cell === 'object' &&
      cell.feature !== 'base' &&
      cell.feature !== 'root'
    )
      count(`feature ${cell.feature}`, text);
  }
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}

function countAll(root, code) {
  const program = [...code].filter(([path]) => path.startsWith('src/') && !isTest(path));
  const graph = new Map(
    program.map(([path, text]) => [
      path,
      [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) =>
        relative(root, resolve(root, dirname(path), to)),
      ),
    ]),
  );
  const names = sharedNames(root);
  const sum = (of) => program.reduce((total, [, text]) => total + of(text), 0);
  const outsideTests = [...code].filter(([path]) => !isTest(path));
  const longestFunction = Math.max(
    ...program.map(([, text]) => Math.max(0, ...functionLengths(text))),
  );
  const longest = (of) => Math.max(...outsideTests.map(([, text]) => of(text)));
  return {
    'lines of src': sum(linesOf),
    'files of src': program.length,
    ...countWords(root),
    'cycles of imports': cycles(graph),
    'exports that nothing uses': unusedExports(code, program),
    'exported names that stand for two things': names.exported.length,
    'names of types that stand for two things': names.types.length,
    'lines of the longest file': longest(linesOf),
    'lines of the longest function': longestFunction,
    'functions over 60 lines': sum(
      (text) => functionLengths(text).filter((lines) => lines > 60).length,
    ),
    'comments that begin with a riddle': sum((text) => (text.match(RIDDLE) ?? []).length),
  };
}

const root = resolve(process.argv[2] ?? here);
const house = JSON.parse(readFileSync(HOUSE, 'utf8'));
const code = readCode(root);
const all = countAll(root, code);
const bounds = { 'lines of src': Math.floor(house.src.lines * GROWTH), ...BOUNDS };

const print = (name, count, note = '') =>
  console.log(`${name.padEnd(50)}${String(count).padStart(8)}  ${note}`.trimEnd());

for (const [name, { lines, files: parts }] of countRooms(code))
  print(name, lines, `${parts} files`);
for (const [name, count] of Object.entries(all))
  print(
    name,
    count,
    name in bounds ? `at most ${bounds[name]}${count > bounds[name] ? ': OVER' : ''}` : '',
  );
if (root === here) {
  print('methods of the store', countStoreMethods());
  for (const [name, count] of Object.entries(countFilesRun()))
    print(`files that run for ${name}`, count);
}

const over = Object.keys(bounds).filter((name) => all[name] > bounds[name]);
if (over.length > 0) {
  console.error(
    `\nOver its bound: ${over.join(', ')}. A \`src\` that outgrows its bound asks for a decision in docs/decisions/ that says what users get, and its new count in scripts/house/house.json (the last one: ${house.src.decision}).`,
  );
  process.exitCode = 1;
}

/** Types and packages that nothing uses, and packages that nobody declared. */
if (root === here) {
  const knip = join(here, 'node_modules', 'knip', 'bin', 'knip.js');
  const kinds = ['exports', 'types', 'dependencies', 'unlisted'].join(',');
  const { status } = spawnSync(process.execPath, [knip, '--include', kinds], {
    cwd: here,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
