import { sep } from 'node:path';
import type { Cli, Home } from '../context.ts';
import { troubleOf } from '../errors.ts';
import { readRecord, withFile, writeRecord } from './record.ts';
import type { UndoCommand, UndoFile, UndoStep } from './undo.ts';

type World = Pick<Cli, 'machine'> & {
  readonly home: Home;
  /** Told before a step that takes long. */
  readonly announce?: (text: string) => void;
};

/** Carries out one step of unsetup. Called by one process at a time, with a plan made in that time. */
export function takeBack(world: World, step: UndoStep): UndoStep {
  try {
    if (step.kind === 'file') return restoreFile(world, step);
    return step.kind === 'command' ? runUndo(world, step) : step;
  } catch (error) {
    const path = step.kind === 'file' ? step.path : '';
    return {
      kind: 'problem',
      path,
      message: troubleOf(error).message,
      advice: 'Give yourself access to it.',
    };
  }
}

function restoreFile({ machine, home }: World, step: UndoFile): UndoStep {
  const { path, before, after, known, left } = step;
  const found = machine.read(path);
  if (found?.isReadOnly && after !== before)
    return {
      kind: 'problem',
      path,
      message: 'It is read-only.',
      advice: `Make it writable: chmod u+w "${found.real}"`,
    };
  // A symbolic link stays, also one that led nowhere before.
  if (after === null && found) machine.remove(found.real);
  else if (after !== null && after !== before) machine.write(path, after, 0o600);
  if (!known) return step;
  writeRecord(machine, home, withFile(readRecord(machine, home), path, left));
  if (left) return step;
  // The backup of a file that somebody removed is all that is left of it, and stays.
  if (known.backup && found) machine.remove(known.backup);
  return step;
}

/** Folders that setup made go once nothing is in them; what is kept in them by others is theirs from now on. */
export function removeFolders({ machine, home }: World): void {
  const record = readRecord(machine, home);
  if (record.folders.length === 0) return;
  const used = record.files.flatMap(({ path }) => [path, machine.real(path)]);
  const isUsed = (folder: string) => used.some((path) => path.startsWith(folder + sep));
  const folders = record.folders.filter(isUsed);
  for (const folder of [...record.folders].reverse()) if (!isUsed(folder)) machine.removeFolder(folder);
  writeRecord(machine, home, { ...record, folders });
}

function runUndo({ machine, home, announce }: World, step: UndoCommand): UndoStep {
  const run = ([name = '', ...args]: readonly string[]) => {
    const [program] = machine.programs(name);
    if (!program) return { code: null, output: `${name} is not on the PATH.` };
    announce?.([name, ...args.slice(0, 2)].join(' '));
    return machine.run([program, ...args]);
  };
  const { code, output } = step.isGone ? { code: 0, output: '' } : run(step.run);
  // The command for leftovers may fail: they may be gone already.
  if (code === 0 && step.after.length > 0) run(step.after);
  if (code !== 0)
    return {
      kind: 'problem',
      path: step.run.join(' '),
      message: output.slice(-500) || 'It failed.',
      advice: (code === null && step.leftBehind) || 'Run it by hand.',
    };
  const record = readRecord(machine, home);
  const same = (argv: readonly string[]) => argv.join('\0') === step.undo.join('\0');
  const commands = record.commands.filter(
    (one) =>
      one.host !== step.host ||
      one.scope !== step.scope ||
      !(step.isWhole || same(one.run) || one.undo.length === 0),
  );
  writeRecord(machine, home, { ...record, commands });
  return { ...step, isDone: true };
}
