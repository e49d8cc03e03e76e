import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HEADINGS } from '../src/domain/answer/headings.ts';
import { ROOMS } from './rooms.ts';

const SRC = join(import.meta.dirname, '..', 'src');

/** What each room may import besides itself. The first pattern that fits a file decides. */
const RULES: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  [/^domain\//, []],
  [/^config\//, [/^domain\//]],
  [/^store\.ts$/, [/^stores\/sqlite\//, /^domain\//]],
  [/^world\.ts$/, [/^compose-home\.ts$/, /^platform\//]],
  [/^host\.ts$/, [/^store\.ts$/, /^domain\//]],
  [/^transcripts\.ts$/, [/^store\.ts$/, /^domain\//]],
  [/^engine\//, [/^store\.ts$/, /^(?:host|transcripts)\.ts$/, /^config\//, /^domain\//]],
  [
    /^operations\//,
    [
      /^rooms\/(?:operations|for-models|line-answers)\.ts$/,
      /^engine\//,
      /^store\.ts$/,
      /^transcripts\.ts$/,
      /^config\//,
      /^domain\//,
    ],
  ],
  // Only what is asked by its own name derives; the rest has the words of the sources (docs/decisions/0021).
  [
    /^library\/asked\.ts$/,
    [/^library\//, /^operations\//, /^engine\//, /^store\.ts$/, /^config\//, /^domain\//],
  ],
  // It composes: a home is opened by whoever first needs one.
  [
    /^library\/open-cortex\.ts$/,
    [
      /^entries\/library-home\.ts$/,
      /^stores\/sqlite\/ledger-store\.ts$/,
      /^platform\/git\.ts$/,
      /^store\.ts$/,
      /^library\//,
      /^engine\//,
      /^domain\//,
    ],
  ],
  // Types alone.
  [/^library\/types\.ts$/, [/^stores\/sqlite\/ledger-store\.ts$/, /^domain\//]],
  [/^library\//, [/^engine\//, /^store\.ts$/, /^config\//, /^domain\//]],
  [/^stores\/([^/]+)\//, [/^domain\//]],
  [/^hosts\/([^/]+)\//, [/^hosts\/shape\//, /^(?:host|transcripts)\.ts$/, /^domain\//]],
  [/^hosts\/detect\.ts$/, [/^host\.ts$/, /^domain\//]],
  [/^platform\//, [/^engine\/deps\.ts$/, /^transcripts\.ts$/, /^store\.ts$/, /^config\//, /^domain\//]],
  [
    /^surfaces\/([^/]+)\//,
    [
      /^rooms\/commands\.ts$/,
      /^page\/commands\.ts$/,
      /^surfaces\/http\//,
      /^operations\//,
      /^engine\//,
      /^(?:store|world)\.ts$/,
      /^(?:host|transcripts)\.ts$/,
      /^config\//,
      /^domain\//,
    ],
  ],
  [
    /^page\//,
    [
      /^surfaces\/(?:cli|http)\//,
      /^operations\//,
      /^engine\//,
      /^store\.ts$/,
      /^platform\/files\.ts$/,
      /^(?:host|transcripts)\.ts$/,
      /^config\//,
      /^domain\//,
    ],
  ],
  [/^plugins\//, []],
];

const CORE = 'domain|engine|entries|hosts|operations|page|platform|plugins|rooms|stores|surfaces';

const IN_ROOM = new RegExp(`^(${ROOMS.join('|')})/`);

const KNOWS_CONCRETE_NAMES = [
  /^compose(?:-home|-repair)?\.ts$/,
  /^rooms\//,
  /^entries\//,
  /^hosts\/(?:all|tools)\.ts$/,
];

function sources(folder = SRC): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'test' ? [] : sources(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** Every file that can import one, tests and tools too. */
function codeIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((name) => /\.(?:ts|mjs)$/.test(name)).map((name) => join(folder, name));
}

/** Without comments. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\b(?:(?:from|import)\s+|(?:import|require)\s*\(\s*)'([^']+)'/g)].map(
    (match) => match[1]!,
  );
}

/** Files of `src` that a file imports, types included. */
function targetsOf(file: string): string[] {
  return importsOf(file)
    .filter((imported) => imported.startsWith('.'))
    .map((imported) => relative(SRC, resolve(dirname(file), imported)).replaceAll('\\', '/'));
}

/** Groups of files that all reach each other: Tarjan's strongly connected components of more than one file. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (name: string) => {
    order.set(name, order.size);
    lowest.set(name, order.get(name)!);
    open.push(name);
    for (const next of graph.get(name)!) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(name, Math.min(lowest.get(name)!, lowest.get(next)!));
    }
    if (lowest.get(name) !== order.get(name)) return;
    const group = open.splice(open.indexOf(name));
    if (group.length > 1 || graph.get(name)!.includes(name)) found.push(group.sort());
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return found;
}

const files = sources().map((path) => ({ path, name: relative(SRC, path).replaceAll('\\', '/') }));

describe('the dependency rule', () => {
  it('covers every file', () => {
    const homeless = files.filter(
      ({ name }) =>
        ![...RULES.map(([room]) => room), ...KNOWS_CONCRETE_NAMES, IN_ROOM].some((room) => room.test(name)),
    );
    expect(homeless.map(({ name }) => name)).toEqual([]);
  });

  it('is kept: arrows point at the domain', () => {
    const broken: string[] = [];
    for (const { path, name } of files) {
      const rule = RULES.find(([room]) => room.test(name));
      if (!rule) continue;
      const [room, allowed] = rule;
      const own = room.exec(name)![0];
      for (const target of targetsOf(path)) {
        if (!target.startsWith(own) && !allowed.some((place) => place.test(target)))
          broken.push(`${name} → ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('is kept by rooms: they use the core, which names them in the lists of `rooms/` alone', () => {
    const code = ['src', 'test', 'bench', 'scripts'].flatMap((folder) => codeIn(join(SRC, '..', folder)));
    const broken = code.flatMap((path) => {
      const name = relative(SRC, path).replaceAll('\\', '/');
      const [, own] = IN_ROOM.exec(name) ?? [];
      const targets = targetsOf(path).filter((target) =>
        own === undefined
          ? IN_ROOM.test(target) && !name.startsWith('rooms/')
          : IN_ROOM.test(target) && !target.startsWith(`${own}/`),
      );
      return targets.map((target) => `${name} → ${target}`);
    });
    expect(broken).toEqual([]);
  });

  it('goes one way: no file reaches itself through its imports, types included', () => {
    expect(cycles(new Map(files.map(({ path, name }) => [name, targetsOf(path)])))).toEqual([]);
  });

  it('keeps the domain pure: no node modules, no packages, no clock, no chance', () => {
    const impure: string[] = [];
    for (const { path, name } of files) {
      if (!name.startsWith('domain/')) continue;
      for (const imported of importsOf(path))
        if (!imported.startsWith('.')) impure.push(`${name} → ${imported}`);
      const code = codeOf(path);
      if (/Date\.now\(|new Date\(\)|Math\.random\(|process\.|performance\./.test(code))
        impure.push(`${name} reads the world`);
    }
    expect(impure).toEqual([]);
  });

  it('takes only types of a store: whoever is given one loads no SQL by it', () => {
    const root = codeOf(join(SRC, 'store.ts'));
    const from = [...root.matchAll(/^(?:import|export)( type)? [^;]*? from '.\/stores\/[^']+';/gm)];
    expect(from.length).toBeGreaterThan(10);
    expect(from.filter(([, type]) => !type)).toEqual([]);
  });

  it('leads to the store through the engine: no surface and no operation calls it', () => {
    const past = files
      .filter(({ name }) => /^(?:surfaces|page|operations)\//.test(name))
      .filter(({ path }) => /\.store\b|\{[^{}]*\bstore\b[^{}]*\}(?: =|: )/.test(codeOf(path)));
    expect(past.map(({ name }) => name)).toEqual([]);
  });

  it('reads the environment where it is composed, and nowhere else', () => {
    const readers = files
      .filter(({ name }) => !/^(?:entries|plugins)\/|(?:^|\/)(?:compose[\w-]*|entry|loader)\.ts$/.test(name))
      .filter(({ path }) => /\bprocess\.env\b/.test(codeOf(path)));
    expect(readers.map(({ name }) => name)).toEqual([]);
  });

  it('keeps packages out of what hooks run', () => {
    const packages: string[] = [];
    for (const { path, name } of files) {
      if (/^(surfaces\/(cli|mcp)|page|(\w+\/)?operations|share\/entries|entries)\//.test(name)) continue;
      for (const imported of importsOf(path)) {
        if (!imported.startsWith('.') && !imported.startsWith('node:'))
          packages.push(`${name} → ${imported}`);
      }
    }
    expect(packages).toEqual([]);
  });
});

describe('the walk of ARCHITECTURE.md', () => {
  const page = readFileSync(join(SRC, '..', 'ARCHITECTURE.md'), 'utf8');
  const [walks] = page.split('## The walk\n')[1]!.split('\n## ');
  const [table] = walks!.split('\n### ');
  const rows = [...table!.matchAll(/^\| ([^|\n]*\S) +\| (`[^|\n]+`) *\|$/gm)].map(
    ([, event, walk]) =>
      [event!, [...walk!.matchAll(/`([^`]+)`/g)].map((match) => `${match[1]}.ts`)] as const,
  );
  const known = new Map(files.map(({ path, name }) => [name, targetsOf(path)]));

  it('is a table', () => expect(rows.length).toBeGreaterThanOrEqual(10));

  it.each(rows)('%s: each file is there, and imported by one before it', (_event, walk) => {
    expect(walk.filter((name) => !known.has(name))).toEqual([]);
    const reached = new Set<string>([walk[0]!]);
    const lost = walk.filter((name) => {
      const isReached = reached.has(name);
      for (const target of known.get(name)!) reached.add(target);
      return !isReached;
    });
    expect(lost).toEqual([]);
  });

  it('says of each section of a preamble where its words are made', () => {
    const rows = [...walks!.matchAll(/^\| ([A-Z][A-Z ]*[A-Z]) +\| (.+) \|$/gm)];
    expect(rows.map(([, heading]) => heading)).toEqual(Object.values(HEADINGS));
    const made = rows.flatMap(([, , cell]) => [...cell!.matchAll(/`([\w/-]+)` `(\w+)`/g)]);
    const lost = made.filter(
      ([, file, name]) => !codeOf(join(SRC, `${file}.ts`)).includes(`function ${name}(`),
    );
    expect(lost.map(([text]) => text)).toEqual([]);
  });

  it('names only files and folders of src', () => {
    const named = [...page.matchAll(new RegExp(`\`((?:${CORE}|${ROOMS.join('|')})/[\\w/-]+)\``, 'g'))];
    const paths = [...known.keys()];
    const gone = named
      .map((match) => match[1]!)
      .filter(
        (name) =>
          !paths.some((path) => path === `${name}.ts` || path.startsWith(`${name.replace(/\/$/, '')}/`)),
      );
    expect([...new Set(gone)]).toEqual([]);
  });
});

it.each([
  ['AGENTS.md', 10],
  ['CONTRIBUTING.md', 30],
] as const)('%s names only files that there are', (name, least) => {
  const root = join(SRC, '..');
  const page = readFileSync(join(root, name), 'utf8');
  const named = [...page.matchAll(/`((?:src|test|scripts|docs)\/[\w./-]*)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(least);
  expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it.runIf(existsSync(join(SRC, 'page')))('the browser knows nothing of Node', () => {
  const inBrowser = files.filter(({ name }) => name.startsWith('page/browser/'));
  expect(inBrowser.length).toBeGreaterThan(5);
  const ofNode = /\b(?:process|Buffer|__dirname|require)\b\s*[.(]|from 'node:/;
  expect(inBrowser.filter(({ path }) => ofNode.test(codeOf(path))).map(({ name }) => name)).toEqual([]);
});

it('ARCHITECTURE.md explains few words, and each once', () => {
  const page = readFileSync(join(SRC, '..', 'ARCHITECTURE.md'), 'utf8');
  const words = [...page.matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, word]) => word!);
  expect(words.length).toBeGreaterThan(10);
  expect(words.length).toBeLessThanOrEqual(25);
  expect(new Set(words).size).toBe(words.length);
});
