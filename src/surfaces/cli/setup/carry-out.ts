import { dirname } from 'node:path';
import { commandLine } from '../../../domain/text/command-line.ts';
import type { Addition, Host } from '../../../host.ts';
import type { Cli, Home } from '../context.ts';
import { troubleOf } from '../errors.ts';
import { trustedBefore } from './approvals.ts';
import { ownSettings } from './own-settings.ts';
import type { Target } from './places.ts';
import {
  type CommandStep,
  type FileStep,
  fileStep,
  type HostPlan,
  isChange,
  type Problem,
  type Step,
} from './plan.ts';
import {
  type FileRecord,
  type HostRecord,
  hashOf,
  readRecord,
  type SetupRecord,
  withFile,
  writeRecord,
} from './record.ts';

const BACKUP = 'cortex-backup';

export type Done = Step & { readonly backup?: string | null };

type World = Pick<Cli, 'machine' | 'env' | 'userHome'> & {
  readonly home: Home;
  /** Told before a step that takes long. */
  readonly announce?: (text: string) => void;
};

/**
 * Does what was planned and says what was done. Called by one process at a time; every file is read again, since its host
 * may have written it while somebody looked at the plan.
 */
export function carryOut(world: World, { host, target, steps }: HostPlan): readonly Done[] {
  let isStuck = false;
  return steps.map((step): Done => {
    if (step.kind === 'problem') return step;
    if (!isChange(step)) {
      if (step.kind === 'file') join(world, host, step);
      return step;
    }
    if (step.kind === 'file') return guarded(step.path, () => changeFile(world, host, target, step));
    const name = commandLine(step.run);
    if (isStuck) return { kind: 'problem', path: name, message: 'It was not run.', advice: 'See above.' };
    const done = guarded(name, () => runCommand(world, host, target, step));
    isStuck = done.kind === 'problem';
    return done;
  });
}

/** Whether a host uses a whole file that is on record for others alone. */
export function isJoining({ files }: SetupRecord, { host, steps }: HostPlan): boolean {
  return steps.some(
    (step) =>
      step.kind === 'file' &&
      step.edit.kind === 'file' &&
      files.some(({ path, hosts }) => path === step.path && !hosts.some((one) => one.host === host.name)),
  );
}

/** Nothing changes in the file, but it has to stay as long as one of them needs it. */
function join({ machine, home }: World, host: Host, { edit, path, after }: FileStep): void {
  const record = readRecord(machine, home);
  const known = record.files.find((file) => file.path === path);
  if (edit.kind !== 'file' || !known || machine.read(path)?.text !== after) return;
  const hosts = withHost(known.hosts, { kind: 'file', host: host.name });
  writeRecord(machine, home, withFile(record, path, { ...known, hosts }));
}

function guarded(path: string, work: () => Done): Done {
  try {
    return work();
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return { kind: 'problem', path, message, advice: advice ?? 'Nothing was changed there.' };
  }
}

function changeFile(world: World, host: Host, target: Target, planned: FileStep): Done {
  const { machine, home } = world;
  const step = fileStep(world, host, planned.edit, planned.path);
  if (step.kind === 'problem' || !isChange(step)) return step;
  const record = readRecord(machine, home);
  // A file that somebody removed since is a new one.
  const known = (step.before !== null && record.files.find(({ path }) => path === step.path)) || null;
  // Again what it was, after a run that was killed or by hand: the changes on record are not in it.
  const isOriginal = known?.backup ? machine.read(known.backup)?.text === step.before : false;
  const made = machine.makeFolders(dirname(machine.real(step.path)));
  const copied = known || step.before === null ? null : machine.copy(step.path, BACKUP);
  const entry: FileRecord = {
    path: step.path,
    scope: target.scope,
    isCreated: known ? known.isCreated : step.before === null,
    backup: known ? known.backup : copied,
    after: hashOf(step.after),
    isExact: !known || isOriginal || (known.isExact && hashOf(step.before ?? '') === known.after),
    hosts: withHost(
      isOriginal ? [] : (known?.hosts ?? []),
      hostRecord(world, host, target, step, isOriginal ? null : known),
    ),
  };
  try {
    // Before the file: what is on record and was not done can be taken back, what was done and is not on record cannot.
    const next = { ...record, folders: [...record.folders, ...made] };
    writeRecord(machine, home, withFile(next, step.path, entry));
    machine.write(step.path, step.after, target.scope === 'user' ? 0o600 : 0o644);
  } catch (error) {
    if (copied) machine.remove(copied);
    for (const folder of [...made].reverse()) machine.removeFolder(folder);
    writeRecord(machine, home, record);
    throw error;
  }
  return { ...step, backup: copied };
}

