/** Makes texts of the forms that the rules' samples are written in; only tests and benchmarks need them. */

import { table } from './table.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ALNUM = `${LETTERS}${LETTERS.toUpperCase()}0123456789`;
const ALPHABETS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'abcpx'].map((set) => [set, ALNUM])),
  d: '0123456789',
  h: '0123456789abcdef',
  H: '0123456789ABCDEF',
  s: LETTERS,
  l: `${LETTERS}0123456789`,
  u: ALNUM.slice(26),
  w: `${ALNUM}-_`,
};
const UUID = '<h8>-<h4>-<h4>-<h4>-<h12>';
const PART = /<([abcdhHlpsuwx])(\d+)(?:\+|-\d+)?>|<([-$])>/g;

export interface Sample {
  readonly text: string;
  /** What was drawn, in order: the part that must not be stored. */
  readonly drawn: readonly string[];
}

/** A source of numbers from 0 up to 1. */
export type Draw = () => number;

/** The same numbers for the same seed (an LCG with the constants of Numerical Recipes). */
export function seeded(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function sampleOf(form: string, draw: Draw): Sample {
  const drawn: string[] = [];
  const parts = form.replaceAll('<uuid>', UUID);
  const text = parts.replace(PART, (_, alphabet?: string, length?: string, sign?: string) => {
    if (sign) return sign === '-' ? '-----' : '$';
    const letters = ALPHABETS[alphabet!]!;
    const value = Array.from(
      { length: Number(length) },
      () => letters[Math.floor(draw() * letters.length)],
    ).join('');
    drawn.push(value);
    return value;
  });
  return { text, drawn };
}

/** The same form with nothing but filler in it. */
export function fillerOf(form: string): string {
  return form
    .replaceAll('<uuid>', UUID)
    .replace(PART, (_, _set, length: string) => 'x'.repeat(Number(length)));
}

/** Forms of texts with a secret that is known by what stands around it, and of texts without one; `<->` is five dashes. */
export const shapeSamples = () =>
  table<{
    readonly name: string;
    readonly secret: readonly string[];
    readonly ordinary: readonly string[];
  }>('secret-shapes');
