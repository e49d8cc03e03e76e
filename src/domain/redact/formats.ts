import { type Beginnings, beginnings } from './beginnings.ts';
import { isFiller, isRandom, surprise } from './entropy.ts';
import table from './formats.json' with { type: 'json' };
import type { SecretSpan } from './span.ts';
import { findUnlisted } from './unlisted.ts';

/** A kind of token with a published format. Patterns instead of sample tokens, which would alarm secret scanners. */
export interface TokenFormat {
  readonly name: string;
  /** Redacted even if the body looks like filler. */
  readonly isEvident: boolean;
  readonly forms: readonly string[];
}

/**
 * The rows of the table. `<a20>` stands for 20 letters and digits, `<a20+>` for no fewer, `<a20-40>` for 20 to 40; `{a,b}` for one
 * of these. The letters are those of `SETS`. A name with `!` is evident.
 */
export const formats = (): readonly TokenFormat[] =>
  Object.entries(table).map(([name, forms]) => ({
    name: name.replace('!', ''),
    isEvident: name.endsWith('!'),
    forms: forms.flatMap(expand),
  }));

/** `gh{p,o}_<a36>` is `gho_<a36>` and `ghp_<a36>`. */
function expand(form: string): string[] {
  const [all, choices] = /\{([^}]*)\}/.exec(form) ?? [];
  if (all === undefined) return [form];
  return choices!.split(',').flatMap((each) => expand(form.replace(all, each)));
}

const SETS: Readonly<Record<string, string>> = {
  a: '[A-Za-z0-9]',
  b: '[A-Za-z0-9+/]',
  d: '\\d',
  h: '[0-9a-f]',
  H: '[0-9A-Fa-f]',
  l: '[a-z0-9]',
  c: '[\\w+/=.-]',
  p: '[\\w%]',
  s: '[a-z]',
  u: '[A-Z0-9]',
  w: '[\\w-]',
  x: '[\\w.=%-]',
};
const PART = /<(?:uuid|([abcdhHlpsuwx])(\d+)(\+|-\d+)?)>/g;

/** The regular expression of a form. Neither a word character nor a file extension may follow. */
function patternOf(form: string): RegExp {
  const source = form.replace(/[.$+|]/g, (sign, at: number) =>
    form[at + 1] === '>' ? sign : `\\${sign}`,
  );
  const parts = source.replace(PART, (_, set?: string, least?: string, most = '') => {
    if (!set) return '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
    return `${SETS[set]}{${repetition(least!, most)}}${set === 'b' ? '={0,2}' : ''}`;
  });
  return new RegExp(
    `^${parts}(?![A-Za-z0-9${/<w[^<+]*>$/.test(form) ? '_-' : ''}]|\\.[a-z]{2,4}(?![\\w.-]))`,
  );
}

/** `20`, `20,` for `20+`, `20,40` for `20-40`. */
function repetition(least: string, most: string): string {
  if (most === '') return least;
  return most === '+' ? `${least},` : `${least},${most.slice(1)}`;
}

/** A form of a row. Its expression is compiled when a text may contain it: a fresh process needs few of them. */
interface TokenForm {
  readonly form: string;
  readonly row: TokenFormat;
  pattern?: RegExp;
}

const makeStarts = (): Beginnings<TokenForm> =>
  beginnings(
    formats().flatMap((row) =>
      row.forms.map((form): [string, TokenForm] => [/^[^<]+/.exec(form)![0], { form, row }]),
    ),
  );
let starts: Beginnings<TokenForm> | undefined;

/** The beginning of a run of token characters. No format is shorter, most words are: so most text is skipped. */
const RUN = /(?<![\w.~$+/=%-])[\w.~$+/=%-]{16}/g;
const RUN_END = /[^\w.~$+/=%-]/g;
/** Most characters of a run that a pattern is matched against: unlimited repetition needs stack for each character. */
const WINDOW = 65_536;

export const isAlnum = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Finds tokens with a known format anywhere in a text; `unlisted` gets those that only look like tokens of a service. */
export function findFormats(text: string, unlisted: SecretSpan[]): SecretSpan[] {
  const found: SecretSpan[] = [];
  RUN.lastIndex = 0;
  for (let run = RUN.exec(text); run; run = RUN.exec(text)) {
    RUN_END.lastIndex = RUN.lastIndex;
    const end = RUN_END.exec(text)?.index ?? text.length;
    const before = found.length;
    for (let at = run.index; at < end; at++) {
      if (isAlnum(text.charCodeAt(at - 1))) continue;
      const read = tokenAt(text, at, end, found);
      // Skips refused candidates as well, so that each row reads a character only once.
      if (read > at) at = read - 1;
    }
    if (found.length === before)
      findUnlisted(text, run.index, Math.min(end, run.index + WINDOW), unlisted);
    RUN.lastIndex = end;
  }
  return found;
}

const WORD_BEFORE = /(?:^|[^\w.~$+/=%-])(?:[a-z]{1,16}|[A-Z]{1,16})[-_]$/;

/** `feature-sk-…`, `x_sk-…`: a plain word precedes, as in the name of a branch or a variable. */
function isBehindWord(text: string, at: number): boolean {
  return WORD_BEFORE.test(text.slice(Math.max(0, at - 18), at));
}

/** End of the token that begins at `at`; `at` if none does. The longest literal prefix wins: `sk-ant-` before `sk-`. */
function tokenAt(text: string, at: number, runEnd: number, found: SecretSpan[]): number {
  starts ??= makeStarts();
  let best: TokenFormat | undefined;
  let start = '';
  let value = '';
  for (const [word, each] of starts.at(text, at)) {
    if (word.length <= start.length || !text.startsWith(word, at)) continue;
    // A prefix of three characters occurs by chance in base64url, which contains `-` and `_`.
    if (word.length <= 3 && '-_'.includes(text[at - 1] || ' ') && !isBehindWord(text, at)) continue;
    each.pattern ??= patternOf(each.form);
    const match = each.pattern.exec(text.slice(at, Math.min(runEnd, at + WINDOW)));
    if (!match) continue;
    best = each.row;
    start = word;
    value = match[0].replace(/\.+$/, '');
  }
  if (!best) return at;
  const end = value.length === WINDOW ? runEnd : at + value.length;
  if (best.isEvident || (!isFiller(value) && looksDrawn(value.slice(start.length))))
    found.push({ rule: best.name, start: at, end });
  return end;
}

/** After a token's prefix, a lower threshold for randomness is enough. */
function looksDrawn(body: string): boolean {
  if (isRandom(body)) return true;
  const { rate } = surprise(body);
  return /\d/.test(body) ? rate >= 0.12 : /[a-z]/.test(body) && /[A-Z]/.test(body) && rate >= 0.2;
}

/** Whether a value begins like a known token; used where the name already implies a secret. */
export function startsLikeToken(value: string): boolean {
  starts ??= makeStarts();
  return starts.at(value, 0).some(([word]) => word.length > 2 && value.startsWith(word));
}
