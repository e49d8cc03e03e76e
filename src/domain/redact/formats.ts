import { isFiller, isRandom, surprise } from './entropy.ts';
import { CLOUD_FORMATS } from './formats-cloud.ts';
import { CODE_FORMATS } from './formats-code.ts';
import { SERVICE_FORMATS } from './formats-services.ts';
import type { Format } from './rule.ts';
import type { Span } from './span.ts';
import { findUnlisted } from './unlisted.ts';

/**
 * The rows of the tables: a name, then the forms of its tokens. `<a20>` stands for
 * 20 letters and digits, `<a20+>` for no fewer, `<a20-40>` for 20 to 40; `{a,b}` for one of these. The letters are those of
 * `SETS`. A name with `!` says all: even a body that looks like filler goes.
 */
export function formats(): readonly Format[] {
  const rows: (Format & { readonly samples: string[] })[] = [];
  for (const word of words()) {
    if (word.includes('<')) expand(word, Number.POSITIVE_INFINITY, rows.at(-1)!.samples);
    else rows.push({ name: word.replace('!', ''), evident: word.endsWith('!'), samples: [] });
  }
  return rows;
}

const words = () => `${CLOUD_FORMATS} ${CODE_FORMATS} ${SERVICE_FORMATS}`.trim().split(/\s+/);

/** `gh{p,o}_<a36>` is `gho_<a36>` and `ghp_<a36>`; a choice behind so many characters is left to the expression. */
function expand(form: string, least: number, into: string[]): void {
  const open = form.indexOf('{');
  if (open === -1 || open >= least) {
    into.push(form);
    return;
  }
  const close = form.indexOf('}', open);
  const [before, after] = [form.slice(0, open), form.slice(close + 1)];
  for (const each of form.slice(open + 1, close).split(',')) expand(before + each + after, least, into);
}

const SETS: Readonly<Record<string, string>> = {
  ...{ a: '[A-Za-z0-9]', b: '[A-Za-z0-9+/]', d: '\\d', h: '[0-9a-f]', H: '[0-9A-Fa-f]', l: '[a-z0-9]' },
  ...{ c: '[\\w+/=.-]', p: '[\\w%]', s: '[a-z]', u: '[A-Z0-9]', w: '[\\w-]', x: '[\\w.=%-]' },
};
const PART = /<(?:uuid|([abcdhHlpsuwx])(\d+)(\+|-\d+)?)>/g;

/** The expression of a form. Neither another character of a word may follow its last one, nor the ending of a file. */
function patternOf(form: string): RegExp {
  const source = form.replace(/[.$+|]/g, (sign, at: number) => (form[at + 1] === '>' ? sign : `\\${sign}`));
  const chosen = source.replace(/\{([^}]*)\}/g, (_, choice: string) => `(?:${choice.replaceAll(',', '|')})`);
  const parts = chosen.replace(PART, (_, set?: string, least?: string, most = '') => {
    if (!set) return '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
    const count = most === '+' ? `${least},` : most ? `${least},${most.slice(1)}` : least;
    return `${SETS[set]}{${count}}${set === 'b' ? '={0,2}' : ''}`;
  });
  return new RegExp(
    `^${parts}(?![A-Za-z0-9${/<w[^<+]*>$/.test(form) ? '_-' : ''}]|\\.[a-z]{2,4}(?![\\w.-]))`,
  );
}

/** The beginning of a run of token characters. No format is shorter, words are: most text is passed over. */
const RUN = /(?<![\w.~$+/=%-])[\w.~$+/=%-]{16}/g;
const RUN_END = /[^\w.~$+/=%-]/g;
/** So much of a run is shown to a pattern: what repeats without limit needs stack for each character. */
const WINDOW = 65_536;

/** The rows by the first two characters of their beginnings, made at first use. One expression of all took 10 ms to compile. */
let byTwo: ReadonlyMap<number, readonly Beginning[]> | undefined;
/** Marks how they begin, by three characters and by two: most places are passed over by a look at a byte. */
const begun = new Uint8Array(65_536);
const three = (text: string, at: number) =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 65_535;
const pair = (text: string, at: number) => (text.charCodeAt(at) * 127 + text.charCodeAt(at + 1)) & 65_535;

interface Beginning {
  readonly form: string;
  /** The name of its row, as it stands in the table. */
  readonly row: string;
  /** Made when a text may have it: a fresh process needs few of these. */
  start?: string;
  pattern?: RegExp;
}

