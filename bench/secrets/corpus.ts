// The corpus of secrets: every kind in every context that it can stand in, each with a value of its own.
import { fingerprint } from '../../src/domain/text/fingerprint.ts';
import { BARE_CONTEXTS, type Context, inContext, KEYED_CONTEXTS } from './contexts.ts';
import { type Family, KINDS, type Kind } from './kinds.ts';
import { madeUp, randomOf } from './values.ts';

/** The rules may be tuned on what is seen. What is held back only says how well they do on what they were not made for. */
export type Half = 'seen' | 'held';

/** By a hash of the name: the same halves in every run, on every machine. */
export function halfOf(name: string): Half {
  return Number.parseInt(fingerprint(name), 36) % 2 === 0 ? 'seen' : 'held';
}

export interface Sample {
  readonly rule: string;
  readonly family: Family;
  readonly context: string;
  readonly half: Half;
  /** Contexts have halves of their own; texts that belong to a kind have its half. */
  readonly contextHalf: Half;
  readonly text: string;
  readonly secret: string;
}

export const SEED = 'cortex 2026';
const VALUES_PER_TEXT = 5;

function placesOf(kind: Kind): readonly Context[] {
  if (kind.texts) {
    return kind.texts.flatMap((text, i) =>
      Array.from({ length: VALUES_PER_TEXT }, (_, value) => ({ name: `${kind.name} ${i} ${value}`, text })),
    );
  }
  return kind.family === 'shaped' ? [...KEYED_CONTEXTS, ...BARE_CONTEXTS] : KEYED_CONTEXTS;
}

function samplesOf(kind: Kind, seed: string): Sample[] {
  const half = halfOf(kind.name);
  return placesOf(kind).map((place) => {
    const { value, secret } = madeUp(kind.format, randomOf(`${seed}/${kind.name}/${place.name}`));
    return {
      rule: kind.name,
      family: kind.family,
      context: place.name,
      half,
      contextHalf: kind.texts ? half : halfOf(place.name),
      text: inContext(place.text, kind.name, value),
      secret,
    };
  });
}

export function corpus(seed = SEED): Sample[] {
  return KINDS.flatMap((kind) => samplesOf(kind, seed));
}
