import manifest from '../../package.json' with { type: 'json' };
import { markdownTable } from '../continuity/table.ts';
import { withSection } from '../document.ts';
import type { CostRun } from './costs.ts';
import type { Report } from './report.ts';
import { behaviourRows, costRows, leftOut, standings } from './table.ts';

/** The page with the section on the field in its place; the rest stays as it is. */
export function documented(page: string, report: Report): string {
  return withSection(page, 'field', section(report));
}

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}.`).join('\n');

function costLine({ sessions, runs, date, load, bare }: CostRun): string {
  const size = sessions.toLocaleString('en-US');
  const loads = load.map((one) => one.toFixed(1)).join(' to ');
  return `${size} sessions, ${runs} rounds in one run of ${date} at a load of ${loads}; a bare start takes ${bare.cpu.toFixed(0)} ms:`;
}

function section(report: Report): string {
  const { date, node, cores, load, rows, costs } = report;
  const ran = rows.filter(({ why }) => why === null);
  const scripts = ran.find(({ told }) => told)?.told?.scripts ?? 0;
  const losses = standings(report);
  const own = rows.find(({ name }) => name === 'Cortex')?.version;
  return `## How does it stand beside others?

\`npm run bench -- field\` (\`--short\`: 300 sessions, few repeats; \`--sessions 100000\`: a long history). Programs that remember for Claude Code and
install from npm, each driven by the hooks and commands of its own documentation, on ${cores} cores with Node ${node}, ${date}, at a load of ${load[0].toFixed(1)} to ${load[1].toFixed(1)}.${
    own === manifest.version
      ? ''
      : `
Cortex ${own} is an earlier build.`
  }

${markdownTable(behaviourRows(rows))}

- *told*: the facts of ${scripts} scripts of the table above, without pins, right after the session's end. *In another project*: the same prompt in another repository.
- *secrets*: ten of well-known forms, in the clear in the program's own files, and in what the next session is told.
- *lost*: of fifty hooks in the same moment; of twenty hooks that ended by themselves between twenty that were killed. –: no hook records an edit.
${leftOut(rows).length > 0 ? `${list(leftOut(rows))}\n` : ''}
What their hooks cost: processor time as a multiple of a bare start of Node, taken in turns. *session* is all five moments, *memory* the most that
a hook held. Work in the background after a hook is counted for nobody.

${costs.map((run) => `${costLine(run)}\n\n${markdownTable(costRows(run, rows))}`).join('\n\n')}

Where another one is ahead:

${losses.length > 0 ? list(losses) : 'Nowhere in these tables.'}

How each is driven: \`bench/field/peers\`. claude-mem had no model here, and hippo-memory's commands were called for the model.`;
}
