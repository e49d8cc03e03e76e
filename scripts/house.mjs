// `npm run house` counts what makes a house easy or hard to inherit, room by room, and fails above a budget.
// `--fit` writes the counts of today as budgets where they are lower. `npm run house -- <folder>` counts another checkout.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countFilesRun, countStoreMethods } from './house/by-running.mjs';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');
const BUDGETS = join(here, 'scripts', 'house', 'rooms.json');

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

const CODE = ['.ts', '.mjs', '.cjs', '.mts'];
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

/** The formatter closes a function at the depth where its head begins. */
function longFunctions(text) {
  const lines = text.split('\n');
  return lines.filter((line, at) => {
    const head =
      /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\b|const \w+ = (?:async )?\(.*=>\s*\{$)/.exec(
        line,
      );
    if (!head || /[;}]$/.test(line)) return false;
    const end = lines.indexOf(`${head[1]}}`, at + 1);
    const otherEnd = lines.indexOf(`${head[1]}};`, at + 1);
    const last = [end, otherEnd].filter((one) => one > 0).sort((a, b) => a - b)[0] ?? at;
    return last - at + 1 > 60;
  }).length;
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
const RIDDLE = /^\s*(?:\/\*\*|\/\/|\*)\s*(?:What|Where|Of|Who|It)\b/gm;

/** People look things up in generated pages, and read the others. */
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

/** A test belongs to the room of tests, whatever its folder; any other file to the first room that has a glob for it. */
function roomOf(path, rooms) {
  if (isTest(path)) return rooms.find(({ name }) => name === 'tests');
  return rooms.find(({ globs }) => globs.some((glob) => matchesGlob(path, glob)));
}

function countRooms(code, rooms) {
  const counts = new Map(rooms.map(({ name }) => [name, { lines: 0, files: 0 }]));
  for (const [path, text] of code) {
    const room = roomOf(path, rooms);
    if (!room) throw new Error(`${path} is in no room of scripts/house/rooms.json`);
    counts.get(room.name).lines += linesOf(text);
    counts.get(room.name).files++;
  }
  return counts;
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
  const sum = (of) => program.reduce((total, [, text]) => total + of(text), 0);
  return {
    'lines of src': sum(linesOf),
    'files of src': program.length,
    ...countWords(root),
    'cycles of imports': cycles(graph),
    'functions over 60 lines': sum(longFunctions),
    'exports that nothing uses': unusedExports(code, program),
    'comments that begin with What, Where, Of, Who, It': sum((text) => (text.match(RIDDLE) ?? []).length),
  };
}

const words = process.argv.slice(2);
const fits = words.includes('--fit');
const root = resolve(words.find((word) => !word.startsWith('--')) ?? here);
const house = JSON.parse(readFileSync(BUDGETS, 'utf8'));
const code = readCode(root);
const rooms = countRooms(code, house.rooms);
const all = countAll(root, code);
const runs = root === here ? countFilesRun() : {};
if (root === here) all['methods of the store'] = countStoreMethods();

const rows = [
  ...house.rooms.map((room) => [
    room.name,
    rooms.get(room.name).lines,
    room,
    'lines',
    `${rooms.get(room.name).files} files`,
  ]),
  ...Object.entries(all).map(([name, count]) => [name, count, house.all, name, '']),
  ...Object.entries(runs).map(([name, count]) => [`files that run for ${name}`, count, house.runs, name, '']),
];
const over = rows.filter(([, count, budget, key]) => count > budget[key]);
for (const [name, count, budget, key, more] of rows)
  console.log(
    `${name.padEnd(50)}${String(count).padStart(8)} of ${String(budget[key]).padStart(7)}  ${count > budget[key] ? 'OVER' : more}`.trimEnd(),
  );

if (fits) {
  for (const [, count, budget, key] of rows) budget[key] = Math.min(budget[key], count);
  writeFileSync(BUDGETS, `${JSON.stringify(house, null, 2)}\n`);
} else if (over.length > 0) {
  console.error(
    `\n${over.length} over budget: ${over.map(([name]) => name).join(', ')}. Take something away, or raise a budget in scripts/house/rooms.json with a line in docs/decisions/ that says why.`,
  );
  process.exitCode = 1;
}
