// `npm run api`: writes down every type that the library leads to, by name. test/library/library-api.test.ts fails until that was done, so that
// a change of what programs rely on is seen in review. It reads the declarations of the build.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(import.meta.dirname, '..', '..');

export const REPORT = join(ROOT, 'scripts', 'house', 'library-api.txt');

const STATEMENT =
  /^(?=(?:export |declare )*(?:type|interface|function|const|class|abstract class) \w)/m;

/** The declarations of a file, without comments and without where their parts come from. */
function declarationsIn(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/^(?:import|export)\b[^;]*? from '[^']+';$/gm, '')
    .replace(/import\("[^"]+"\)\./g, '')
    .replace(/^export \{\s*\};?$/gm, '');
  return withoutBreaks(code)
    .split(STATEMENT)
    .map((statement) => statement.replace(/\n\s*\n/g, '\n').trim())
    .filter((statement) => statement !== '');
}

/** The compiler breaks a tuple where the source did. */
function withoutBreaks(code: string): string {
  let depth = 0;
  return code.replace(/\[\s*|\s*\]|\n\s*/g, (found) => {
    if (found.startsWith('[')) depth++;
    if (found.endsWith(']')) depth--;
    if (found.trim() !== '') return found.trim();
    return depth > 0 ? ' ' : found;
  });
}

function nameOf(statement: string): string {
  return /\b(?:type|interface|function|const|class) (\w+)/.exec(statement)?.[1] ?? statement;
}

/** Exports of the library and the types that they name, in the order of names: a file may move without a change of the report. */
export function libraryApi(): string {
  const folder = join(ROOT, 'dist', 'types');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.d.ts'),
  );
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  const declared = Map.groupBy(texts.flatMap(declarationsIn), nameOf);
  const entry = readFileSync(
    join(folder, files.find((name) => name.endsWith('index.d.ts'))!),
    'utf8',
  );
  const told = new Set<string>();
  const open = entry.match(/\w+/g)!.concat(exportedByStar(entry, texts, files));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (told.has(name) || !declared.has(name)) continue;
    told.add(name);
    for (const statement of declared.get(name)!) open.push(...typesNamedIn(statement, declared));
  }
  const names = [...told].sort((a, b) => a.localeCompare(b, 'en'));
  return `${names.flatMap((name) => declared.get(name)!.toSorted()).join('\n\n')}\n`;
}

/** Functions have words of their own for what they take: only types and what stands behind `typeof` are named by another. */
function typesNamedIn(
  statement: string,
  declared: ReadonlyMap<string, readonly string[]>,
): string[] {
  const isType = (name: string) =>
    declared
      .get(name)
      ?.some((one) => /^(?:export |declare |abstract )*(?:type|interface|class) /.test(one)) ===
    true;
  const values = [...statement.matchAll(/typeof (\w+)/g)].map(([, name]) => name!);
  return [...statement.match(/\w+/g)!.filter(isType), ...values];
}

/** The names of files of which the entry passes on everything. */
function exportedByStar(
  entry: string,
  texts: readonly string[],
  files: readonly string[],
): string[] {
  const ends = [...entry.matchAll(/export (?:type )?\* from '[./]*([^']+)\.js'/g)].map(
    ([, end]) => `${end}.d.ts`,
  );
  return ends.flatMap((end) => {
    const at = files.findIndex((name) => name.replaceAll('\\', '/').endsWith(end));
    return texts[at]?.match(/\w+/g) ?? [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(REPORT, libraryApi());
