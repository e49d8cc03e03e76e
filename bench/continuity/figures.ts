import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Keyed } from './corpus.ts';
import { holds, openPart } from './told.ts';
import type { Ending, Telling } from './work.ts';

/** At the start; with a first prompt about the work; with "continue where we left off"; by one tool call alone. */
const READINGS = ['start', 'topical', 'continued', 'context'] as const;
export type Reading = (typeof READINGS)[number];

export interface Share {
  readonly told: number;
  readonly of: number;
}

export type PerReading<T> = Readonly<Partial<Record<Reading, T>>>;
export type PerEnding<T> = Readonly<Partial<Record<Ending, T>>>;

export interface Spread {
  readonly median: number;
  readonly p95: number;
}

export interface WorkFigures {
  readonly scripts: number;
  readonly facts: PerEnding<PerReading<Share>>;
  readonly kinds: Readonly<Record<string, PerEnding<PerReading<Share>>>>;
  /** Kinds of which not one fact was told, at any ending, at the start or by a first prompt. */
  readonly never: readonly string[];
  readonly open: PerEnding<PerReading<Share>>;
  /** What is over and is told as open. */
  readonly over: PerEnding<PerReading<Share>>;
  readonly noise: PerEnding<PerReading<Share>>;
  /** Of the start, of each first prompt alone, and of the tool's answer. */
  readonly tokens: PerEnding<PerReading<Spread>>;
}

const NOTHING: Share = { told: 0, of: 0 };

export function sum(shares: Iterable<Share>): Share {
  let [told, of] = [0, 0];
  for (const share of shares) {
    told += share.told;
    of += share.of;
  }
  return { told, of };
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

/** All that the model has read; a prompt's answer comes on top of the start. */
export function readingOf(telling: Telling, reading: Reading): string | null {
  if (reading === 'context') return telling.context;
  return reading === 'start' ? telling.start : `${telling.start}\n${telling[reading]}`;
}

function count(tellings: readonly Telling[], of: (text: string, telling: Telling) => Share) {
  const shares: Partial<Record<Ending, Partial<Record<Reading, Share>>>> = {};
  for (const telling of tellings) {
    const here = (shares[telling.ending] ??= {});
    for (const reading of READINGS) {
      const text = readingOf(telling, reading);
      if (text !== null) here[reading] = sum([here[reading] ?? NOTHING, of(text, telling)]);
    }
  }
  return shares;
}

export function shareOf(text: string, things: readonly Keyed[]): Share {
  return { told: things.filter((thing) => holds(text, thing)).length, of: things.length };
}

export function workFigures(tellings: readonly Telling[], kinds: readonly string[]): WorkFigures {
  const ofKind = (kind: string) =>
    count(tellings, (text, { script }) =>
      shareOf(
        text,
        script.facts.filter((fact) => fact.kind === kind),
      ),
    );
  const byKind = Object.fromEntries(kinds.map((kind) => [kind, ofKind(kind)]));
  return {
    scripts: new Set(tellings.map(({ script }) => script.id)).size,
    facts: count(tellings, (text, { script }) => shareOf(text, script.facts)),
    kinds: byKind,
    never: kinds.filter((kind) => {
      const { told, of } = pushed(byKind[kind]!);
      return told === 0 && of > 0;
    }),
    open: count(tellings, (text, { script }) => shareOf(text, script.open)),
    over: count(tellings, (text, { script }) => shareOf(openPart(text), script.over)),
    noise: count(tellings, (text, { script }) =>
      shareOf(
        text,
        script.noise.map((key) => ({ key: [key] })),
      ),
    ),
    tokens: tokens(tellings),
  };
}

/** Told without being asked for by a tool call, over all endings. */
function pushed(endings: PerEnding<PerReading<Share>>): Share {
  return sum(
    Object.values(endings).flatMap(({ topical, continued }) => [topical ?? NOTHING, continued ?? NOTHING]),
  );
}

/** One reading over all endings. */
export function overall(endings: PerEnding<PerReading<Share>>, reading: Reading): Share {
  return sum(Object.values(endings).map((readings) => readings[reading] ?? NOTHING));
}

/** Every kind weighs the same, however many facts it has; `null` where nothing was planted. */
export function meanOfKinds(shares: readonly Share[]): number | null {
  const planted = shares.filter(({ of }) => of > 0);
  if (planted.length === 0) return null;
  return planted.reduce((total, { told, of }) => total + told / of, 0) / planted.length;
}

function tokens(tellings: readonly Telling[]): PerEnding<PerReading<Spread>> {
  const endings = [...new Set(tellings.map(({ ending }) => ending))];
  return Object.fromEntries(
    endings.map((ending) => {
      const here = tellings.filter((telling) => telling.ending === ending);
      const readings = READINGS.filter((reading) => here.some((telling) => telling[reading] !== null));
      const sizes = (reading: Reading) => here.map((telling) => countTokens(telling[reading] ?? ''));
      return [ending, Object.fromEntries(readings.map((reading) => [reading, spread(sizes(reading))]))];
    }),
  );
}
