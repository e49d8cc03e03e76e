import { redactText } from '../../../domain/redact/redact.ts';
import { diffLines } from '../../../domain/settings/diff.ts';
import { commandLine } from '../../../domain/text/command-line.ts';
import type { Output } from '../output.ts';
import { wrap } from '../width.ts';
import type { Done } from './carry-out.ts';
import { type HostPlan, isChange, type Problem, type Step } from './plan.ts';
import type { UndoStep } from './undo.ts';

const MOST_INDENT = 16;

/** Prints the differences line by line, each wrapped to the window. Settings may hold secrets: those are not shown. */
function printDiff(out: Output, before: string, after: string): void {
  const { dim, green, red } = out.style;
  const paint = { '+': green, '-': red, ' ': dim, '…': dim };
  for (const { sign, text } of diffLines(before, after)) {
    const plain = redactText(text).replaceAll('\t', '  ').trimEnd();
    const words = plain.trimStart();
    // A narrow terminal has no room for a deep indent.
    const indent = plain.slice(0, Math.min(plain.length - words.length, MOST_INDENT));
    const room = out.width - indent.length - 8;
    const [first = '', ...others] = wrap(words, room);
    out.line(paint[sign](`    ${sign} ${indent}${first}`.trimEnd()));
    for (const more of others) out.line(paint[sign](`        ${indent}${more}`));
  }
}

export function printProblem(out: Output, { path, message, advice, byHand = [] }: Problem): void {
  out.item('  ', `${out.style.red('left alone')}  ${out.path(path)}: ${message}`);
  if (advice) out.block(advice, '    ');
  for (const line of byHand) out.line(`      ${line}`);
}

const NOTHING_TO_DO = 'already set up, nothing to do';

function isNothingToDo({ steps }: HostPlan): boolean {
  return !steps.some((step) => isChange(step) || step.kind === 'problem');
}

/** Whether the plan says more than the account of what was done will. */
export function saysMore(plan: HostPlan): boolean {
  return isNothingToDo(plan) || plan.steps.some(({ kind }) => kind === 'problem');
}

export function printPlan(out: Output, plan: HostPlan): void {
  const { host, steps } = plan;
  const { bold, dim, green } = out.style;
  if (isNothingToDo(plan)) {
    out.block(`${bold(host.title)}: ${green(NOTHING_TO_DO)}`);
    return;
  }
  out.line(bold(host.title));
  for (const step of steps) {
    if (step.kind === 'problem') printProblem(out, step);
    else if (!isChange(step)) out.item('  ', dim(`${nameOf(step)} needs no change`));
    else if (step.kind === 'command') out.item('  ', `run ${nameOf(step)}`);
    else {
      out.item('  ', `${step.before === null ? 'make' : 'change'} ${out.path(step.path)}`);
      if (step.edit.kind === 'settings') printDiff(out, step.before ?? '', step.after);
    }
  }
}

/** Prints the planned changes for a host, a line for each file. */
export function printSummary(out: Output, plan: HostPlan, mark: string): void {
  const { bold, dim, green, red } = out.style;
  const title = bold(plan.host.title);
  out.item(`${mark}  `, isNothingToDo(plan) ? `${title}: ${green(NOTHING_TO_DO)}` : title);
  for (const step of plan.steps) {
    if (step.kind === 'problem')
      out.item('     ', red(`leaves ${out.path(step.path)} alone: ${step.message}`));
    else if (isChange(step)) out.item('     ', dim(inShort(out, step)));
  }
}

/** `changes settings.json (+84 lines)` */
function inShort(out: Output, step: Exclude<Step, { kind: 'problem' }>): string {
  if (step.kind === 'command') return `runs ${nameOf(step)}`;
  if (step.before === null) return `makes ${out.path(step.path)}`;
  return `changes ${out.path(step.path)} (${linesChanged(step.before, step.after)})`;
}

