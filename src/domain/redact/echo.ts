import { isRandom } from './entropy.ts';
import { isAlnum } from './formats.ts';
import type { SecretSpan } from './span.ts';

/** Values are looked up by this many first characters. */
const HEAD = 6;
/** Most values with an equal start that are tried at one position. */
const ALIKE = 8;
/** Longer values are compared by this many characters, then extended as far as they match. */
const COMPARED = 256;
/** A value of this length is redacted even inside a longer word. */
const ANYWHERE = 16;

/** Whether a value is distinctive enough to be redacted everywhere; `postgres` as a password is not. */
function isPeculiar(value: string): boolean {
  if (value.length < HEAD) return false;
  if (/^\d+$/.test(value)) return value.length >= 10;
  return isRandom(value, 8) || /[A-Za-z].*\d|\d.*[A-Za-z]|[^\w.\s-]/.test(value.slice(0, COMPARED));
}

/** Found values by their first characters. */
export type KnownValues = ReadonlyMap<string, readonly string[]>;

export function knownValues(values: Iterable<string>): KnownValues {
  const byHead = new Map<string, string[]>();
  for (const value of [...new Set(values)].sort((a, b) => b.length - a.length)) {
    if (!isPeculiar(value)) continue;
    const head = value.slice(0, HEAD);
    const alike = byHead.get(head);
    if (!alike) byHead.set(head, [value]);
    else if (alike.length < ALIKE) alike.push(value);
  }
  return byHead;
}

/** The positions of known values, in one pass. */
export function findEchoes(text: string, known: KnownValues): SecretSpan[] {
  const found: SecretSpan[] = [];
  if (known.size === 0) return found;
  for (let at = 0; at + HEAD <= text.length; at++) {
    const value = known.get(text.slice(at, at + HEAD))?.find((each) => standsAt(text, at, each));
    if (value === undefined) continue;
    let end = at + Math.min(value.length, COMPARED);
    while (end - at < value.length && text[end] === value[end - at]) end++;
    found.push({ rule: 'repeated', start: at, end });
    at = end - 1;
  }
  return found;
}

function standsAt(text: string, at: number, value: string): boolean {
  if (!text.startsWith(value.slice(0, COMPARED), at)) return false;
  if (value.length >= ANYWHERE) return true;
  return !isAlnum(text.charCodeAt(at - 1)) && !isAlnum(text.charCodeAt(at + value.length));
}

/** A password with a counter, whose successor differs only in the counter: `Winter2025`, `Winter2026`. */
const COUNTED =
  /^[A-Z\u00C0-\u00DE][A-Za-z\u00C0-\u052F]{2,23}(?=[!-@_]{0,3}\d)|^[A-Za-z\u00C0-\u052F]{3,24}(?=[!-@_]{0,3}\d\d)/;
const LONGEST_COUNTED = 24;

/** Variants of a found password in the same lines. */
export function findVariants(text: string, spans: readonly SecretSpan[]): SecretSpan[] {
  return spans.flatMap(({ rule, start, end }) => {
    const stem =
      end - start <= LONGEST_COUNTED ? COUNTED.exec(text.slice(start, end))?.[0] : undefined;
    if (stem === undefined) return [];
    const from = text.lastIndexOf('\n', start) + 1;
    const newline = text.indexOf('\n', end);
    const line = text.slice(
      Math.max(from, start - 256),
      Math.min(newline === -1 ? text.length : newline, end + 256),
    );
    const offset = Math.max(from, start - 256);
    const words = line.matchAll(
      new RegExp(`(?<![A-Za-z\\d])${stem}[!-+./:-@_-]{0,3}\\d[^\\s"'\`,;:)]{0,16}`, 'g'),
    );
    return [...words]
      .map(({ index, 0: word }) => ({
        rule,
        start: offset + index,
        end: offset + index + word.length,
      }))
      .filter((each) => each.end <= start || each.start >= end);
  });
}
