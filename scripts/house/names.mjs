// `node scripts/house/names.mjs`: names that stand for two things. An exported name means one thing in all of `src`, and so does the
// name of a type, private ones too: whoever finds a name by search has found the thing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, isProgram } from './imports.ts';

const EXPORTED = /^export (?:default )?(?:async )?(?:const|let|function\*?|class) (\w+)/gm;
const TYPES = /^(?:export )?(?:declare )?(?:interface|type|class|enum) (\w+)/gm;

/** Names that a contract gives twice. */
const CONTRACTS = new Map([
  ['cortex', 'a plugin folder of a user calls the function of each plugin by it'],
  [
    'PendingTask',
    'the public API writes its types down once more, by the names that programs know',
  ],
  ['SessionState', 'the same'],
]);

/** By name the files that declare it, where these are two and more. */
function declaredTwice(code, pattern) {
  const found = new Map();
  for (const [path, text] of code)
    for (const [, name] of text.matchAll(pattern)) {
      const paths = found.get(name) ?? [];
      // An overload declares a name again.
      if (!paths.includes(path)) found.set(name, [...paths, path]);
    }
  return [...found]
    .filter(([name, paths]) => paths.length > 1 && !CONTRACTS.has(name))
    .sort(([a], [b]) => a.localeCompare(b));
}

export function sharedNames(root) {
  const code = filesBelow(root, 'src')
    .filter(isProgram)
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);
  return { exported: declaredTwice(code, EXPORTED), types: declaredTwice(code, TYPES) };
}

if (import.meta.main) {
  const { exported, types } = sharedNames(join(import.meta.dirname, '..', '..'));
  for (const [kind, all] of Object.entries({ exported, types })) {
    console.log(`${kind}: ${all.length} names stand for two things`);
    for (const [name, paths] of all) console.log(`  ${name}: ${paths.join(' ')}`);
  }
}
