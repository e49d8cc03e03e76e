import { copiedInto } from '../../../domain/settings/ours.ts';
import type { Host, InstallScope, Runtime } from '../../../host.ts';
import type { Cli } from '../context.ts';
import { troubleOf } from '../errors.ts';
import { isPluginGone, ownSettings } from './own-settings.ts';
import { pathOf, type Target } from './places.ts';
import type { CommandStep, Problem } from './plan.ts';
import { type CommandRecord, type FileRecord, type HostRecord, hashOf, type SetupRecord } from './record.ts';
import { type Ours, Refused, readSettings, removeFrom } from './settings-text.ts';

/** A step that takes Cortex out of one file, or out of one host's own list of plugins. */
export type UndoStep = UndoFile | UndoCommand | Problem;

export interface UndoFile {
  readonly kind: 'file';
  readonly hosts: readonly string[];
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

export interface UndoCommand extends CommandStep {
  readonly host: string;
  readonly scope: InstallScope;
  /** Run after it, for what it leaves behind; empty where there is nothing. */
  readonly after: readonly string[];
  /** Losses that come with it, in a sentence. */
  readonly losing: string | null;
  /** The command takes back all that is on record for its host. */
  readonly isWhole: boolean;
  /** The host says that nothing is left to undo: only the record goes. */
  readonly isGone: boolean;
  /** Instruction for a person if the host itself is gone, in a sentence. */
  readonly leftBehind: string | null;
}

type World = Pick<Cli, 'machine' | 'env' | 'userHome' | 'hosts'>;

/** Plans the undoing of recorded changes, for these hosts. */
export function undoRecorded(
  cli: World,
  record: SetupRecord,
  concerns: (host: string, scope: InstallScope, path: string | null) => boolean,
): readonly UndoStep[] {
  const { machine } = cli;
  const files = record.files.flatMap((file): UndoStep[] => {
    const going = file.hosts.filter(({ host }) => concerns(host, file.scope, file.path));
    if (going.length === 0) return [];
    return [
      guarded(file.path, () =>
        undoFile(
          machine.read(file.path)?.text ?? null,
          file,
          going,
          (path) => machine.read(path)?.text ?? null,
        ),
      ),
    ];
  });
  // The last one first: a setting of a plugin goes before the plugin.
  const meant = [...record.commands]
    .reverse()
    .filter(({ host, scope, undo }) => undo.length > 0 && concerns(host, scope, null))
    .map((one) => ({ one, more: withIt(cli, one) }));
  // A whole undoing covers its host's other commands, which would fail after it: older versions recorded more.
  const isCovered = ({ host, scope }: CommandRecord) =>
    meant.some(({ one, more }) => more.isWhole && one.host === host && one.scope === scope);
  const commands = meant
    .filter(({ one, more }) => more.isWhole || !isCovered(one))
    .map(
      ({ one, more }): UndoCommand => ({
        kind: 'command',
        host: one.host,
        scope: one.scope,
        run: one.undo,
        undo: one.run,
        isDone: false,
        ...more,
      }),
    );
  return [...files, ...commands];
}

/** Additions to the undoing of a host's own installer; an older version of Cortex may have run it. */
function withIt(
  cli: World,
  { host, scope, undo }: CommandRecord,
): Pick<UndoCommand, 'after' | 'losing' | 'isWhole' | 'isGone' | 'leftBehind'> {
  const known = cli.hosts.find(({ name }) => name === host);
  const install = known?.install;
  const leftBehind = install?.own?.leftBehind ?? null;
  const isGone = known !== undefined && isPluginGone(cli, known);
  const same = install
    ?.edits({ argv: [], folder: '' }, scope)
    .find((edit) => edit.kind === 'command' && edit.undo.join('\0') === undo.join('\0'));
  if (!known || same?.kind !== 'command' || !same.afterUndo)
    return { after: [], losing: null, isWhole: false, isGone, leftBehind };
  const found = ownSettings(cli, known);
  const losing = found && (install?.own?.losing(found) ?? null);
  return { after: same.afterUndo, losing, isWhole: true, isGone, leftBehind };
}

function undoFile(
  text: string | null,
  file: FileRecord,
  going: readonly HostRecord[],
  read: (path: string) => string | null,
): UndoFile {
  const staying = file.hosts.filter((one) => !going.includes(one));
  const hosts = going.map(({ host }) => host);
  const isAsWeLeftIt = text !== null && hashOf(text) === file.after;
  const step = (after: string | null, keptFor: readonly string[] = []): UndoFile => {
    // A file that somebody else changed stays known as changed.
    const now = after !== null && isAsWeLeftIt ? { after: hashOf(after) } : { isExact: false };
    return {
      kind: 'file',
      hosts,
      path: file.path,
      before: text ?? '',
      after,
      known: file,
      left: staying.length > 0 && after !== null ? { ...file, hosts: staying, ...now } : null,
      keptFor,
      isGivenBack: after !== null && keptFor.length === 0 && going.some((one) => isIn(after, one)),
    };
  };
  if (text === null) return step(null);
  const original = file.backup === null ? null : read(file.backup);
  const isUntouched = file.isExact && isAsWeLeftIt && staying.length === 0;
  if (isUntouched && file.isCreated) return step(null);
  // Nobody wrote hooks there that were copied from the settings of another host.
  const hasCopies = (one: HostRecord, found: string) =>
    one.kind === 'settings' && copiedInto(one.host, readSettings(found, one.format)).length > 0;
  if (isUntouched && original !== null && !going.some((one) => hasCopies(one, original)))
    return step(original);
  let after = text;
  for (const one of going) {
    if (one.kind === 'settings') after = removeFrom(after, one, one);
    else if (staying.length > 0)
      return step(
        text,
        staying.map(({ host }) => host),
      );
    else if (isAsWeLeftIt) return step(original);
    else
      throw new Refused(
        'It was changed since setup wrote it.',
        'Remove it yourself, or put it where you keep it.',
      );
  }
  return step(file.isCreated && staying.length === 0 && saysNothing(after, going) ? null : after);
}

/** Whether settings call Cortex for a host. */
function isIn(text: string, one: HostRecord): boolean {
  if (one.kind === 'file') return false;
  try {
    return removeFrom(text, one, null) !== text;
  } catch {
    return false;
  }
}

function saysNothing(text: string, hosts: readonly HostRecord[]): boolean {
  const format = hosts.find((one) => one.kind === 'settings')?.format;
  return (
    format !== undefined &&
    /^\s*(?:\{\s*\})?\s*$/.test(text) &&
    Object.keys(readSettings(text, format)).length === 0
  );
}

/** Plans the undoing of unrecorded changes: connected by hand, or the record was lost. */
export function undoUnrecorded(
  cli: World,
  hosts: readonly Host[],
  target: Target,
  runtime: Runtime,
  record: SetupRecord,
): readonly UndoStep[] {
  return hosts.flatMap((host) =>
    host.install.edits(runtime, target.scope).flatMap((edit): UndoStep[] => {
      if (edit.kind === 'command') return [];
      const path = pathOf(cli, edit.place, target);
      if (record.files.some((file) => file.path === path && file.hosts.some((one) => one.host === host.name)))
        return [];
      const result = guarded(path, (): UndoFile | null => {
        const before = cli.machine.read(path)?.text ?? null;
        if (before === null) return null;
        const ours: Ours | null = edit.kind === 'settings' ? { ...edit, host: host.name } : null;
        const after = ours ? removeFrom(before, ours, null) : ownFile(before);
        if (after === before) return null;
        const step = {
          kind: 'file',
          hosts: [host.name],
          path,
          before,
          known: null,
          left: null,
          isGivenBack: false,
        } as const;
        const keptFor = ours ? [] : usersOf(cli, path, hosts, target, runtime, record);
        return { ...step, after: keptFor.length > 0 ? before : after, keptFor };
      });
      return result ? [result] : [];
    }),
  );
}

/** The hosts that stay and need a whole file: on record, or connected in some other file of theirs. */
function usersOf(
  cli: World,
  path: string,
  going: readonly Host[],
  target: Target,
  runtime: Runtime,
  record: SetupRecord,
): readonly string[] {
  const recorded = record.files.find((file) => file.path === path)?.hosts ?? [];
  const staying = cli.hosts.filter((host) => !going.includes(host));
  return staying.flatMap((host) => {
    if (recorded.some((one) => one.host === host.name)) return [host.name];
    const edits = host.install.edits(runtime, target.scope).filter((edit) => edit.kind !== 'command');
    if (!edits.some((edit) => pathOf(cli, edit.place, target) === path)) return [];
    const isConnected = edits.some((edit) => {
      const text = cli.machine.read(pathOf(cli, edit.place, target))?.text ?? null;
      if (edit.kind === 'file' || text === null) return false;
      try {
        return removeFrom(text, { ...edit, host: host.name }, null) !== text;
      } catch {
        return false;
      }
    });
    return isConnected ? [host.name] : [];
  });
}

/** A whole file at the place of ours: gone if it names Cortex, else somebody else's. */
function ownFile(text: string): string | null {
  return /cortex/i.test(text) ? null : text;
}

function guarded<T>(path: string, work: () => T): T | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused)
      return { kind: 'problem', path, message: error.message, advice: error.advice };
    return {
      kind: 'problem',
      path,
      message: troubleOf(error).message,
      advice: 'Give yourself access to it.',
    };
  }
}
