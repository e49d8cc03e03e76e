// The library beside its bundle: declarations, once for `import` and once for `require`, and the module that `import` finds.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
/** Declarations that stay opaque to users of the library: their types of Node may know no SQLite. */
const SQLITE = /^import (?:type )?\{ ([^}]+) \} from 'node:sqlite';$/gm;
const IMPORTED = /(from |import\()(['"])(\.[^'"]+)\.ts\2/g;

/** Every declaration that the entry leads to, and no other: a package is no place for the inside of Cortex. */
export async function declarations() {
  const all = mkdtempSync(join(dist, '.types-'));
  try {
    const tsc = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin',
      'tsc',
    );
    await promisify(execFile)(
      process.execPath,
      [tsc, '-p', 'tsconfig.types.json', '--outDir', all],
      {
        cwd: root,
      },
    );
    const reached = reachedFrom(join(all, 'program', 'index.d.ts'));
    rmSync(join(dist, 'types'), { recursive: true, force: true });
    for (const [path, text] of reached) {
      const name = join(dist, 'types', relative(all, path).replace(/\.d\.ts$/, ''));
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(`${name}.d.ts`, text.replace(IMPORTED, '$1$2$3.js$2'));
      writeFileSync(`${name}.d.cts`, text.replace(IMPORTED, '$1$2$3.cjs$2'));
    }
  } catch (error) {
    throw new Error(`declarations: ${error.stdout || error.message}`);
  } finally {
    rmSync(all, { recursive: true, force: true });
  }
  for (const [ending, js] of [
    ['d.ts', 'js'],
    ['d.cts', 'cjs'],
  ]) {
    writeFileSync(join(dist, `index.${ending}`), `export * from './types/program/index.${js}';\n`);
  }
}

function reachedFrom(entry) {
  const reached = new Map();
  const open = [entry];
  for (let path = open.pop(); path; path = open.pop()) {
    if (reached.has(path)) continue;
    const text = opaque(readFileSync(path, 'utf8'));
    reached.set(path, text);
    for (const [, , , target] of text.matchAll(IMPORTED))
      open.push(`${resolve(dirname(path), target)}.d.ts`);
  }
  return reached;
}

function opaque(text) {
  return text.replace(SQLITE, (_, names) =>
    names.replace(/(?:type )?(\w+)(?:, )?/g, 'type $1 = unknown;'),
  );
}

/** One instance of everything, however it is loaded: the module only passes on what the bundle has. */
export function libraryModule() {
  const names = Object.keys(createRequire(import.meta.url)(join(dist, 'index.cjs'))).sort();
  writeFileSync(join(dist, 'index.js'), `export { ${names.join(', ')} } from './index.cjs';\n`);
}
