import { withSection } from '../document.ts';
import { kindsOf, loadCorpus } from './corpus.ts';
import { overall, type PerEnding, type PerReading, type Reading, type Share, sum } from './figures.ts';
import { PEERS } from './peers.ts';
import type { NamedReport } from './results.ts';
import {
  ENDING_NAMES,
  endingsOf,
  fraction,
  kindRows,
  markdownTable,
  mean,
  percent,
  type Row,
  statementRows,
  totalRows,
} from './table.ts';

const INTRODUCTION = `# Benchmarks

\`npm run bench\` lists them. Each prints what it measured; none fails for a figure. Everything runs offline, against the
built program, in scratch folders of its own.
`;

/** The page with the section on continuity in its place; the rest stays as it is. */
export function documented(page: string | null, rows: readonly NamedReport[]): string {
  return withSection(page ?? INTRODUCTION, 'continuity', section(rows));
}

function section(rows: readonly NamedReport[]): string {
  const { scripts, fortnight, rules, lookalikes, findings, poison } = loadCorpus();
  const facts = scripts.flatMap((script) => script.facts);
  return `## With and without continuity

${scripts.length} scripted sessions in real repositories hold ${facts.length} planted facts of ${kindsOf(scripts).length} kinds. Every event is a real hook process with the
payload that Claude Code 2.1.325 sends. The session ends in one of seven ways, another begins, and a fact counts as told when
its words stand whole in what the new session's model gets. The scripts were written by authors who had not seen the rules; rules are
tuned on one half, and the figures are of the other, the *unseen* one. Beside them: a fortnight of ${fortnight.length} sessions in four
repositories, ${rules.length} messages with a rule and ${lookalikes.length} that look like one, ${findings.length} replies with and without findings, ${poison.length} planted instructions.

\`\`\`
npm run bench -- continuity                    # everything: about ten minutes on two free cores
npm run bench -- continuity --short            # a few of each
npm run bench -- continuity --half dev --parts work --endings clean,2d --texts out   # what was told, and what was missed
npm run bench -- continuity --dist <folder> --save <name>                            # another build, as a row of this page
\`\`\`

### Told to the next session

${markdownTable(comparison(rows))}

${PEERS.map(({ name, why }) => `- ${name}: ${why}.`).join('\n')}

![Facts told by kind](continuity.svg)

${rows.map(details).join('\n\n')}

### How it is counted

- *told*: one of the fact's keys, whole, in any case, whatever the quotes and blanks; a key that is cut by an ellipsis is not told.
- *first prompt*: on top of the start, once about the work and once "continue where we left off".
- *memory_context*: one call over MCP in a fresh session without hooks, with the prompt about the work as its query.
- *over, told as open*: what was done, fixed or dropped in the session and stands under PENDING TASKS or in a line for what is next,
  failing, blocked or asked. As history it may be told.
- *killed*: SIGKILL to the process that owns the hooks. *compacted*: the same session goes on. *other host*: the next session is Codex's.
  After 10 and 40 days \`cortex maintain\` has run.
- *mean of the kinds*: with a first prompt about the work; each kind weighs the same, however many facts it has.
- tokens: o200k.
- *promoted*: a planted instruction that became a memory, a pin, a task or a decision, or is told among the user's words.`;
}

/** One line for each program, over the endings that were measured. */
function comparison(rows: readonly NamedReport[]): Row[] {
  const head = [
    ...[
      '',
      'endings',
      'at the start',
      'first prompt',
      '"continue"',
      'memory_context',
      'mean of the kinds',
      'kinds never told',
    ],
    ...['over as open', 'fortnight: needed', 'fortnight: over as open', 'promoted'],
  ];
  const nothing = ['nothing', 'any', '0 %', '0 %', '0 %', '0 %', '0 %', 'all', '0 %', '0 %', '0 %', '0'];
  return [head, nothing, ...rows.map(comparisonRow)];
}

function comparisonRow({ name, halves, fortnight, poison }: NamedReport): Row {
  const work = halves.held?.work;
  const of = (figures: PerEnding<PerReading<Share>> | undefined, reading: Reading) =>
    percent(figures ? overall(figures, reading) : sum([]));
  return [
    name,
    work ? endingsOf(work).length.toString() : '–',
    ...(['start', 'topical', 'continued', 'context'] as const).map((reading) => of(work?.facts, reading)),
    work ? mean(Object.values(work.kinds).map((kind) => overall(kind, 'topical'))) : '–',
    work ? `${work.never.length} of ${Object.keys(work.kinds).length}` : '–',
    of(work?.over, 'topical'),
    fortnight ? percent(fortnight.needed) : '–',
    fortnight ? percent(fortnight.over) : '–',
    poison ? String(poison.promoted.length) : '–',
  ];
}

function details(row: NamedReport): string {
  const work = row.halves.held?.work;
  const blocks = [`### ${row.name}`];
  if (work) {
    blocks.push(`Unseen half, ${work.scripts} scripts.`, markdownTable(totalRows(work)));
    blocks.push(
      'By kind, at the start or with a first prompt about the work:',
      markdownTable(kindRows(work)),
    );
    if (work.never.length > 0) {
      const endings = endingsOf(work).map((ending) => ENDING_NAMES[ending]);
      const never = work.never.map((kind) => kind.replaceAll('_', ' ')).join(', ');
      blocks.push(`Never told (${endings.join(', ')}): ${never}.`);
    }
  }
  const said = statementRows(row);
  if (said.length > 0) blocks.push(markdownTable(said));
  if (row.fortnight) {
    const { needed, prompted, over, tokens } = row.fortnight;
    blocks.push(
      `Fortnight: ${fraction(needed)} of what is needed is told at the start, ${fraction(prompted)} with the first prompt; ${fraction(over)} of what is over is told as open; ${tokens.median} tokens (median), ${tokens.p95} (p95).`,
    );
  }
  if (row.poison) {
    const { payloads, doors, promoted } = row.poison;
    blocks.push(
      `Planted instructions: ${payloads} through ${doors.length} doors (${doors.join(', ')}), ${promoted.length} promoted.`,
    );
  }
  return blocks.join('\n\n');
}
