import type { SettingsTable } from '../../../domain/base/settings/value.ts';
import type {
  Host,
  HostEdit,
  HostSettings,
  InstallScope,
  Runtime,
} from '../../../ports/base/host.ts';
import type { Cli } from '../base/context.ts';
import { troubleOf } from '../base/errors.ts';
import { ownSettings, type SetupTarget, settingsPath } from '../base/places.ts';
import { addSettings, SettingsRefused } from '../base/settings-text.ts';
import { tomlTable } from '../base/toml-text.ts';
import type { SetupRecord } from './record.ts';

/** The planned steps of setup for one host. */
export interface HostPlan {
  readonly host: Host;
  readonly target: SetupTarget;
  readonly steps: readonly SetupStep[];
}

export type SetupStep = FileStep | CommandStep | SetupProblem;

/** One file: what it says now, null where there is none, and what it will say. */
export interface FileStep {
  readonly kind: 'file';
  readonly edit: FileEdit;
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
  /** The copy of the file as it was, where one was made. */
  readonly backup?: string | null;
}

export type CommandStep = Extract<HostEdit, { kind: 'command' }> & { readonly isDone: boolean };

/** A file that is left as it is, and why. */
export interface SetupProblem {
  readonly kind: 'problem';
  readonly path: string;
  readonly message: string;
  readonly advice: string | null;
  /** Lines that only a person can put there. */
  readonly byHand?: readonly string[];
}

export type FileEdit = Exclude<HostEdit, { kind: 'command' }>;

/** The machine and the settings on it. */
export type SettingsCli = Pick<Cli, 'env' | 'userHome' | 'machine'>;

export function isChange(step: SetupStep): boolean {
  if (step.kind === 'file') return step.before !== step.after;
  return step.kind === 'command' && !step.isDone;
}

/** The files that a host has settings in; only places are asked of the runtime. */
export function fileEdits(
  host: Host,
  scope: InstallScope,
  runtime: Runtime = NOWHERE,
): readonly FileEdit[] {
  return host.install.edits(runtime, scope).filter((edit) => edit.kind !== 'command');
}

const NOWHERE: Runtime = {
  argv: ['/node', '/cortex.cjs'],
  folder: '/',
  showsStatus: true,
  instructs: true,
};

/** The machine, the place and the program that plans are made for. */
export interface SetupSituation {
  readonly cli: SettingsCli;
  readonly target: SetupTarget;
  readonly runtime: Runtime;
  readonly record: SetupRecord;
}

/** The plans for several hosts. Two of them may write to one file: the later one finds what the earlier one left. */
export function planSetup(
  { cli, target, runtime, record }: SetupSituation,
  hosts: readonly Host[],
): readonly HostPlan[] {
  const planned = new Map<string, string>();
  return hosts.map((host) => {
    const found = ownSettings(cli, host);
    const steps = host.install.edits(runtime, target.scope).map((edit): SetupStep => {
      if (edit.kind === 'command') return commandStep(host, edit, target, record, found);
      const path = settingsPath(cli, edit.place, target);
      const step = planFile(cli, edit, path, planned.get(path));
      if (step.kind === 'file') planned.set(path, step.after);
      return step;
    });
    return { host, target, steps };
  });
}

/** The plan for a host that is not as setup would have it now; null for one that is. */
export function planChange(now: SetupSituation, host: Host): HostPlan | null {
  const [plan] = planSetup(now, [host]);
  return plan?.steps.some(isChange) ? plan : null;
}

/** Plans the change of one file, from its content or, if given, from `instead`. */
export function planFile(
  { machine }: Pick<Cli, 'machine'>,
  edit: FileEdit,
  path: string,
  instead?: string,
): FileStep | SetupProblem {
  const byHand = edit.kind === 'settings' ? { byHand: inWords(edit) } : {};
  try {
    const found = machine.read(path);
    if (found && found.text === null)
      return problemAt(path, 'It is not text in UTF-8.', 'Save it as UTF-8.');
    const before = instead ?? found?.text ?? null;
    const after = edit.kind === 'settings' ? addSettings(before ?? '', edit) : edit.content;
    if (!found?.isReadOnly || before === after) return { kind: 'file', edit, path, before, after };
    const advice = `Make it writable (chmod u+w "${found.real}") and run this again or, where another program makes it, add this there:`;
    return { ...problemAt(path, 'It is read-only.', advice), ...byHand };
  } catch (error) {
    return {
      ...problemOf(path, error),
      ...(error instanceof SettingsRefused && error.isByHand && byHand),
    };
  }
}

export function problemAt(path: string, message: string, advice: string | null): SetupProblem {
  return { kind: 'problem', path, message, advice };
}

export function problemOf(path: string, error: unknown): SetupProblem {
  if (error instanceof SettingsRefused) return problemAt(path, error.message, error.advice);
  return problemAt(
    path,
    troubleOf(error).message,
    'Nothing was changed there. Make sure that you can read and write it.',
  );
}

function inWords({
  format,
  additions,
}: Extract<FileEdit, { kind: 'settings' }>): readonly string[] {
  return additions.flatMap((addition) => {
    const { at, ...said } = addition;
    const [value] = Object.values(said) as [unknown];
    const name = at.join('.');
    if (format === 'json')
      return [`${name} ${'append' in said ? 'gets' : 'is'} ${JSON.stringify(value)}`];
    const kind = 'append' in said ? 'list' : 'table';
    return [...tomlTable(at, value as SettingsTable, kind, '\n').split('\n'), ''];
  });
}

function commandStep(
  host: Host,
  edit: Extract<HostEdit, { kind: 'command' }>,
  { scope }: SetupTarget,
  record: SetupRecord,
  found: HostSettings | null,
): CommandStep {
  const isOnRecord = record.commands.some(
    (done) =>
      done.host === host.name &&
      done.scope === scope &&
      done.run.join('\0') === edit.run.join('\0'),
  );
  // Somebody may have taken it back since, by the host's own commands.
  return { ...edit, isDone: isOnRecord && (!found || !edit.isShown || edit.isShown(found)) };
}
