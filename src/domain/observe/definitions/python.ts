import type { Language } from './language.ts';
import { afterBracket, lineAt } from './source.ts';

const HEADER = /^\s*(?:async\s+)?(def|class)\s+([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)\s*([([:])/u;

export const python: Language = {
  mask: /#[^\n]*|("""|''')[\s\S]*?(?:\1|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/g,
  brackets: '({[',
  codeStart: afterOpenDocstring,
  closer: /^[\s)\]},:]*$/,
  decorator: /^\s*@[A-Za-z_\u{80}-\u{10ffff}]/u,
  define(source, index) {
    const line = source.lines[index]!;
    const header = HEADER.exec(line.text);
    if (!header) return null;
    const kind = header[1] === 'def' ? 'function' : 'type';
    if (kind === 'function' && header[3] === ':') return null;
    // Parameters may end on a line as far left as the header; the body is what is deeper from there on.
    const behind = header[3] === ':' ? null : afterBracket(source, line.start + header[0].length - 1);
    const last = behind === null ? index : lineAt(source, behind - 1);
    if (!source.text.slice(behind ?? line.start, behind === null ? undefined : behind + 300).includes(':'))
      return null;
    return { kind, name: header[2]!, last, deeper: true };
  },
};

/** An odd number of triple quotes: the first closes a docstring that was opened before, unless it opens one itself. */
function afterOpenDocstring(raw: string): number {
  const quotes = [...raw.matchAll(/"""|'''/g)];
  const first = quotes[0];
  if (quotes.length % 2 === 0 || first === undefined) return 0;
  const lineStart = raw.lastIndexOf('\n', first.index) + 1;
  const ahead = raw.slice(lineStart, first.index).trim();
  const behind = raw
    .slice(first.index + 3)
    .split('\n', 1)[0]!
    .trim();
  if (behind !== '' || /[=(,[{]$|^[rRbBfFuU]{1,2}$/.test(ahead)) return 0;
  if (ahead === '' && /(?::|^)\s*$/.test(raw.slice(0, lineStart).trimEnd())) return 0;
  return first.index + 3;
}
