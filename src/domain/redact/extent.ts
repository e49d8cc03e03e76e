/** The text that a sticky expression matches at a place. */
export function take(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Opening quotes with a different closing sign, which ends a value anyway, and prefixes of string literals. */
const OPENING = /[「『“‘„«] ?|[NbruBRUfF@$]{1,2}(?=["'])/y;
const QUOTE = /\\{0,3}["'`]/y;
/** The characters that end a value: in quotes, in quotes that are escaped themselves, and without quotes. */
const QUOTED_END = { '"': /["\\\n\uFFFF]/g, "'": /['\\\n\uFFFF]/g, '`': /[`\\\n\uFFFF]/g } as const;
const ESCAPED_END = /[\\"'`\n\uFFFF]/g;
const BARE_END =
  /[\s"'`,;()<>{}|\\\u00AB\u00BB\u2018-\u201F\u3000-\u30FF\u4E00-\u9FFF\uAC00-\uD7AF\uFF00-\uFF65\uFFFF]/g;
/** A line of an environment file contains one value up to white space or a quote. */
const WHOLE_END = /[\s"'`\uFFFF]/g;

/** The next parameter of a query, an entity, the next command. */
const AMPERSAND = /&(?:&|#?[\w.[\]-]{1,40}[=;])/;
/** Number of characters of a value that are judged. */
export const HEAD = 512;

/** A value's position in a text, without its quotes. */
export interface ValueSpan {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** A run of characters without a break. All names in it share its end, so the run is read once. */
interface UnbrokenRun {
  readonly ends: RegExp;
  from: number;
  to: number;
  /** How many values in it were judged. */
  judged: number;
}

/** Most values that are judged in a run: more than any URL has parameters. */
const JUDGED_IN_RUN = 64;

function endOf(ends: RegExp, text: string, at: number): number {
  ends.lastIndex = at;
  return ends.exec(text)?.index ?? text.length;
}

function runEnd(run: UnbrokenRun, text: string, at: number): number {
  if (at < run.from || at >= run.to) {
    run.from = at;
    run.to = endOf(run.ends, text, at);
    run.judged = 0;
  }
  run.judged++;
  return run.to;
}

function quotedEnd(text: string, at: number, quote: string): number {
  if (quote.length > 1) return endOf(ESCAPED_END, text, at);
  let end = endOf(QUOTED_END[quote as '"'], text, at);
  while (text[end] === '\\') end = endOf(QUOTED_END[quote as '"'], text, end + 2);
  return Math.min(end, text.length);
}

/** The value that begins at `from`, without its quotes. */
export function valueAt(text: string, from: number, run: UnbrokenRun): ValueSpan | null {
  const at = from + (take(OPENING, text, from) ?? '').length;
  const quote = take(QUOTE, text, at);
  if (quote) {
    const start = at + quote.length;
    const end = quotedEnd(text, start, quote);
    return end > start ? { start, end, quoted: true } : null;
  }
  let end = runEnd(run, text, at);
  // A call, an ellipsis or an array element is not a value.
  if (run.judged > JUDGED_IN_RUN || text[end] === '(' || text.startsWith('...', end - 3))
    return null;
  const head = text.slice(at, Math.min(end, at + HEAD));
  if (/^[\w.]+\[/.test(head)) return null;
  const next = run.ends === WHOLE_END ? -1 : head.search(AMPERSAND);
  if (next !== -1) end = at + next;
  while (end > at && '.,:;!?]'.includes(text[end - 1]!)) end--;
  return end > at ? { start: at, end, quoted: false } : null;
}

/** The runs of a text: up to the end of a word, and in an environment file up to the end of the line. */
export interface Runs {
  readonly bare: UnbrokenRun;
  readonly whole: UnbrokenRun;
}

export function newRuns(): Runs {
  return {
    bare: { ends: BARE_END, from: 0, to: 0, judged: 0 },
    whole: { ends: WHOLE_END, from: 0, to: 0, judged: 0 },
  };
}
