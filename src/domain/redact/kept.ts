import type { SecretSpan } from './span.ts';

/**
 * A name that promises a secret, `:` or `=`, and a value of any kind. What is kept on purpose is short, and told again in every
 * session: there a word too many costs less than a password.
 */
const NAME =
  /(?:passw(?:or)?d|passphrase|pwd|secret|api[-_ ]?key|token|(?<![a-z])auth|bearer|private[-_ ]?key)/;
/** The value is on the same line, or alone on the next. */
const OPERATOR =
  /["'`*_)\]]{0,4}[ \t]{0,8}[:=：]{1,2}[>*]{0,2}(?:[ \t]{0,8}|[ \t]{0,8}\r?\n[ \t]{0,8}(?=[^\s\uFFFF]{1,256}[ \t]*(?:\r?\n|$)))/;
const SCHEME = /(?:(?:basic|bearer|digest|token)[ \t]{1,4}(?=[^\s\uFFFF]))?/;
const VALUE =
  /(?:"(?<double>[^"\n\uFFFF]{1,256})"|'(?<single>[^'\n\uFFFF]{1,256})'|(?<bare>(?!(?:basic|bearer|digest|token)[ \t]{1,4}\uFFFF)[^\s\uFFFF]{1,4096}))/;
const STATED = new RegExp(NAME.source + OPERATOR.source + SCHEME.source + VALUE.source, 'dgi');

/** The values of all names that promise a secret, whatever they look like. */
export function findKept(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const { indices } of text.matchAll(STATED)) {
    const { double, single, bare } = indices!.groups!;
    const [start, end] = double ?? single ?? withoutSigns(text, bare!);
    if (/[\w\u00C0-\uFFFE]/.test(text.slice(start, end))) found.push({ rule: 'kept', start, end });
  }
  return found;
}

/** The value without brackets and quotes around it and the end of a sentence behind it. */
function withoutSigns(
  text: string,
  [from, to]: readonly [number, number],
): readonly [number, number] {
  let [start, end] = [from, to];
  while (start < end && '"\'`*“„«‘(<['.includes(text[start]!)) start++;
  while (end > start && '"\'`*”“»’)>].,:;!?'.includes(text[end - 1]!)) end--;
  return [start, end];
}
