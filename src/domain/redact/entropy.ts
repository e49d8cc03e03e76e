/**
 * Distinguishes random values from words. Shannon entropy cannot do that at the length
 * of a token (16 random hex digits and a 16 letter name both have 3.3 bits), so pairs of neighbouring characters are judged: how
 * many of them are rare in words and names.
 */

/** For each letter, the letters that follow it in 97 % of all pairs in English and program words (300 of 676). */
const FOLLOWERS = `
bcdfgiklmnprstuvwy aceilorsuy acehiklorstuy adegilorsuy abcdefghilmnopqrstuvwxy aefilorstuy aeghilnorsu aeimortu abcdefgklmnoprstvxz
aeos aeis abdefilopstuvy abeilmopsu acdefgiklmnopstuvy abcdefgiklmnoprstuvw aehiloprstu u acdefgiklmnoprstuvy
acefhiklmnopstuwy acdefhiloprstuwy abcdefgilmnprst aeio aehinors ceipt aeimnps aei
`
  .trim()
  .split(/\s+/);

const isDigit = (code: number) => code >= 48 && code <= 57;
const isUpper = (code: number) => code >= 65 && code <= 90;
const isLower = (code: number) => code >= 97 && code <= 122;

/** Number of first characters by which a longer value is judged. */
const JUDGED = 256;

/** The number of rare pairs, and their share among all letter and digit pairs. */
export function surprise(value: string): { readonly count: number; readonly rate: number } {
  let pairs = 0;
  let count = 0;
  /** Length of the current part of a camel-case name: a capital and lower-case letters. */
  let hump = 0;
  /** Length of the run of digits: only the beginning of a long number counts. */
  let digits = 0;
  let previous = 0;
  for (let i = 0; i < Math.min(value.length, JUDGED); i++) {
    const code = value.charCodeAt(i);
    const letter = isLower(code) || isUpper(code);
    const previousLetter = isLower(previous) || isUpper(previous);
    digits = isDigit(code) ? digits + 1 : 0;
    if ((letter || isDigit(code)) && (previousLetter || isDigit(previous))) {
      if (digits <= 3) pairs++;
      if (letter !== previousLetter) count++;
      else if (letter && isLower(previous) && isUpper(code)) count += hump < 3 ? 1 : 0;
      else if (letter && !FOLLOWERS[(previous | 32) - 97]!.includes(String.fromCharCode(code | 32)))
        count++;
    }
    if (isLower(code)) hump += 1;
    else hump = isUpper(code) ? 1 : 0;
    previous = code;
  }
  return { count, rate: pairs === 0 ? 0 : count / pairs };
}

/** Words have a rate of 0.03–0.15, hexadecimal digits 0.47, letters with digits 0.65; three rare pairs are hardly chance. */
const RANDOM_RATE = 0.24;
const RANDOM_COUNT = 3;
/** Short words joined by signs have few pairs, so one odd word must not decide. */
const RANDOM_RATE_OF_WORDS = 0.4;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Dates, times and versions: they look random but are not secret. */
const DATED = /^v?\d{1,4}[-./:]\d{1,2}(?:[-./:]\d|$)|^(?:19|20)\d{6}T?\d{0,6}Z?$/;

export function isRandom(value: string, least = 10): boolean {
  if (value.length < least || DATED.test(value) || isFiller(value)) return false;
  if (UUID.test(value) || isHex(value)) return true;
  const { count, rate } = surprise(value);
  const joinedWords = !/\d/.test(value) && /[^A-Za-z]/.test(value);
  return count >= RANDOM_COUNT && rate >= (joinedWords ? RANDOM_RATE_OF_WORDS : RANDOM_RATE);
}

/** Whether a value is hexadecimal; no word consists of these digits. */
function isHex(value: string): boolean {
  return (
    value.length >= 16 && /^[0-9a-f]+$/i.test(value) && /\d/.test(value) && /[a-f]/i.test(value)
  );
}

const FILLER_RUN = /x{5}|X{5}|\*{3}|\.{3}|#{4}|-{5}|_{5}|~{5}|…|•{3}/;
const FILLER_WORD =
  /(?:^|[-_.<{[(/])your|placeholder|change[-_]?me|replace[-_]?(?:me|with|this)|insert[-_]|redacted|[-_]here\b|Here$|dummy|<[^>]{0,80}>/i;

/** Whether a value is a filler: one repeated character, dots, `your-key-here`. */
export function isFiller(value: string): boolean {
  const head = value.slice(0, JUDGED);
  if (FILLER_RUN.test(head) || FILLER_WORD.test(head)) return true;
  const counts = new Map<string, number>();
  let most = 0;
  for (const char of head.toLowerCase()) {
    const n = (counts.get(char) ?? 0) + 1;
    counts.set(char, n);
    if (n > most) most = n;
  }
  return head.length >= 6 && (most > head.length * 0.42 || counts.size <= 2);
}
