import type { Host } from '../../../ports/base/host.ts';
import { type CommandInput, declareCommand, JSON_FLAG } from '../base/command.ts';
import type { Cli } from '../base/context.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { hostNamed, isFound, setupLine, targetFor } from '../base/places.ts';
import { runtimeFor } from './asking.ts';
import { carryOutPlan } from './carry-out.ts';
import { setUpContainer } from './container.ts';
import { choosePlans } from './dialogue.ts';
import { type LauncherStep, planLaunchers, writeLaunchers } from './launchers.ts';
import { type HostPlan, isChange, planSetup, type SetupStep } from './plan.ts';
import { changeRecord, readRecord, setupLock } from './record.ts';
import type { ChosenRuntime } from './runtime.ts';
import { printDone, printPlan, stepAsJson } from './show.ts';

export const INSTALL_FLAGS = {
  user: { help: 'Change your own settings, for all projects (the default).' },
  project: { help: 'Change the settings of the repository that holds this folder.' },
  'dry-run': { help: 'Only show what would change.' },
  yes: { short: 'y', help: 'Do not ask.' },
  ...JSON_FLAG,
} as const;

export const setupCommand = declareCommand({
  name: 'setup',
  summary: 'Connect your agents: show what changes, ask, change it.',
  about: [
    'At a terminal you choose the agents, can see each changed line first, and are asked ' +
      'whether to import earlier sessions. Without a terminal it needs --yes.',
    'Cortex keeps comments, order and formatting of each file, and a copy beside it; cortex ' +
      'unsetup restores it. What calls Cortex already is brought up to date, never doubled.',
  ].join('\n\n'),
  args: [
    {
      name: 'host',
      help: 'Only these agents; otherwise all that are found.',
      optional: true,
      many: true,
      choices: 'hosts',
    },
  ],
  flags: {
    ...INSTALL_FLAGS,
    container: {
      help: 'For an image or a machine that you throw away: asks nothing, connects every agent, joins by CORTEX_SHARE_KEY, never fails.',
    },
    statusline: {
      help: "Also show pins, failing checks and the last stop in Claude Code's status line, unless it has another.",
    },
    experimental: {
      help: 'Also connect a named agent that only documents describe: nobody ran Cortex with it yet.',
    },
    runtime: {
      value: 'program',
      help: 'What starts the hooks: bun, node, or the path of one; auto is Node. It is remembered.',
    },
  },
  examples: [
    { line: 'cortex setup', says: 'connect every agent on this machine' },
    { line: 'cortex setup claude-code --dry-run', says: 'look first' },
    {
      line: 'cortex setup --container',
      says: 'in a Dockerfile, or in the script that prepares a sandbox',
    },
    { line: 'cortex setup codex --project --yes', says: 'in this repository, without a question' },
  ],
  run: async (cli, { args, flags }): Promise<number> => {
    if (flags.user && flags.project) throw new UsageError('Use --user or --project, not both.');
    if (flags.container) {
      const given = {
        args,
        flags: { ...flags, container: false, yes: true },
      } as unknown as CommandInput;
      return setUpContainer(cli, async () => void (await setupCommand.run(cli, given)));
    }
    const prepared = await prepare(cli, args, flags);
    if (!flags.json && args.length === 0) printUntried(cli);
    const isDry = flags['dry-run'];
    const asks = isChanging(prepared) && !flags.json && !flags.yes && !isDry && cli.isAttended();
    if (!flags.json && !asks) printPlans(cli, prepared, { isAtOnce: flags.yes && !isDry });
    if (isDry || !isChanging(prepared)) return keepAsPlanned(cli, prepared, flags);
    if (!flags.yes && !asks) {
      if (flags.json) printJson(cli, prepared, null);
      cli.err.block('Nothing was changed. To change it, add --yes.');
      return 2;
    }
    // A program that npm clears away is nothing to learn of afterwards.
    if (asks) printNotes(cli, prepared.runtime);
    const plans = asks
      ? await choosePlans(cli, prepared.plans, () => printPlans(cli, prepared, { isAtOnce: false }))
      : prepared.plans;
    if (plans.length === 0) {
      cli.err.block('Nothing was changed.');
      return 1;
    }
    const chosen = { ...prepared, plans };
    const done = apply(cli, chosen, flags);
    if (flags.json) printJson(cli, chosen, done);
    else {
      printResults(cli, plans, done);
      const connected = plans.map(({ host }) => host.name);
      for (const room of cli.rooms) await room.afterSetup?.(cli, connected, asks);
    }
    return hasProblem(done) ? 1 : 0;
  },
});

