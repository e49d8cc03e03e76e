import { insideElement } from '../../../domain/answer/preamble.ts';
import { preview } from '../../../engine/restore/preview.ts';
import { toldLines } from '../../../operations/view.ts';
import { asRead, count } from '../../../operations/words.ts';
import type { Cli } from '../context.ts';
import { printLines } from '../of-operation.ts';
import { withStore } from '../store.ts';
import { type HostPlan, isChange, planSetup, type Step } from './plan.ts';
import { lockOf, readRecord } from './record.ts';
import type { ChosenRuntime } from './runtime.ts';
import { printProblem, printSummary } from './show.ts';

/** Asks until somebody says yes (true), no (false), or something else that `read` understands; d shows the changed lines. */
export async function decide<T>(
  cli: Cli,
  question: string,
  showDiffs: () => void,
  read: (typed: string) => T | null = () => null,
): Promise<T | boolean> {
  cli.out.line();
  for (;;) {
    const typed = await cli.ask(question);
    if (typed === null || /^no?$/i.test(typed)) return false;
    if (/^(?:|y(?:es)?|a(?:ll)?)$/i.test(typed)) return true;
    const understood = read(typed);
    if (understood !== null) return understood;
    if (!/^d(?:iff)?$/i.test(typed)) continue;
    showDiffs();
    cli.out.line();
  }
}

/** A line for each agent, and a question: all of them, some, or none. */
export async function choosePlans(
  cli: Cli,
  plans: readonly HostPlan[],
  showDiffs: () => void,
): Promise<readonly HostPlan[]> {
  const open = plans.filter(({ steps }) => steps.some(isChange));
  const numberOf = (plan: HostPlan) => (open.includes(plan) ? String(open.indexOf(plan) + 1) : ' ');
  for (const plan of plans) if (plan.steps.length > 0) printSummary(cli.out, plan, numberOf(plan));
  const which = open.length > 1 ? ', their numbers for some' : '';
  const chosen = await decide(cli, `Connect? [Y]es${which}, [d]iff, [n]o: `, showDiffs, (typed) => {
    const words = new Set(typed.split(/[\s,]+/).filter(Boolean));
    const some = open.filter((plan) => words.has(numberOf(plan)) || words.has(plan.host.name));
    return some.length === words.size ? some : null;
  });
  return chosen === true ? plans : chosen === false ? [] : chosen;
}

/** Asks whether to show a status line, where the host has one and none is shown. What is said no to stays as it is. */
export async function offerStatusLine(
  cli: Cli,
  plans: readonly HostPlan[],
  runtime: ChosenRuntime,
  apply: (plans: readonly HostPlan[]) => readonly (readonly Step[])[],
): Promise<void> {
  const home = cli.home();
  const record = readRecord(cli, home);
  for (const { host, target } of plans) {
    const more = planSetup(cli, [host], target, { ...runtime, showsStatus: true }, record);
    if (!more.some(({ steps }) => steps.some(isChange))) continue;
    const typed = await cli.ask(
      `Show "2 pins · 1 red · stopped 2d ago" in the status line of ${host.title}? [y/N] `,
    );
    if (typed === null || !/^y(?:es)?$/i.test(typed)) continue;
    for (const step of cli.machine.exclusively(lockOf(home), () => apply(more)).flat())
      if (step.kind === 'problem') printProblem(cli.out, step);
      else if (step.kind === 'file' && isChange(step)) {
        const changed = cli.out.style.green('changed');
        cli.out.item('  ', `${changed}  ${step.path}: the status line is shown from the next session on`);
      }
  }
}

const MOST_LINES = 14;

/** The beginning of what the next session in this folder would be told. */
export async function showNext(cli: Cli): Promise<void> {
  const { out } = cli;
  const text = await withStore(cli, async (deps) => {
    const { scope, branch } = deps.locate(cli.cwd());
    return (await preview(deps, { scope, branch })).start.text;
  });
  if (text === null) return;
  const lines = asRead(insideElement(text)).split('\n');
  out.line();
  out.block(out.style.bold('The next session in this folder will be told:'));
  printLines(cli, toldLines(lines.slice(0, MOST_LINES).join('\n').trimEnd(), out.style));
  if (lines.length > MOST_LINES)
    out.block(out.style.dim(`… ${count(lines.length - MOST_LINES, 'more line')}: cortex why`));
}
