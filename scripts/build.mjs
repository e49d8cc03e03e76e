// Several bundles, because esbuild does not split CommonJS and a hook pays for every line that it loads: the entry, which
// only looks at the Node version; the lean hook; two for before tool calls, a glance and the rest; the whole engine for the
// events that need it; the commands; the server of tools; and a tokenizer, for whoever counts.
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildOpenClaw } from './build-openclaw.mjs';
import { declarations, libraryModule } from './library.mjs';
import { writeLicenses } from './licenses.mjs';
import { removeStale, writeMeta } from './meta.mjs';
import { writePlugins } from './plugins.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
mkdirSync(dist, { recursive: true });

/** Large modules that many hooks never call: the bundles of hooks load them at the first call. */
const LAZY = {
  redact: { file: 'src/domain/redact/redact.ts', exports: ['redact', 'redactText', 'redactDeep'] },
  statements: { file: 'src/domain/observe/statements.ts', exports: ['statementsIn'] },
  definitions: { file: 'src/domain/observe/definitions/outline.ts', exports: ['definedIn'] },
  outcome: { file: 'src/domain/observe/outcome.ts', exports: ['readOutcome'] },
  folding: { file: 'src/domain/session/folding.ts', exports: ['foldAll', 'stateOf'] },
  languages: { file: 'src/domain/observe/said/other-languages.ts', exports: ['languageNamed'] },
  said: {
    file: 'src/domain/observe/said.ts',
    exports: ['agreement', 'endsLastRule', 'findingsIn', 'rulesIn', 'saidIn'],
    loads: ['languages'],
  },
  searching: {
    file: 'src/engine/search/at-prompt.ts',
    exports: ['keywordsOfNow', 'matchPrompt', 'memoriesForPrompt', 'quotedPassages'],
  },
  ignore: { file: 'src/domain/ignore.ts', exports: ['parseIgnore'] },
  hosts: { file: 'src/hosts/all.ts', exports: ['allHosts'] },
  replies: { file: 'src/hosts/replies.ts', exports: ['replyIn'] },
  tokens: { file: 'src/domain/tokens.ts', exports: ['estimateTokens', 'fitLines'] },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  external: [
    './hook.cjs',
    './glance.cjs',
    './intent.cjs',
    './engine.cjs',
    './cli.cjs',
    './tokenizer.cjs',
    './mcp.cjs',
    './mcp-http.cjs',
    ...Object.keys(LAZY).map((name) => `./${name}.cjs`),
  ],
  legalComments: 'none',
  metafile: true,
  // Tables of letters are not ASCII, and escapes would make them several times as long.
  charset: 'utf8',
  logLevel: 'warning',
};

/** Stands for lazy modules: the same functions, each loading the real one. Only functions can be exported so. */
const lazily = (names) => ({
  name: 'lazily',
  setup({ onLoad }) {
    for (const name of names) {
      const { file, exports } = LAZY[name];
      const filter = new RegExp(`${file.replaceAll('/', '[\\\\/]').replaceAll('.', '\\.')}$`);
      onLoad({ filter }, () => ({
        loader: 'js',
        contents: `let real; const load = () => (real ??= require('./${name}.cjs'));\n${exports
          .map((one) => `export const ${one} = (...args) => load().${one}(...args);`)
          .join('\n')}`,
      }));
    }
  },
});
const allLazily = lazily(Object.keys(LAZY));

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

const bundle = (name, options) => build({ ...shared, outfile: `dist/${name}.cjs`, ...options });
const small = { target: 'node22', minify: true };

const declared = declarations();
const built = await Promise.all([
  bundle('cortex', {
    entryPoints: ['src/entries/bin.ts'],
    banner: { js: '#!/usr/bin/env node' },
    // Must be readable to the older Node that it is there to replace.
    target: 'node18',
    minify: true,
  }),
  ...['hook', 'glance', 'intent', 'engine'].map((name) =>
    bundle(name, { ...small, entryPoints: [`src/entries/${name}.ts`], plugins: [allLazily] }),
  ),
  ...Object.entries(LAZY).map(([name, { file, loads = [] }]) =>
    bundle(name, { ...small, entryPoints: [file], plugins: [lazily(loads)] }),
  ),
  bundle('tokenizer', { ...small, entryPoints: ['src/entries/tokenizer.ts'] }),
  ...['mcp', 'mcp-http'].map((name) =>
    bundle(name, {
      ...small,
      entryPoints: [`src/entries/${name}.ts`],
      plugins: [allLazily, withoutValidator],
    }),
  ),
  // Some packages have a form that can be bundled and, as their main one, a form that cannot.
  bundle('cli', { entryPoints: ['src/entries/cli.ts'], target: 'node22', mainFields: ['module', 'main'] }),
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
  bundle('index', { entryPoints: ['src/entries/index.ts'], target: 'node22' }),
]);
await declared;
libraryModule();
removeStale(built, dist);
chmodSync(join(dist, 'cortex.cjs'), 0o755);
writeLicenses(built, root, join(dist, 'licenses.txt'));
writePlugins(root, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
writeMeta([...built, await buildOpenClaw(root)], LAZY, dist);