/** `+84 lines`, `+2 −84 lines` */
function linesChanged(before: string, after: string): string {
  const signs = diffLines(before, after).map(({ sign }) => sign);
  const [more = 0, less = 0] = ['+', '-'].map((sign) => signs.filter((one) => one === sign).length);
  const parts = [...(more > 0 || less === 0 ? [`+${more}`] : []), ...(less > 0 ? [`−${less}`] : [])];
  return `${parts.join(' ')} lines`;
}

export function nameOf(step: Step | UndoStep): string {
  return step.kind === 'command' ? commandLine(step.run) : step.path;
}

/** Prints the changes made for one host. */
export function printDone(out: Output, { host }: HostPlan, done: readonly Done[]): void {
  const { bold, dim, green } = out.style;
  for (const step of done) {
    if (step.kind === 'problem') printProblem(out, step);
    else if (step.kind === 'command') out.item('  ', `${green('done')}  ${nameOf(step)}`);
    else {
      const kept = step.backup ? dim(` (as it was: ${out.path(step.backup)})`) : '';
      out.item('  ', `${green(step.before === null ? 'made' : 'changed')}  ${out.path(step.path)}${kept}`);
    }
  }
  if (done.some(({ kind }) => kind === 'problem')) return;
  for (const sentence of host.install.afterwards) out.item(`  ${bold('still to do')}  `, sentence);
  for (const sentence of host.install.goodToKnow ?? []) out.item(`  ${dim('good to know')}  `, sentence);
}

export function printUndo(out: Output, step: UndoStep): void {
  if (step.kind === 'problem') printProblem(out, step);
  else if (step.kind === 'command' && step.isGone)
    out.item('', `${step.host}: its plugin is gone already, and leaves the record of setup`);
  else if (step.kind === 'command') {
    out.item('', `run ${nameOf(step)}`);
    if (step.after.length > 0) out.item('', `run ${commandLine(step.after)}`);
    if (step.losing) out.item(`${out.style.yellow('!')} `, step.losing);
  } else if (step.keptFor.length > 0)
    out.item('', `${out.path(step.path)} stays: ${step.keptFor.join(', ')} needs it`);
  else if (step.after === null) out.item('', `remove ${out.path(step.path)}`);
  else if (step.after === step.before && !step.isGivenBack)
    out.item('', `${out.path(step.path)} holds nothing of Cortex any more`);
  else {
    out.item('', `change ${out.path(step.path)}`);
    printDiff(out, step.before, step.after);
    if (step.isGivenBack) out.block(CALLS_AGAIN, '  ');
  }
}

/** The same, a line for each place. */
export function printUndoSummary(out: Output, step: UndoStep): void {
  const isChanged =
    step.kind === 'file' && step.after !== null && step.after !== step.before && step.keptFor.length === 0;
  if (!isChanged) {
    printUndo(out, step);
    return;
  }
  out.item('', `change ${out.path(step.path)} (${linesChanged(step.before, step.after!)})`);
  if (step.isGivenBack) out.block(CALLS_AGAIN, '  ');
}

const CALLS_AGAIN = 'It called Cortex before setup, and does again: unsetup once more takes that out too.';

export function stepAsJson(step: Done | UndoStep): Record<string, unknown> {
  if (step.kind === 'problem') return { action: 'left alone', ...step, kind: undefined };
  if (step.kind === 'command') {
    const more = 'after' in step && {
      ...(step.after.length > 0 && { then_run: step.after }),
      losing: step.losing,
      ...(step.isGone && { gone_already: true }),
    };
    const isNone = step.isDone || ('isGone' in step && step.isGone);
    return { action: isNone ? 'none' : 'run', run: step.run, ...more };
  }
  const { path, before, after } = step;
  const diff = diffLines(before ?? '', after ?? '').map(({ sign, text }) => `${sign} ${redactText(text)}`);
  const action = before === after ? 'none' : before === null ? 'make' : after === null ? 'remove' : 'change';
  const kept = 'keptFor' in step && step.keptFor.length > 0 && { kept_for: step.keptFor };
  const calledBefore = 'isGivenBack' in step && step.isGivenBack && { called_before_setup: true };
  return { action, path, diff, ...kept, ...calledBefore, ...('backup' in step && { backup: step.backup }) };
}