interface SetupFlags {
  readonly project: boolean;
  readonly 'dry-run': boolean;
  readonly json: boolean;
  readonly experimental: boolean;
  readonly statusline: boolean;
  readonly runtime: string | undefined;
}

/** Everything that setup would do, before somebody agrees to it. */
interface Prepared {
  /** The runtime that a person asked for, now or in an earlier setup; null: setup chooses. */
  readonly asked: string | null;
  readonly runtime: ChosenRuntime;
  readonly plans: readonly HostPlan[];
  readonly launchers: readonly LauncherStep[];
}

async function prepare(cli: Cli, names: readonly string[], flags: SetupFlags): Promise<Prepared> {
  const home = cli.home();
  const target = targetFor(cli, flags.project ? 'project' : 'user');
  const record = readRecord(cli, home);
  const asked = flags.runtime === 'auto' ? null : (flags.runtime ?? record.runtime);
  const runtime = {
    ...(await runtimeFor(cli, asked)),
    ...(flags.statusline && { showsStatus: true }),
  };
  const plans = planSetup({ cli, target, runtime, record }, chosenHosts(cli, names, flags));
  const launchers = planLaunchers(cli, home.folder, runtime.remembered, runtime);
  checkProject(plans, names);
  return { asked, runtime, plans, launchers };
}

function isChanging({ plans }: Prepared): boolean {
  return plans.some(({ steps }) => steps.some(isChange));
}

/** The launchers come first: a line that names one never leads nowhere. */
function apply(
  cli: Cli,
  { asked, runtime, plans, launchers }: Prepared,
  flags: SetupFlags,
): readonly (readonly SetupStep[])[] {
  const home = cli.home();
  home.make();
  home.makeCodeCache();
  const announce = (text: string) =>
    !flags.json && cli.out.block(`Running ${text}; it may take a minute.`);
  return cli.machine.exclusively(setupLock(home), () => {
    writeLaunchers(cli, home.folder, launchers, runtime.remembered);
    const results = plans.map((plan) => carryOutPlan({ ...cli, home, announce }, plan));
    if (flags.runtime !== undefined) changeRecord(cli, home, (all) => ({ ...all, runtime: asked }));
    return results;
  });
}

/** Settings stay as they are: in a dry run, or because they are right. Launchers are renewed all the same. */
function keepAsPlanned(cli: Cli, prepared: Prepared, flags: SetupFlags): number {
  const { plans, runtime, launchers } = prepared;
  const isDry = flags['dry-run'];
  if (!isDry) apply(cli, prepared, flags);
  if (flags.json) printJson(cli, prepared, null);
  else if (isChanging(prepared))
    cli.out.block('\nNothing was changed. To change it, leave out --dry-run.');
  else if (launchers.some(({ isCurrent }) => !isCurrent)) {
    const when = isDry ? 'then' : 'now';
    cli.out.block(`Hooks start with ${runtime.title} (${runtime.argv[0]}) ${when}.`);
  }
  return hasProblem(plans.map(({ steps }) => steps)) ? 1 : 0;
}

function hasProblem(steps: readonly (readonly SetupStep[])[]): boolean {
  return steps.flat().some(({ kind }) => kind === 'problem');
}

/** The agents that were named, else every one that is found. */
function chosenHosts(cli: Cli, names: readonly string[], flags: SetupFlags): readonly Host[] {
  const named = [...new Set(names.map((name) => hostNamed(cli.hosts, name)))];
  checkExperimental(named, flags);
  return named.length > 0 ? named : foundHosts(cli);
}

/** Every agent that is found, but for those that are to be named. */
function foundHosts(cli: Cli): readonly Host[] {
  const found = cli.hosts.filter((host) => isFound(cli, host));
  const known = found.filter(({ experimental }) => !experimental);
  if (known.length > 0) return known;
  const [first = cli.hosts[0]!] = found;
  if (first.experimental)
    throw new Failure(`Only ${first.title} was found, which is experimental.`, setupLine(first));
  throw new Failure(
    `No agent was found. Looked for ${cli.hosts.map(({ title }) => title).join(', ')}.`,
    `Install one, or name the one that is here: ${setupLine(first)}`,
  );
}

