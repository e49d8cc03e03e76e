import { insideElement } from '../../../domain/answer/preamble.ts';
import { preview } from '../../../engine/restore/preview.ts';
import { asRead } from '../../../operations/words.ts';
import type { Cli } from '../context.ts';
import type { Output } from '../output.ts';
import { withStore } from '../store.ts';
import { count } from '../times.ts';
import type { Done } from './carry-out.ts';
import { type HostPlan, isChange, planSetup } from './plan.ts';
import { lockOf, readRecord } from './record.ts';
import type { ChosenRuntime } from './runtime.ts';
import { printProblem } from './show.ts';

/** Asks whether to show a status line, where the host has one and none is shown. What is said no to stays as it is. */
export async function offerStatusLine(
  cli: Cli,
  plans: readonly HostPlan[],
  runtime: ChosenRuntime,
  apply: (plans: readonly HostPlan[]) => readonly (readonly Done[])[],
): Promise<void> {
  const { machine } = cli;
  const home = cli.home();
  const record = readRecord(machine, home);
  for (const { host, target } of plans) {
    const more = planSetup(cli, [host], target, { ...runtime, showsStatus: true }, record);
    if (!more.some(({ steps }) => steps.some(isChange))) continue;
    const typed = await cli.ask(
      `Show "2 pins · 1 red · stopped 2d ago" in the status line of ${host.title}? [y/N] `,
    );
    if (typed === null || !/^y(?:es)?$/i.test(typed)) continue;
    const done = machine.exclusively(lockOf(home), () => apply(more)).flat();
    for (const step of done) {
      if (step.kind === 'problem') printProblem(cli.out, step);
      else if (step.kind === 'file' && step.before !== step.after)
        cli.out.item(
          '  ',
          `${cli.out.style.green('changed')}  ${step.path}: the status line is shown from the next session on`,
        );
    }
  }
}

const MOST_LINES = 14;

/** The beginning of what the next session in this folder would be told. */
export async function showNext(cli: Cli): Promise<void> {
  const { out } = cli;
  const { bold, dim } = out.style;
  const text = await withStore(cli, async (deps) => {
    const { scope, branch } = deps.locate(cli.cwd());
    return (await preview(deps, { scope, branch })).start.text;
  });
  if (text === null) return;
  const lines = asRead(insideElement(text)).split('\n');
  out.line();
  out.block(bold('The next session in this folder will be told:'));
  printTold(out, lines.slice(0, MOST_LINES).join('\n').trimEnd(), '  ');
  if (lines.length > MOST_LINES)
    out.block(dim(`… ${count(lines.length - MOST_LINES, 'more line')}: cortex why`));
}

/** A text of headings and lists, for a person to read: lines that are wrapped stand below their words. */
function printTold(out: Output, text: string, indent = ''): void {
  for (const line of text.split('\n')) {
    if (line === '') out.line();
    else if (line.startsWith('- ')) out.item(`${indent}- `, line.slice(2));
    else if (HEADING.test(line)) out.block(out.style.bold(line), indent);
    else out.block(line, indent);
  }
}

const HEADING = /^[A-Z][A-Z ]+(?: \(.*\))?:/;
