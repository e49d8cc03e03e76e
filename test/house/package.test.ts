import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../effort.ts';
import { examplesIn } from '../examples.ts';
import { type Packed, packed, ROOT, run } from '../packed.ts';
import { filesBelow } from '../scratch.ts';
import { table } from '../table.ts';

/** What the specification calls the library by. */
const CLASSES = [
  'SessionPersistenceManager',
  'HotTopicExtractor',
  'SessionContextManager',
  'Deduplicator',
  'LoadedMemoryTracker',
  'SessionContextCapture',
  'SessionContextInjector',
  'AutoCapture',
  'SessionCleanupManager',
  'CortexBridge',
];
const FUNCTIONS = table<string>('package-functions');
const TYPES = ['ISessionStorage', 'SessionConfig', 'SessionStats', 'InjectionPackage'];

const page = readFileSync(join(ROOT, 'docs', 'library.md'), 'utf8');
const examples = examplesIn(page);
let pack: Packed;

beforeAll(() => {
  pack = packed();
});
afterAll(() => pack?.dispose());

/** A program of the dev dependencies. */
function bin(path: string, args: readonly string[], cwd = ROOT) {
  const program = join(ROOT, 'node_modules', ...path.split('/'));
  return spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' });
}

describe('the packed package', () => {
  it.runIf(IS_LONG)('is what publint asks of one', async () => {
    const { messages, pkg } = await publint({ pkgDir: pack.folder, pack: false, strict: true });
    expect(pkg?.['name']).toBe('cortex-sessions');
    expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([]);
  });

  // It loads a TypeScript of its own. That the types are found both ways is also seen where the examples are compiled.
  it.runIf(IS_LONG)('has the right types for import and for require', () => {
    const done = bin('@arethetypeswrong/cli/dist/index.js', [
      pack.tarball,
      '--no-color',
      '--no-emoji',
      '--format',
      'ascii',
    ]);
    expect(done.stdout).toContain('No problems found');
    for (const kind of ['node10', 'node16 (from CJS)', 'node16 (from ESM)', 'bundler']) {
      expect(done.stdout).toContain(`${kind}: OK`);
    }
    expect(done.status).toBe(0);
  });

  it('holds every file that it names, and nothing that leads out of it', () => {
    const manifest = JSON.parse(readFileSync(join(pack.folder, 'package.json'), 'utf8'));
    const named = JSON.stringify([
      manifest.exports,
      manifest.main,
      manifest.types,
      manifest.bin,
    ]).match(/\.?\/?dist\/[\w.]+/g);
    expect(named?.length).toBeGreaterThanOrEqual(7);
    for (const path of named ?? []) expect(existsSync(join(pack.folder, path)), path).toBe(true);

    const declarations = filesBelow(join(pack.folder, 'dist')).filter((path) =>
      /\.d\.c?ts$/.test(path),
    );
    const lost: string[] = [];
    for (const path of declarations) {
      const text = readFileSync(path, 'utf8');
      for (const [, target = ''] of text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
        const file = resolve(dirname(path), target.replace(/\.(c?)js$/, '.d.$1ts'));
        if (!target.startsWith('.') || !/\.c?js$/.test(target) || !existsSync(file))
          lost.push(`${path}: ${target}`);
      }
    }
    expect(declarations.length).toBeGreaterThan(10);
    expect(lost).toEqual([]);
  });

  it('holds every page that its pages link to', () => {
    const pages = filesBelow(pack.folder).filter(
      (path) => path.endsWith('.md') && !path.includes(join(pack.folder, 'dist')),
    );
    const links = pages.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, to = '']) =>
        resolve(dirname(path), to),
      ),
    );
    expect(links).toContain(join(pack.folder, 'ARCHITECTURE.md'));
    // Screenshots are a quarter of its size: whoever reads the pages on the web has them from the repository.
    expect(links.filter((path) => !existsSync(path) && !path.endsWith('.png'))).toEqual([]);
  });

  it('holds nothing twice, but for its licence and for declarations that need no other', () => {
    const files = filesBelow(pack.folder);
    const size = (paths: readonly string[]) =>
      paths.reduce((sum, path) => sum + statSync(path).size, 0);
    const copies = Object.values(
      Object.groupBy(files, (path) =>
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ),
    ).flatMap((same) => same!.slice(1));
    expect(
      copies.filter((path) => statSync(path).size > 1024 && !/\.d\.c?ts$|LICENSE$/.test(path)),
    ).toEqual([]);
    expect(size(copies)).toBeLessThan(0.01 * size(files));
    // Half of it are the commands, the library and the server of tools.
    expect(size(files)).toBeLessThan(11_200_000);
  });

  it('writes a plugin with all of the program that a host starts', () => {
    const kind = 'claude';
    const cwd = pack.project('plugin');
    const cortex = join(pack.folder, 'dist', 'cortex.cjs');
    const { stdout, stderr } = run(cwd, [cortex, 'plugin', kind]);
    expect(stderr).toBe('');
    const folder = /^Written to (.+)\.$/.exec(stdout.trim())![1]!;
    const program = filesBelow(folder).find((path) => path.endsWith('cortex.cjs'))!;
    expect(run(cwd, [program, 'status', '--json']).stderr).toBe('');
    // Another run takes its place, and a folder of somebody else is left alone.
    expect(run(cwd, [cortex, 'plugin', kind]).stdout).toBe(stdout);
    expect(run(cwd, [cortex, 'plugin', kind, '--out', '.']).stderr).toContain('is there already');
    mkdirSync(join(cwd, 'mine.new'));
    expect(run(cwd, [cortex, 'plugin', kind, '--out', 'mine/']).stderr).toBe('');
    expect(readdirSync(cwd).filter((name) => name.startsWith('mine'))).toEqual([
      'mine',
      'mine.new',
    ]);
  });

  it('says something about every name and every method', () => {
    const types = join(pack.folder, 'dist', 'types');
    const exported = new Set(
      readFileSync(join(types, 'program', 'index.d.ts'), 'utf8').match(/\b\w+\b/g),
    );
    const own = filesBelow(types).filter((path) =>
      /[\\/](?:library|program)[\\/][\w-]+\.d\.ts$/.test(path),
    );
    const silent: string[] = [];
    for (const path of [...own, join(types, 'domain', 'memories', 'decay.d.ts')]) {
      const lines = readFileSync(path, 'utf8').split('\n');
      lines.forEach((line, i) => {
        const name = /^export (?:declare )?(?:class|function|const|interface|type) (\w+)/.exec(
          line,
        )?.[1];
        const method = /^ {4}(?!constructor\b)(\w+)(?:<.*>)?\(/.exec(line)?.[1];
        const isPublic = name ? exported.has(name) : method !== undefined;
        if (isPublic && !lines[i - 1]?.trim().endsWith('*/'))
          silent.push(`${name ?? method} in ${path}`);
      });
    }
    expect(own.length).toBeGreaterThan(10);
    expect(silent).toEqual([]);
  });
});

