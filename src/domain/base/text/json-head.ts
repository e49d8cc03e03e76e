/** Most values that are read, more than any host sends: a parsed value takes fifty times the room of its text. */
const MOST_VALUES = 100_000;

/**
 * Closes a JSON text whose end is missing, or that has too many values: keeps its complete values, and of
 * a cut string the part that is there. Null if not even an object begins.
 */
export function closeJson(text: string, mostValues = MOST_VALUES): string | null {
  const open: string[] = [];
  let values = 0;
  /** Up to here every value is complete. */
  let whole = 0;
  let inString = false;
  let begun = 0;
  /** The start of a string's last escape: it may be cut in two. */
  let escaped = 0;
  for (let i = 0; i < text.length && values < mostValues; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) escaped = i++;
      else if (code === QUOTE) inString = false;
      continue;
    }
    if (code === QUOTE) {
      inString = true;
      begun = i;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      open.push(code === OPEN_BRACE ? '}' : ']');
      whole = i + 1;
      values++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      open.pop();
      whole = i + 1;
    } else if (code === COMMA) {
      whole = i;
      values++;
    }
  }
  if (open.length === 0) return whole > 0 ? text.slice(0, whole) : null;
  const isValue = inString && /:\s*$/.test(text.slice(Math.max(0, begun - 8), begun));
  const kept = isValue ? `${text.slice(0, wholeCharacters(text, escaped))}"` : text.slice(0, whole);
  return kept + open.reverse().join('');
}

/** The end of the usable part of a cut string, without a half escape or a half character. */
function wholeCharacters(text: string, escaped: number): number {
  if (HALF_ESCAPE.test(text.slice(escaped))) return escaped;
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

const HALF_ESCAPE = /^\\(?:u[0-9a-fA-F]{0,3})?$/;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [123, 125, 91, 93];
