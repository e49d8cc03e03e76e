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
  ['… limits of a request taken for rules', ({ sentences }) => sentences && percent(sentences.limits)],
  ['… look-alikes taken for rules', ({ sentences }) => sentences && percent(sentences.lookalikes)],
  ['planted instructions that became anything', ({ poison }) => poison && String(poison.promoted.length)],
];

/** One line for each thing that was measured, one column for each program. */
export function rowsOf(reports: readonly Report[]): Row[] {
  const rows = ROWS.map(([name, cell]) => [name, ...reports.map((report) => cell(report) ?? '–')]);
  const measured = rows.filter(([, ...cells]) => cells.some((cell) => cell !== '–'));
  return [['', ...reports.map(({ program }) => program)], ...measured];
}

export function section(reports: readonly Report[]): string {
  return `## What the next session is told

Every event is a real hook process with the payload that Claude Code 2.1.325 sends, in a real repository. Something counts as told when
its words stand whole in what the new session's model gets at its start. \`baseline.cjs\` is a yardstick of 60 lines that quotes the last
two turns; \`turns.cjs\`, where it was at hand, a prototype that quotes turns with 1,200 tokens of characters.

\`\`\`
npm run bench -- continuity                               # everything: about ten minutes on two free cores
npm run bench -- stories --half all --texts out           # what was told, and what was missed
npm run bench -- sentences                                # the table of rules, by round and half
\`\`\`

${markdownTable(rowsOf(reports))}

What the figures are worth:

- *Stories*: 30 by two authors who knew neither program nor rules, 232 things needed, 135 that are stale. The choice of what is quoted was
  adjusted on all of them: read them as what it can do, and expect less of work that it has not seen.
- *Stale*: told without its later words behind it, or under a heading that says it is open or rules. A script counts it; a reader forgives more.
- *Endings, long messages*: 24 and 24 by other authors. Endings were right when they were first played. Of long messages 69 % was told
  then: they were kept by 1,200 characters, and are kept by 4,000 since.
- *Sessions of three turns* are the smallest size: nearly everything fits. They show what a clean end, a kill and two days lose.
- *Unseen sentences*: 60 of each kind in six languages, by authors who had not seen the table. Their totals were looked at
  several times while the table was made more careful (the first time about 59, 0 and 8 %), the sentences never.
- Tokens: o200k.`;
}
