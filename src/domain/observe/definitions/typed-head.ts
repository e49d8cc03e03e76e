/** `static Map<String, List<X>> name(` and its like: languages whose functions begin with a type, not a keyword. */
export interface TypedHead {
  readonly name: string;
  /** `Type` of `Type::name`. */
  readonly qualifier: string | null;
  /** Everything before the name: modifiers and the type. */
  readonly before: string;
  /** Column of the parenthesis. */
  readonly paren: number;
}

const NAME =
  /(?:([A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)(?:<[\w\u{80}-\u{10ffff}, ]{1,60}>)?::)?(~?[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)(?:<[\w\u{80}-\u{10ffff}, ]{1,60}>)?$/u;
/** Characters that no type, modifier or name contains. */
const EXPRESSION = /[=;{}?!|+"'%^()/\\#]|->|\.\s*$|\.[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*$/u;
const STATEMENT =
  /(?:^|\s)(?:if|for|foreach|while|switch|catch|return|throw|new|else|case|do|goto|delete|await|yield|using|lock|fixed|checked|unchecked|sizeof|typeof|typedef|synchronized|try|assert|co_await|co_return)$/;

export function typedHead(line: string, from: number): TypedHead | null {
  const paren = line.indexOf('(', from);
  if (paren < 0) return null;
  const head = line.slice(from, paren).trim();
  if (EXPRESSION.test(head)) return null;
  const found = NAME.exec(head);
  if (!found || STATEMENT.test(head)) return null;
  const before = head.slice(0, found.index).trim();
  if (
    STATEMENT.test(before) ||
    /^(?:return|throw|else|case|new|goto|delete|await|yield|typedef|using)\s/.test(head)
  )
    return null;
  if (/[,:.(]$/.test(before) && !before.endsWith('::')) return null;
  return { name: found[2]!, qualifier: found[1] ?? null, before, paren };
}
