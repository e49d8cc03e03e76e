import { dirname } from 'node:path';
import { commandLine } from '../../../domain/base/text/command-line.ts';
import type { Host } from '../../../ports/base/host.ts';
import type { Home } from '../base/context.ts';
import { ownSettings, type SetupTarget } from '../base/places.ts';
import {
  type CommandStep,
  type FileStep,
  type HostPlan,
  isChange,
  planFile,
  problemAt,
  problemOf,
  type SettingsCli,
  type SetupStep,
} from './plan.ts';
import { changeRecord, type FileRecord, hashOf, readRecord, withFileRecord } from './record.ts';

const BACKUP = 'cortex-backup';

/** The machine and the home that setup and unsetup change. */
export interface SetupWorld extends SettingsCli {
  readonly home: Home;
  /** Told before a step that takes long. */
  readonly announce?: (text: string) => void;
}

/**
 * Does what was planned and says what was done. Called by one process at a time; every file is read again, since its host
 * may have written it while somebody looked at the plan.
 */
export function carryOutPlan(
  world: SetupWorld,
  { host, target, steps }: HostPlan,
): readonly SetupStep[] {
  let isStuck = false;
  return steps.map((step): SetupStep => {
    if (step.kind === 'problem') return step;
    try {
      if (step.kind === 'file') return changeFile(world, host, target, step);
      if (step.isDone) return step;
      if (isStuck) return problemAt(commandLine(step.run), 'It was not run.', 'See above.');
      const done = runCommand(world, host, target, step);
      isStuck = done.kind === 'problem';
      return done;
    } catch (error) {
      isStuck = true;
      return problemOf(step.kind === 'file' ? step.path : commandLine(step.run), error);
    }
  });
}

function changeFile(
  world: SetupWorld,
  host: Host,
  target: SetupTarget,
  planned: FileStep,
): SetupStep {
  const { machine, home } = world;
  const step = planFile(world, planned.edit, planned.path);
  if (step.kind === 'problem') return step;
  const { path, before, after } = step;
  const record = readRecord(world, home);
  // A file that somebody removed since is a new one.
  const known = (before !== null && record.files.find((file) => file.path === path)) || null;
  if (!isChange(step)) {
    // A whole file that another host has already stays as long as one of them needs it.
    if (known && step.edit.kind === 'file')
      changeRecord(world, home, (all) =>
        withFileRecord(all, path, { ...known, hosts: withHost(known, host) }),
      );
    return step;
  }
  // Again what it was, after a run that was killed or by hand: the changes on record are not in it.
  const isOriginal = known?.backup ? machine.read(known.backup)?.text === before : false;
  const made = machine.makeFolders(dirname(machine.real(path)));
  const copied = known || before === null ? null : machine.copy(path, BACKUP);
  const entry: FileRecord = {
    path,
    scope: target.scope,
    isCreated: known ? known.isCreated : before === null,
    backup: known ? known.backup : copied,
    after: hashOf(after),
    isExact: !known || isOriginal || (known.isExact && hashOf(before ?? '') === known.after),
    hosts: withHost(isOriginal ? null : known, host),
  };
  try {
    // Before the file: what is on record and was not done can be taken back, what was done and is not on record cannot.
    changeRecord(world, home, (all) =>
      withFileRecord({ ...all, folders: [...all.folders, ...made] }, path, entry),
    );
    machine.write(path, after, target.scope === 'user' ? 0o600 : 0o644);
  } catch (error) {
    if (copied) machine.remove(copied);
    for (const folder of [...made].reverse()) machine.removeFolder(folder);
    changeRecord(world, home, () => record);
    throw error;
  }
  return { ...step, backup: copied };
}

function withHost(known: FileRecord | null, { name }: Host): FileRecord['hosts'] {
  return [...(known?.hosts ?? []).filter(({ host }) => host !== name), { host: name }];
}

function runCommand(
  world: SetupWorld,
  host: Host,
  { scope }: SetupTarget,
  step: CommandStep,
): SetupStep {
  const { machine, home } = world;
  const { run, undo } = step;
  const failed = (message: string, advice: string) => problemAt(commandLine(run), message, advice);
  const [name = '', ...args] = run;
  const [program] = machine.programs(name);
  if (!program)
    return failed(`${name} is not on the PATH.`, 'Run it by hand where it is installed.');
  world.announce?.(run.slice(0, 3).join(' '));
  const { code, output } = machine.run([program, ...args]);
  if (code !== 0) return failed(`It failed: ${output.slice(-500)}`, 'Run it by hand to see more.');
  // Before anybody looks: what ran and is not on record cannot be taken back.
  const isSame = (one: { readonly host: string; readonly run: readonly string[] }) =>
    one.host === host.name && one.run.join('\0') === run.join('\0');
  changeRecord(world, home, (all) => ({
    ...all,
    commands: [
      ...all.commands.filter((one) => !isSame(one)),
      { host: host.name, scope, run, undo },
    ],
  }));
  const found = ownSettings(world, host);
  if (!found || !step.isShown || step.isShown(found)) return { ...step, isDone: true };
  const place = step.shownAt?.(found) ?? found.path;
  return failed(
    `It ran, but ${place} does not show it.`,
    `Look at ${place}, and run the command by hand to see what it says. cortex unsetup takes it back.`,
  );
}