const two = (text: string, at: number) => text.charCodeAt(at) * 65536 + text.charCodeAt(at + 1);

function beginnings(): ReadonlyMap<number, readonly Beginning[]> {
  const table = new Map<number, Beginning[]>();
  let row = '';
  const add = (form: string) => {
    const key = two(form, 0);
    const alike = table.get(key);
    if (alike) alike.push({ form, row });
    else table.set(key, [{ form, row }]);
    begun['<{'.includes(form[2]!) ? pair(form, 0) : three(form, 0)] = 1;
  };
  for (const word of words()) {
    const at = word.indexOf('{');
    if (at !== -1 && at < 3) {
      const forms: string[] = [];
      expand(word, 3, forms);
      forms.forEach(add);
    } else if (at !== -1 || word.includes('<')) add(word);
    else row = word;
  }
  return table;
}

/** The literal beginning of a form. */
const startOf = (each: Beginning) => (each.start ??= /^[^<{]+/.exec(each.form)![0]);

const isAlnum = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Tokens known by their own form, wherever they stand; besides, those that only look like tokens of a service. */
export function findFormats(text: string, unlisted: Span[]): Span[] {
  byTwo ??= beginnings();
  const found: Span[] = [];
  RUN.lastIndex = 0;
  for (let run = RUN.exec(text); run; run = RUN.exec(text)) {
    RUN_END.lastIndex = RUN.lastIndex;
    const end = RUN_END.exec(text)?.index ?? text.length;
    const before = found.length;
    for (let at = run.index; at < end; at++) {
      if (isAlnum(text.charCodeAt(at - 1))) continue;
      if (begun[three(text, at)] === 0 && begun[pair(text, at)] === 0) continue;
      const read = tokenAt(text, at, end, found);
      // Past what was refused too: a character is read once for each row, whatever the text.
      if (read > at) at = read - 1;
    }
    if (found.length === before) findUnlisted(text, run.index, Math.min(end, run.index + WINDOW), unlisted);
    RUN.lastIndex = end;
  }
  return found;
}

const WORD_BEFORE = /(?:^|[^\w.~$+/=%-])(?:[a-z]{1,16}|[A-Z]{1,16})[-_]$/;

/** `feature-sk-…`, `x_sk-…`: one plain word stands before, as in the name of a branch or a variable. */
function isBehindWord(text: string, at: number): boolean {
  return WORD_BEFORE.test(text.slice(Math.max(0, at - 18), at));
}

/** End of the token that begins here; `at` if none does. The longest literal beginning wins: `sk-ant-` before `sk-`. */
function tokenAt(text: string, at: number, runEnd: number, found: Span[]): number {
  let best: Beginning | undefined;
  let value = '';
  for (const each of byTwo!.get(two(text, at)) ?? []) {
    const start = startOf(each);
    if (start.length <= (best?.start ?? '').length || !text.startsWith(start, at)) continue;
    // Three characters come up by chance within base64 for URLs, which has `-` and `_` of its own.
    if (start.length <= 3 && '-_'.includes(text[at - 1] || ' ') && !isBehindWord(text, at)) continue;
    each.pattern ??= patternOf(each.form);
    const match = each.pattern.exec(text.slice(at, Math.min(runEnd, at + WINDOW)));
    if (!match) continue;
    best = each;
    value = match[0].replace(/\.+$/, '');
  }
  if (!best) return at;
  const end = value.length === WINDOW ? runEnd : at + value.length;
  const isEvident = best.row.endsWith('!');
  if (isEvident || (!isFiller(value) && looksDrawn(value.slice(best.start!.length))))
    found.push({ rule: best.row.replace('!', ''), start: at, end });
  return end;
}

/** With a token's beginning before it, half the proof is enough. */
function looksDrawn(body: string): boolean {
  if (isRandom(body)) return true;
  const { rate } = surprise(body);
  return /\d/.test(body) ? rate >= 0.12 : /[a-z]/.test(body) && /[A-Z]/.test(body) && rate >= 0.2;
}

/** Whether a value begins like a known token, for names that say the rest. */
export function startsLikeToken(value: string): boolean {
  byTwo ??= beginnings();
  return (byTwo.get(two(value, 0)) ?? []).some(
    (each) => startOf(each).length > 2 && value.startsWith(startOf(each)),
  );
}
