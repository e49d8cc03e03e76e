import type { Report } from './measure.ts';
import type { StoryFigures } from './stories.ts';
import { markdownTable, percent, type Row, spreadWords } from './table.ts';

type Cell = (report: Report) => string | null | undefined;

const ofStories =
  (group: string, cell: (figures: StoryFigures) => string): Cell =>
  ({ stories }) =>
    stories?.[group] && cell(stories[group]);
const needed = ({ needed: share }: StoryFigures) => percent(share);

const ROWS: readonly (readonly [name: string, cell: Cell])[] = [
  ['stories, last session of 4 turns: needed told', ofStories('4 turns', needed)],
  ['… of 8 turns', ofStories('8 turns', needed)],
  ['… of 14 turns', ofStories('14 turns', needed)],
  ['… after more than a week away', ofStories('away over a week', needed)],
  ['stories: told though it is stale', ofStories('all', ({ stale }) => percent(stale))],
  ['stories: tokens, median / p95', ofStories('all', ({ tokens }) => spreadWords(tokens))],
  ['question, answer, short reply: all told', ofStories('endings', needed)],
  ['… in their order', ofStories('endings', ({ inOrder }) => percent(inOrder))],
  ['facts inside long messages', ofStories('long', needed)],
  ['sessions of three turns: facts told', ({ scripts }) => scripts && percent(scripts.facts)],
  ['… over, told as open', ({ scripts }) => scripts && percent(scripts.over)],
  ['fortnight: needed told', ({ fortnight }) => fortnight && percent(fortnight.needed)],
  ['… over, told as open', ({ fortnight }) => fortnight && percent(fortnight.over)],
  ['unseen sentences: rules kept', ({ sentences }) => sentences && percent(sentences.rules)],
  ['… of what is kept, right', ({ sentences }) => sentences && percent(sentences.right)],
  ['… kept or asked', ({ sentences }) => sentences && percent(sentences.keptOrAsked)],
  [
    '… limits of a request taken for rules',
    ({ sentences }) => sentences && percent(sentences.limits),
  ],
  ['… look-alikes taken for rules', ({ sentences }) => sentences && percent(sentences.lookalikes)],
  [
    'planted instructions that became anything',
    ({ poison }) => poison && String(poison.promoted.length),
  ],
];

/** One line for each thing that was measured, one column for each program. */
export function rowsOf(reports: readonly Report[]): Row[] {
  const rows = ROWS.map(([name, cell]) => [name, ...reports.map((report) => cell(report) ?? '–')]);
  const measured = rows.filter(([, ...cells]) => cells.some((cell) => cell !== '–'));
  return [['', ...reports.map(({ program }) => program)], ...measured];
}

export function section(reports: readonly Report[]): string {
  return `## What is the next session told?

\`npm run bench -- continuity\` (ten minutes on two free cores; \`--short\` for a part). Every event is a real hook process with the payload of Claude Code
2.1.325, in a real repository. Something is told when its words stand whole in what the new session's model gets at its start. \`baseline.cjs\`
quotes the last two turns in 60 lines of code; \`turns.cjs\` is a prototype that quotes turns with 1,200 tokens.

${markdownTable(rowsOf(reports))}

- *Stories*: 30 by two authors who saw nothing, played once (2026-11-18); 263 things needed, 136 stale. On 30 others, on which the choice was tuned: 94 %.
  \`npm run bench -- stories --half held2 --texts out\` writes what was told and missed.
- *Stale*: told without the later words that overrule it, or under a heading that says it is open.
- *Endings* and *long messages*: 24 each, by other authors. *Sessions of three turns*: nearly everything fits; they show what a kill and two days lose.
- *Unseen sentences*: 25 of each kind in six languages, by an author who saw nothing, never opened (\`npm run bench -- sentences\`).
- Tokens: o200k.`;
}
