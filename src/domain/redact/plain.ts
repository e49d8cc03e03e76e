/** No known token is shorter than this. */
const SHORTEST_SECRET = 16;
/** Longer than the names that people give to files. */
const LONGEST_NAME = 40;

/**
 * Whether a text is so plain that no rule, the strict ones aside, finds a secret in it: the names of tools and most
 * paths. It spares a hook the loading of all the rules. Between two slashes it is short, or has neither digits nor
 * capitals; that a token drawn at random has neither happens once in a hundred million.
 */
export function isPlain(text: string): boolean {
  let run = 0;
  let drawn = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === SLASH || code === BACKSLASH) {
      run = 0;
      drawn = false;
      continue;
    }
    const digitOrCapital = (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
    const small = (code >= 97 && code <= 122) || code === DASH || code === UNDERSCORE || code === DOT;
    drawn ||= digitOrCapital;
    if (!(digitOrCapital || small) || ++run > (drawn ? SHORTEST_SECRET - 1 : LONGEST_NAME)) return false;
  }
  return true;
}

const [SLASH, BACKSLASH, DOT, DASH, UNDERSCORE] = [47, 92, 46, 45, 95];