describe('importing', () => {
  const look = `
    const { existsSync, readdirSync } = process.getBuiltinModule('node:fs');
    const before = { globals: Object.getOwnPropertyNames(globalThis).length, open: process.getActiveResourcesInfo(),
      listeners: process.eventNames().length, files: readdirSync('.', { recursive: true }), env: { ...process.env } };
    const report = (library) => {
      const after = { globals: Object.getOwnPropertyNames(globalThis).length, open: process.getActiveResourcesInfo(),
        listeners: process.eventNames().length, files: readdirSync('.', { recursive: true }), env: { ...process.env } };
      console.log(JSON.stringify({ before, after, home: existsSync(process.env.CORTEX_HOME),
        loaded: process.moduleLoadList.filter((name) => /^NativeModule (?:sqlite|child_process|worker_threads)$/.test(name)),
        names: Object.fromEntries(Object.entries(library).map(([name, value]) => [name, typeof value])) }));
    };`;

  it.each([
    ['import', 'look.mjs', `${look}\nreport(await import('cortex-sessions'));`],
    ['require', 'look.cjs', `${look}\nreport(require('cortex-sessions'));`],
  ])('by %s gives every name and leaves no trace', (how, file, code) => {
    const cwd = pack.project(how);
    writeFileSync(join(cwd, file), code);
    const { stdout, stderr } = run(cwd, [file]);
    expect(stderr).toBe('');
    const { before, after, home, loaded, names } = JSON.parse(stdout);
    expect(after).toEqual(before);
    expect(home).toBe(false);
    expect(loaded).toEqual([]);
    for (const name of [...CLASSES, ...FUNCTIONS]) expect(names[name], name).toBe('function');
    expect(names.PreambleInjector).toBe('object');
  });

  it('loads the database when one is opened, and not before', () => {
    const cwd = pack.project('opens');
    writeFileSync(
      join(cwd, 'opens.mjs'),
      `import { SessionContextCapture } from 'cortex-sessions';
       const capture = new SessionContextCapture();
       const isLoaded = () => process.moduleLoadList.includes('NativeModule sqlite');
       console.log(isLoaded());
       await capture.recordNext('write the docs');
       console.log(isLoaded());`,
    );
    expect(run(cwd, ['opens.mjs']).stdout).toBe('false\ntrue\n');
  });

  it('gives the same classes both ways', () => {
    const cwd = pack.project('both');
    writeFileSync(
      join(cwd, 'both.mjs'),
      `import { createRequire } from 'node:module';
       import * as imported from 'cortex-sessions';
       const required = createRequire(import.meta.url)('cortex-sessions');
       console.log(Object.keys(required).every((name) => required[name] === imported[name]));`,
    );
    expect(run(cwd, ['both.mjs']).stdout).toBe('true\n');
  });
});

