import type { Language } from './language.ts';
import { afterOpenComment } from './source.ts';

const CREATE =
  /^\s*create\s+(?:or\s+(?:replace|alter)\s+)?(?:definer\s*=\s*\S{1,80}\s+)?(?:(?:global|local|temp|temporary|unlogged|unique|materialized|recursive|virtual|clustered|nonclustered|fulltext|constraint|aggregate|editionable|force)\s+){0,4}(table|view|function|procedure|proc|index|trigger|type|domain)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?!on\b)((?:["`[]?[A-Za-z_\u{80}-\u{10ffff}#][\w\u{80}-\u{10ffff}$#]*["`\]]?\.){0,2}["`[]?[A-Za-z_\u{80}-\u{10ffff}#][\w\u{80}-\u{10ffff}$#]*)/iu;
const ROUTINE = /^(?:function|procedure|proc|trigger)$/i;
const QUOTES = /["`[\]]/g;
/** Statements that, in the first column, stand in no routine's body. */
const NEXT_STATEMENT = /^(?:create|drop|alter table|grant|comment on|delimiter)\b/i;

export const sql: Language = {
  // Quoted identifiers are names, not strings: only apostrophes and dollar quotes hold text.
  mask: /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*'?|(\$[A-Za-z_]{0,30}\$)[\s\S]*?(?:\1|$)/g,
  brackets: '({[',
  codeStart: afterOpenComment,
  closer: /^[\s);,]*$/,
  decorator: null,
  define(source, index) {
    const found = CREATE.exec(source.lines[index]!.text);
    if (!found) return null;
    // A routine's statements have semicolons of their own; any other statement ends at the first.
    const routine = ROUTINE.test(found[1]!);
    let last = index;
    while (last + 1 < source.lines.length) {
      if (!routine && source.lines[last]!.text.includes(';')) break;
      if (NEXT_STATEMENT.test(source.lines[last + 1]!.text)) break;
      last++;
    }
    return { kind: 'function', name: found[2]!.replace(QUOTES, ''), last };
  },
};
