// Which sentences of people the table of forms takes for rules: npm run bench -- sentences [--json]
import { readFileSync } from 'node:fs';
import { findRules } from '../../src/domain/memories/rules.ts';
import { HALVES, type Half } from './corpus.ts';
import type { Share } from './figures.ts';
import { percent, plainTable } from './table.ts';
import { holds } from './told.ts';

export interface Sentence {
  readonly lang: string;
  readonly half: Half;
  /** Each round was written when the ones before were spent. */
  readonly round: (typeof ROUNDS)[number];
  readonly text: string;
  /** The sentence of the message that holds for good. */
  readonly rule?: string;
}

export const ROUNDS = [1, 2, 3, 4] as const;
export const SETS = ['rules', 'limits', 'lookalikes'] as const;
type SetName = (typeof SETS)[number];

export function sentencesOf(name: SetName, half: Half, round?: number): Sentence[] {
  const file = new URL(`./corpus/sentences/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Sentence[]).filter(
    (one) => one.half === half && (round === undefined || one.round === round),
  );
}

/** Whether a kept text is the labelled sentence, or a part of it that is long enough to stand for it. */
export function same(kept: string, labelled: string): boolean {
  if (holds(kept, { key: [labelled] })) return true;
  return (
    kept.length >= labelled.length / 2 && holds(labelled, { key: [kept.replace(/[.…]+$/, '')] })
  );
}

/** `kept`: messages of which a rule was made; of those with a rule, the ones whose rule it is. `asked`: also proposed ones. */
export function sentenceFigures(
  half: Half,
  round?: number,
): Record<SetName | 'right' | 'keptOrAsked' | 'askedInVain', Share> {
  const of = (name: SetName) =>
    sentencesOf(name, half, round).map(({ text, rule }) => {
      const { rules, proposals } = findRules(text);
      const isMeant = (one: string) => rule === undefined || same(one, rule);
      return {
        isTaken: rules.length > 0,
        isKept: rules.some(isMeant),
        isAsked: rules.length === 0 && proposals.some(isMeant),
      };
    });
  const share = <T>(all: readonly T[], test: (one: T) => boolean): Share => ({
    told: all.filter(test).length,
    of: all.length,
  });
  const [rules, limits, lookalikes] = SETS.map(of) as [Judged[], Judged[], Judged[]];
  const taken = [...rules, ...limits, ...lookalikes].filter(({ isTaken }) => isTaken);
  return {
    rules: share(rules, ({ isKept }) => isKept),
    limits: share(limits, ({ isKept }) => isKept),
    lookalikes: share(lookalikes, ({ isKept }) => isKept),
    right: { told: rules.filter(({ isKept }) => isKept).length, of: taken.length },
    keptOrAsked: share(rules, ({ isKept, isAsked }) => isKept || isAsked),
    askedInVain: share([...limits, ...lookalikes], ({ isAsked }) => isAsked),
  };
}

interface Judged {
  /** A rule was made of the message. */
  readonly isTaken: boolean;
  /** The rule that is meant was made. */
  readonly isKept: boolean;
  readonly isAsked: boolean;
}

if (import.meta.main) {
  const figures = ROUNDS.flatMap((round) =>
    HALVES.filter((half) => sentencesOf('rules', half, round).length > 0).map((half) => ({
      half: `round ${round}, ${half}`,
      ...sentenceFigures(half, round),
    })),
  );
  const rows = figures.map(({ half, ...found }) => [
    half,
    ...[
      found.right,
      found.rules,
      found.keptOrAsked,
      found.limits,
      found.lookalikes,
      found.askedInVain,
    ].map(percent),
  ]);
  const heading = [
    'half',
    'of what is kept, right (≥ 98 %)',
    'rules kept',
    'kept or asked (≥ 80 %)',
    'limits kept (0)',
    'look-alikes kept',
    'asked in vain',
  ];
  const isJson = process.argv.includes('--json');
  console.log(isJson ? JSON.stringify(figures, null, 1) : plainTable([heading, ...rows]));
}
