// Counts what makes a house hard or easy to inherit: `node scripts/house.mjs [folder…]`, a column for each folder.
// Counting is by text, so that any commit of the project can be measured by the same rules.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');

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

const isTest = (path) => path.endsWith('.test.ts');
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '');
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

function targets(root, path, text) {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) =>
    relative(root, resolve(dirname(path), to)),
  );
}

/** Types that stand for what is outside: what a program was started in, and what it may touch. */
const WORLD =
  /^(?:export )?(?:interface|type)\s+(World|Home|House|Deps|Opened|Outside|Surroundings|Machine|Keeping|Copies|Within|Cli|Around|Environment|Context|Program|Places)\b/gm;

/** Functions that make the line of a pin. */
const PIN_LINE =
  /\bfunction\s+\w*[pP]in\w*[lL]ine\w*\s*\(|\bfunction\s+\w*[lL]ine\w*\s*\(\s*(?:pin|\{[^}]*\}): \w*Pin\b/g;

/** Methods of a unit of the store that say their types although the contract does. */
const TYPED_METHOD = /^ {4}(?:async )?(\w+)(?:<[^>]*>)?\((?!\s*\))[^)]*?\w\??: /gm;

function count(folder) {
  const src = join(folder, 'src');
  const sources = files(src, ['.ts']);
  const program = sources.filter((path) => !isTest(path));
  const tests = [...sources.filter(isTest), ...files(join(folder, 'test'), ['.ts', '.mjs', '.cjs'])];
  const read = new Map(program.map((path) => [path, readFileSync(path, 'utf8')]));
  const texts = [...read.values()].map(withoutComments);
  const all = texts.join('\n');
  const graph = new Map([...read].map(([path, text]) => [relative(src, path), targets(src, path, text)]));
  const contract = new Set(
    [...read]
      .filter(([path]) => /^store(?:\.ts$|\/)/.test(relative(src, path)))
      .flatMap(([, text]) => [...withoutComments(text).matchAll(/^ {2}(\w+)(?:<[^>]*>)?\(/gm)])
      .map(([, name]) => name),
  );
  const twice = [...read]
    .filter(([path]) => /stores\/sqlite\/units\//.test(path))
    .flatMap(([, text]) => [...text.matchAll(TYPED_METHOD)])
    .filter(([, name]) => contract.has(name));
  const sizes = program.map((path) => linesOf(read.get(path))).sort((a, b) => a - b);
  const surfaces = [...read].filter(([path]) => /^(?:surfaces|operations)\//.test(relative(src, path)));
  const inSurfaces = surfaces.map(([, text]) => withoutComments(text)).join('\n');
  return {
    'lines of the program': sizes.reduce((sum, size) => sum + size, 0),
    'files of the program': program.length,
    'lines of tests': tests.reduce((sum, path) => sum + linesOf(readFileSync(path, 'utf8')), 0),
    'files of tests': tests.length,
    'median, 90 %, longest file': [0.5, 0.9, 1]
      .map((share) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))])
      .join(' / '),
    functions: (all.match(/\bfunction\b\*?\s+\w+\s*[(<]/g) ?? []).length,
    'cycles of imports': cycles(graph),
    'names for the world': new Set([...all.matchAll(WORLD)].map(([, name]) => name)).size,
    'types for the world': [...all.matchAll(WORLD)].length,
    'places where a pin becomes a line': (all.match(PIN_LINE) ?? []).length,
    'methods of the store': contract.size,
    'signatures written twice': twice.length,
    'calls of surfaces past the engine': (inSurfaces.match(/\.store\.\w+\(/g) ?? []).length,
    'commands and tools by hand': (inSurfaces.match(/= (?:command|tool)\(\{/g) ?? []).length,
    'operations declared': (all.match(/= operation\(\{|return operation\(\{/g) ?? []).length,
  };
}

const folders = process.argv.slice(2);
const columns = (folders.length > 0 ? folders : [here]).map((folder) => count(resolve(folder)));
for (const name of Object.keys(columns[0]))
  console.log(`${name.padEnd(36)} ${columns.map((column) => String(column[name]).padStart(16)).join('')}`);
