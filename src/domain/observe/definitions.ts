import { patternOnFirstUse } from '../base/text/pattern.ts';

/** Files whose lines are read for definitions, by their ending, name or first line. */
const CODE =
  /(?:[^\\/]\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kts?|scala|[ch]|cc|cpp|cxx|hh|hpp|cs|rb|rake|php|swift|sh|bash|zsh|bats|sql|exs?|lua|dart)|(?:^|[\\/])(?:rakefile|gemfile))$/i;
const SCRIPT = /^#!.*\b(?:node|bun|deno|python\d?|ruby|php|(?:ba|z|k|da)?sh)\b/;

const MOST_NAMES = 50;
/** Most lines of a function's head. */
const LONGEST_HEAD = 12;
/** Hooks answer within a second: only the beginning of a larger file is read. */
const MOST_TEXT = 400_000;

const NAME = '[\\p{L}_$][\\p{L}\\p{N}_$]*';
const TYPES =
  'class|interface|struct|enum|union|trait|record|protocol|actor|object|module|type|typealias|impl|extension';
const FUNCTIONS = 'function|func|fun|fn|def|defp|macro_rules!';

/** Words, attributes and brackets that may stand before the word that defines. */
const BEFORE = '(?:@\\S+\\s+|\\[[^\\]]*\\]\\s*|[a-z]+(?:\\([a-z]+\\))?\\s+|"C"\\s+)*?';
/** A keyword that starts a definition; a receiver or a type may precede the name. */
const declarationForm = patternOnFirstUse(
  () =>
    `^\\s*${BEFORE}(?:(${TYPES})(?:\\s+class)?|${FUNCTIONS})(?:<[^(]*?>)?[\\s*]+(?:<[^(]*?>\\s+)?(?:.*\\sfor\\s+)?(?:\\((?:\\w+\\s+)?\\*?(${NAME})[^()]*\\)\\s*)?(?:(${NAME})(?:<[^(]*?>)?(?:\\?\\.|\\.|::))*(?:(${NAME}(?:[-\\w]*\\w)?[?!]?)|\`([^\`]+)\`)`,
  'u',
);
/** A name to which a function is assigned. */
const assignmentForm = patternOnFirstUse(
  () =>
    `^\\s*(?:[a-z]+\\s+)*(?:(?:module\\.)?exports\\.|(${NAME})\\.prototype\\.)?#?(${NAME})\\s*(?::[^=]*)?(?:=|:)\\s*(?:async\\s+)?(?:function\\b|${NAME}\\s*=>|(?:<[^(]*>\\s*)?\\([^()]*(?:\\([^()]*\\)[^()]*)*(?:$|\\)[^()]*=>))`,
  'u',
);
/** A name with parentheses, and a body in braces behind them. */
const callableForm = patternOnFirstUse(
  () =>
    `^\\s*(?:[^\\s=.("'\`/][^=.("'\`]*?[\\s*&>])?(?:(${NAME})::)?([~#]?${NAME})\\s*(?:<[^(]*>)?\\s*\\(`,
  'u',
);
const CREATED =
  /^\s*create\s+(?:or\s+replace\s+|unique\s+|temp(?:orary)?\s+|materialized\s+)*(?:table|view|index|function|procedure|trigger|type)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i;

