// Bundles and minifies the sources; nothing here changes what they do. Several bundles, because a short process pays for every line
// that it loads. src/program/bin.ts decides which of them (docs/decisions/0028).
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { COMMANDS } from '../src/program/rooms/commands.ts';
import { writeFront } from './front.mjs';
import { writeHelp } from './help.mjs';
import { declarations, libraryModule } from './library.mjs';
import { bundledPackages, writeBill, writeLicenses } from './licenses.mjs';
import { writePlugins } from './plugins.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
mkdirSync(dist, { recursive: true });

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  // Other bundles, and optional parts of the driver: C bindings, and another runtime.
  external: ['./*.cjs', 'pg-native', 'pg-cloudflare'],
  legalComments: 'none',
  metafile: true,
  // A string of one byte a letter is read and compiled faster; `openBundles` reads no other.
  charset: 'ascii',
  logLevel: 'warning',
};

/** One entry, one bundle of the same name unless it is given another. */
const bundle = (entry, options) =>
  build({
    ...shared,
    minify: true,
    entryPoints: [`src/program/${entry}.ts`],
    outfile: `dist/${entry}.cjs`,
    ...options,
  });

/** Bundles that rooms of `src/` load by themselves. */
function entriesOfRooms() {
  return readdirSync(join(root, 'src'))
    .map((room) => join(root, 'src', room, 'entries'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
}

/** A room of `src/` with a build of its own: `bundles` are made beside ours and have licenses, the rest comes when all are there. */
const rooms = await Promise.all(
  readdirSync(join(root, 'src'))
    .map((name) => join(root, 'src', name, 'build.mjs'))
    .filter((path) => existsSync(path))
    .map((path) => import(pathToFileURL(path).href)),
);

const declared = declarations();
const ofRooms = Promise.all(rooms.map(({ bundles = () => [] }) => bundles(root)));
const built = await Promise.all([
  bundle('bin', {
    outfile: 'dist/cortex.cjs',
    banner: { js: '#!/usr/bin/env node' },
    // Must be readable to the older Node that it is there to replace.
    target: 'node18',
    define: { VERSION: JSON.stringify(manifest.version) },
  }),
  ...['capture', 'hook', 'serve'].map((entry) => bundle(entry)),
  bundle('mcp', {
    alias: { '@modelcontextprotocol/server/_shims': join(root, 'scripts', 'mcp-shims.mjs') },
  }),
  bundle('help', { define: { DECLARED_COMMANDS: JSON.stringify(COMMANDS) } }),
  ...entriesOfRooms().map((path) => bundle(basename(path, '.ts'), { entryPoints: [path] })),
  // Some packages have a form that can be bundled and, as their main one, a form that cannot.
  ...['cli', 'find', 'work'].map((entry) => bundle(entry, { mainFields: ['module', 'main'] })),
  bundle('index', { keepNames: true }),
  ...readdirSync(join(root, 'src', 'plugins'))
    .filter((name) => existsSync(join(root, 'src', 'plugins', name, 'plugin.ts')))
    .map((name) =>
      build({
        ...shared,
        entryPoints: [`src/plugins/${name}/plugin.ts`],
        outfile: `dist/plugins/${name}.js`,
        // They run inside the host, whose runtime is not always Node.
        format: 'esm',
        target: 'es2022',
      }),
    ),
]);
await declared;
libraryModule();
chmodSync(join(dist, 'cortex.cjs'), 0o755);
// Plugins would copy bundles of an earlier build.
const made = new Set(
  built.flatMap(({ metafile }) => Object.keys(metafile.outputs)).map((path) => basename(path)),
);
for (const name of readdirSync(dist))
  if (name.endsWith('.cjs') && !made.has(name)) rmSync(join(dist, name));
// esbuild escapes letters in strings, and leaves them in expressions.
for (const name of made) {
  const path = join(dist, name);
  if (!name.endsWith('.cjs')) continue;
  const escaped = readFileSync(path, 'utf8').replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(path, escaped);
}
const packages = bundledPackages([...built, ...(await ofRooms).flat()], root);
writeLicenses(packages, join(dist, 'licenses.txt'));
writeBill(packages, manifest, join(dist, 'bom.json'));
writePlugins(root, manifest);
for (const room of rooms) await room.default?.(root);
writeHelp(dist, COMMANDS);
await writeFront(dist);
