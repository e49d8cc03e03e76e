import { withoutBoundaries } from './boundaries.ts';
import { guardOf } from './guards.ts';

/**
 * The text of a module with its regular expressions made cheap for a process that lives for milliseconds; null where there
 * is nothing to do. The expressions mean the same (test/expressions.test.ts). `guarded` is where `guarded.ts` stands.
 */
export function cheapExpressions(text: string, guarded: string): string | null {
  let written = '';
  let from = 0;
  const all = [...literalsOf(text), ...composedOf(text)].sort((a, b) => a.at - b.at);
  for (const { at, end, source, flags } of all) {
    written += text.slice(from, at) + cheap(source, flags);
    from = end;
  }
  if (from === 0) return null;
  const imports = [
    `import { guarded as guardedExpression } from ${JSON.stringify(guarded)};`,
    ...(written.includes('guardedAlternatives(')
      ? [`import { guardedChoice as guardedAlternatives } from ${JSON.stringify(choiceBeside(guarded))};`]
      : []),
  ];
  return `${imports.join(' ')}\n${written}${text.slice(from)}`;
}

/** Few modules have expressions of many alternatives: the others do not load what stands for them. */
const choiceBeside = (guarded: string) => guarded.replace(/\.ts$/, '-choice.ts');

/** Shorter ones compile as quickly as they are guarded. */
const WORTH_IT = 24;

/** Shorter ones compile as quickly as their alternatives are told apart. */
const WORTH_SPLITTING = 1000;

function cheap(source: string, flags: string): string {
  const choices = source.length < WORTH_SPLITTING ? null : alternativesOf(source, flags);
  if (!choices) return cheapOne(source, flags);
  return `guardedAlternatives(${choices.map((choice) => guardedOne(choice, flags)).join(', ')})`;
}

/**
 * What stands between the outermost `|`, neighbours without words of their own together; null where the alternatives depend on
 * each other, or a caller can see which of them it was.
 */
export function alternativesOf(source: string, flags: string): string[] | null {
  const isCounted = /\((?!\?(?:[:=!]|<[=!]))/.test(source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, ''));
  if (isCounted || /[gyv]/.test(flags)) return null;
  const all: string[] = [];
  let isLastOpen = false;
  for (const choice of topChoices(source)) {
    const { begins, holds } = guardOf(choice, flags);
    const isOpen = begins === null && holds === null;
    all.push(isOpen && isLastOpen ? `${all.pop()}|${choice}` : choice);
    isLastOpen = isOpen;
  }
  return all.length > 1 ? all : null;
}

function topChoices(source: string): string[] {
  const ends: number[] = [];
  let depth = 0;
  for (const { 0: sign, index } of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/g)) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === '|' && depth === 0) ends.push(index);
  }
  return [...ends, source.length].map((end, i) => source.slice(i === 0 ? 0 : ends[i - 1]! + 1, end));
}

function cheapOne(source: string, flags: string): string {
  if (source.length < WORTH_IT) return `/${withoutBoundaries(source)}/${flags}`;
  return guardedOne(source, flags);
}

function guardedOne(source: string, flags: string): string {
  const literal = `/${withoutBoundaries(source)}/${flags}`;
  const { begins, holds } = guardOf(source, flags);
  const words = [begins, holds].map((list) => JSON.stringify(list?.join('\n') ?? ''));
  return `guardedExpression(() => ${literal}, ${words.join(', ')}, ${flags.includes('i')})`;
}

export interface Literal {
  readonly at: number;
  readonly end: number;
  readonly source: string;
  readonly flags: string;
}

/** Where a module's regular expressions stand. */
export function literalsOf(text: string): Literal[] {
  const found: Literal[] = [];
  /** How many braces are open in each `${` that is. */
  const inside: number[] = [];
  let before = '';
  let at = 0;
  while (at < text.length) {
    const [token] = NEXT.exec(text.slice(at, at + LOOK))!;
    if (/^\s/.test(token)) at += token.length;
    else if (token === '//') at = endOf(text, at, '\n');
    else if (token === '/*') at = endOf(text, at, '*/') + 2;
    else if (token === '/' && !ENDS_A_VALUE.test(before)) {
      const [whole, source, flags] = readAt(LITERAL, text, at);
      found.push({ at, end: at + whole.length, source: source!, flags: flags! });
      at += whole.length;
      before = ')';
    } else if (token === "'" || token === '"') {
      at += readAt(token === "'" ? SINGLE : DOUBLE, text, at)[0].length;
      before = ')';
    } else if (token === '`' || (token === '}' && inside.at(-1) === 0)) {
      if (token === '}') inside.pop();
      const [piece] = readAt(TEMPLATE, text, at + 1);
      at += 1 + piece.length;
      before = ')';
      if (piece.endsWith('${')) {
        inside.push(0);
        before = '(';
      }
    } else {
      if (token === '{' && inside.length > 0) inside.push(inside.pop()! + 1);
      if (token === '}' && inside.length > 0) inside.push(inside.pop()! - 1);
      // Behind a value `!` says that it is there, and changes nothing.
      if (token !== '!' || !ENDS_A_VALUE.test(before)) before = token;
      at += token.length;
    }
  }
  return found;
}

/** Expressions that are put together of texts that the module declares; any other stays as it is. */
export function composedOf(text: string): Literal[] {
  const declared = new Map(
    [...text.matchAll(DECLARED)].map(([, name, value]) => {
      const pieces = value!.match(/'[^'\n]*'|"[^"\n]*"/g) ?? [];
      return [name!, pieces.map((piece) => piece.slice(1, -1)).join('')];
    }),
  );
  return [...text.matchAll(COMPOSED)].flatMap(({ index: at, 0: whole, 1: pattern, 2: flags = '' }) => {
    const names = [...pattern!.matchAll(/\$\{(.*?)\}/g)].map(([, name]) => name!);
    if (!names.every((name) => declared.has(name))) return [];
    const put = pattern!.replace(/\$\{(.*?)\}/g, (_, name: string) => declared.get(name)!);
    // What is escaped in a text is so that the expression holds one backslash.
    if (/(?<!\\)(?:\\\\)*\\(?!\\)/.test(put) || put.includes('/')) return [];
    return [{ at, end: at + whole.length, source: put.replaceAll('\\\\', '\\'), flags }];
  });
}

const DECLARED = /^const ([A-Z_]+) =\s+((?:'[^'\n]*'|"[^"\n]*"|\s+|\+)+);$/gm;
const COMPOSED = /new RegExp\(\s*`([^`]*)`,?\s*(?:'([a-z]*)',?\s*)?\)/g;

const LOOK = 200;
const NEXT = /^(?:\s+|\/\/|\/\*|[\w$]+|[\s\S])/;
/** Behind a value a slash divides. */
const ENDS_A_VALUE = /^(?!(?:return|typeof|case|of|in|void|yield|await)$)[\w$]+$|^[)\]}]$/;
const LITERAL = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;
const SINGLE = /'(?:[^'\\\n]|\\[\s\S])*'/y;
const DOUBLE = /"(?:[^"\\\n]|\\[\s\S])*"/y;
const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;

function readAt(expression: RegExp, text: string, at: number): RegExpExecArray {
  expression.lastIndex = at;
  const found = expression.exec(text);
  if (!found) throw new Error(`no end of what begins with ${text.slice(at, at + 80)}`);
  return found;
}

function endOf(text: string, from: number, mark: string): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}