describe('docs/library.md', () => {
  it('has an example of every name', () => {
    const headings = examples.map(({ heading }) => heading);
    for (const name of [...CLASSES, ...FUNCTIONS, 'PreambleInjector', 'openCortex'])
      expect(headings).toContain(name);
    const code = examples.map((example) => example.code).join('\n');
    for (const name of TYPES) expect(code, name).toMatch(new RegExp(`\\btype ${name}\\b`));
    for (const { heading, prints } of examples) expect(prints.length, heading).toBeGreaterThan(0);
  });

  function written({ heading, code }: (typeof examples)[number]): string {
    const cwd = pack.project(heading);
    // Node would read the types away itself, at twice the cost; that they are right is another test.
    writeFileSync(join(cwd, 'example.mjs'), stripTypeScriptTypes(code));
    return cwd;
  }

  it.runIf(!IS_LONG)(
    'has examples that print what they say, one after the other in a process',
    () => {
      const folders = examples.map(written);
      const together = pack.project('together');
      writeFileSync(
        join(together, 'together.mjs'),
        `const said = [];
       for (const cwd of ${JSON.stringify(folders)}) {
         process.chdir(cwd);
         Object.assign(process.env, { HOME: cwd + '/..', CORTEX_HOME: cwd + '/../cortex' });
         const lines = [];
         console.log = (...values) => lines.push(process.getBuiltinModule('node:util').format(...values));
         await import('file://' + encodeURI(cwd) + '/example.mjs');
         said.push(lines.join('\\n').split('\\n'));
       }
       process.stdout.write(JSON.stringify(said));`,
      );
      const { status, stdout, stderr } = run(together, ['together.mjs']);
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual(examples.map(({ prints }) => prints));
      expect(status).toBe(0);
    },
  );

  it.runIf(IS_LONG).each(examples)('$heading prints what it says', (example) => {
    // The library is compiled once for all of them.
    const cache = { NODE_COMPILE_CACHE: join(pack.folder, '..', 'compiled') };
    const { status, stdout, stderr } = run(written(example), ['example.mjs'], cache);
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([...example.prints, '']);
    expect(status).toBe(0);
  });

  it('has examples of the right types, also for require', () => {
    const cwd = pack.project('types');
    const names = examples.map(({ code }, i) => {
      writeFileSync(join(cwd, `example-${i}.ts`), code);
      return `example-${i}.ts`;
    });
    const values = [...CLASSES, ...FUNCTIONS, 'PreambleInjector'];
    writeFileSync(
      join(cwd, 'required.cts'),
      `import library = require('cortex-sessions');
       export const values: object[] = [${values.map((name) => `library.${name}`).join(', ')}];
       export type Types = [${TYPES.map((name) => `library.${name}`).join(', ')}];\n`,
    );
    const compilerOptions = {
      target: 'ES2024',
      lib: ['ES2024'],
      module: 'NodeNext',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    };
    const config = { compilerOptions, files: [...names, 'required.cts'] };
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(config));
    const done = bin('typescript/bin/tsc', ['-p', '.'], cwd);
    expect(done.stdout).toBe('');
    expect(done.status).toBe(0);
  });
});
