import { c } from './c.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import type { LanguageName } from './known.ts';
import { kotlin } from './kotlin.ts';
import type { Definition, Language } from './language.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { shell } from './shell.ts';
import { readSource, type Source } from './source.ts';
import { sql } from './sql.ts';
import { swift } from './swift.ts';

const MOST_NAMES = 50;
/** Hooks answer within a second: of a larger file only the beginning is looked at. */
const MOST_TEXT = 400_000;

/** The rules of each language; `known.ts` says which file is in which. */
const RULES: Readonly<Record<LanguageName, Language>> = {
  c,
  csharp,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  shell,
  sql,
  swift,
};

/** The names that a change of a file in this language defines or touches. `definitionsIn` says more. */
export function definedIn(name: LanguageName, added: string, removed: string | null): string[] {
  const language = RULES[name];
  const after = outline(language, added.slice(0, MOST_TEXT));
  if (removed === null) return distinct(after.names.filter((name) => name !== null));
  const before = outline(language, removed.slice(0, MOST_TEXT));
  const differing = differingLines(before.raw, after.raw, language.closer);
  const touched = new Set(differing.after.map((line) => after.names[after.holder[line]!]));
  for (const line of differing.before) touched.add(before.names[before.holder[line]!]);
  return distinct(after.names.filter((name) => name !== null && touched.has(name)));
}

interface Outline {
  readonly raw: readonly string[];
  /** Names by definition; null for what has none of its own. */
  readonly names: readonly (string | null)[];
  /** For each line the innermost definition it belongs to, -1 for none. */
  readonly holder: Int32Array;
}

interface Open {
  readonly found: Definition;
  readonly indent: number;
  readonly id: number;
}

function outline(language: Language, raw: string): Outline {
  const source = readSource(raw, language);
  const names: (string | null)[] = [];
  const holder = new Int32Array(source.lines.length).fill(-1);
  const open: Open[] = [];
  source.lines.forEach((line, index) => {
    const indent = index === 0 ? firstIndent(source) : line.indent;
    if (line.text.trim() !== '') while (open.length > 0 && hasEnded(open.at(-1)!, index, indent)) open.pop();
    const enclosing = open.at(-1) ?? null;
    // Definitions inside a function are local: their lines count for the function.
    const found =
      enclosing?.found.kind === 'function' ? null : language.define(source, index, enclosing?.found ?? null);
    if (found) {
      const id = names.push(nameOf(found, open)) - 1;
      open.push({ found, indent, id });
      for (
        let above = index - 1;
        above >= 0 && language.decorator?.test(source.lines[above]!.text);
        above--
      ) {
        holder[above] = id;
      }
    }
    holder[index] = open.at(-1)?.id ?? -1;
  });
  return { raw: raw.split('\n'), names, holder };
}

function hasEnded(scope: Open, index: number, indent: number): boolean {
  return index > scope.found.last && !(scope.found.deeper && indent > scope.indent);
}

/** The text of an edit often begins in the middle of a line; where its first line stood shows in the lines below. */
function firstIndent(source: Source): number {
  const first = source.lines[0]!;
  if (first.indent > 0) return first.indent;
  const below = source.lines.slice(1).filter((line) => line.text.trim() !== '');
  if (below.length === 0) return 0;
  const least = below.reduce((min, line) => Math.min(min, line.indent), below[0]!.indent);
  return least < below[0]!.indent ? least : 0;
}

function nameOf(found: Definition, open: readonly Open[]): string | null {
  if (found.kind === 'container' || found.name === '') return null;
  if (found.kind === 'type') return found.name;
  const owner = found.owner ?? open.at(-1)?.found.name;
  return owner ? `${owner}.${found.name}` : found.name;
}

/** Line numbers that only one side has, by common beginning and end, and between them by count. */
function differingLines(before: readonly string[], after: readonly string[], closer: RegExp) {
  const same = (a: string, b: string) => a.trimEnd() === b.trimEnd();
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && same(before[head]!, after[head]!)) head++;
  let tail = 0;
  while (tail < shorter - head && same(before.at(-1 - tail)!, after.at(-1 - tail)!)) tail++;
  const middle = (lines: readonly string[]) => lines.slice(head, lines.length - tail);
  const only = (mine: readonly string[], theirs: readonly string[]) => {
    const left = new Map<string, number>();
    for (const line of middle(theirs)) left.set(line.trimEnd(), (left.get(line.trimEnd()) ?? 0) + 1);
    const differing: number[] = [];
    middle(mine).forEach((line, offset) => {
      const count = left.get(line.trimEnd()) ?? 0;
      if (count > 0) left.set(line.trimEnd(), count - 1);
      else if (!closer.test(line)) differing.push(head + offset);
    });
    return differing;
  };
  return { before: only(before, after), after: only(after, before) };
}

function distinct(names: readonly (string | null)[]): string[] {
  return [...new Set(names)].filter((name) => name !== null).slice(0, MOST_NAMES);
}
