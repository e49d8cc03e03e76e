import type { Language } from './language.ts';
import { afterOpenComment, type BodySearch, blockEnd, bodyBrace, statementEnd } from './source.ts';

const FUNCTION = /func\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*[<(]/uy;
const INITIALISER = /init[?!]?\s*[<(]/y;
const TYPE =
  /(class|struct|enum|protocol|actor|extension|typealias)\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}.]*)\s*(?=[:<{=]|$|where\b)/uy;
const BODY: BodySearch = { continues: /^(?:\{|where\b|->|throws\b|async\b|:)/, stops: ';}=' };

export const swift: Language = {
  mask: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\[^\n])*"?/g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s)\]};,]*$/,
  decorator: /^\s*@[A-Za-z_\u{80}-\u{10ffff}]/u,
  define(source, index) {
    const { text, start } = source.lines[index]!;
    // The keyword stands behind attributes and modifiers, each a word: `class func` is a modifier and a keyword.
    for (let at = text.length - text.trimStart().length, words = 0; at < text.length && words < 10; words++) {
      FUNCTION.lastIndex = INITIALISER.lastIndex = TYPE.lastIndex = at;
      const fn = FUNCTION.exec(text) ?? INITIALISER.exec(text);
      if (fn) {
        const brace = bodyBrace(source, start + at + fn[0].length - 1, BODY);
        return brace === null
          ? null
          : { kind: 'function', name: fn[1] ?? 'init', last: blockEnd(source, brace) };
      }
      const type = TYPE.exec(text);
      if (type) {
        const name = type[2]!.split('.').at(-1)!;
        if (type[1] === 'typealias') return { kind: 'type', name, last: statementEnd(source, index) };
        const brace = bodyBrace(source, start + at + type[0].length, BODY);
        const kind = type[1] === 'extension' ? 'container' : 'type';
        return brace === null ? null : { kind, name, last: blockEnd(source, brace) };
      }
      MODIFIER.lastIndex = at;
      const modifier = MODIFIER.exec(text);
      if (!modifier) return null;
      at += modifier[0].length;
    }
    return null;
  },
};

const MODIFIER = /(?:@[\w\u{80}-\u{10ffff}]{1,60}(?:\([^()]{0,100}\))?|[a-z]+(?:\([a-z]{1,20}\))?)\s+/uy;
