// Four bundles, because esbuild does not split CommonJS and a hook pays for every line that it loads: the entry, which
// only looks at the Node version; the lean hook; the whole engine for the events that need it; and the commands.
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
mkdirSync(dist, { recursive: true });

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  external: ['./hook.cjs', './engine.cjs', './cli.cjs'],
  legalComments: 'none',
  // Tables of letters are not ASCII, and escapes would make them several times as long.
  charset: 'utf8',
  logLevel: 'warning',
};

await Promise.all([
  build({
    ...shared,
    entryPoints: ['src/entries/bin.ts'],
    outfile: 'dist/cortex.cjs',
    banner: { js: '#!/usr/bin/env node' },
    // Must be readable to the older Node that it is there to replace.
    target: 'node18',
    minify: true,
  }),
  ...['hook', 'engine'].map((name) =>
    build({
      ...shared,
      entryPoints: [`src/entries/${name}.ts`],
      outfile: `dist/${name}.cjs`,
      target: 'node22',
      minify: true,
    }),
  ),
  build({ ...shared, entryPoints: ['src/entries/cli.ts'], outfile: 'dist/cli.cjs', target: 'node22' }),
]);
chmodSync(join(dist, 'cortex.cjs'), 0o755);
