import type { Language } from './language.ts';
import {
  afterBracket,
  afterOpenComment,
  type BodySearch,
  blockEnd,
  bodyBrace,
  lineAt,
  nextWord,
  statementEnd,
} from './source.ts';

const FUNCTION =
  /^\s*(?:@[\w\u{80}-\u{10ffff}.]{1,60}(?:\([^()]{0,100}\))?\s+){0,3}(?:[a-z]+\s+){0,7}fun\s+(?:<[^()]{1,200}?>\s+)?(?:([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)(?:<[^()]{1,60}?>)?\??\.)?(?:([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)|`([^`]{1,100})`)\s*\(/u;
const TYPE =
  /^\s*(?:@[\w\u{80}-\u{10ffff}.]{1,60}(?:\([^()]{0,100}\))?\s+){0,3}(?:(?:public|private|internal|protected|open|abstract|final|sealed|data|enum|annotation|inner|inline|value|fun|expect|actual|external|companion)\s+){0,6}(class|interface|object|typealias)\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)/u;
const TYPE_BODY: BodySearch = { continues: /^(?:\{|:|where\b|\()/, stops: ';}=' };

export const kotlin: Language = {
  mask: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s)\]};,]*$/,
  decorator: /^\s*@[A-Za-z_\u{80}-\u{10ffff}]/u,
  define(source, index) {
    const { text, start } = source.lines[index]!;
    const fn = FUNCTION.exec(text);
    if (fn) {
      const behind = afterBracket(source, start + fn[0].length - 1);
      if (behind === null) return null;
      const owner = fn[1] === undefined ? {} : { owner: fn[1] };
      const found = { kind: 'function', name: fn[2] ?? fn[3]!, ...owner } as const;
      const brace = bodyBrace(source, behind, { continues: /^(?:\{|where\b|:)/, stops: ';}=' });
      if (brace !== null) return { ...found, last: blockEnd(source, brace) };
      // An expression body; a function without either is only declared.
      const rest = source.text.slice(behind, behind + 200).split('\n', 1)[0]!;
      if (!rest.includes('=') && !nextWord(source.text, behind, source.text.length).startsWith('='))
        return null;
      return { ...found, last: Math.max(lineAt(source, behind), statementEnd(source, index)), deeper: true };
    }
    const type = TYPE.exec(text);
    if (!type) return null;
    const brace = type[1] === 'typealias' ? null : bodyBrace(source, start + type[0].length, TYPE_BODY);
    const last = brace === null ? statementEnd(source, index) : blockEnd(source, brace);
    return { kind: 'type', name: type[2]!, last };
  },
};
