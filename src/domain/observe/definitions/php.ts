import type { Language } from './language.ts';
import { afterOpenComment, type BodySearch, blockEnd, bodyBrace } from './source.ts';

const FUNCTION =
  /^\s*(?:(?:public|protected|private|static|final|abstract)\s+){0,4}function\s+&?\s*([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*\(/u;
const TYPE =
  /^\s*(?:(?:final|abstract|readonly)\s+){0,3}(?:class|interface|trait|enum)\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*(?:[:{]|$|extends\b|implements\b)/u;
const BODY: BodySearch = { continues: null, stops: ';}' };

export const php: Language = {
  mask: /\/\/[^\n]*|#(?!\[)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<<<["']?([A-Za-z_][A-Za-z0-9_]*)["']?\n[\s\S]*?(?:\n[ \t]*\1(?![A-Za-z0-9_])|$)|"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s)\]};,]*$/,
  decorator: /^\s*#\[/,
  define(source, index) {
    const { text, start } = source.lines[index]!;
    const fn = FUNCTION.exec(text);
    const found = fn ?? TYPE.exec(text);
    if (!found) return null;
    const brace = bodyBrace(source, start + found[0].length - (/[({:]$/.test(found[0]) ? 1 : 0), BODY);
    if (brace === null) return null;
    return { kind: fn ? 'function' : 'type', name: found[1]!, last: blockEnd(source, brace) };
  },
};
