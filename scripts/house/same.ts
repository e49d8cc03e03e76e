// `node scripts/house/same.ts <commit before> [<commit after>]`: whether a change of form alone left every file as it was: code equal to
// the byte once minified alone by esbuild, JSON equal as values, the rest equal without white space.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Loader, transformSync } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');
const [before, after = 'HEAD'] = process.argv.slice(2);
if (!before) throw new Error('node scripts/house/same.ts <commit before> [<commit after>]');
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 });

const LOADERS: Readonly<Record<string, Loader>> = {
  ts: 'ts',
  tsx: 'tsx',
  mts: 'ts',
  mjs: 'js',
  cjs: 'js',
  js: 'js',
  css: 'css',
};

function essenceOf(path: string, text: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  const loader = LOADERS[ending];
  if (loader)
    return transformSync(text, { loader, minify: true, target: 'esnext', legalComments: 'none' })
      .code;
  // The settings of the formatter are what changed.
  if (path === 'biome.json') return '';
  if (ending === 'json') return JSON.stringify(JSON.parse(text));
  return text.replace(/\s+/g, '');
}

const changed = git('diff', '--name-status', '--no-renames', before, after)
  .trim()
  .split('\n')
  .filter(Boolean);
const differ = changed.filter((line) => {
  const [how = '', path = ''] = line.split('\t');
  if (how !== 'M') return true;
  return (
    essenceOf(path, git('show', `${before}:${path}`)) !==
    essenceOf(path, git('show', `${after}:${path}`))
  );
});
console.log(`${changed.length} files changed, ${differ.length} differ by more than their form`);
for (const one of differ) console.log(`  ${one}`);
process.exitCode = differ.length > 0 ? 1 : 0;
