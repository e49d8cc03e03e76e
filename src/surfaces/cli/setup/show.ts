import { diffLines } from '../../../domain/base/settings/diff.ts';
import { commandLine } from '../../../domain/base/text/command-line.ts';
import { redactText } from '../../../domain/redact/redact.ts';
import type { Output } from '../base/output.ts';
import { wrapToWidth } from '../base/width.ts';
import { type HostPlan, isChange, type SetupProblem, type SetupStep } from './plan.ts';
import type { UndoCommand, UndoFile, UndoStep } from './undo.ts';

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
    const [first = '', ...others] = wrapToWidth(words, out.width - indent.length - 8);
    out.line(paint[sign](`    ${sign} ${indent}${first}`.trimEnd()));
    for (const more of others) out.line(paint[sign](`        ${indent}${more}`));
  }
}

export function printProblem(
  out: Output,
  { path, message, advice, byHand = [] }: SetupProblem,
): void {
  out.item('  ', `${out.style.red('left alone')}  ${out.path(path)}: ${message}`);
  if (advice) out.block(advice, '    ');
  for (const line of byHand) out.line(`      ${line}`);
}

/** Whether a host has everything already; says so then. */
function isSetUp(out: Output, { host, steps }: HostPlan, mark = ''): boolean {
  const isDone = !steps.some((step) => isChange(step) || step.kind === 'problem');
  if (isDone)
    out.item(
      mark,
      `${out.style.bold(host.title)}: ${out.style.green('already set up, nothing to do')}`,
    );
  return isDone;
}

/** The plan for one host with every changed line. */
export function printPlan(out: Output, plan: HostPlan): void {
  if (isSetUp(out, plan)) return;
  out.line(out.style.bold(plan.host.title));
  for (const step of plan.steps) {
    if (step.kind === 'problem') printProblem(out, step);
    else if (!isChange(step)) out.item('  ', out.style.dim(`${nameOf(step)} needs no change`));
    else {
      out.item('  ', inShort(out, step));
      if (step.kind === 'file' && step.edit.kind === 'settings')
        printDiff(out, step.before ?? '', step.after);
    }
  }
}

/** The plan for one host, a line for each file. */
export function printSummary(out: Output, plan: HostPlan, mark: string): void {
  if (isSetUp(out, plan, `${mark}  `)) return;
  out.item(`${mark}  `, out.style.bold(plan.host.title));
  for (const step of plan.steps) {
    if (step.kind === 'problem')
      out.item('     ', out.style.red(`leave ${out.path(step.path)} alone: ${step.message}`));
    else if (isChange(step)) {
      const lines =
        step.kind === 'file' && step.before !== null
          ? ` (${linesChanged(step.before, step.after)})`
          : '';
      out.item('     ', out.style.dim(inShort(out, step) + lines));
    }
  }
}

/** `change settings.json`, `create …`, `run …`. */
function inShort(out: Output, step: Exclude<SetupStep, SetupProblem>): string {
  if (step.kind === 'command') return `run ${nameOf(step)}`;
  return `${step.before === null ? 'create' : 'change'} ${out.path(step.path)}`;
}

/** `+84 lines`, `+2 −84 lines` */
function linesChanged(before: string, after: string): string {
  const signs = diffLines(before, after).map(({ sign }) => sign);
  const [more = 0, less = 0] = ['+', '-'].map((sign) => signs.filter((one) => one === sign).length);
  const parts = [
    ...(more > 0 || less === 0 ? [`+${more}`] : []),
    ...(less > 0 ? [`−${less}`] : []),
  ];
  return `${parts.join(' ')} lines`;
}

function nameOf(step: SetupStep | UndoStep): string {
  return step.kind === 'command' ? commandLine(step.run) : step.path;
}

/** Prints the changes made for one host. */
export function printDone(out: Output, { host }: HostPlan, done: readonly SetupStep[]): void {
  const { bold, dim, green } = out.style;
  for (const step of done) {
    if (step.kind === 'problem') printProblem(out, step);
    else if (step.kind === 'command') out.item('  ', `${green('done')}  ${nameOf(step)}`);
    else {
      const kept = step.backup ? dim(` (as it was: ${out.path(step.backup)})`) : '';
      out.item(
        '  ',
        `${green(step.before === null ? 'made' : 'changed')}  ${out.path(step.path)}${kept}`,
      );
    }
  }
  if (done.some(({ kind }) => kind === 'problem')) return;
  for (const sentence of host.install.afterwards) out.item(`  ${bold('still to do')}  `, sentence);
  for (const sentence of host.install.goodToKnow ?? [])
    out.item(`  ${dim('good to know')}  `, sentence);
}

/** One step of unsetup, with every changed line or only their number. */
export function printUndo(out: Output, step: UndoStep, how: { readonly isWhole: boolean }): void {
  if (step.kind === 'problem') printProblem(out, step);
  else if (step.kind === 'command') printUndoCommand(out, step);
  else printUndoFile(out, step, how);
}

function printUndoCommand(out: Output, step: UndoCommand): void {
  if (step.isGone) {
    out.item('', `${step.host}: its plugin is gone already, and leaves the record of setup`);
    return;
  }
  for (const run of [step.run, step.after])
    if (run.length > 0) out.item('', `run ${commandLine(run)}`);
  if (step.losing) out.item(`${out.style.yellow('!')} `, step.losing);
}

function printUndoFile(
  out: Output,
  step: UndoFile,
  { isWhole }: { readonly isWhole: boolean },
): void {
  const path = out.path(step.path);
  const { before, after, keptFor, isGivenBack } = step;
  if (keptFor.length > 0) out.item('', `${path} stays: ${keptFor.join(', ')} needs it`);
  else if (after === null) out.item('', `remove ${path}`);
  else if (after === before && !isGivenBack)
    out.item('', `${path} holds nothing of Cortex any more`);
  else {
    out.item('', `change ${path}${isWhole ? '' : ` (${linesChanged(before, after)})`}`);
    if (isWhole) printDiff(out, before, after);
    if (isGivenBack)
      out.block(
        'It called Cortex before setup, and does again: another unsetup takes that out too.',
        '  ',
      );
  }
}

function fileAction({ before, after }: Extract<SetupStep | UndoStep, { kind: 'file' }>): string {
  if (before === after) return 'none';
  if (before === null) return 'make';
  return after === null ? 'remove' : 'change';
}

export function stepAsJson(step: SetupStep | UndoStep): Record<string, unknown> {
  if (step.kind === 'problem') return { action: 'left alone', ...step, kind: undefined };
  if (step.kind === 'command') {
    if (!('losing' in step)) return { action: step.isDone ? 'none' : 'run', run: step.run };
    const { run, after, losing, isGone } = step;
    const more = {
      ...(after.length > 0 && { then_run: after }),
      ...(isGone && { gone_already: true }),
    };
    return { action: isGone ? 'none' : 'run', run, losing, ...more };
  }
  const { path, before, after } = step;
  const diff = diffLines(before ?? '', after ?? '').map(
    ({ sign, text }) => `${sign} ${redactText(text)}`,
  );
  const action = fileAction(step);
  const kept = 'keptFor' in step && step.keptFor.length > 0 && { kept_for: step.keptFor };
  const calledBefore = 'isGivenBack' in step && step.isGivenBack && { called_before_setup: true };
  return {
    action,
    path,
    diff,
    ...kept,
    ...calledBefore,
    ...('backup' in step && { backup: step.backup }),
  };
}
