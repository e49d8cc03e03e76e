import type { Language } from './language.ts';
import { afterOpenComment, type BodySearch, blockEnd, bodyBrace, statementEnd } from './source.ts';

const FUNCTION =
  /^func\s+(?:\(\s*(?:[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*\s+)?\*?\s*([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)[^()]{0,100}\)\s*)?([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*(?=[[(])/u;
const TYPE = /^type\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)(?:\s|\[)/u;
const GROUP = /^type\s*\($/;
const IN_GROUP =
  /^\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)(?:\[[^\]]{1,100}\])?\s+=?\s*[A-Za-z_\u{80}-\u{10ffff}*[]/u;
const BODY: BodySearch = { continues: /^$/, stops: ';}' };

export const go: Language = {
  mask: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|`[^`]*`?|"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s)\]},]*$/,
  decorator: null,
  define(source, index, enclosing) {
    const { text, start } = source.lines[index]!;
    const method = FUNCTION.exec(text);
    if (method) {
      const brace = bodyBrace(source, start + method[0].length, BODY);
      if (brace === null) return null;
      const found = { kind: 'function', name: method[2]!, last: blockEnd(source, brace) } as const;
      return method[1] === undefined ? found : { ...found, owner: method[1] };
    }
    // A type group names nothing itself and lends no name: its members are types.
    if (GROUP.test(text)) return { kind: 'container', name: '', last: statementEnd(source, index) };
    const grouped = enclosing?.kind === 'container' && enclosing.name === '';
    const type = grouped ? IN_GROUP.exec(text) : TYPE.exec(text);
    return type ? { kind: 'type', name: type[1]!, last: statementEnd(source, index) } : null;
  },
};
