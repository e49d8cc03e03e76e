import { sep } from 'node:path';
import type { Host, InstallScope } from '../../../ports/base/host.ts';
import type { Cli } from '../base/context.ts';
import { isPluginGone, ownSettings, settingsPath, targetFor, targetsHere } from '../base/places.ts';
import {
  holdsSettings,
  readSettings,
  removeSettings,
  SettingsRefused,
} from '../base/settings-text.ts';
import type { SetupWorld } from './carry-out.ts';
import { type FileEdit, fileEdits, problemAt, problemOf, type SetupProblem } from './plan.ts';
import {
  changeRecord,
  type FileRecord,
  hashOf,
  readRecord,
  type SetupRecord,
  withFileRecord,
} from './record.ts';

/** A step that takes Cortex out of one file, or out of one host's own list of plugins. */
export type UndoStep = UndoFile | UndoCommand | SetupProblem;

export interface UndoFile {
  readonly kind: 'file';
  readonly path: string;
  readonly before: string;
  /** Null where the file goes. */
  readonly after: string | null;
  /** The record of the file; its backup goes with our last trace. */
  readonly known: FileRecord | null;
  /** The part that stays on record; null if nothing of ours is left. */
  readonly left: FileRecord | null;
  /** Hosts that need the file as it is: it is not changed. */
  readonly keptFor: readonly string[];
  /** The file called Cortex before setup, and does so again. */
  readonly isGivenBack: boolean;
}

export interface UndoCommand {
  readonly kind: 'command';
  readonly host: string;
  readonly run: readonly string[];
  /** Run after it, for what it leaves behind; empty where there is nothing. */
  readonly after: readonly string[];
  /** Losses that come with it, in a sentence. */
  readonly losing: string | null;
  /** The host says that nothing is left to undo: only the record goes. */
  readonly isGone: boolean;
  /** Instruction for a person if the host itself is gone, in a sentence. */
  readonly leftBehind: string | null;
}

interface UndoPart {
  readonly host: Host;
  readonly edit: FileEdit;
}

/** Plans to take hosts out of the places that are on record, and of those where something stands without a record. */
export function planUndo(
  cli: Cli,
  names: readonly string[],
  where: InstallScope | null,
): readonly UndoStep[] {
  const home = cli.home();
  const record = readRecord(cli, home);
  const hosts = cli.hosts.filter(({ name }) => names.length === 0 || names.includes(name));
  const targets = where === 'project' ? [targetFor(cli, where)] : targetsHere(cli, home);
  const places = new Map<string, UndoPart[]>();
  const add = (path: string, part: UndoPart) => {
    const parts = places.get(path) ?? [];
    if (!parts.some(({ host }) => host === part.host)) places.set(path, [...parts, part]);
  };
  for (const host of hosts) {
    for (const file of record.files) {
      const isMeant = where === null || where === file.scope;
      const isHere = where !== 'project' || file.path.startsWith(targets[0]!.root + sep);
      if (!isMeant || !isHere || !file.hosts.some((one) => one.host === host.name)) continue;
      const edit = fileEdits(host, file.scope).find(({ place }) => file.path.endsWith(place.path));
      if (edit) add(file.path, { host, edit });
    }
    for (const target of targets.filter(({ scope }) => where === null || where === scope))
      for (const edit of fileEdits(host, target.scope))
        add(settingsPath(cli, edit.place, target), { host, edit });
  }
  const files = [...places].flatMap(([path, parts]): readonly UndoStep[] => {
    try {
      return undoFile(cli, path, parts, record) ?? [];
    } catch (error) {
      return [problemOf(path, error)];
    }
  });
  const commands =
    where === 'project' ? [] : hosts.flatMap((host) => undoCommand(cli, host, record) ?? []);
  return [...files, ...commands];
}

/** Null where nothing of ours is there. */
function undoFile(
  { machine }: Cli,
  path: string,
  parts: readonly UndoPart[],
  record: SetupRecord,
): readonly UndoFile[] | null {
  const text = machine.read(path)?.text ?? null;
  const known = record.files.find((file) => file.path === path) ?? null;
  const isGoing = ({ host }: { readonly host: string }) =>
    parts.some((part) => part.host.name === host);
  const staying = known?.hosts.filter((one) => !isGoing(one)) ?? [];
  const isRecorded = known?.hosts.some(isGoing) ?? false;
  const isAsWeLeftIt = known !== null && text !== null && hashOf(text) === known.after;
  const original = known?.backup ? (machine.read(known.backup)?.text ?? null) : null;
  const step = (after: string | null, keptFor: readonly string[] = []): readonly UndoFile[] => {
    const now = after !== null && isAsWeLeftIt ? { after: hashOf(after) } : { isExact: false };
    const left =
      known && staying.length > 0 && after !== null ? { ...known, hosts: staying, ...now } : null;
    const isGivenBack =
      after !== null && keptFor.length === 0 && known !== null && isCalled(after, parts);
    const entry = isRecorded ? known : null;
    return [
      { kind: 'file', path, before: text ?? '', after, known: entry, left, keptFor, isGivenBack },
    ];
  };
  if (text === null) return isRecorded ? step(null) : null;
  if (parts.some(({ edit }) => edit.kind === 'file')) {
    if (!isRecorded && !/cortex/i.test(text)) return null;
    if (staying.length > 0)
      return step(
        text,
        staying.map(({ host }) => host),
      );
    if (!isRecorded || isAsWeLeftIt) return step(original);
    throw new SettingsRefused(
      'It was changed since setup wrote it.',
      'Remove it yourself, or put it where you keep it.',
    );
  }
  if (isRecorded && isAsWeLeftIt && known.isExact && staying.length === 0)
    return step(known.isCreated ? null : original);
  const after = parts.reduce(
    (rest, { edit }) =>
      edit.kind === 'settings' ? removeSettings(rest, edit, isRecorded ? original : null) : rest,
    text,
  );
  if (after === text && !isRecorded) return null;
  return step(known?.isCreated && staying.length === 0 && saysNothing(after, parts) ? null : after);
}

