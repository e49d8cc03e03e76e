import type { Reading, Source } from './source.ts';

/** A definition on a line. A container (an `impl`, an extension, an object) only lends its name to its members. */
export interface Definition {
  readonly kind: 'function' | 'type' | 'container';
  readonly name: string;
  /** The type a member belongs to where the header itself says so; else the enclosing one counts. */
  readonly owner?: string;
  /** The last line of it. */
  readonly last: number;
  /** The lines behind `last` that are indented deeper belong to it as well. */
  readonly deeper?: true;
}

export interface Language extends Reading {
  /** A line that only closes something, or belongs to whatever follows it, tells nothing about what changed. */
  readonly closer: RegExp;
  /** A line above a definition that belongs to it. */
  readonly decorator: RegExp | null;
  define(source: Source, index: number, enclosing: Definition | null): Definition | null;
}
