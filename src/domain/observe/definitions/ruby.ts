import type { Language } from './language.ts';
import { fromTheBeginning, statementEnd } from './source.ts';

const METHOD =
  /^\s*(?:(?:private|protected|public|private_class_method|memoize)\s+)?def\s+(?:(self|[A-Z][A-Za-z0-9_]*)\.)?([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*[?!=]?)(?=[\s(;]|$)/u;
const TYPE = /^\s*(?:class|module)\s+(?:[A-Z][A-Za-z0-9_]*::){0,6}([A-Z][A-Za-z0-9_]*)\s*(?:<|;|$)/;
const BUILT = /^\s*([A-Z][A-Za-z0-9_]*)\s*=\s*(?:Struct\.new|Data\.define|Class\.new|Module\.new)\b/;
const ONE_LINER = /;\s*end$|^\s*(?:private\s+)?def\s[^=]{1,200}\s=\s/;

export const ruby: Language = {
  mask: /#[^\n]*|(?:^|(?<=\n))=begin[\s\S]*?(?:\n=end|$)|<<[~-]?(["'`]?)([A-Z_][A-Za-z0-9_]*)\1[^\n]*\n[\s\S]*?(?:\n[ \t]*\2(?![A-Za-z0-9_])|$)|"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|`[^`\n]*`?|(?<=[(,=] ?|=~ )\/(?:[^/\\\n]|\\[^\n]){1,200}\//g,
  brackets: '({[',
  codeStart: fromTheBeginning,
  closer: /^\s*(?:end|else|ensure|begin|private|protected|[)\]};,\s]*)$/,
  decorator: null,
  define(source, index) {
    const { text } = source.lines[index]!;
    const method = METHOD.exec(text);
    if (method) {
      const owner = method[1] === undefined || method[1] === 'self' ? {} : { owner: method[1] };
      const found = {
        kind: 'function',
        name: method[2]!,
        ...owner,
        last: statementEnd(source, index),
      } as const;
      return ONE_LINER.test(text) ? found : { ...found, deeper: true };
    }
    const type = TYPE.exec(text);
    if (type) return { kind: 'type', name: type[1]!, last: index, deeper: true };
    const built = BUILT.exec(text);
    return built ? { kind: 'type', name: built[1]!, last: statementEnd(source, index), deeper: true } : null;
  },
};
