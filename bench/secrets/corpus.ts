// The corpus of secrets: every kind in every context that it can stand in, each with a value of its own. Kinds, contexts and the texts
// that were collected in the wild are data (`bench/data/secret-forms.json`), public facts from the documentation of services and from the
// formats that scanners look for. No value stands there; values.ts makes them up.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../../src/domain/base/text/hash.ts';
import { madeUp, randomOf } from './values.ts';

type Texts = Readonly<Record<string, string>>;
/** The format of the value, then the texts that it stands in; `{V}` is the value. */
type Forms = Readonly<Record<string, readonly [format: string, ...texts: string[]]>>;

interface SecretForms {
  /** By format: services whose name, beside a word for a secret, is all that tells. */
  readonly plain: Texts;
  /** Values that are built as no other text is: they go wherever they stand. */
  readonly shaped: Texts;
  /** How a value stands says that it is secret, whatever it is. */
  readonly forms: Forms;
  /** Sentences in which people tell a password, by language. */
  readonly prose: Readonly<Record<string, readonly string[]>>;
  /** Contexts that name the secret: `{s}` is the service as a word, `{S}` as a variable's name. */
  readonly keyed: Texts;
  /** Contexts that do not: the form of the value must tell. */
  readonly bare: Texts;
  /** Collected to find weaknesses: all of it may be looked at, and none of it counts for the halves. */
  readonly wild: Forms;
  readonly spoken: Readonly<Record<string, readonly string[]>>;
  /** Lines of real tools whose hashes, ids and encoded data look random and are no secrets. */
  readonly toolLines: readonly string[];
}

export const SECRET_FORMS: SecretForms = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'data', 'secret-forms.json'), 'utf8'),
);

export type Family = 'plain' | 'shaped' | 'form' | 'prose';

interface Kind {
  readonly family: Family;
  readonly name: string;
  readonly format: string;
  /** The texts that it stands in, where they are its own; otherwise it stands in the contexts. */
  readonly texts?: readonly string[];
}

const KINDS: readonly Kind[] = [
  ...Object.entries(SECRET_FORMS.plain).flatMap(([format, services]) =>
    services.split(' ').map((name): Kind => ({ family: 'plain', name, format })),
  ),
  ...Object.entries(SECRET_FORMS.shaped).map(
    ([name, format]): Kind => ({ family: 'shaped', name, format }),
  ),
  ...Object.entries(SECRET_FORMS.forms).map(
    ([name, [format, ...texts]]): Kind => ({ family: 'form', name, format, texts }),
  ),
  ...Object.entries(SECRET_FORMS.prose).map(
    ([name, texts]): Kind => ({ family: 'prose', name, format: '%p', texts }),
  ),
];

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

function placesOf(kind: Kind): readonly (readonly [name: string, text: string])[] {
  if (kind.texts) {
    return kind.texts.flatMap((text, i) =>
      Array.from(
        { length: VALUES_PER_TEXT },
        (_, value) => [`${kind.name} ${i} ${value}`, text] as const,
      ),
    );
  }
  const keyed = Object.entries(SECRET_FORMS.keyed);
  return kind.family === 'shaped' ? [...keyed, ...Object.entries(SECRET_FORMS.bare)] : keyed;
}

function samplesOf(kind: Kind, seed: string): Sample[] {
  const half = halfOf(kind.name);
  const word = kind.name.replace(/[^a-z0-9]/giu, '');
  return placesOf(kind).map(([context, text]) => {
    const { value, secret } = madeUp(kind.format, randomOf(`${seed}/${kind.name}/${context}`));
    return {
      rule: kind.name,
      family: kind.family,
      context,
      half,
      contextHalf: kind.texts ? half : halfOf(context),
      text: text
        .replaceAll('{s}', word)
        .replaceAll('{S}', word.toUpperCase())
        .replaceAll('{V}', () => value),
      secret,
    };
  });
}

export function corpus(seed = SEED): Sample[] {
  return KINDS.flatMap((kind) => samplesOf(kind, seed));
}

export type WildSample = Pick<Sample, 'rule' | 'text' | 'secret'>;

/** Each text of the wild with several values of its own. */
export function wildSamples(seed: string): WildSample[] {
  const kinds = [
    ...Object.entries(SECRET_FORMS.wild),
    ...Object.entries(SECRET_FORMS.spoken).map(
      ([name, texts]) => [`in ${name}`, ['%p', ...texts]] as const,
    ),
  ];
  return kinds.flatMap(([rule, [format, ...texts]]) =>
    texts.flatMap((text, i) =>
      Array.from({ length: VALUES_PER_TEXT }, (_, n) => {
        const { value, secret } = madeUp(format!, randomOf(`${seed}/wild/${rule}/${i}/${n}`));
        return { rule, text: text.replaceAll('{V}', () => value), secret };
      }),
    ),
  );
}
