/**
 * `set`: a key that is ours alone. `append`: one more entry of a list that others write to as well. `ensure`: a value that
 * the file is nothing without: written where there is none, and left there. `offer`: a value that gives way to any other:
 * written where there is none or an older one of ours, and taken out again.
 */
export type Addition =
  | { readonly at: readonly string[]; readonly ensure: unknown }
  | { readonly at: readonly string[]; readonly offer: unknown }
  | { readonly at: readonly string[]; readonly set: unknown }
  | { readonly at: readonly string[]; readonly append: unknown };

/** Something else stands where an addition belongs. */
export class Conflict extends Error {
  readonly path: readonly string[];

  constructor(path: readonly string[], needed: 'a table' | 'a list') {
    super(`${path.join('.')} is not ${needed}`);
    this.path = path;
  }
}
