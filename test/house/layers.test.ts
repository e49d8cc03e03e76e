import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Cell, cellOf, LAYERS, refusalOf } from '../../scripts/house/grid.ts';
import { filesBelow, importsIn, importsOf, isProgram } from '../../scripts/house/imports.ts';
import { HEADINGS } from '../../src/domain/answer/headings.ts';
import { ROOMS } from '../rooms.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SRC = join(ROOT, 'src');

/** The room of the grid in which a file stands: its folder says it. */
const cellAt = cellOf;

const FOLDERS = readdirSync(SRC, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const IN_ROOM = new RegExp(`^src/(${ROOMS.join('|')})/`);

interface Source {
  readonly path: string;
  /** Below `src`. */
  readonly name: string;
  readonly cell: Cell | 'outside';
  readonly targets: readonly string[];
}

const all = filesBelow(ROOT, 'src');
const files: readonly Source[] = all.filter(isProgram).flatMap((path) => {
  const cell = cellAt(path);
  const targets = importsOf(ROOT, path).map(({ to }) => to);
  return cell === null ? [] : [{ path, name: path.slice('src/'.length), cell, targets }];
});

function filesIn(...layers: readonly string[]): readonly Source[] {
  return files.filter(({ cell }) => cell !== 'outside' && layers.includes(cell.layer));
}

/** Without comments. */
function codeOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

function packagesOf(path: string): readonly string[] {
  return importsIn(readFileSync(join(ROOT, path), 'utf8'))
    .map(({ to }) => to)
    .filter((to) => !to.startsWith('.'));
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

describe('the grid', () => {
  it('has a room for every file', () => {
    expect(all.filter((path) => cellAt(path) === null)).toEqual([]);
  });

  it('is kept: an import goes down, or left within its layer', () => {
    const broken = files.flatMap(({ path, cell: from }) =>
      importsOf(ROOT, path).flatMap(({ to: target, isTypeOnly }) => {
        const to = cellAt(target);
        if (from === 'outside' || to === 'outside' || to === null) return [];
        const refusal = refusalOf(from, to, isTypeOnly);
        return refusal ? [`${path} → ${target}: ${refusal}`] : [];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('is told to the compiler: a layer is compiled with what it may import, and with nothing else', () => {
    const layers = LAYERS.filter(({ name }) => !['program', 'rooms'].includes(name));
    for (const { name, to, typesOf = [] } of layers) {
      const { include } = JSON.parse(readFileSync(join(SRC, name, 'tsconfig.json'), 'utf8')) as {
        include: string[];
      };
      const folders = include.filter((path) => !path.includes('.d.ts'));
      expect(folders.sort(), name).toEqual(
        ['.', ...[...to, ...typesOf].map((one) => `../${one}`)].sort(),
      );
    }
  });

  it('has ports of types alone', () => {
    const values = filesIn('ports').filter(({ path }) =>
      /^export (?:default|const|let|class|enum|(?:async )?function)\b/m.test(codeOf(path)),
    );
    expect(values.map(({ name }) => name)).toEqual([]);
  });

  it('names a room of its own in the lists of the program alone, in tests and tools too', () => {
    const code = ['src', 'test', 'bench', 'scripts']
      .flatMap((folder) => filesBelow(ROOT, folder))
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path));
    const broken = code.flatMap((path) => {
      const [, own] = IN_ROOM.exec(path) ?? [];
      const strangers = importsOf(ROOT, path).filter(({ to }) => {
        const [, room] = IN_ROOM.exec(to) ?? [];
        return room !== undefined && room !== own && !/^src\/(?:program\/)?rooms\//.test(path);
      });
      return strangers.map(({ to }) => `${path} → ${to}`);
    });
    expect(broken).toEqual([]);
  });

  it('goes one way: no file reaches itself through its imports, types included', () => {
    expect(cycles(new Map(files.map(({ path, targets }) => [path, targets])))).toEqual([]);
  });

  it('keeps the domain pure: no node modules, no packages, no clock, no chance', () => {
    const impure = filesIn('domain').flatMap(({ path, name }) => [
      ...packagesOf(path).map((imported) => `${name} → ${imported}`),
      ...(/Date\.now\(|new Date\(\)|Math\.random\(|process\.|performance\./.test(codeOf(path))
        ? [`${name} reads the world`]
        : []),
    ]);
    expect(impure).toEqual([]);
  });

  it('leads to the store through the engine: no surface and no operation calls it', () => {
    const page = files.filter(({ path }) => path.startsWith('src/page/'));
    const past = [...filesIn('surfaces', 'operations'), ...page].filter(({ path }) =>
      /\.store\b|\{[^{}]*\bstore\b[^{}]*\}(?: =|: )/.test(codeOf(path)),
    );
    expect(past.map(({ name }) => name)).toEqual([]);
  });

  it('reads the environment where it is composed, and nowhere else', () => {
    const readers = files
      .filter(({ cell }) => cell !== 'outside' && cell.layer !== 'program' && cell.layer !== 'door')
      .filter(({ name }) => !/(?:^|\/)(?:entry|loader)\.ts$/.test(name))
      .filter(({ path }) => /\bprocess\.env\b/.test(codeOf(path)));
    expect(readers.map(({ name }) => name)).toEqual([]);
  });

  it('keeps packages out of what hooks run', () => {
    const isOfHooks = ({ name, cell }: Source) =>
      cell === 'outside' ||
      (!['program', 'surfaces', 'operations'].includes(cell.layer) &&
        !/^(?:page\/|share\/entries\/|\w+\/operations\/)/.test(name));
    const packages = files.filter(isOfHooks).flatMap(({ path, name }) =>
      packagesOf(path)
        .filter((imported) => !imported.startsWith('node:'))
        .map((imported) => `${name} → ${imported}`),
    );
    expect(packages).toEqual([]);
  });
});

describe('the walk of ARCHITECTURE.md', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const [walks] = page.split('## The walk\n')[1]!.split('\n## ');
  const [list] = walks!.split('\n### ');
  const rows = [...list!.matchAll(/^- \*\*([^*]+):\*\* ([^*]*?)(?=^- |^$)/gm)].map(
    ([, event, walk]) =>
      [event!, [...walk!.matchAll(/`([^`]+)`/g)].map((match) => `${match[1]}.ts`)] as const,
  );
  const known = new Map(
    files.map(({ name, targets }) => [name, targets.map((to) => to.slice('src/'.length))]),
  );

  it('is a list', () => expect(rows.length).toBeGreaterThanOrEqual(10));

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
      ([, file, name]) => !codeOf(`src/${file}.ts`).includes(`function ${name}(`),
    );
    expect(lost.map(([text]) => text)).toEqual([]);
  });

  it('names only files and folders of src', () => {
    const named = [...page.matchAll(new RegExp(`\`((?:${FOLDERS.join('|')})/[\\w/-]+)\``, 'g'))];
    const paths = [...known.keys()];
    const gone = named
      .map((match) => match[1]!)
      .filter(
        (name) =>
          !paths.some(
            (path) => path === `${name}.ts` || path.startsWith(`${name.replace(/\/$/, '')}/`),
          ),
      );
    expect([...new Set(gone)]).toEqual([]);
  });
});

it.each([
  ['AGENTS.md', 10],
  ['CONTRIBUTING.md', 30],
] as const)('%s names only files that there are', (name, least) => {
  const page = readFileSync(join(ROOT, name), 'utf8');
  const named = [...page.matchAll(/`((?:src|test|scripts|docs)\/[\w./-]*)`/g)].map(
    ([, path]) => path!,
  );
  expect(named.length).toBeGreaterThan(least);
  expect([...new Set(named)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it.runIf(existsSync(join(SRC, 'page')))('the browser knows nothing of Node', () => {
  const inBrowser = files.filter(({ name }) => name.startsWith('page/browser/'));
  expect(inBrowser.length).toBeGreaterThan(5);
  const ofNode = /\b(?:process|Buffer|__dirname|require)\b\s*[.(]|from 'node:/;
  expect(inBrowser.filter(({ path }) => ofNode.test(codeOf(path))).map(({ name }) => name)).toEqual(
    [],
  );
});

it('CONTRIBUTING.md explains few words, and each once', () => {
  const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const words = [...page.matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, word]) => word!);
  expect(words.length).toBeGreaterThan(10);
  expect(words.length).toBeLessThanOrEqual(25);
  expect(new Set(words).size).toBe(words.length);
});
