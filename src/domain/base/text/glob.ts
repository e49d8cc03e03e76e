/** Whether a path matches a glob. */
export type Glob = (path: string) => boolean;

/**
 * `*.sql` matches a file in any folder; `db/*.sql` matches at any depth; `**` matches folders, `{a,b}` alternatives, `[a-c]` one of
 * these letters; a backslash takes the next sign as it stands. Case is ignored.
 */
export function compileGlob(glob: string): Glob {
  const anywhere = (glob.startsWith('/') ? glob : `**/${glob}`).toLowerCase();
  const patterns = choices(anywhere).flatMap(withPlainBrackets).map(compilePattern);
  return (path) => {
    const names = path.toLowerCase().split(/[/\\]/);
    return patterns.some((depthsIn) => depthsIn(names).at(-1));
  };
}

/** Whether a name matches a pattern without folders. */
export function isNamed(wanted: string, name: string): boolean {
  return compilePattern(wanted)([name])[0]!;
}

const BRACES = /(?<!\\)\{([^{}]*)\}/;
/** Most alternatives; further braces are literal. */
const MOST_CHOICES = 100;

function choices(glob: string): readonly string[] {
  let all = [glob];
  while (all.some((one) => BRACES.test(one))) {
    const next = all.flatMap((one) => {
      const [braces, inside] = BRACES.exec(one) ?? [];
      return inside?.split(',').map((choice) => one.replace(braces!, () => choice)) ?? one;
    });
    if (next.length > MOST_CHOICES) break;
    all = next;
  }
  return all;
}

/** A folder may be called `[id]`: brackets that a person writes also stand for themselves. */
function withPlainBrackets(glob: string): readonly string[] {
  const plain = glob.replace(/(?<!\\)\[/g, '\\[');
  return plain === glob ? [glob] : [glob, plain];
}

/** For each name of a path, whether the path up to it matches a pattern: folders above a file are asked for as well. */
export type Pattern = (names: readonly string[]) => readonly boolean[];

/**
 * Patterns as git has them: `*` and `?` stop at a slash, `**` between slashes stands for any folders, `[…]` for one of its letters; a
 * backslash takes the next sign as it stands. Each part is compared with each name at most once, and with that goes back only to its
 * last `*`, so the time is at most the product of the lengths.
 */
export function compilePattern(pattern: string): Pattern {
  const parts = partsOf(pattern);
  return (names) => (parts === null ? names.map(() => false) : depthsOf(parts, names));
}

/** Follows all the ways in which the parts may stand for the names at once. */
function depthsOf(
  parts: readonly (PatternPart | typeof ANY)[],
  names: readonly string[],
): boolean[] {
  /** The numbers of parts that the names so far may stand for. */
  const reached = new Uint8Array(parts.length + 1);
  reached[0] = 1;
  const passAny = () => {
    for (let at = 0; at < parts.length; at++)
      if (reached[at] === 1 && parts[at] === ANY) reached[at + 1] = 1;
  };
  passAny();
  return names.map((name) => {
    reached[parts.length] = 0;
    for (let at = parts.length - 1; at >= 0; at--) {
      const part = parts[at]!;
      if (reached[at] === 0 || part === ANY) continue;
      reached[at] = 0;
      if (isPartOf(part, name)) reached[at + 1] = 1;
    }
    passAny();
    return reached[parts.length] === 1;
  });
}

/** Any letters of a name, or any folders of a path. */
const ANY = Symbol('any');

/** A letter of a name, or a test that it has to pass. */
type LetterTest = string | ((letter: string) => boolean);

interface PatternPart {
  readonly places: readonly (LetterTest | typeof ANY)[];
  /** The letters, where a name can only be these. */
  readonly name: string | null;
  /** Length of the shortest name that matches. */
  readonly least: number;
}

const isPartOf = (part: PatternPart, name: string): boolean => {
  if (part.name !== null) return part.name === name;
  return name.length >= part.least && fits(part.places, name);
};

const isPlaceOf = (place: LetterTest, letter: string): boolean =>
  typeof place === 'string' ? place === letter : place(letter);

/** The parts between slashes; null for a pattern that matches nothing: a class without an end, a last backslash. */
function partsOf(pattern: string): (PatternPart | typeof ANY)[] | null {
  const parts: (PatternPart | typeof ANY)[] = [];
  let places: (LetterTest | typeof ANY)[] = [];
  const close = () => {
    parts.push(partOf(places));
    places = [];
  };
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at]!;
    if (sign === '*') {
      const first = at;
      while (pattern[at + 1] === '*') at++;
      const isWhole =
        at > first && places.length === 0 && /^(?:$|\\?\/)/.test(pattern.slice(at + 1, at + 3));
      if (!isWhole) {
        places.push(ANY);
        continue;
      }
      if (parts.at(-1) !== ANY) parts.push(ANY);
      if (at + 1 === pattern.length) return parts;
      at += pattern[at + 1] === '/' ? 1 : 2;
    } else if (sign === '/') close();
    else if (sign === '?') places.push(isAnyLetter);
    else if (sign === '[') {
      const letters = classAt(pattern, at);
      if (letters === null) return null;
      places.push(letters.has);
      at = letters.end;
    } else if (sign === '\\') {
      at += 1;
      if (at === pattern.length) return null;
      if (pattern[at] === '/') close();
      else places.push(pattern[at]!);
    } else places.push(sign);
  }
  close();
  return parts;
}

