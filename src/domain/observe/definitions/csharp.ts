import type { Definition, Language } from './language.ts';
import {
  afterBracket,
  afterOpenComment,
  type BodySearch,
  blockEnd,
  bodyBrace,
  statementEnd,
} from './source.ts';
import { typedHead } from './typed-head.ts';

const TYPE =
  /^\s*(?:\[[^\]\n]{1,200}\]\s*)?(?:(?:public|protected|private|internal|abstract|static|sealed|partial|readonly|ref|file|new|unsafe)\s+){0,6}(?:class|interface|enum|struct|record(?:\s+(?:class|struct))?)\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*(?:[<(:{;]|$|where\b)/u;
const ATTRIBUTE = /^\s*\[[^\]\n]{1,200}\]\s*/;
const TYPE_BODY: BodySearch = { continues: null, stops: ';}=' };
const EXPRESSION_BODY = /[^;{}=]{0,300}=>/y;

export const csharp: Language = {
  mask: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?:^|(?<=\n))[ \t]*#[^\n]*|"""[\s\S]*?(?:"""|$)|(?:@\$?|\$@)"[^"]*(?:""[^"]*)*"?|"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s)\]};,]*$/,
  decorator: /^\s*\[[A-Za-z_\u{80}-\u{10ffff}]/u,
  define(source, index, enclosing) {
    const { text, start } = source.lines[index]!;
    const type = TYPE.exec(text);
    if (type) {
      const from = start + type[0].length - (/[<(:{;]$/.test(type[0]) ? 1 : 0);
      const brace = bodyBrace(source, from, TYPE_BODY);
      // `record Point(int X, int Y);` is whole without a body.
      const last = brace === null ? statementEnd(source, index) : blockEnd(source, brace);
      return { kind: 'type', name: type[1]!, last };
    }
    const head = typedHead(text, ATTRIBUTE.exec(text)?.[0].length ?? 0);
    if (!head || head.qualifier !== null || /\b(?:delegate|operator)\b/.test(head.before)) return null;
    const constructed = enclosing?.kind === 'type' && enclosing.name === head.name;
    if (head.before === '' && !constructed) return null;
    const behind = afterBracket(source, start + head.paren);
    return behind === null ? null : body(behind, head.name);

    function body(from: number, name: string): Definition | null {
      const brace = bodyBrace(source, from, TYPE_BODY);
      if (brace !== null) return { kind: 'function', name, last: blockEnd(source, brace) };
      EXPRESSION_BODY.lastIndex = from;
      if (!EXPRESSION_BODY.test(source.text)) return null;
      return { kind: 'function', name, last: statementEnd(source, index), deeper: true };
    }
  },
};
