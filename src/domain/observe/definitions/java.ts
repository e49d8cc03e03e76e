import type { Language } from './language.ts';
import { afterBracket, afterOpenComment, blockEnd, bodyBrace } from './source.ts';
import { typedHead } from './typed-head.ts';

const TYPE =
  /^\s*(?:(?:public|protected|private|abstract|static|final|sealed|non-sealed|strictfp)\s+){0,6}(?:class|interface|enum|record|@interface)\s+([A-Za-z_\u{80}-\u{10ffff}$][\w\u{80}-\u{10ffff}$]*)\s*(?:[<({]|$|extends\b|implements\b|permits\b)/u;
const ANNOTATIONS = /^\s*(?:@(?!interface\b)[\w\u{80}-\u{10ffff}.]{1,80}(?:\([^()]{0,200}\))?\s+){1,5}/u;
const TYPE_ABOVE = /^\s*(?:public|protected|private|static|final)\s[\w\u{80}-\u{10ffff}\s<>,.?[\]&]*$/u;
const TAIL = /\s*(?:throws\s[\w\u{80}-\u{10ffff}\s.,<>@]{1,300})?\{/uy;

export const java: Language = {
  mask: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s)\]};,]*$/,
  decorator: /^\s*@(?!interface\b)[A-Za-z_\u{80}-\u{10ffff}]/u,
  define(source, index, enclosing) {
    const { text, start } = source.lines[index]!;
    const skipped = ANNOTATIONS.exec(text)?.[0].length ?? 0;
    const type = TYPE.exec(text.slice(skipped));
    if (type) {
      const brace = bodyBrace(source, start + skipped + type[0].length - 1, { continues: null, stops: ';}' });
      return brace === null ? null : { kind: 'type', name: type[1]!, last: blockEnd(source, brace) };
    }
    const head = typedHead(text, skipped);
    if (!head || head.qualifier !== null) return null;
    const constructed = enclosing?.kind === 'type' && enclosing.name === head.name;
    const above = index > 0 ? source.lines[index - 1]!.text : '';
    if (head.before === '' && !constructed && !TYPE_ABOVE.test(above)) return null;
    const behind = afterBracket(source, start + head.paren);
    if (behind === null) return null;
    TAIL.lastIndex = behind;
    const tail = TAIL.exec(source.text);
    if (!tail) return null;
    return { kind: 'function', name: head.name, last: blockEnd(source, behind + tail[0].length - 1) };
  },
};
