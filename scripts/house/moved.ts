// `node scripts/house/moved.ts <commit before> [<commit after>]`: whether a move changed nothing but paths. Each file is compared with
// what the rules make of its text: without imports, whose order follows the paths, and without white space and commas, which the
// formatter sets by the length of a line. What a file imports is compared for itself.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { importsIn } from './imports.ts';
import { futureOf } from './moves.ts';
import { withHandmade } from './paths.ts';

const root = join(import.meta.dirname, '..', '..');
const [before, after = 'HEAD'] = process.argv.slice(2);
if (!before) throw new Error('node scripts/house/moved.ts <commit before> [<commit after>]');
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 });

/** A path is a word with a slash, a relative path, or parts that are joined. */
const PATHS =
  /import\.meta\.dirname(?:,\s*'[^']*')*|(['"`])\.{1,2}\/[^'"`\n]*\1|(?:'[\w.-]+',\s*)*'(?:src|test|\.\.)'(?:,\s*'[\w.-]+')*|[\w.@-]*(?:\/[\w.@<>{}$*-]+)+\/?/g;
const TEXT = /\.(?:tsx?|mjs|cjs|json|md|css|html|ya?ml|sh)$/;
const IMPORTS =
  /^(?:import|export)\s[^;]*?from\s+'[^']+'(?:\s+with\s*\{[^}]*\})?;\n|^import\s+'[^']+';\n/gm;

function withoutPaths(path: string, text: string): string {
  const code = /\.(?:tsx?|mjs)$/.test(path) ? text.replace(IMPORTS, '') : text;
  const plain = path.endsWith('.md') ? code.replace(/`[\w./-]+`/g, '') : code;
  return plain.replace(PATHS, '').replace(/[\s,-]+/g, '');
}

/** What a file takes, from whichever file. */
function namesTaken(text: string): string {
  return importsIn(text)
    .map(
      ({ names, isTypeOnly }) => `${isTypeOnly} ${[...names.matchAll(/\w+/g)].map(String).sort()}`,
    )
    .sort()
    .join('\n');
}

const list = (commit: string) => git('ls-tree', '-r', '--name-only', commit).trim().split('\n');
const [old, now] = [list(before), new Set(list(after))];
const oldest = new Set(old);
const futures = new Map(
  old.map((path) => {
    const isOurs = /^(?:src|test)\//.test(path);
    return [path, isOurs ? futureOf(path, (other) => oldest.has(other)) : path] as const;
  }),
);
const differ: string[] = [];
for (const [from, to] of futures) {
  if (to === null || !now.delete(to)) {
    differ.push(`${from} is gone`);
    continue;
  }
  if (!TEXT.test(from)) continue;
  const [text, moved] = [git('show', `${before}:${from}`), git('show', `${after}:${to}`)];
  if (text === moved) continue;
  if (withoutPaths(from, withHandmade(text, from)) !== withoutPaths(to, moved))
    differ.push(`${from} → ${to}`);
  else if (/\.(?:tsx?|mjs)$/.test(from) && namesTaken(text) !== namesTaken(moved))
    differ.push(`imports of ${from} → ${to}`);
}
differ.push(...[...now].map((path) => `${path} is new`));
console.log(`${old.length} files, ${differ.length} differ by more than paths`);
for (const one of differ) console.log(`  ${one}`);
process.exitCode = differ.length > 0 ? 1 : 0;
