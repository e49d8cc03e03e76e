import type { Definition, Language } from './language.ts';
import {
  afterBracket,
  afterOpenComment,
  type BodySearch,
  blockEnd,
  bodyBrace,
  lineAt,
  type Source,
  statementEnd,
} from './source.ts';

/** TypeScript and JavaScript, with JSX. */
export const javascript: Language = {
  mask: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|`[^`\\]*(?:\\[\s\S][^`\\]*)*`?|"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?|(?<=[(,=:[!&|?{};>] ?|return )\/(?![*/])(?:[^/\\\n[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,80}\]){1,200}\//g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s)\]};,]*$/,
  decorator: /^\s*@[A-Za-z_\u{80}-\u{10ffff}$]/u,
  define(source, index, enclosing) {
    const line = source.lines[index]!.text;
    return (
      declared(source, index, line) ?? assigned(source, index, line, enclosing) ?? method(source, index, line)
    );
  },
};

const FUNCTION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\s*\*?\s*([A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*)\s*(?=[<(])/u;
const TYPE =
  /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:const\s+)?(?:class|interface|enum)\s+([A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*)\b/u;
const ALIAS =
  /^\s*(?:export\s+)?(?:declare\s+)?type\s+([A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*)\s*(?:=|<)/u;
/** Anything in a class header, or after a parameter list, that may stand on a line of its own. */
const HEADER_GOES_ON: BodySearch = { continues: /^(?:\{|extends\b|implements\b|[|&:,>])/, stops: ';}' };

function declared(source: Source, index: number, line: string): Definition | null {
  const start = source.lines[index]!.start;
  const alias = ALIAS.exec(line);
  if (alias) return { kind: 'type', name: alias[1]!, last: statementEnd(source, index), deeper: true };
  const type = TYPE.exec(line);
  if (type && !/^(?:extends|implements)$/.test(type[1]!)) {
    const brace = bodyBrace(source, start + type[0].length, HEADER_GOES_ON);
    return brace === null ? null : { kind: 'type', name: type[1]!, last: blockEnd(source, brace) };
  }
  const named = FUNCTION.exec(line);
  if (!named) return null;
  const paren = line.indexOf('(', named[0].length - 1);
  return paren < 0 ? null : withBody(source, start + paren, named[1]!);
}

const VARIABLE =
  /^\s*(?:export\s+)?(?:const|let|var)\s+([A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*)\s*(?::[^=;]{1,200}(?:=>[^=;]{1,200})?)?=(?![=>])\s*/u;
const PROTOTYPE =
  /^\s*(?:(?:module\.)?exports|([A-Z][\w\u{80}-\u{10ffff}$]*)(?:\.prototype)?)\.([A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*)\s*=(?![=>])\s*/u;
const FIELD =
  /^\s*(?:(?:public|private|protected|static|readonly|override|declare)\s+){0,5}#?([A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*)[?!]?\s*(?::[^=;]{1,200}(?:=>[^=;]{1,200})?)?=(?![=>])\s*/u;
const PROPERTY = /^\s*([A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*)\s*:\s*/u;

/** `const f = (…) =>`, `exports.f = function`, `Type.prototype.f = …`, class fields and members of a named object. */
function assigned(
  source: Source,
  index: number,
  line: string,
  enclosing: Definition | null,
): Definition | null {
  const start = source.lines[index]!.start;
  const variable = VARIABLE.exec(line);
  if (variable) {
    const value = start + variable[0].length;
    return (
      functionValue(source, index, variable[1]!, value) ?? objectValue(source, index, variable[1]!, value)
    );
  }
  const prototype = PROTOTYPE.exec(line);
  if (prototype) {
    const value = start + prototype[0].length;
    const found = functionValue(source, index, prototype[2]!, value);
    if (!found) return objectValue(source, index, prototype[1] ?? prototype[2]!, value);
    return prototype[1] === undefined ? found : { ...found, owner: prototype[1] };
  }
  const member =
    enclosing?.kind === 'type'
      ? FIELD.exec(line)
      : enclosing?.kind === 'container'
        ? PROPERTY.exec(line)
        : null;
  if (!member) return null;
  const value = start + member[0].length;
  return functionValue(source, index, member[1]!, value);
}

const FUNCTION_VALUE =
  /(?:async\s+)?(?:function\b[^(]{0,100}\(|[A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*\s*=>|(?:<[^()=]{1,200}>\s*)?\()/uy;

/** The function written at an offset; null where something else stands there. */
function functionValue(source: Source, index: number, name: string, value: number): Definition | null {
  FUNCTION_VALUE.lastIndex = value;
  const found = FUNCTION_VALUE.exec(source.text);
  if (!found) return null;
  const end = value + found[0].length;
  if (/function\b/.test(found[0])) return withBody(source, end - 1, name);
  const arrow = found[0].endsWith('(') ? behindArrow(source, end - 1) : end;
  if (arrow === null) return null;
  const brace = arrow + /^\s*/.exec(source.text.slice(arrow, arrow + 200))![0].length;
  if (source.text[brace] === '{') return { kind: 'function', name, last: blockEnd(source, brace) };
  const last = Math.max(index, lineAt(source, arrow), statementEnd(source, index));
  return { kind: 'function', name, last, deeper: true };
}

/** Parameters are a pair of parentheses with an arrow behind it, or a type and an arrow. */
function behindArrow(source: Source, paren: number): number | null {
  const behind = afterBracket(source, paren);
  if (behind === null) return null;
  const rest = source.text.slice(behind, behind + 300);
  const arrow = /^\s*(?::[^;?]{0,280}?)?=>/.exec(rest);
  return arrow === null ? null : behind + arrow[0].length;
}

/** An object written over several lines lends its name to the functions in it. */
function objectValue(source: Source, index: number, name: string, value: number): Definition | null {
  const line = source.lines[index]!;
  const opens = source.text[value] === '{' && line.start + line.text.length === value + 1;
  return opens ? { kind: 'container', name, last: blockEnd(source, value) } : null;
}

const METHOD =
  /^\s*(?:(?:public|private|protected|static|abstract|override|readonly|async|get|set)\s+){0,5}\*?\s*(?:#?([A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*)|\[[^\]]{1,80}\])\s*\??\s*(?=[<(])/u;
const NOT_A_METHOD = /^(?:if|for|while|switch|catch|with|function|super)$/;

function method(source: Source, index: number, line: string): Definition | null {
  const head = METHOD.exec(line);
  if (!head || (head[1] !== undefined && NOT_A_METHOD.test(head[1]))) return null;
  const paren = line.indexOf('(', head[0].length);
  // A computed name is none that could be written down; what is local to it stays local.
  return paren < 0 ? null : withBody(source, source.lines[index]!.start + paren, head[1] ?? '');
}

/** Behind the parameters stands the body, or a type and then the body; a brace inside a type is no body. */
function withBody(source: Source, paren: number, name: string): Definition | null {
  const behind = afterBracket(source, paren);
  let from = behind;
  for (let types = 0; behind !== null && from !== null && types < 4; types++) {
    const brace = bodyBrace(source, from, HEADER_GOES_ON);
    if (brace === null) return null;
    const before = source.text.slice(behind, brace).trimEnd();
    if (before === '' || (before.trimStart().startsWith(':') && !/[<|&,:(=]$/.test(before))) {
      return { kind: 'function', name, last: blockEnd(source, brace) };
    }
    if (!before.trimStart().startsWith(':')) return null;
    from = afterBracket(source, brace);
  }
  return null;
}
