// Texts by authors who had not seen the rules: secrets of many kinds, prose in many languages, and ordinary lines, in files by
// name: the rules were tuned on `dev`, of `held` only the figures were looked at. Compressed, for scanners take them for real.
// Scored as a hook stores a text: by the built program.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isGone } from './values.ts';

interface Given {
  readonly pos: readonly {
    readonly kind: string;
    readonly text: string;
    readonly secret: string;
  }[];
  readonly prose: readonly {
    readonly lang: string;
    readonly text: string;
    readonly secret: string;
  }[];
  readonly innocent: readonly string[];
}

interface Built {
  redactText(text: string, options: { strict: boolean }): string;
}

const root = join(import.meta.dirname, '..', '..');
const DATA = join(root, 'bench', 'data');

export interface GivenResult {
  readonly half: string;
  readonly kinds: number;
  readonly texts: number;
  /** In percent: the mean over kinds, and of all texts. */
  readonly byKind: number;
  readonly ofTexts: number;
  readonly prose: Readonly<Record<string, readonly [gone: number, of: number]>>;
  readonly lines: number;
  readonly changed: number;
  /** Kinds that were not found in every text, by name. */
  readonly weak: readonly string[];
  readonly missed: readonly string[];
}

export function scoreGiven(path: string, half: string, strict: boolean): GivenResult {
  const bytes = readFileSync(path);
  const given = JSON.parse(
    (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'),
  ) as Given;
  const built = createRequire(import.meta.url)(join(root, 'dist', 'capture.cjs')) as Built;
  const stored = (text: string) => built.redactText(text, { strict });
  const found = (of: { text: string; secret: string }) => isGone(of.secret, stored(of.text));
  const kinds = [...Map.groupBy(given.pos, ({ kind }) => kind)].map(([kind, of]) => ({
    kind,
    share: of.filter(found).length / of.length,
  }));
  const changed = given.innocent.filter((line) => stored(line) !== line);
  return {
    half,
    kinds: kinds.length,
    texts: given.pos.length,
    byKind: (100 * kinds.reduce((sum, { share }) => sum + share, 0)) / kinds.length,
    ofTexts: (100 * given.pos.filter(found).length) / given.pos.length,
    prose: Object.fromEntries(
      [...Map.groupBy(given.prose, ({ lang }) => lang)].map(([lang, of]) => [
        lang,
        [of.filter(found).length, of.length],
      ]),
    ),
    lines: given.innocent.reduce((sum, text) => sum + text.split('\n').length, 0),
    changed: changed.length,
    weak: kinds
      .filter(({ share }) => share < 1)
      .map(({ kind, share }) => `${kind} ${(100 * share).toFixed(0)} %`),
    missed: [
      ...[...given.pos, ...given.prose].filter((each) => !found(each)).map(({ text }) => text),
      ...changed.map((line) => `changed: ${line}`),
    ],
  };
}

/** Every file that is here: `secrets-dev2.json.gz`, `secrets-held2.json.gz`. */
export const givenResults = (strict: boolean): GivenResult[] =>
  readdirSync(DATA)
    .filter((file) => file.startsWith('secrets-'))
    .sort()
    .map((file) =>
      scoreGiven(join(DATA, file), file.slice('secrets-'.length, -'.json.gz'.length), strict),
    );

export function givenRows(results: readonly GivenResult[]): string[][] {
  const prose = (of: GivenResult) => {
    const [gone, all] = Object.values(of.prose).reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
    return `${((100 * gone) / all).toFixed(1)} % of ${all}`;
  };
  return [
    [
      '',
      ...results.map(({ half }) =>
        half.startsWith('dev') ? `tuned on: ${half}` : `held back: ${half}`,
      ),
      'goal',
    ],
    [
      'kinds, mean',
      ...results.map(({ byKind, kinds }) => `${byKind.toFixed(1)} % of ${kinds}`),
      '≥ 94 %',
    ],
    [
      'texts of these',
      ...results.map(({ ofTexts, texts }) => `${ofTexts.toFixed(1)} % of ${texts}`),
      '',
    ],
    ['prose', ...results.map(prose), '≥ 90 %'],
    [
      'ordinary lines changed, per 1,000',
      ...results.map(
        ({ changed, lines }) => `${((1000 * changed) / lines).toFixed(2)} (${changed} in ${lines})`,
      ),
      '≤ 0.2',
    ],
  ];
}

export const givenLanguages = ({ prose }: GivenResult) =>
  Object.entries(prose)
    .map(([lang, [gone, of]]) => `${lang} ${gone}/${of}`)
    .join(', ');
