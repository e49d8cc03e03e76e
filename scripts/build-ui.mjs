// The page of `cortex ui` and of reports: one file with its script and its style inside, so that a hash can stand for each.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

export async function buildPage(root) {
  const folder = 'src/surfaces/ui/page';
  const shared = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  };
  const [script, style] = await Promise.all([
    build({
      ...shared,
      entryPoints: [`${folder}/main.ts`],
      outfile: 'dist/ui/page.js',
      format: 'iife',
      target: ['chrome123', 'firefox121', 'safari17.5'],
      // Read by hosts of all kinds: nothing but ASCII needs no charset.
      charset: 'ascii',
      tsconfig: join(root, folder, 'tsconfig.json'),
    }),
    build({
      ...shared,
      entryPoints: [`${folder}/page.css`],
      outfile: 'dist/ui/page.css',
      target: ['chrome123', 'firefox121', 'safari17.5'],
    }),
  ]);
  const html = readFileSync(join(root, folder, 'page.html'), 'utf8')
    .replace('/* style */', () => style.outputFiles[0].text.trim())
    .replace('/* script */', () => script.outputFiles[0].text.trim());
  mkdirSync(join(root, 'dist', 'ui'), { recursive: true });
  writeFileSync(join(root, 'dist', 'ui', 'page.html'), html);
  return script;
}
