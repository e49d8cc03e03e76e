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
  return `## The field, side by side

Programs that remember for Claude Code and install from npm, driven alike on ${cores} cores with Node ${node}. What is told and kept was looked at last on
${date}, at a load of ${load[0].toFixed(1)} to ${load[1].toFixed(1)}; figures of a published version are kept from one run to the next. Peers are installed into a cache outside the repository. They are driven by the hooks and
commands of their own documentation, with the payloads that Claude Code 2.1.325 sends and the transcripts that it writes.

\`\`\`
npm run bench -- field                           # 300 and 10,000 sessions, everything
npm run bench -- field --short                   # 300 sessions, few repeats
npm run bench -- field --sessions 100000         # a long history: making it takes longest, and it is kept
npm run bench -- field --peers Cortex,deja-vu --parts costs --runs 20
npm run bench -- field --save                    # this page, bench/results/field.json and the plots
\`\`\`

### What is told and what is kept

${markdownTable(behaviourRows(rows))}

![Facts told in the same project and in another](field-told.svg)

### What the hooks cost

Processor time of the hooks of one moment, as a multiple of a bare start of Node that was measured just before it; peers take turns within
every round. *session* is all five moments. *memory* is the most that a hook held.

${costs.map((run) => `${costLine(run)}\n\n${markdownTable(costRows(run, rows))}`).join('\n\n')}

![Cost of a session's hooks](field-costs.svg)

### Where another one is ahead

${losses.length > 0 ? list(losses) : 'Nowhere in these tables.'}

### The programs

${ran.map(({ name, version, packages, commands, note }) => `- **${name}** ${version}${packages.length > 0 ? ` (\`npm install ${packages.join(' ')}\`)` : ''}: ${note}.${commands.length > 0 ? ` \`${commands.join('`, `')}\`` : ''}`).join('\n')}
${leftOut(rows).length > 0 ? `\n${list(leftOut(rows))}\n` : ''}
### How it is counted

- *told*: the facts of ${scripts} scripts of the continuity benchmark's unseen half, without pins, which only Cortex has a tool for. The session ends, the next one
  starts right after it. Text that only the person sees does not count.
- *told in another project*: the same prompt in another repository of the same user, in the same home.
- *secrets*: ten secrets of well-known forms in a prompt, in a command's output, in an edit and in a reply; those that stand in the clear in
  the program's own files, and in what the next session is told. The host's transcripts hold all of them and are not counted.
- *lost of 50 at once*: fifty hooks for fifty edits in the same moment; an event counts as kept when the name of its file stands in the program's files.
- *lost by kills*: twenty hooks killed with SIGKILL at moments spread over their run, and a process that lives on killed once; twenty others between them ended by themselves, and are looked for afterwards.
- –: there is nothing to measure, as no hook records an edit.
- A history has one session an hour over 20 projects. Programs that read transcripts get all of it; the others get the sessions of the project that is worked in, one in twenty, which is in their favour.
- What a program does in the background after its hook has ended is not in the hook's figure, for nobody.`;
}
