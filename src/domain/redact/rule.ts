/**
 * One kind of token with a published form. Rows are data: one loop searches with them, one loop tests them. A form is also
 * the sample of it, for a real looking one would alarm every secret scanner that reads the sources; see `formats.ts`.
 */
export interface Format {
  readonly name: string;
  readonly evident: boolean;
  /** Its forms. They are literal at their beginning, which is searched; each is tried only where it stands. */
  readonly samples: readonly string[];
}

/** A secret known by what stands around it. */
export interface Shape {
  readonly name: string;
  /** Searched first: without any of these in the text the pattern cannot match. At least three characters each. */
  readonly hints: readonly string[];
  /** With indices; what its groups hold must go. Global, or sticky: then it is tried only where a hint stands, and begins with it. */
  readonly pattern: RegExp;
  readonly accept?: (secret: string, match: RegExpExecArray) => boolean;
  /** Forms, as those of tokens; `<->` is five dashes, `<$>` a dollar sign. */
  readonly samples: readonly string[];
  readonly not: readonly string[];
}
