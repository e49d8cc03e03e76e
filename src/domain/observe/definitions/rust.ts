import type { Definition, Language } from './language.ts';
import {
  afterOpenComment,
  type BodySearch,
  blockEnd,
  bodyBrace,
  type Source,
  statementEnd,
} from './source.ts';

const FUNCTION =
  /^\s*(?:pub(?:\([^)]{1,60}\))?\s+)?(?:(?:default|const|async|unsafe|extern)\s+){0,5}fn\s+(?:r#)?([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*[<(]/u;
const TYPE =
  /^\s*(?:pub(?:\([^)]{1,60}\))?\s+)?(?:unsafe\s+|auto\s+)?(struct|enum|union|trait|type)\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*(?:[<{(;:=]|where\b|$)/u;
const MACRO = /^\s*macro_rules!\s*([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)/u;
const IMPL = /^\s*(?:default\s+)?(?:unsafe\s+)?impl\b/;
const BODY: BodySearch = { continues: null, stops: ';}' };

export const rust: Language = {
  // A lifetime is a quote without its partner; a character literal closes after one character or one escape.
  mask: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bb?r(#{0,4})"[\s\S]*?(?:"\1|$)|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|'(?:[^'\\\n]|\\[^\n][^'\n]{0,8})'/g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s)\]};,]*$/,
  decorator: /^\s*#\[/,
  define(source, index, enclosing) {
    const { text, start } = source.lines[index]!;
    const fn = FUNCTION.exec(text);
    if (fn) return block(source, start + fn[0].length - 1, 'function', fn[1]!);
    const macro = MACRO.exec(text);
    if (macro) return block(source, start + macro[0].length, 'function', macro[1]!);
    if (IMPL.test(text)) return implementation(source, start);
    const type = TYPE.exec(text);
    // `type Item = …` inside an impl or a trait fills in somebody else's type.
    if (!type || (type[1] === 'type' && enclosing !== null)) return null;
    return { kind: 'type', name: type[2]!, last: statementEnd(source, index), deeper: true };
  },
};

function block(source: Source, from: number, kind: Definition['kind'], name: string): Definition | null {
  const brace = bodyBrace(source, from, BODY);
  return brace === null ? null : { kind, name, last: blockEnd(source, brace) };
}

function implementation(source: Source, start: number): Definition | null {
  const brace = bodyBrace(source, start, BODY);
  if (brace === null) return null;
  const words = withoutGenerics(source.text.slice(start, brace)).split(/\bwhere\b/)[0]!;
  const target = words.includes(' for ')
    ? words.slice(words.lastIndexOf(' for ') + 5)
    : words.replace(IMPL, '');
  const name = /([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*$/u.exec(target)?.[1];
  return name === undefined ? null : { kind: 'container', name, last: blockEnd(source, brace) };
}

function withoutGenerics(header: string): string {
  let depth = 0;
  let plain = '';
  for (let at = 0; at < header.length; at++) {
    const char = header[at]!;
    if (char === '<') depth++;
    else if (char === '>' && header[at - 1] !== '-') depth = Math.max(0, depth - 1);
    else if (depth === 0) plain += char;
  }
  return plain;
}
