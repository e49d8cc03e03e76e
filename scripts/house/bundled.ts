// `node scripts/house/bundled.ts <tree before> <tree after>`: whether the bundles of two trees hold the same modules with the same code.
// They are made unminified, so that a comment begins each module. Modules are compared one by one, as their order follows the paths of
// imports; so does the number by which esbuild tells equal names apart, which is left out.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { futureOf } from './moves.ts';

const [before, after] = process.argv.slice(2);
if (!before || !after) throw new Error('node scripts/house/bundled.ts <tree before> <tree after>');

const ENTRIES: readonly string[] = [
  ...['bin', 'capture', 'hook', 'serve', 'mcp', 'cli', 'find', 'index'].map(
    (name) => `src/program/${name}.ts`,
  ),
  'src/share/entries/share-log.ts',
  'src/share/entries/syncing.ts',
  'src/openclaw/program/entry.ts',
];

const afterMove = (path: string) =>
  futureOf(path, (other) => existsSync(join(before, other))) ?? path;

async function modulesOf(root: string, entry: string, placeOf: (path: string) => string) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    packages: 'external',
    external: ['*.cjs'],
    charset: 'utf8',
    legalComments: 'none',
    outfile: 'out.js',
    define: { VERSION: '"0"', CORTEX_TOOLS: '[]', CORTEX_COMMAND: '""' },
    logLevel: 'error',
  });
  const parts = outputFiles[0]!.text.split(/^ *\/\/ (src\/\S+|package\.json)$/m);
  const modules = new Map<string, string>();
  for (let i = 1; i < parts.length; i += 2)
    // The manifest names a test by its path.
    if (parts[i] !== 'package.json') modules.set(placeOf(parts[i]!), essenceOf(parts[i + 1]!));
  return modules;
}

/** Without what the bundler writes by the order of modules: what they import and begin with, and numbers behind equal names. */
function essenceOf(code: string): string {
  return code
    .replace(/^(?:import|export) [^;]*;\n/gm, '')
    .replace(/^ *\/\/.*$/gm, '')
    .replace(/"src\/[^"]*"/g, '""')
    .replace(/\b(?:init|require|import)?_?\w*_(?:exports|default)\b/g, '')
    .replace(/([A-Za-z_$])\d+\b/g, '$1')
    .replace(/\binit_\w+(?:\(\);)?/g, '')
    .replace(/\b(\w+): \1\b/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

let differ = 0;
for (const entry of ENTRIES) {
  const old = await modulesOf(before, entry, afterMove);
  const now = await modulesOf(after, afterMove(entry), (path) => path);
  const names = new Set([...old.keys(), ...now.keys()]);
  const others = [...names].filter((name) => old.get(name) !== now.get(name));
  console.log(`${afterMove(entry)}: ${names.size} modules, ${others.length} differ`);
  for (const name of others) console.log(`  ${name}`);
  differ += others.length;
}
process.exitCode = differ > 0 ? 1 : 0;