function isCalled(text: string, parts: readonly UndoPart[]): boolean {
  return parts.some(({ edit }) => edit.kind === 'settings' && holdsSettings(text, edit));
}

function saysNothing(text: string, [part]: readonly UndoPart[]): boolean {
  return (
    part?.edit.kind === 'settings' &&
    /^\s*(?:\{\s*\})?\s*$/.test(text) &&
    Object.keys(readSettings(text, part.edit.format)).length === 0
  );
}

/** The undoing of a host's own installer: one command takes back all of them. */
function undoCommand(cli: Cli, host: Host, record: SetupRecord): UndoCommand | null {
  const done = record.commands.findLast((one) => one.host === host.name && one.undo.length > 0);
  if (!done) return null;
  const edit = host.install
    .edits({ argv: [], folder: '' }, done.scope)
    .find((one) => one.kind === 'command' && one.undo.length > 0);
  const found = ownSettings(cli, host);
  return {
    kind: 'command',
    host: host.name,
    run: done.undo,
    after: (edit?.kind === 'command' && edit.afterUndo) || [],
    losing: found && (host.install.own?.losing(found) ?? null),
    isGone: isPluginGone(cli, host),
    leftBehind: host.install.own?.leftBehind ?? null,
  };
}

/** Carries out one step. Called by one process at a time, with a plan made in that time. */
export function carryOutUndo(world: SetupWorld, step: UndoStep): UndoStep {
  try {
    if (step.kind === 'file') return restoreFile(world, step);
    return step.kind === 'command' ? runUndo(world, step) : step;
  } catch (error) {
    return problemOf(step.kind === 'file' ? step.path : '', error);
  }
}

function restoreFile(world: SetupWorld, step: UndoFile): UndoStep {
  const { machine, home } = world;
  const { path, before, after, known, left } = step;
  const found = machine.read(path);
  if (found?.isReadOnly && after !== before)
    return problemAt(path, 'It is read-only.', `Make it writable: chmod u+w "${found.real}"`);
  // A symbolic link stays, also one that led nowhere before.
  if (after === null && found) machine.remove(found.real);
  else if (after !== null && after !== before) machine.write(path, after, 0o600);
  if (!known) return step;
  changeRecord(world, home, (record) => withFileRecord(record, path, left));
  // The backup of a file that somebody removed is all that is left of it, and stays.
  if (!left && known.backup && found) machine.remove(known.backup);
  return step;
}

/** Folders that setup made go once nothing is in them; what is kept in them by others is theirs from now on. */
export function removeFolders(world: SetupWorld): void {
  const { machine, home } = world;
  const record = readRecord(world, home);
  const used = record.files.flatMap(({ path }) => [path, machine.real(path)]);
  const isUsed = (folder: string) => used.some((path) => path.startsWith(folder + sep));
  for (const folder of [...record.folders].reverse())
    if (!isUsed(folder)) machine.removeFolder(folder);
  if (record.folders.length > 0)
    changeRecord(world, home, (all) => ({ ...all, folders: all.folders.filter(isUsed) }));
}

function runUndo(world: SetupWorld, step: UndoCommand): UndoStep {
  const { machine, home, announce } = world;
  const run = ([name = '', ...args]: readonly string[]) => {
    const [program] = machine.programs(name);
    if (!program) return { code: null, output: `${name} is not on the PATH.` };
    announce?.([name, ...args.slice(0, 2)].join(' '));
    return machine.run([program, ...args]);
  };
  const { code, output } = step.isGone ? { code: 0, output: '' } : run(step.run);
  if (code !== 0) {
    const advice = (code === null && step.leftBehind) || 'Run it by hand.';
    return problemAt(step.run.join(' '), output.slice(-500) || 'It failed.', advice);
  }
  // The command for leftovers may fail: they may be gone already.
  if (step.after.length > 0) run(step.after);
  changeRecord(world, home, (record) => ({
    ...record,
    commands: record.commands.filter(({ host }) => host !== step.host),
  }));
  return step;
}
