import { redactText } from '../../../domain/redact/redact.ts';
import { diffLines } from '../../../domain/settings/diff.ts';
import { commandLine } from '../../../domain/text/command-line.ts';
import type { Output } from '../output.ts';
import { cut } from '../width.ts';
import type { Done } from './carry-out.ts';
import { type HostPlan, isChange, type Problem, type Step } from './plan.ts';
import type { UndoStep } from './undo.ts';

/** What will be different, line by line. Settings may hold secrets: those are not shown. */
export function printDiff(out: Output, before: string, after: string): void {
  const { dim, green, red } = out.style;
  const paint = { '+': green, '-': red, ' ': dim, '…': dim };
  for (const { sign, text } of diffLines(before, after)) {
    const line = `    ${sign} ${redactText(text)}`.replaceAll('\t', '  ').trimEnd();
    out.line(paint[sign](Number.isFinite(out.width) ? cut(line, out.width) : line));
  }
}

export function printProblem(out: Output, { path, message, advice, byHand = [] }: Problem): void {
  out.item('  ', `${out.style.red('left alone')}  ${path}: ${message}`);
  if (advice) out.block(advice, '    ');
  for (const line of byHand) out.line(`      ${line}`);
}

export function printPlan(out: Output, { host, steps }: HostPlan): void {
  const { bold, dim, green } = out.style;
  const isBroken = steps.some(({ kind }) => kind === 'problem');
  if (!isBroken && !steps.some(isChange)) {
    out.block(`${bold(host.title)}: ${green('already set up')}`);
    return;
  }
  out.line(bold(host.title));
  for (const step of steps) {
    if (step.kind === 'problem') printProblem(out, step);
    else if (!isChange(step)) out.item('  ', dim(`${nameOf(step)} needs no change`));
    else if (step.kind === 'command') out.item('  ', `run ${nameOf(step)}`);
    else {
      out.item('  ', `${step.before === null ? 'make' : 'change'} ${step.path}`);
      if (step.edit.kind === 'settings') printDiff(out, step.before ?? '', step.after);
    }
  }
}

/** One line for what would change for a host. */
export function printSummary(out: Output, { host, steps }: HostPlan, mark: string): void {
  const { bold, dim, green, red } = out.style;
  const changes = steps.filter(isChange);
  const problems = steps.filter(({ kind }) => kind === 'problem').length;
  const what = [
    ...(changes.length > 0 ? [changes.map(inShort).join(', ')] : []),
    ...(problems > 0 ? [red(`${problems} left alone`)] : []),
  ];
  const said = what.length === 0 ? green('already set up') : dim(what.join(', '));
  out.item(`${mark}  `, `${bold(host.title)}  ${said}`);
}

/** `settings.json +84 lines` */
function inShort(step: Step): string {
  if (step.kind === 'command') return `runs ${nameOf(step)}`;
  if (step.kind === 'problem') return step.path;
  const signs = diffLines(step.before ?? '', step.after).map(({ sign }) => sign);
  const [more, less] = ['+', '-'].map((sign) => signs.filter((one) => one === sign).length);
  const change = step.before === null ? 'new' : `+${more}${less ? ` −${less}` : ''} lines`;
  return `${step.path} ${change}`;
}

export function nameOf(step: Step | UndoStep): string {
  return step.kind === 'command' ? commandLine(step.run) : step.path;
}

/** What was done for one host. */
export function printDone(out: Output, { host }: HostPlan, done: readonly Done[]): void {
  const { bold, dim, green } = out.style;
  for (const step of done) {
    if (step.kind === 'problem') printProblem(out, step);
    else if (step.kind === 'command') out.item('  ', `${green('done')}  ${nameOf(step)}`);
    else {
      const kept = step.backup ? dim(` (as it was: ${step.backup})`) : '';
      out.item('  ', `${green('written')}  ${step.path}${kept}`);
    }
  }
  if (done.some(({ kind }) => kind === 'problem')) return;
  for (const sentence of host.install.afterwards) out.item(`  ${bold('still to do')}  `, sentence);
}

export function printUndo(out: Output, step: UndoStep): void {
  if (step.kind === 'problem') printProblem(out, step);
  else if (step.kind === 'command') out.item('', `run ${nameOf(step)}`);
  else if (step.keptFor.length > 0) out.item('', `${step.path} stays: ${step.keptFor.join(', ')} needs it`);
  else if (step.after === null) out.item('', `remove ${step.path}`);
  else if (step.after === step.before && !step.isGivenBack)
    out.item('', `${step.path} holds nothing of Cortex any more`);
  else {
    out.item('', `change ${step.path}`);
    printDiff(out, step.before, step.after);
    if (step.isGivenBack)
      out.block('It called Cortex before setup, and does again: unsetup once more takes that out too.', '  ');
  }
}

export function stepAsJson(step: Done | UndoStep): Record<string, unknown> {
  if (step.kind === 'problem') return { action: 'left alone', ...step, kind: undefined };
  if (step.kind === 'command') return { action: step.isDone ? 'none' : 'run', run: step.run };
  const { path, before, after } = step;
  const diff = diffLines(before ?? '', after ?? '').map(({ sign, text }) => `${sign} ${redactText(text)}`);
  const action = before === after ? 'none' : before === null ? 'make' : after === null ? 'remove' : 'change';
  const kept = 'keptFor' in step && step.keptFor.length > 0 && { kept_for: step.keptFor };
  const calledBefore = 'isGivenBack' in step && step.isGivenBack && { called_before_setup: true };
  return { action, path, diff, ...kept, ...calledBefore, ...('backup' in step && { backup: step.backup }) };
}
