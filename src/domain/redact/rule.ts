/**
 * One kind of token with a published form. Rows are data: one loop searches with them, one loop tests them.
 * A sample is written as a form, because a real looking one would alarm every secret scanner that reads the sources:
 * `<a20>` stands for 20 letters and digits, `<h…>` hexadecimal, `<l…>` small letters and digits, `<u…>` capitals and
 * digits, `<d…>` digits, `<s…>` small letters, `<w…>` letters, digits, `-` and `_`; `<->` five dashes, `<$>` a dollar sign.
 */
export interface Format {
  readonly name: string;
  /** How it begins, literally; the pattern is tried only where one of these stands. */
  readonly starts: readonly string[];
  /** Anchored at the beginning. What it matches must go. */
  readonly pattern: RegExp;
  /** For a beginning that ordinary names have too: the match must look drawn by a machine. */
  readonly random?: true;
  /** For a beginning that says all: even a body that looks like filler goes. */
  readonly evident?: true;
  readonly samples: readonly string[];
  readonly not?: readonly string[];
}

/** A secret known by what stands around it. */
export interface Shape {
  readonly name: string;
  /** Searched first: without any of these in the text the pattern cannot match. At least two characters each. */
  readonly hints: readonly string[];
  /** With indices; what its groups hold must go. Global, or sticky: then it is tried only where a hint stands, and begins with it. */
  readonly pattern: RegExp;
  readonly accept?: (secret: string, match: RegExpExecArray) => boolean;
  readonly samples: readonly string[];
  readonly not: readonly string[];
}
