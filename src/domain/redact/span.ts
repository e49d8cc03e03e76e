export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A range of text to redact, and the rule that found it. */
export interface SecretSpan extends Stretch {
  readonly rule: string;
}

/** The text that replaces a secret. */
export const PLACEHOLDER = '[REDACTED]';

/**
 * Covers redacted text while the rest is searched. No rule's pattern can match it: positive character
 * classes do not contain it and negated ones exclude it, so a placeholder is never read as content.
 */
const COVER = '\uFFFF';

/** The text with the spans covered: the same length, so that positions stay valid. */
export function cover(text: string, spans: readonly SecretSpan[]): string {
  if (spans.length === 0) return text;
  let out = '';
  let at = 0;
  for (const { start, end } of spans) {
    out += text.slice(at, start) + COVER.repeat(end - start);
    at = end;
  }
  return out + text.slice(at);
}

/** The placeholders that a text already contains, as spans. */
export function placeholdersIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = text.indexOf(PLACEHOLDER); at !== -1; at = text.indexOf(PLACEHOLDER, at)) {
    spans.push({ rule: 'placeholder', start: at, end: (at += PLACEHOLDER.length) });
  }
  return spans;
}

/** Sorts and merges spans; if two touch, the rule of the first remains. */
export function mergeSpans(spans: readonly SecretSpan[]): SecretSpan[] {
  const out: SecretSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1);
    if (!last || span.start > last.end) out.push(span);
    else if (span.end > last.end) out[out.length - 1] = { ...last, end: span.end };
  }
  return out;
}

/** The text with a placeholder for each span. */
export function replaceSpans(text: string, spans: readonly SecretSpan[]): string {
  if (spans.length === 0) return text;
  let out = '';
  let at = 0;
  for (const { start, end } of spans) {
    out += text.slice(at, start) + PLACEHOLDER;
    at = end;
  }
  return out + text.slice(at);
}

/** Converts spans of a text from which `gone` was removed to spans of the original; `width` is the length of each replacement. */
export function inOriginal(
  spans: readonly SecretSpan[],
  gone: readonly Stretch[],
  width: number,
): SecretSpan[] {
  let next = 0;
  let shift = 0;
  const original = (position: number) => {
    for (; next < gone.length && gone[next]!.start - shift <= position; next++) {
      shift += gone[next]!.end - gone[next]!.start - width;
    }
    return position + shift;
  };
  // Sorted spans without overlap need only one pass.
  return mergeSpans(spans).map(({ rule, start, end }) => ({
    rule,
    start: original(start),
    end: original(end - 1) + 1,
  }));
}