/** Text of several lines inside a string or comment. */
const BLOCK = /\/\*[\s\S]*?\*\/|`(?:[^`\\]|\\[\s\S])*`|("{3}|'{3})[\s\S]*?\1/g;
const CONTROL =
  /^\s*[})\s]*(?:if|else|for|foreach|while|switch|case|catch|return|throw|new|await|do|try|using|lock|synchronized|guard|match|when|yield|namespace|describe|it|test)\b/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\[)|--|"""|''')/;
/** Lines with only closing brackets; they do not count as changes. */
const CLOSER = /^[\s)\]};,{]*(?:end)?[\s)\]};,]*$/;
/** Lines that belong to the definition below them. */
const DECORATOR = /^\s*(?:@\w|#\[|\[\w[^\]]*\]\s*$|template\s*<)/;

/** A definition and its lines, found by their indentation. */
interface Definition {
  readonly name: string;
  readonly isFunction: boolean;
  readonly owner: string | null;
  /** A container's name is put before the names of its members. */
  readonly isContainer: boolean;
  readonly indent: number;
}

/**
 * The functions, methods and types that a change defines or touches, in order. `added` is the new text, `removed`
 * the replaced text (null: a whole file was written). A definition counts if a line of its body differs and its head is in the
 * text. The same three forms serve all languages: a keyword, an assigned function, or a name with parentheses and a body.
 */
export function findDefinitions(path: string, added: string, removed: string | null): string[] {
  if (!CODE.test(path) && (/\.\w+$/.test(path) || !SCRIPT.test(added))) return [];
  const lines = linesOf(added.slice(0, MOST_TEXT));
  const unchanged = new Map<string, number>();
  for (const line of linesOf(removed ?? ''))
    unchanged.set(line.trimEnd(), (unchanged.get(line.trimEnd()) ?? 0) + 1);
  const names = new Set<string>();
  const open: Definition[] = [];
  let decorated = false;
  for (const [index, line] of lines.entries()) {
    const left = unchanged.get(line.trimEnd()) ?? 0;
    if (left > 0) unchanged.set(line.trimEnd(), left - 1);
    const isNew = left === 0;
    if (CLOSER.test(line)) continue;
    if (DECORATOR.test(line) && !declarationForm().test(line)) {
      decorated ||= isNew;
      continue;
    }
    const indent = indentOf(lines, index);
    while (open.length > 0 && indent <= open.at(-1)!.indent) open.pop();
    const around = open.at(-1);
    // A definition inside a function counts for the function.
    const found = around?.isFunction ? null : definitionAt(lines, index, indent, around ?? null);
    if (found) open.push(found);
    const touched = open.at(-1);
    if (touched && !touched.isContainer && (isNew || decorated)) names.add(nameOf(touched));
    decorated = false;
    if (names.size >= MOST_NAMES) break;
  }
  return [...names];
}

const linesOf = (text: string) =>
  text.replace(BLOCK, (block) => block.replace(/[^\n]+/g, '')).split(/\r?\n/);

const nameOf = ({ owner, name }: Definition) => (owner === null ? name : `${owner}.${name}`);

function definitionAt(
  lines: readonly string[],
  index: number,
  indent: number,
  around: Definition | null,
): Definition | null {
  const line = lines[index]!;
  if (COMMENT.test(line) || CONTROL.test(line)) return null;
  const functionOf = (name: string, owner: string | null): Definition => ({
    name,
    isFunction: true,
    isContainer: false,
    indent,
    owner: owner ?? around?.name ?? null,
  });
  const created = CREATED.exec(line);
  if (created) return functionOf(created[1]!.replace(/["`[\]]/g, ''), null);
  const declared = declarationForm().exec(line);
  if (declared) {
    const [head, type, receiver, before, name, quoted] = declared;
    // An import, or a declaration without a definition.
    if (
      /^\s*[,;]\s*$/.test(line.slice(head.length)) ||
      (!type && /;\s*$/.test(line) && !hasBody(lines, index))
    )
      return null;
    const [named, owner] = [name ?? quoted!, receiver ?? before ?? null];
    if (!type) return functionOf(named, owner);
    const isContainer = type === 'impl' || type === 'extension';
    return { name: named, isFunction: false, isContainer, indent, owner };
  }
  const assigned = assignmentForm().exec(line);
  if (assigned) return functionOf(assigned[2]!, assigned[1] ?? null);
  const callable = callableForm().exec(line);
  return callable && hasBody(lines, index)
    ? functionOf(callable[2]!.replace('#', ''), callable[1] ?? null)
    : null;
}

/** A body follows the parentheses of the head, which may take several lines. */
function hasBody(lines: readonly string[], index: number): boolean {
  const head = lines
    .slice(index, index + LONGEST_HEAD)
    .join('\n')
    .replace(/"[^"\n]*"|'[^'\n]*'|\/\/.*/g, '');
  let depth = 0;
  for (let at = head.indexOf('('); at >= 0 && at < head.length; at++) {
    if (head[at] === '(') depth++;
    if (head[at] === ')' && --depth === 0)
      return /^(?:\s*(?:const|noexcept|override|final|throws|async|where|->|:)[^;=]*?|\s*)(?:\{|=>)/.test(
        head.slice(at + 1),
      );
  }
  return false;
}

/** The text of an edit often begins within a line; the indentation of its first line follows from the lines below. */
function indentOf(lines: readonly string[], index: number): number {
  const indent = (line: string) => /^\s*/.exec(line)![0].length;
  const own = indent(lines[index]!);
  if (index > 0 || own > 0) return own;
  const below = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map(indent);
  const least = Math.min(...below);
  return below.length > 0 && least < below[0]! ? least : 0;
}
