/**
 * One way to say something. A form is tried only where its cue words stand in the sentence, because the first try of an
 * expression compiles it: all English forms cost 150 ms of CPU, those of a usual prompt 15. A cue of four letters and
 * more, or with `*`, may go on: `commit` stands in "committing". `a b & c` wants one of the first two, and the third.
 */
export type Form = readonly [cues: string, said: RegExp];

/**
 * The forms of one language, as data. They are written in lower case, without accents and with straight apostrophes;
 * quoted words and code stand as `_` (`reading.ts`). A form that begins with `^` begins a clause.
 */
export interface Language {
  /** A text without this holds no sentence of the language. */
  readonly script?: RegExp;
  /** Spellings that the forms need not know. */
  readonly spellings?: readonly (readonly [RegExp, string])[];
  /** Words at a sentence's start that say nothing: "ok but", "and btw". */
  readonly openers: RegExp;
  /** Where a further clause of a sentence begins. */
  readonly clause: RegExp;

  readonly rule: readonly Form[];
  /** A sentence that makes a rule of the one before it: "That goes for every service." */
  readonly seal: readonly Form[];
  /** Words that end a matter soon: "for now", "this time". */
  readonly passing: RegExp;
  /** Jokes, doubts and descriptions that look like a rule; they count for the whole sentence. */
  readonly notRule: RegExp;
  /** Words before a form that make it another's word, a doubt or a part of a specification. */
  readonly foreign: RegExp;
  /** Questions that are wishes: "can you stop …?", and rules that end with "ok?". */
  readonly wish: RegExp;

  readonly correction: readonly Form[];
  readonly notCorrection: RegExp;
  /** "no.", "wrong.": the next sentence says what is right. */
  readonly bareCorrection: RegExp;

  readonly ending: readonly Form[];

  readonly finding: readonly Form[];
  /** Guesses, plans and questions of an agent. */
  readonly notFinding: RegExp;
}

/** What software runs on: a sentence that names one of these limits the project, not the thing at hand. */
export const PLATFORM =
  '(?:node(?:\\.?js)?|python|php|java|jdk|jre|ruby|perl|go|golang|rust|\\.net|dotnet|react|vue|angular|django|rails|laravel|spring|typescript|c\\+\\+|gcc|clang|glibc|musl|kubernetes|k8s|electron|swift|kotlin|windows|linux|mac ?os|os x|ios|ipados|android|safari|firefox|chrome|edge|ie ?\\d+|internet explorer|arm\\w*|alpine|debian|ubuntu|postgres\\w*|mysql|mariadb|sqlite|oracle|bun|deno)(?![a-z])';
