// `node scripts/house/moved.ts <commit before> [<commit after>]`: whether a move changed nothing but paths. Each file is compared with
// what the rules make of its text: without imports, whose order follows the paths, and without white space and commas, which the
// formatter sets by the length of a line. What a file imports is compared for itself.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { importsIn } from './imports.ts';

const root = join(import.meta.dirname, '..', '..');
const [before, after = 'HEAD'] = process.argv.slice(2);
if (!before) throw new Error('node scripts/house/moved.ts <commit before> [<commit after>]');
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 });

/** A path is a word with a slash, a relative path, or parts that are joined. */
const PATHS =
  /(['"`])\.{1,2}\/[^'"`\n]*\1|(?:'[\w.-]+',\s*)*'(?:src|test|\.\.)'(?:,\s*'[\w.-]+')*|[\w.@-]*(?:\/[\w.@<>{}$*-]+)+\/?/g;
const IMPORTS = /^(?:import|export)\s[^;]*?from\s+'[^']+'(?:\s+with\s*\{[^}]*\})?;\n|^import\s+'[^']+';\n/gm;

function withoutPaths(path: string, text: string): string {
  const code = /\.(?:tsx?|mjs)$/.test(path) ? text.replace(IMPORTS, '') : text;
  return code.replace(PATHS, '').replace(/[\s,-]+/g, '');
}

/** What a file takes, from whichever file. */
function namesTaken(text: string): string {
  return importsIn(text)
    .map(({ names, isTypeOnly }) => `${isTypeOnly} ${[...names.matchAll(/\w+/g)].map(String).sort()}`)
    .sort()
    .join('\n');
}

const changed = git('diff', '-w', '-M30%', '--name-status', before, after).trim().split('\n');
const differ: string[] = [];
for (const line of changed) {
  const [how = '', from = '', to = from] = line.split('\t');
  if (how === 'A' || how === 'D') {
    differ.push(`${how} ${from}`);
    continue;
  }
  const [old, now] = [git('show', `${before}:${from}`), git('show', `${after}:${to}`)];
  if (withoutPaths(from, old) !== withoutPaths(to, now)) differ.push(`${from} → ${to}`);
  else if (/\.(?:tsx?|mjs)$/.test(from) && namesTaken(old) !== namesTaken(now))
    differ.push(`imports of ${from} → ${to}`);
}
console.log(`${changed.length} files, ${differ.length} differ by more than paths`);
for (const one of differ) console.log(`  ${one}`);
process.exitCode = differ.length > 0 ? 1 : 0;
