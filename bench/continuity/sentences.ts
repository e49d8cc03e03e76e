// Which sentences of people the table of forms takes for rules: npm run bench -- sentences [--json]
import { readFileSync } from 'node:fs';
import { rulesIn } from '../../src/domain/rules/rules.ts';
import { HALVES, type Half } from './corpus.ts';
import type { Share } from './figures.ts';
import { percent, plainTable } from './table.ts';
import { holds } from './told.ts';

export interface Sentence {
  readonly lang: string;
  readonly half: Half;
  /** The authors of the second round wrote when the table of the first was known to miss most of the unseen half. */
  readonly round: 1 | 2;
  readonly text: string;
  /** The sentence of the message that holds for good. */
  readonly rule?: string;
}

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
  return kept.length >= labelled.length / 2 && holds(labelled, { key: [kept.replace(/[.…]+$/, '')] });
}

/** Messages of which a rule was made; of those with a rule, the ones whose rule it is. */
export function sentenceFigures(half: Half, round?: number): Record<SetName | 'proposals', Share> {
  const told = (name: SetName): Share => {
    const all = sentencesOf(name, half, round);
    const kept = all.filter(({ text, rule }) =>
      rulesIn(text).rules.some((one) => rule === undefined || same(one, rule)),
    );
    return { told: kept.length, of: all.length };
  };
  const all = SETS.flatMap((name) => sentencesOf(name, half, round));
  const proposed = all.filter(({ text }) => rulesIn(text).proposals.length > 0).length;
  return {
    ...{ rules: told('rules'), limits: told('limits'), lookalikes: told('lookalikes') },
    proposals: { told: proposed, of: all.length },
  };
}

if (import.meta.main) {
  const figures = [1, 2].flatMap((round) =>
    HALVES.map((half) => ({ half: `round ${round}, ${half}`, ...sentenceFigures(half, round) })),
  );
  const rows = figures.map(({ half, rules, limits, lookalikes, proposals }) => [
    half,
    ...[rules, limits, lookalikes, proposals].map(percent),
  ]);
  const heading = [
    'half',
    'rules kept (≥ 60 %)',
    'limits told as rules (≤ 2 %)',
    'look-alikes (≤ 3 %)',
    'proposed',
  ];
  const isJson = process.argv.includes('--json');
  console.log(isJson ? JSON.stringify(figures, null, 1) : plainTable([heading, ...rows]));
}
