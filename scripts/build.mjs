// Several bundles, because esbuild does not split CommonJS and a hook pays for every line that it loads: the entry, which
// only looks at the Node version; the hook with the door; what the door opens (src/lazy.ts); the commands; the server of
// tools; and a tokenizer, for whoever counts.
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { BEHIND_THE_DOOR, RARELY } from '../src/lazy.ts';
import { buildOpenClaw } from './build-openclaw.mjs';
import { buildPage } from './build-ui.mjs';
import { cheapExpressions } from './expressions/literals.ts';
import { writeFront } from './front.mjs';
import { declarations, libraryModule } from './library.mjs';
import { writeLicenses } from './licenses.mjs';
import { inAscii, nameTheBuild, removeStale, writeMeta } from './meta.mjs';
import { writePlugins } from './plugins.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
mkdirSync(dist, { recursive: true });

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Every bundle that is loaded at a first call. */
const LAZY = { ...BEHIND_THE_DOOR, ...RARELY };

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  external: [
    './hook.cjs',
    './cli.cjs',
    './tokenizer.cjs',
    './mcp.cjs',
    './serve.cjs',
    './share-log.cjs',
    './syncing.cjs',
    // Optional parts of the driver: C bindings, and another runtime.
    'pg-native',
    'pg-cloudflare',
    ...Object.keys(LAZY).map((name) => `./${name}.cjs`),
  ],
  legalComments: 'none',
  metafile: true,
  // Tables of letters are not ASCII, and escapes would make them several times as long.
  charset: 'utf8',
  logLevel: 'warning',
};

/** Stands for a lazy module: the same functions, each loading the real one. Its own bundle holds the module itself. */
const standIns = (lazy, own) => ({
  name: 'stand-ins',
  setup({ onLoad }) {
    for (const [name, file] of Object.entries(lazy)) {
      if (name === own) continue;
      const filter = new RegExp(`${file.replaceAll('/', '[\\\\/]').replaceAll('.', '\\.')}$`);
      onLoad({ filter }, () => ({
        loader: 'js',
        contents: `let real; const load = () => (real ??= require('./${name}.cjs'));\n${functionsOf(file)
          .map((one) => `export const ${one} = (...args) => load().${one}(...args);`)
          .join('\n')}`,
      }));
    }
  },
});

/** The functions that a file exports, itself or from elsewhere. Whatever else is imported from it fails the build. */
function functionsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const own = [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(([, name]) => name);
  const passedOn = [...text.matchAll(/^export \{([^}]*)\} from/gm)].flatMap(([, names]) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type ')),
  );
  return [...own, ...passedOn];
}

/** The protocol's library brings a validator of JSON Schema for users' answers, a fifth of what it loads; ours is a yes or a no. */
const withoutValidator = {
  name: 'without-validator',
  setup({ onLoad }) {
    onLoad({ filter: /@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ }, () => ({
      contents: `export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator {
          getValidator() { return (data) => ({ valid: true, data, errorMessage: undefined }); }
        }`,
    }));
  },
};

/** The tokens packed and compressed: as they come they are an array of 200,000 strings, which takes 58 MB once it can be searched. */
const packedTokens = {
  name: 'packed-tokens',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]entries[\\/]o200k\.ts$/ }, async () => {
      const { o200kTokens } = await import('../src/entries/o200k.ts');
      const text = deflateRawSync(o200kTokens(), { level: 9 }).toString('base64');
      return {
        loader: 'ts',
        contents: `import { inflateRawSync } from 'node:zlib';
          export const o200kTokens = () => inflateRawSync(Buffer.from(${JSON.stringify(text)}, 'base64'));`,
      };
    });
  },
};

/** For the bundles of hooks, which compile every expression that they try in every process. */
const GUARDED = join(root, 'scripts', 'expressions', 'guarded.ts');
const cheap = new Map();

/** A module without what only tests read of the rules for secrets: a sixth of what a hook would load for them. */
const RULES = /[\\/]redact[\\/](?:formats|shapes)-\w+\.ts$/;
function withoutSamples(path) {
  const text = readFileSync(path, 'utf8');
  return RULES.test(path)
    ? text.replace(/^ {4}(?:samples|not): (?:\[\n[\s\S]*?\n {4}\]|\[.*\]),\n/gm, '')
    : text;
}

const cheapHere = {
  name: 'cheap-expressions',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      if (!cheap.has(path)) cheap.set(path, cheapExpressions(withoutSamples(path), GUARDED));
      const contents = cheap.get(path);
      return contents === null ? null : { loader: 'ts', contents };
    });
  },
};

const bundle = (name, options) => build({ ...shared, outfile: `dist/${name}.cjs`, ...options });
const small = { target: 'node22', minify: true, charset: 'ascii' };

/** Stands in the entry until all bundles are there to be hashed. */
const UNKNOWN_BUILD = 'build-unknown';

const declared = declarations();
const page = buildPage(root);
const built = await Promise.all([
  bundle('cortex', {
    entryPoints: ['src/entries/bin.ts'],
    banner: { js: '#!/usr/bin/env node' },
    // Must be readable to the older Node that it is there to replace.
    target: 'node18',
    minify: true,
    define: { BUILD: JSON.stringify(UNKNOWN_BUILD), VERSION: JSON.stringify(manifest.version) },
  }),
  bundle('hook', { ...small, entryPoints: ['src/entries/hook.ts'], plugins: [standIns(LAZY), cheapHere] }),
  ...Object.entries(LAZY).map(([name, file]) =>
    bundle(name, { ...small, entryPoints: [file], plugins: [standIns(LAZY, name), cheapHere] }),
  ),
  bundle('tokenizer', { ...small, entryPoints: ['src/entries/tokenizer.ts'], plugins: [packedTokens] }),
  bundle('serve', { ...small, entryPoints: ['src/entries/serve.ts'] }),
  bundle('mcp', {
    ...small,
    entryPoints: ['src/entries/mcp.ts'],
    plugins: [standIns(RARELY), withoutValidator],
  }),
  ...['share-log', 'syncing'].map((name) =>
    bundle(name, { ...small, entryPoints: [`src/entries/${name}.ts`] }),
  ),
  // Some packages have a form that can be bundled and, as their main one, a form that cannot. Names stay for stacks.
  bundle('cli', {
    ...small,
    entryPoints: ['src/entries/cli.ts'],
    mainFields: ['module', 'main'],
    keepNames: true,
    plugins: [standIns(RARELY)],
  }),
  ...['opencode', 'pi', 'cline'].map((name) =>
    build({
      ...shared,
      entryPoints: [`src/plugins/${name}/plugin.ts`],
      outfile: `dist/plugins/${name}.js`,
      // They run inside the host, whose runtime is not always Node.
      format: 'esm',
      target: 'es2022',
    }),
  ),
  bundle('index', { entryPoints: ['src/entries/index.ts'], target: 'node22', plugins: [standIns(RARELY)] }),
]);
await declared;
libraryModule();
removeStale(built, dist);
inAscii(built);
nameTheBuild(built, join(dist, 'cortex.cjs'), UNKNOWN_BUILD);
chmodSync(join(dist, 'cortex.cjs'), 0o755);
writeLicenses([...built, await page], root, join(dist, 'licenses.txt'));
writePlugins(root, manifest);
writeMeta([...built, await buildOpenClaw(root)], LAZY, dist);
await writeFront(dist);
