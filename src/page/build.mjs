// The page of `cortex ui` and of reports, and Today for hosts that show pages of servers: each one file with its script and its style inside, so that a hash can stand for each.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { withPolicy } from './policy.ts';

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
  const script = (name) =>
    build({
      ...shared,
      entryPoints: [`${FOLDER}/${name}.tsx`],
      outfile: `dist/ui/${name}.js`,
      format: 'iife',
      // Read by hosts of all kinds: nothing but ASCII needs no charset.
      charset: 'ascii',
      tsconfig: join(root, FOLDER, 'tsconfig.json'),
    });
  const [page, app, style] = await Promise.all([
    script('main'),
    script('app'),
    build({ ...shared, entryPoints: [`${FOLDER}/page.css`], outfile: 'dist/ui/page.css' }),
  ]);
  const frame = readFileSync(join(root, FOLDER, 'page.html'), 'utf8');
  const filled = (made) =>
    frame
      .replace('/* style */', () => style.outputFiles[0].text.trim())
      .replace('/* script */', () => made.outputFiles[0].text.trim());
  mkdirSync(join(root, 'dist', 'ui'), { recursive: true });
  writeFileSync(join(root, 'dist', 'ui', 'page.html'), filled(page));
  writeFileSync(join(root, 'dist', 'ui', 'today.html'), withPolicy(filled(app)));
  return [page];
}
