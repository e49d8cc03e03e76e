import { dirname } from 'node:path';
import { count } from '../../../operations/base/words.ts';
import type { InstallScope } from '../../../ports/base/host.ts';
import { declareCommand } from '../base/command.ts';
import type { Cli } from '../base/context.ts';
import { UsageError } from '../base/errors.ts';
import { homesOf } from '../base/homes.ts';
import { hostNamed, targetsHere } from '../base/places.ts';
import { askUntilDecided } from './dialogue.ts';
import { removeLaunchers } from './launchers.ts';
import { readRecord, setupLock } from './record.ts';
import { INSTALL_FLAGS } from './setup.ts';
import { printProblem, printUndo, stepAsJson } from './show.ts';
import { carryOutUndo, planUndo, removeFolders, type UndoStep } from './undo.ts';
import { inspectWiring } from './wiring.ts';

export const unsetupCommand = declareCommand({
  name: 'unsetup',
  summary: 'Take Cortex out of the settings of your agents.',
  about:
    'A file that nobody changed since setup is restored byte for byte; otherwise only what is ours goes, and what ' +
    'changed since stays. Your data is not touched. At a terminal it names the files and asks; d shows each changed line.',
  args: [
    {
      name: 'host',
      help: 'Only these agents; otherwise all.',
      optional: true,
      many: true,
      choices: 'hosts',
    },
  ],
  flags: {
    ...INSTALL_FLAGS,
    user: { help: 'Only from the settings of the user.' },
    project: { help: 'Only from the settings of the repository that holds this folder.' },
  },
  examples: [
    { line: 'cortex unsetup', says: 'from everywhere' },
    { line: 'cortex unsetup codex --dry-run', says: 'look first' },
  ],
  run: async (cli, { args, flags }) => {
    if (flags.user && flags.project) throw new UsageError('Use --user or --project, not both.');
    for (const name of args) hostNamed(cli.hosts, name);
    const { out, err, machine } = cli;
    const home = cli.home();
    const where = scopeIn(flags);
    const steps = planUndo(cli, args, where);
    const show = (how: { readonly isWhole: boolean }) => {
      for (const step of steps) printUndo(out, step, how);
    };
    const isPlanned = steps.some(isToDo);
    if (!flags.json && steps.length === 0) out.block('No agent calls Cortex.');
    else if (!flags.json) show({ isWhole: flags['dry-run'] });
    if (flags['dry-run'] || !isPlanned) {
      if (flags.json) out.json({ applied: false, steps: steps.map(stepAsJson) });
      else if (steps.length > 0) out.block('\nNothing was changed.');
      return steps.some(isProblem) ? 1 : 0;
    }
    // As in setup, whoever wants JSON is not asked: a question and its diffs would stand among it.
    const asks = !flags.yes && !flags.json && cli.isAttended();
    const isWanted = asks
      ? await askUntilDecided(cli, 'Remove it? [Y]es, [d]iff, [n]o: ', () =>
          show({ isWhole: true }),
        )
      : flags.yes;
    if (!isWanted) {
      if (flags.json) out.json({ applied: false, steps: steps.map(stepAsJson) });
      err.block(asks ? 'Nothing was changed.' : 'Nothing was changed. To change it, add --yes.');
      return asks ? 1 : 2;
    }
    home.make();
    const announce = (text: string) =>
      !flags.json && out.block(`Running ${text}; it may take a minute.`);
    const world = { ...cli, home, announce };
    const done = machine.exclusively(setupLock(home), () => {
      const results = planUndo(cli, args, where).map((step) => carryOutUndo(world, step));
      removeFolders(world);
      if (!isCalled(cli)) {
        cli.adoptHanded();
        removeLaunchers(cli, home.folder);
        home.dropCodeCache();
      }
      return results;
    });
    if (flags.json) out.json({ applied: true, steps: done.map(stepAsJson) });
    else printDone(cli, done);
    return done.some(isProblem) ? 1 : 0;
  },
});

/** The settings that a person named; null for all. */
function scopeIn(flags: {
  readonly user: boolean;
  readonly project: boolean;
}): InstallScope | null {
  if (flags.project) return 'project';
  return flags.user ? 'user' : null;
}

function printDone(cli: Cli, done: readonly UndoStep[]): void {
  const { out } = cli;
  out.line();
  for (const step of done) if (step.kind === 'problem') printProblem(out, step);
  const changed = done.filter((step) => !isProblem(step) && !isKept(step));
  out.block(`${count(changed.length, 'place')} done. Restart agents that are running.`);
  const others = cli.hosts.flatMap((host) => homesOf(cli, host).slice(0, 1));
  const folders = [cli.home().folder, ...others.map(({ folder }) => dirname(folder))].map(out.path);
  const which = folders.length > 1 ? 'those folders' : 'that folder';
  out.block(`Your data stays in ${folders.join(' and ')}; deleting ${which} deletes it for good.`);
  if (!isCalled(cli)) out.block('Left to do: npm uninstall -g cortex-sessions');
}

/** Whether some host still has a line that starts a launcher: by the record, or in the settings of this place. */
function isCalled(cli: Cli): boolean {
  const home = cli.home();
  const record = readRecord(cli, home);
  if (record.files.length + record.commands.length > 0) return true;
  return cli.hosts.some((host) =>
    targetsHere(cli, home).some(
      (target) => inspectWiring(cli, host, target, record).files.length > 0,
    ),
  );
}

function isProblem(step: UndoStep): boolean {
  return step.kind === 'problem';
}

function isKept(step: UndoStep): boolean {
  return step.kind === 'file' && step.keptFor.length > 0;
}

/** A file that stays may still have to leave the record of one host. */
function isToDo(step: UndoStep): boolean {
  return !isProblem(step) && !(isKept(step) && step.kind === 'file' && !step.known);
}
