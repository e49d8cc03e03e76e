import { tomlTable, tomlValue } from '../../../domain/settings/toml-write.ts';
import { isFields } from '../../../domain/settings/value.ts';
import type { Found, Host, HostEdit, Runtime } from '../../../host.ts';
import type { Cli } from '../context.ts';
import { troubleOf } from '../errors.ts';
import { ownSettings } from './own-settings.ts';
import { pathOf, type Target } from './places.ts';
import type { SetupRecord } from './record.ts';
import { type Added, addTo, Refused } from './settings-text.ts';

/** The planned steps of setup for one host. */
export interface HostPlan {
  readonly host: Host;
  readonly target: Target;
  readonly steps: readonly Step[];
}

export type Step = FileStep | CommandStep | Problem;

/** One file: what it says now, null where there is none, and what it will say. */
export interface FileStep {
  readonly kind: 'file';
  readonly edit: FileEdit;
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
  /** The additions to settings; null for other files. */
  readonly added: Added | null;
}

export interface CommandStep {
  readonly kind: 'command';
  readonly run: readonly string[];
  readonly undo: readonly string[];
  readonly isDone: boolean;
  /** Whether the host's settings show that it was done. */
  isShown?(found: Found): boolean;
  /** The place that shows it, if not the settings. */
  shownAt?(found: Found): string;
}

/** A file that is left as it is, and why. */
export interface Problem {
  readonly kind: 'problem';
  readonly path: string;
  readonly message: string;
  readonly advice: string | null;
  /** Lines that only a person can put there. */
  readonly byHand?: readonly string[];
}

export type FileEdit = Exclude<HostEdit, { kind: 'command' }>;
type World = Pick<Cli, 'env' | 'userHome' | 'machine'>;

export function isChange(step: Step): boolean {
  if (step.kind === 'file') return step.before !== step.after;
  return step.kind === 'command' && !step.isDone;
}

/** The plans for several hosts. Two of them may write to one file: the later one finds what the earlier one left. */
export function planSetup(
  cli: World,
  hosts: readonly Host[],
  target: Target,
  runtime: Runtime,
  record: SetupRecord,
): readonly HostPlan[] {
  const planned = new Map<string, string>();
  return hosts.map((host) => {
    const found = ownSettings(cli, host);
    const steps = host.install.edits(runtime, target.scope, found).map((edit): Step => {
      if (edit.kind === 'command') return commandStep(host, edit, target, record, found);
      const path = pathOf(cli, edit.place, target);
      const step = fileStep(cli, host, edit, path, planned.get(path));
      if (step.kind === 'file') planned.set(path, step.after);
      return step;
    });
    return { host, target, steps };
  });
}

/** Plans the change of one file, from its content or, if given, from `instead`. */
export function fileStep(
  { machine }: Pick<Cli, 'machine'>,
  host: Host,
  edit: FileEdit,
  path: string,
  instead?: string,
): FileStep | Problem {
  const problem = (message: string, advice: string | null, isByHand = false): Problem => ({
    kind: 'problem',
    path,
    message,
    advice,
    ...(isByHand && edit.kind === 'settings' && { byHand: inWords(edit) }),
  });
  try {
    const found = machine.read(path);
    const before = instead ?? (found ? found.text : null);
    if (found && found.text === null) return problem('It is no text in UTF-8.', 'Save it as UTF-8.');
    const added = edit.kind === 'settings' ? addTo(before ?? '', { ...edit, host: host.name }) : null;
    const after = edit.kind === 'settings' ? added!.text : edit.content;
    if (found?.isReadOnly && before !== after)
      return problem(
        'It is read-only.',
        `Make it writable (chmod u+w "${found.real}") and run this again or, where another program makes it, add this there:`,
        true,
      );
    return { kind: 'file', edit, path, before, after, added };
  } catch (error) {
    if (error instanceof Refused) return problem(error.message, error.advice, error.isByHand);
    return problem(troubleOf(error).message, 'Give yourself access to it.');
  }
}

function inWords({ format, additions }: Extract<FileEdit, { kind: 'settings' }>): readonly string[] {
  return additions.flatMap((addition) => {
    const isList = 'append' in addition;
    const value = isList
      ? addition.append
      : 'set' in addition
        ? addition.set
        : 'offer' in addition
          ? addition.offer
          : addition.ensure;
    if (format === 'json')
      return [`${addition.at.join('.')} ${isList ? 'gets' : 'is'} ${JSON.stringify(value)}`];
    if (!isFields(value)) return [`${addition.at.join('.')} = ${tomlValue(value)}`];
    return [...tomlTable(addition.at, value, isList ? 'list' : 'table', '\n').split('\n'), ''];
  });
}

function commandStep(
  host: Host,
  { run, undo, isShown, shownAt }: Extract<HostEdit, { kind: 'command' }>,
  { scope }: Target,
  record: SetupRecord,
  found: Found | null,
): CommandStep {
  const isOnRecord = record.commands.some(
    (done) => done.host === host.name && done.scope === scope && done.run.join('\0') === run.join('\0'),
  );
  // Somebody may have taken it back since, by the host's own commands.
  const isDone = isOnRecord && (!found || !isShown || isShown(found));
  return { kind: 'command', run, undo, isDone, ...(isShown && { isShown }), ...(shownAt && { shownAt }) };
}