const isAnyLetter = () => true;

function partOf(places: PatternPart['places']): PatternPart {
  const isPlain = places.every((place) => typeof place === 'string');
  return {
    places,
    name: isPlain ? places.join('') : null,
    least: places.filter((place) => place !== ANY).length,
  };
}

const NAMED_CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\0-\x1F\x7F]/,
  digit: /\d/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t-\r]/,
  upper: /[A-Z]/,
  xdigit: /[A-Fa-f0-9]/,
};
/** A member of a class: a named class, a range or a letter; `]` is a letter in the first place. */
const MEMBER = /\[:([^\]]{0,64}):\]|(\\.|[^\\])-(\\.|[^\\\]])|(\\.|[^\\])/sy;

/** The class of letters that begins at a bracket, and the place of its end; null if it has none. */
function classAt(
  pattern: string,
  start: number,
): { readonly has: (letter: string) => boolean; readonly end: number } | null {
  const isNegated = /[!^]/.test(pattern[start + 1] ?? '');
  const tests: ((letter: string) => boolean)[] = [];
  let at = start + (isNegated ? 2 : 1);
  do {
    MEMBER.lastIndex = at;
    const [member, named, from, to, one] = MEMBER.exec(pattern) ?? [];
    if (member === undefined) return null;
    if (named !== undefined) {
      const letters = Object.hasOwn(NAMED_CLASSES, named) ? NAMED_CLASSES[named] : undefined;
      if (!letters) return null;
      tests.push((letter) => letters.test(letter));
    } else {
      const first = (from ?? one!).at(-1)!;
      const last = (to ?? first).at(-1)!;
      // The first letter of a range belongs to it even where the range is written backwards.
      tests.push((letter) => letter === first || (letter > first && letter <= last));
    }
    at += member.length;
  } while (pattern[at] !== ']' && at < pattern.length);
  if (at >= pattern.length) return null;
  return { has: (letter) => tests.some((isOf) => isOf(letter)) !== isNegated, end: at };
}

/** Whether a name consists of these letters in order, where `ANY` is any number of them. */
function fits(places: PatternPart['places'], name: string): boolean {
  let [at, back, from] = [0, -1, 0];
  for (let i = 0; i < name.length; ) {
    const place = places[at];
    if (place === ANY) [back, from, at] = [at, i, at + 1];
    else if (place !== undefined && isPlaceOf(place, name[i]!)) [at, i] = [at + 1, i + 1];
    else if (back >= 0) [from, i, at] = [from + 1, from + 1, back + 1];
    else return false;
  }
  while (places[at] === ANY) at += 1;
  return at === places.length;
}
