// The page of `cortex ui` and of reports: one file with its script and its style inside, so that a hash can stand for each.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const FOLDER = 'src/page/browser';
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

export async function bundles(root) {
  const shared = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    target: BROWSERS,
  };
  const [page, style] = await Promise.all([
    build({
      ...shared,
      entryPoints: [`${FOLDER}/main.ts`],
      outfile: 'dist/ui/main.js',
      format: 'iife',
      tsconfig: join(root, FOLDER, 'tsconfig.json'),
    }),
    build({ ...shared, entryPoints: [`${FOLDER}/page.css`], outfile: 'dist/ui/page.css' }),
  ]);
  const frame = readFileSync(join(root, FOLDER, 'page.html'), 'utf8');
  const filled = frame
    .replace('/* style */', () => style.outputFiles[0].text.trim())
    .replace('/* script */', () => page.outputFiles[0].text.trim());
  mkdirSync(join(root, 'dist', 'ui'), { recursive: true });
  writeFileSync(join(root, 'dist', 'ui', 'page.html'), filled);
  return [page];
}