function hostRecord(
  world: World,
  host: Host,
  target: Target,
  step: FileStep,
  known: FileRecord | null,
): HostRecord {
  const { edit, added } = step;
  if (edit.kind === 'file' || !added) return { kind: 'file', host: host.name };
  const older = known?.hosts.find((one) => one.host === host.name);
  const earlier = older?.kind === 'settings' ? older : null;
  const trusted = trustedBefore(world, host, target, step, earlier);
  const isKnown = (at: readonly string[]) =>
    earlier?.before.some((one) => one.at.join('\0') === at.join('\0')) ?? false;
  return {
    kind: 'settings',
    host: host.name,
    format: edit.format,
    // Additions of an older version in other places are still to be taken back.
    additions: [
      ...(earlier?.additions.filter((older) => !edit.additions.some((one) => isSamePlace(one, older))) ?? []),
      ...edit.additions,
    ],
    patches: [...(earlier?.patches ?? []), ...added.patches],
    // Entries that call Cortex are somebody's own only before our first change.
    before: earlier
      ? [...earlier.before, ...added.before.filter(({ at, entries }) => !entries && !isKnown(at))]
      : added.before,
    ...(trusted.length > 0 && { trusted }),
  };
}

function isSamePlace(one: Addition, other: Addition): boolean {
  return 'append' in one === 'append' in other && one.at.join('\0') === other.at.join('\0');
}

function withHost(hosts: readonly HostRecord[], entry: HostRecord): readonly HostRecord[] {
  return [...hosts.filter(({ host }) => host !== entry.host), entry];
}

function runCommand(world: World, host: Host, { scope }: Target, step: CommandStep): Done {
  const { machine, home } = world;
  const failed = (message: string, advice: string): Problem => ({
    kind: 'problem',
    path: commandLine(step.run),
    message,
    advice,
  });
  const [name = '', ...args] = step.run;
  const [program] = machine.programs(name);
  if (!program) return failed(`${name} is not on the PATH.`, 'Run it by hand where it is installed.');
  world.announce?.(step.run.slice(0, 3).join(' '));
  const { code, output } = machine.run([program, ...args]);
  if (code !== 0) return failed(`It failed: ${output.slice(-500)}`, 'Run it by hand to see more.');
  // Before anybody looks: what ran and is not on record cannot be taken back.
  const record = readRecord(machine, home);
  const entry = { host: host.name, scope, run: step.run, undo: step.undo };
  const others = record.commands.filter(
    (one) =>
      one.host !== host.name ||
      one.scope !== scope ||
      (step.undo.length === 0
        ? one.run.join('\0') !== step.run.join('\0')
        : one.undo.join('\0') !== step.undo.join('\0')),
  );
  const next: SetupRecord = { ...record, commands: [...others, entry] };
  writeRecord(machine, home, next);
  const found = ownSettings(world, host);
  if (found && step.isShown && !step.isShown(found)) {
    const place = step.shownAt?.(found) ?? found.path;
    return failed(
      `It ran, and ${place} does not show it.`,
      `Look at ${place}, and run the command by hand to see what it says. cortex unsetup takes it back.`,
    );
  }
  return { ...step, isDone: true };
}
