/**
 * Searches words as a person types them: in any case, with any white space, hyphen or underscore between
 * them or none, composed or decomposed, within longer words, and escaped as in JSON and HTML.
 */
export interface Phrase {
  /** Every occurrence. */
  readonly whole: RegExp;
  /** A prefilter: a text without a match contains neither the words nor a relevant beginning of them. */
  readonly start: RegExp;
  /** One pattern for each character, to match a text that is cut off. */
  readonly units: readonly string[];
  /** Letters or digits that occur in every text that `start` matches, ignoring case; null if there are none. */
  readonly ascii: string | null;
}

/** Fewest characters of a phrase that a text cut with `…` must still show. */
export const SHORTEST_CUT = 8;

const cache = new Map<string, Phrase>();
const MOST_CACHED = 1_000;

export function phraseOf(words: string): Phrase {
  const known = cache.get(words);
  if (known) return known;
  const text = words.trim().normalize('NFC').replace(/\s+/g, ' ');
  const units = [...text].map(unitOf);
  const start = [...text].slice(0, SHORTEST_CUT).join('');
  const phrase = {
    whole: new RegExp(units.join(''), 'giu'),
    start: new RegExp(units.slice(0, SHORTEST_CUT).join(''), 'iu'),
    units,
    ascii: longest(start.match(/[a-z0-9]+/gi) ?? []),
  };
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(words, phrase);
  return phrase;
}

/** Whether the words are long enough to be searched. */
export function isSearchable(words: string): boolean {
  return (words.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2;
}

/** How a character is escaped: with one backslash, or more where JSON stands within JSON. */
const BACKSLASHES = '\\\\{1,8}';
// Lines joined to one have semicolons between them; ids and branches have hyphens; names in code are written as one word, which the
// index keeps apart again: `ProjectFalcon` is also found as `Project Falcon`.
const SPACE = `(?:[\\s\\p{Cf};_-]|${BACKSLASHES}(?:[nrt]|u0009|u000a|u000d|u0020|u00a0))*`;

const SPELLINGS: Readonly<Record<string, string>> = {
  ' ': SPACE,
  // A quotation mark within a quotation is written as an apostrophe.
  '"': `(?:\\\\{0,8}["']|&quot;|${BACKSLASHES}u0022)`,
  '<': `(?:<|&lt;|${BACKSLASHES}u003c)`,
  '>': `(?:>|&gt;|${BACKSLASHES}u003e)`,
  '&': `(?:&(?:amp;)?|${BACKSLASHES}u0026)`,
  "'": `(?:'|&#39;|${BACKSLASHES}u0027)`,
  '/': '\\\\{0,8}\\/',
  '\\': BACKSLASHES,
};

function unitOf(char: string): string {
  const known = SPELLINGS[char];
  if (known) return known;
  const plain = char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  if (/^[\x20-\x7e]$/.test(char)) return plain;
  const cases = new Set(
    [char, char.toLowerCase(), char.toUpperCase()].filter((one) => [...one].length === 1),
  );
  const forms = [...cases].flatMap((one) => [
    one.normalize('NFD'),
    escaped(one),
    escaped(one.normalize('NFD')),
  ]);
  return `(?:${[...new Set([plain, ...forms])].join('|')})`;
}

/** A character as its UTF-16 escapes in JSON. */
function escaped(char: string): string {
  return char
    .split('')
    .map((half) => {
      const code = half.charCodeAt(0);
      return code < 0x80 ? half : `${BACKSLASHES}u${code.toString(16).padStart(4, '0')}`;
    })
    .join('');
}

function longest(runs: readonly string[]): string | null {
  return runs.reduce<string | null>(
    (best, run) => (run.length > (best?.length ?? 0) ? run : best),
    null,
  );
}

/** Follows the phrase in a text from `at`: the end of the match and the number of matched characters. */
export function followPhrase(
  text: string,
  at: number,
  phrase: Phrase,
): { readonly end: number; readonly count: number } {
  let end = at;
  let count = 0;
  for (const source of phrase.units) {
    const unit = new RegExp(source, 'iuy');
    unit.lastIndex = end;
    if (!unit.test(text)) break;
    end = unit.lastIndex;
    count++;
  }
  return { end, count };
}
