import type { Definition, Language } from './language.ts';
import {
  afterBracket,
  afterOpenComment,
  type BodySearch,
  blockEnd,
  bodyBrace,
  type Source,
} from './source.ts';
import { typedHead } from './typed-head.ts';

const TYPE =
  /^\s*(?:template\s*<[^{};]{0,200}>\s*)?(?:typedef\s+)?(?:struct|class|union|enum(?:\s+(?:class|struct))?)\s+(?:[A-Z][A-Z0-9_]{2,}\s+|alignas\([^)]{1,40}\)\s+|\[\[[^\]]{1,60}\]\]\s*)?([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*(?:final\s*)?(?:[:{]|$)/u;
const ANONYMOUS =
  /^\s*typedef\s+(?:struct|union|enum)\s*(?:[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*\s*)?(?:\{|$)/u;
const ALIAS =
  /^\s*(?:using\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*=|typedef\s[^;{}()=]{1,200}[\s*]([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)(?:\[[^\]]{0,40}\])?\s*;)/u;
const TEMPLATE = /^\s*template\s*<[^{};]{0,200}>\s*/;
const MACRO = /^_?[A-Z][A-Z0-9_]{3,}$/;
const BODY: BodySearch = { continues: null, stops: ';}=' };
/** gtest's and catch's functions have their name in the arguments. */
const TEST_MACRO =
  /^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\s*\(\s*([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*,\s*([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*\)/u;

/** C and C++. */
export const c: Language = {
  mask: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?:^|(?<=\n))[ \t]*#(?:[^\n\\]|\\[\s\S])*|R"([A-Za-z_]{0,16})\([\s\S]*?(?:\)\1"|$)|"(?:[^"\\\n]|\\[\s\S])*"?|(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\[^\n])*'?/g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s)\]};,]*$/,
  decorator: /^\s*(?:template\s*<|\[\[)/,
  define(source, index, enclosing) {
    const { text, start } = source.lines[index]!;
    const alias = ALIAS.exec(text);
    if (alias) return { kind: 'type', name: (alias[1] ?? alias[2])!, last: index, deeper: true };
    return type(source, text, start) ?? callable(source, index, enclosing);
  },
};

function type(source: Source, text: string, start: number): Definition | null {
  const anonymous = ANONYMOUS.exec(text);
  if (anonymous) {
    const brace = bodyBrace(source, start + anonymous[0].length - (anonymous[0].endsWith('{') ? 1 : 0), BODY);
    const behind = brace === null ? null : afterBracket(source, brace);
    if (brace === null || behind === null) return null;
    const name = /^\s*([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*;/u.exec(
      source.text.slice(behind, behind + 200),
    );
    return name ? { kind: 'type', name: name[1]!, last: blockEnd(source, brace) } : null;
  }
  const found = TYPE.exec(text);
  if (!found) return null;
  const brace = bodyBrace(source, start + found[0].length - (/[:{]$/.test(found[0]) ? 1 : 0), BODY);
  return brace === null ? null : { kind: 'type', name: found[1]!, last: blockEnd(source, brace) };
}

function callable(source: Source, index: number, enclosing: Definition | null): Definition | null {
  const { text, start } = source.lines[index]!;
  const test = TEST_MACRO.exec(text);
  if (test) return withBody(source, start + test[0].length, { name: test[2]!, owner: test[1]! });
  const head = typedHead(text, TEMPLATE.exec(text)?.[0].length ?? 0);
  if (!head || MACRO.test(head.name) || /^namespace\b|(?:^|\s)operator$/.test(head.before)) return null;
  const constructed = enclosing?.kind === 'type' && head.name.replace('~', '') === enclosing.name;
  if (head.before === '' && head.qualifier === null && !constructed && !typeStandsAbove(source, index))
    return null;
  const behind = afterBracket(source, start + head.paren);
  if (behind === null) return null;
  return withBody(
    source,
    behind,
    head.qualifier === null ? { name: head.name } : { name: head.name, owner: head.qualifier },
  );
}

/** GNU style: the type on a line of its own, the name in the first column below it. */
function typeStandsAbove(source: Source, index: number): boolean {
  const above = source.lines[index - 1]?.text ?? '';
  return (
    source.lines[index]!.indent === 0 && /^[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff} *]*$/u.test(above)
  );
}

function withBody(source: Source, from: number, named: { name: string; owner?: string }): Definition | null {
  const brace = bodyBrace(source, from, BODY);
  if (brace === null) return null;
  // `const noexcept override`, a trailing type, an initialiser list; but no second call before the brace.
  const between = source.text.slice(from, brace);
  if (/^\s*[&|<>+.,]?\s*$/.test(between) && between.trim() !== '' && between.trim() !== '&') return null;
  return { kind: 'function', ...named, last: blockEnd(source, brace) };
}
