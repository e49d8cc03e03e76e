import { dirname, sep } from 'node:path';
import type { InstallScope } from '../../../host.ts';
import { command } from '../command.ts';
import type { Cli } from '../context.ts';
import { UsageError } from '../errors.ts';
import { homesOf } from '../homes.ts';
import { removeLaunchers } from '../setup/launchers.ts';
import { hostNamed, targetFor, USER } from '../setup/places.ts';
import { lockOf, readRecord } from '../setup/record.ts';
import { printProblem, printUndo, printUndoSummary, stepAsJson } from '../setup/show.ts';
import { removeFolders, takeBack } from '../setup/take-back.ts';
import { type UndoStep, undoRecorded, undoUnrecorded } from '../setup/undo.ts';
import { wiringOf } from '../setup/wiring.ts';
import { count } from '../times.ts';
import { INSTALL_FLAGS } from './setup.ts';

export const unsetup = command({
  name: 'unsetup',
  summary: 'Take Cortex out of the settings of your agents.',
  about:
    'A file that nobody changed since setup is again what it was, to the byte; otherwise only what is ours goes, and what ' +
    'changed since stays. Your data is not touched. At a terminal it names the files and asks; d shows each changed line.',
  args: [
    { name: 'host', help: 'Only these agents; otherwise all.', optional: true, many: true, choices: 'hosts' },
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
    if (flags.user && flags.project) throw new UsageError('It is --user or --project, not both.');
    for (const name of args) hostNamed(cli.hosts, name);
    const { out, err, machine } = cli;
    const home = cli.home();
    const where = flags.project ? 'project' : flags.user ? 'user' : null;
    const steps = plan(cli, args, where);
    if (steps.length === 0) {
      if (flags.json) out.json({ applied: false, steps: [] });
      else out.block('No agent calls Cortex.');
      return 0;
    }
    const failed = (found: readonly UndoStep[]) => (found.some(({ kind }) => kind === 'problem') ? 1 : 0);
    const showDiffs = () => {
      for (const step of steps) printUndo(out, step);
    };
    if (!flags.json) {
      if (flags['dry-run']) showDiffs();
      else for (const step of steps) printUndoSummary(out, step);
    }
    if (flags['dry-run'] || !steps.some(isToDo)) {
      if (flags.json) out.json({ applied: false, steps: steps.map(stepAsJson) });
      else out.block('\nNothing was changed.');
      return failed(steps);
    }
    // As in setup, who wants JSON is not asked: a question and its diffs would stand among it.
    const asks = !flags.yes && !flags.json && cli.isAttended();
    const answer = flags.yes || (asks ? await isWanted(cli, showDiffs) : null);
    if (!answer) {
      if (flags.json) out.json({ applied: false, steps: steps.map(stepAsJson) });
      err.block(answer === null ? 'Nothing was changed. To change it, add --yes.' : 'Nothing was changed.');
      return answer === null ? 2 : 1;
    }
    home.make();
    const done = machine.exclusively(lockOf(home), () => {
      const announce = (text: string) => !flags.json && out.block(`Running ${text}; it may take a minute.`);
      const results = plan(cli, args, where).map((step) => takeBack({ machine, home, announce }, step));
      removeFolders({ machine, home });
      if (!isCalled(cli)) {
        cli.adoptHanded();
        removeLaunchers(cli, home.folder);
      }
      return results;
    });
    if (flags.json) out.json({ applied: true, steps: done.map(stepAsJson) });
    else {
      const problems = done.filter((step) => step.kind === 'problem');
      out.line();
      for (const problem of problems) printProblem(out, problem);
      const changed = done.filter((step) => step.kind !== 'problem' && !isKept(step));
      out.block(`${count(changed.length, 'place')} done. Restart agents that are running.`);
      const folders = [home.folder, ...hostsHomes(cli)];
      const which = folders.length > 1 ? 'those folders' : 'that folder';
      out.block(
        `Your data stays in ${folders.map((folder) => out.path(folder)).join(' and ')}; deleting ${which} deletes it for good.`,
      );
      if (!isCalled(cli)) out.block('Left to do: npm uninstall -g cortex-sessions');
    }
    return failed(done);
  },
});

/** Folders in which hosts keep homes of their own. */
function hostsHomes(cli: Cli): readonly string[] {
  return cli.hosts.flatMap((host) => homesOf(cli, host).slice(0, 1)).map(({ folder }) => dirname(folder));
}

/** Asks before removing the parts named above; shows the changed lines on request. No answer is a no. */
async function isWanted(cli: Cli, showDiffs: () => void): Promise<boolean> {
  cli.out.line();
  for (;;) {
    const typed = await cli.ask('Take it out? [Y]es, [d]iff, [n]o: ');
    if (typed === null) return false;
    if (/^(?:|y(?:es)?)$/i.test(typed)) return true;
    if (!/^d(?:iff)?$/i.test(typed)) return false;
    showDiffs();
    cli.out.line();
  }
}

/** Whether some host still has a line that starts a launcher: by the record, or in the settings of this place. */
function isCalled(cli: Cli): boolean {
  const home = cli.home();
  const record = readRecord(cli.machine, home);
  if (record.files.length + record.commands.length > 0) return true;
  const { root } = home.locate(cli.cwd()).scope;
  const targets = root === null ? [USER] : [USER, { scope: 'project', root } as const];
  return cli.hosts.some((host) =>
    targets.some((target) => wiringOf(cli, host, target, record).files.length > 0),
  );
}

function isKept(step: UndoStep): boolean {
  return step.kind === 'file' && step.keptFor.length > 0;
}

/** A file that stays may still have to leave the record of one host. */
function isToDo(step: UndoStep): boolean {
  return step.kind !== 'problem' && !(isKept(step) && step.kind === 'file' && !step.known);
}

function plan(cli: Cli, names: readonly string[], where: InstallScope | null): readonly UndoStep[] {
  const home = cli.home();
  const record = readRecord(cli.machine, home);
  const { root } = where === 'project' ? targetFor(cli, 'project') : home.locate(cli.cwd()).scope;
  const isMeant = (host: string) => names.length === 0 || names.includes(host);
  const recorded = undoRecorded(cli, record, (host, scope, path) => {
    const isHere = where !== 'project' || path === null || (root !== null && path.startsWith(root + sep));
    return isMeant(host) && (where === null || where === scope) && isHere;
  });
  const hosts = cli.hosts.filter(({ name }) => isMeant(name));
  // Only places are asked of it.
  const runtime = { argv: [cli.program.node, cli.program.script], folder: dirname(cli.program.script) };
  const targets = [
    ...(where === 'project' ? [] : [USER]),
    ...(where === 'user' || root === null ? [] : [{ scope: 'project', root } as const]),
  ];
  const others = targets.flatMap((target) => undoUnrecorded(cli, hosts, target, runtime, record));
  // Two agents read one file of hooks: it goes once.
  const isGoing = (path: string) =>
    recorded.some((step) => step.kind === 'file' && step.after === null && step.path === path);
  return [...recorded, ...others.filter((step) => step.kind === 'command' || !isGoing(step.path))];
}
