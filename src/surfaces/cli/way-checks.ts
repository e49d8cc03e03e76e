import { dirname } from 'node:path';
import { type Check, note, ok } from '../../domain/runtime/check.ts';
import { newestWay, wayWords } from '../../domain/runtime/hook-time.ts';
import { type Remembered, rememberedBy } from '../../domain/runtime/remembered.ts';
import { EXEC } from '../../domain/text/command-line.ts';
import type { Host } from '../../host.ts';
import type { Cli, Home } from './context.ts';
import { launchersIn, planLaunchers } from './setup/launchers.ts';
import type { Target } from './setup/places.ts';
import type { ChosenRuntime } from './setup/runtime.ts';
import { linesOf, type Wiring } from './setup/wiring.ts';

/** A host that calls Cortex, and where it is told to. */
export interface Wired {
  readonly host: Host;
  readonly target: Target;
  readonly wiring: Wiring;
}

const NAME = 'events';
const AGAIN = 'cortex setup';

/** Which way events go, and what keeps those that hosts hand to a shell from a process that runs already. */
export function wayChecks(
  cli: Cli,
  home: Home,
  wired: readonly Wired[],
  runtime: ChosenRuntime | null,
): readonly Check[] {
  const newest = newestWay(home.hookTimes());
  const byShell = runtime ? wired.filter((one) => isByShell(one, runtime)) : [];
  const reasons = [
    ...(wired.length > 0 && launchersIn(home.folder).hook.endsWith('.cmd') ? [ON_WINDOWS] : []),
    ...(byShell.length > 0 ? commonObstacles(cli, home) : []),
    ...byShell.flatMap((one) => hostObstacle(one) ?? []),
  ];
  if (!newest) return reasons;
  const isUnexplained = newest.way === 'cold' && byShell.length > 0 && reasons.length === 0;
  const said = wayWords(newest);
  return [isUnexplained ? note(NAME, said, UNEXPLAINED) : ok(NAME, said), ...reasons];
}

const ON_WINDOWS = ok(NAME, 'on Windows each starts a process of its own');
const UNEXPLAINED =
  'Nothing here keeps them from going warm. The server of tools may be switched off in the agent, or see another CORTEX_HOME; agents without one start a process for each event.';

/** Other hosts start the launcher themselves, or load a plugin that keeps a process. */
function isByShell({ host, target }: Wired, runtime: ChosenRuntime): boolean {
  return linesOf(host, target, runtime).some((line) => line.startsWith(EXEC));
}

/** Whatever keeps all events from it. Nothing is said where there is no launcher: that is told elsewhere. */
function commonObstacles(cli: Cli, home: Home): readonly Check[] {
  const remembered = rememberedBy(cli.machine.read(launchersIn(home.folder).hook)?.text ?? '');
  return remembered ? OBSTACLES.flatMap((obstacle) => obstacle(cli, home, remembered) ?? []) : [];
}

type Obstacle = (cli: Cli, home: Home, remembered: Remembered) => Check | null;

const OBSTACLES: readonly Obstacle[] = [
  (cli, { folder, config }, remembered) => {
    const steps = planLaunchers(cli, folder, remembered, config['ledger.file_note']);
    const isCurrent = remembered.run !== '' && steps.every((step) => !step.isProgram || step.isCurrent);
    return isCurrent ? null : note(NAME, 'the launchers are of another version', AGAIN);
  },
  (cli, _home, { run }) => {
    const trouble = run === '' ? null : troubleAt(cli, run);
    if (trouble === null) return null;
    return note(NAME, `each starts a process of its own: ${trouble}`, `Mend that, or run ${AGAIN} again.`);
  },
  ({ machine }) =>
    machine.programs('timeout').length > 0
      ? null
      : note(
          NAME,
          'prompts start a process of their own: there is no program timeout',
          'Install it; it is one of the GNU coreutils.',
        ),
];

/** The launcher makes the folder, as far as it is not there. */
function troubleAt(cli: Cli, run: string): string | null {
  const found = cli.look(run);
  if (found && found.kind !== 'folder') return `${run} is not a folder`;
  if (found && !found.isOurs) return `${run} belongs to another user`;
  if (found) return found.isWritable ? null : `${run} cannot be written`;
  let above = dirname(run);
  while (cli.look(above) === null && dirname(above) !== above) above = dirname(above);
  return cli.look(above)?.isWritable ? null : `${run} cannot be made`;
}

/** Whatever keeps the events of one host from it. */
function hostObstacle({ host, target, wiring: { lines, hasServer } }: Wired): Check | null {
  const { name, title, install } = host;
  const again = `${AGAIN} ${name}${target.scope === 'project' ? ' --project' : ''}`;
  if (lines.length === 0) return null;
  const coldly = `${title} starts a process for each event`;
  if (!lines.some((line) => line.startsWith(EXEC)))
    return note(
      name,
      `${coldly}: its lines are of an older version`,
      install.approvals ? `${again}, then: ${install.afterwards[0]}` : again,
    );
  return hasServer === false
    ? note(name, `${coldly}: it has no server of tools that could take them`, again)
    : null;
}