function checkExperimental(named: readonly Host[], { experimental: isWanted }: SetupFlags): void {
  if (isWanted && named.length === 0)
    throw new UsageError(
      '--experimental goes with the name of an agent.',
      'cortex setup --help lists them.',
    );
  const untried = named.find(({ experimental }) => experimental);
  if (!untried || isWanted) return;
  throw new UsageError(
    `${untried.title} is experimental: Cortex follows its documents, and nobody ran the two together yet.`,
    setupLine(untried),
  );
}

/** Agents that are here and are connected by their names alone. */
function printUntried(cli: Cli): void {
  const untried = cli.hosts.filter((host) => host.experimental && isFound(cli, host));
  for (const host of untried)
    cli.out.block(`${host.title} is here too, and experimental: ${setupLine(host)}`);
}

function checkProject(plans: readonly HostPlan[], named: readonly string[]): void {
  const without = plans.filter(({ steps }) => steps.length === 0);
  if (without.length === 0 || (named.length === 0 && without.length < plans.length)) return;
  const titles = without.map(({ host }) => host.title).join(', ');
  throw new Failure(`${titles} has no settings for a single project.`, 'Leave out --project.');
}

/** Changes that are carried out at once are printed when they are done. */
function printPlans(
  cli: Cli,
  prepared: Prepared,
  { isAtOnce }: { readonly isAtOnce: boolean },
): void {
  const { out } = cli;
  const { plans, runtime } = prepared;
  const isTold = ({ steps }: HostPlan) =>
    steps.length > 0 && (!isAtOnce || !steps.some(isChange) || hasProblem([steps]));
  const told = plans.filter(isTold);
  for (const plan of told) printPlan(out, plan);
  if (!isChanging(prepared)) return;
  if (told.length > 0) out.line();
  out.block(`Hooks start with ${runtime.title} (${out.path(runtime.argv[0]!)}).`);
  printNotes(cli, runtime);
  if (plans[0]?.target.scope === 'project')
    out.block('These files name paths of this machine: leave them out of what you commit.');
}

function printNotes({ out }: Cli, { notes }: ChosenRuntime): void {
  for (const note of notes) out.block(`${out.style.yellow('!')} ${note}`);
}

function printResults(
  { out }: Cli,
  plans: readonly HostPlan[],
  done: readonly (readonly SetupStep[])[],
): void {
  const changed = plans
    .map((plan, index) => ({
      plan,
      steps: done[index]!.filter((_, i) => isChange(plan.steps[i]!)),
    }))
    .filter(({ steps }) => steps.length > 0);
  for (const { plan, steps } of changed) {
    out.line();
    out.line(out.style.bold(plan.host.title));
    printDone(out, plan, steps);
  }
  out.line();
  // A part of the settings is not enough: an agent whose hooks could not be written has nothing to start with.
  const titles = (some: readonly HostPlan[]) => some.map(({ host }) => host.title).join(', ');
  const stuck = plans.filter((_, index) => hasProblem([done[index]!]));
  const connected = changed.map(({ plan }) => plan).filter((plan) => !stuck.includes(plan));
  if (stuck.length > 0)
    out.block(
      `Not connected yet: ${titles(stuck)}. Once the rest is in order, cortex doctor looks again.`,
    );
  if (connected.length > 0)
    out.block(
      `Start a new session of ${stuck.length > 0 ? titles(connected) : 'your agent'}: Cortex records it and tells the next one where it stopped. To see where you stopped: cortex. To undo all of this: cortex unsetup.`,
    );
}

/** The plans, or with `done` what was done. */
function printJson(
  { out }: Cli,
  { runtime, plans, launchers }: Prepared,
  done: readonly (readonly SetupStep[])[] | null,
): void {
  const { statusLine, ...paths } = runtime.launchers;
  out.json({
    applied: done !== null,
    runtime: {
      argv: runtime.argv,
      folder: runtime.folder,
      remembered: runtime.remembered,
      title: runtime.title,
      notes: runtime.notes,
      instructs: runtime.instructs,
      shows_status: runtime.showsStatus,
      watches_reads: runtime.watchesReads,
      launchers: { ...paths, status_line: statusLine },
    },
    launchers: launchers.map(({ path, isCurrent }) => ({ path, is_current: isCurrent })),
    hosts: plans.map(({ host, target, steps }, index) => ({
      host: host.name,
      title: host.title,
      scope: target.scope,
      root: target.root,
      steps: (done?.[index] ?? steps).map(stepAsJson),
      afterwards: host.install.afterwards,
      good_to_know: host.install.goodToKnow ?? [],
    })),
  });
}
