import type { Language } from './language.ts';
import { blockEnd, fromTheBeginning, nextWord, statementEnd } from './source.ts';

const FUNCTION =
  /^\s*(?:function\s+([A-Za-z_][A-Za-z0-9_:.-]*)\s*(?:\(\s*\))?|([A-Za-z_][A-Za-z0-9_:.-]*)\s*\(\s*\))\s*(?=[{(]|$)/;

/** POSIX shells, bash and zsh: `name() {` and `function name {`. */
export const shell: Language = {
  mask: /\\[\s\S]|'[^']*'?|"(?:[^"\\]|\\[\s\S])*"?|(?:^|(?<=[\s;(]))#[^\n]*|(?<!<)<<-?\s?(['"]?)([A-Za-z_][A-Za-z0-9_]*)\1[^\n]*\n[\s\S]*?(?:(?<=\n)[ \t]*\2(?=\n|$)|$)/g,
  // The pattern of a `case` closes a parenthesis that nothing opened: only braces can be paired here.
  brackets: '{',
  codeStart: fromTheBeginning,
  closer: /^\s*(?:[)};&\s]*|fi|done|esac|else|then|do)$/,
  decorator: null,
  define(source, index) {
    const { text, start } = source.lines[index]!;
    const found = FUNCTION.exec(text);
    if (!found) return null;
    const name = found[1] ?? found[2]!;
    const behind = start + found[0].length;
    const next = nextWord(source.text, behind, source.text.length);
    if (next.startsWith('('))
      return { kind: 'function', name, last: statementEnd(source, index), deeper: true };
    if (!next.startsWith('{')) return null;
    return { kind: 'function', name, last: blockEnd(source, source.text.indexOf('{', behind)) };
  },
};
