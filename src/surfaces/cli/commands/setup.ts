import type { Host } from '../../../host.ts';
import { command, JSON_FLAG } from '../command.ts';
import type { Cli } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { offerStatusLine, showNext } from '../setup/after.ts';
import { runtimeFor } from '../setup/asking.ts';
import { carryOut, type Done, isJoining } from '../setup/carry-out.ts';
import { choosePlans } from '../setup/choose.ts';
import { type LauncherStep, planLaunchers, writeLaunchers } from '../setup/launchers.ts';
import { hostNamed, isFound, targetFor } from '../setup/places.ts';
import { type HostPlan, isChange, planSetup } from '../setup/plan.ts';
import { lockOf, readRecord, writeRecord } from '../setup/record.ts';
import type { ChosenRuntime } from '../setup/runtime.ts';
import { printDone, printPlan, saysMore, stepAsJson } from '../setup/show.ts';

export const INSTALL_FLAGS = {
  user: { help: 'In the settings of the user, for all projects; what is meant without it.' },
  project: { help: 'In the settings of the repository that holds this folder.' },
  'dry-run': { help: 'Only show what would change.' },
  yes: { short: 'y', help: 'Do not ask.' },
  ...JSON_FLAG,
} as const;

export const setup = command({
  name: 'setup',
  summary: 'Connect your agents: show what changes, ask, change it.',
  about:
    'Comments, order and formatting of each file stay, a copy of it is kept beside it, and cortex unsetup brings it back. ' +
    'What calls Cortex already is brought up to date, never doubled. In a terminal you choose which agents, may see each ' +
    'changed line first, and are offered to import the sessions from before. Without a terminal it asks for --yes.',
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
    statusline: {
      help: "Also show pins, failing checks and the last stop in Claude Code's status line, unless it has another.",
    },
    runtime: {
      value: 'program',
      help: 'What starts the hooks: bun, node, or the path of one; auto is Node. It is remembered.',
    },
  },
  examples: [
    { line: 'cortex setup', says: 'connect every agent on this machine' },
    { line: 'cortex setup claude-code --dry-run', says: 'look first' },
    { line: 'cortex setup codex --project --yes', says: 'in this repository, without a question' },
  ],
  run: async (cli, { args, flags }) => {
    if (flags.user && flags.project) throw new UsageError('It is --user or --project, not both.');
    const { out, err, machine } = cli;
    const home = cli.home();
    const target = targetFor(cli, flags.project ? 'project' : 'user');
    const record = readRecord(machine, home);
    const asked = flags.runtime === 'auto' ? null : (flags.runtime ?? record.runtime);
    const runtime = { ...(await runtimeFor(cli, asked)), ...(flags.statusline && { showsStatus: true }) };
    const hosts = chosenHosts(cli, args);
    const plans = planSetup(cli, hosts, target, runtime, record);
    const launchers = planLaunchers(cli, home.folder, runtime.remembered, runtime.watchesReads === true);
    checkProject(plans, args);
    const failed = plans.some(({ steps }) => steps.some(({ kind }) => kind === 'problem'));
    const changes = plans.some(({ steps }) => steps.some(isChange));
    const asks = changes && !flags.json && !flags.yes && !flags['dry-run'] && cli.isAttended();
    if (!flags.json && !asks) {
      // Changes that are carried out at once are printed when they are done.
      const isTold = (plan: HostPlan) => !flags.yes || flags['dry-run'] || saysMore(plan);
      printPlans(cli, plans, runtime, changes, isTold);
    }
    const planned = () => {
      const steps = plans.map((plan) => plan.steps);
      return asJson(runtime, false, plans, steps, launchers);
    };
    // The launchers come first: a line that names one never leads nowhere.
    const apply = (chosen = plans) => {
      writeLaunchers(cli, home.folder, launchers, runtime.remembered);
      const announce = (text: string) => !flags.json && out.block(`Running ${text}; it may take a minute.`);
      const results = chosen.map((plan) => carryOut({ ...cli, home, announce }, plan));
      if (flags.runtime !== undefined)
        writeRecord(machine, home, { ...readRecord(machine, home), runtime: asked });
      return results;
    };
    if (flags['dry-run'] || !changes) {
      const isStale = launchers.some(({ isCurrent }) => !isCurrent);
      if (!flags['dry-run'] && (isStale || plans.some((plan) => isJoining(record, plan)))) {
        home.make();
        machine.exclusively(lockOf(home), () => apply());
      }
      if (isStale && !changes && !flags.json)
        out.block(
          `Hooks start with ${runtime.title} (${runtime.argv[0]}) ${flags['dry-run'] ? 'then' : 'now'}.`,
        );
      if (flags.json) out.json(planned());
      else if (changes) out.block('\nNothing was changed. Without --dry-run it will be.');
      return failed ? 1 : 0;
    }
    if (!flags.yes && !asks) {
      if (flags.json) out.json(planned());
      err.block('Nothing was changed. To change it, add --yes.');
      return 2;
    }
    const showDiffs = () => printPlans(cli, plans, runtime, changes);
    const chosen = asks ? await choosePlans(cli, plans, showDiffs) : plans;
    if (chosen.length === 0) {
      err.block('Nothing was changed.');
      return 1;
    }
    home.make();
    const done = machine.exclusively(lockOf(home), () => apply(chosen));
    if (flags.json) out.json(asJson(runtime, true, chosen, done, launchers));
    else printResults(cli, chosen, done);
    const connected = chosen.map(({ host }) => host.name);
    if (asks) {
      for (const note of runtime.notes) out.block(`${out.style.yellow('!')} ${note}`);
      if (!flags.statusline) await offerStatusLine(cli, chosen, runtime, (more) => apply(more));
      for (const room of cli.rooms) await room.afterSetup?.(cli, connected, true);
      await showNext(cli);
    } else if (!flags.json) for (const room of cli.rooms) await room.afterSetup?.(cli, connected, false);
    return done.some((steps) => steps.some(({ kind }) => kind === 'problem')) ? 1 : 0;
  },
});

function chosenHosts(cli: Cli, names: readonly string[]): readonly Host[] {
  if (names.length > 0) return [...new Set(names)].map((name) => hostNamed(cli.hosts, name));
  const found = cli.hosts.filter((host) => isFound(cli, host));
  if (found.length > 0) return found;
  throw new Failure(
    `No agent was found. Looked for ${cli.hosts.map(({ title }) => title).join(', ')}.`,
    `Install one, or name the one that is here: cortex setup ${cli.hosts[0]?.name ?? ''}`,
  );
}

function checkProject(plans: readonly HostPlan[], named: readonly string[]): void {
  const without = plans.filter(({ steps }) => steps.length === 0);
  if (without.length === 0 || (named.length === 0 && without.length < plans.length)) return;
  const titles = without.map(({ host }) => host.title).join(', ');
  throw new Failure(`${titles} has no settings for a single project.`, 'Leave out --project.');
}

function printPlans(
  { out }: Cli,
  plans: readonly HostPlan[],
  runtime: ChosenRuntime,
  changes: boolean,
  isTold: (plan: HostPlan) => boolean = () => true,
): void {
  const told = plans.filter((plan) => plan.steps.length > 0 && isTold(plan));
  for (const plan of told) printPlan(out, plan);
  if (!changes) return;
  if (told.length > 0) out.line();
  out.block(`Hooks start with ${runtime.title} (${out.path(runtime.argv[0]!)}).`);
  for (const note of runtime.notes) out.block(`${out.style.yellow('!')} ${note}`);
  if (plans[0]?.target.scope === 'project')
    out.block('These files name paths of this machine: leave them out of what you commit.');
}

function printResults({ out }: Cli, plans: readonly HostPlan[], done: readonly (readonly Done[])[]): void {
  for (const [index, plan] of plans.entries()) {
    if (!plan.steps.some(isChange)) continue;
    out.line();
    out.line(out.style.bold(plan.host.title));
    printDone(
      out,
      plan,
      done[index]!.filter((_, i) => isChange(plan.steps[i]!)),
    );
  }
  out.line();
  // A part of the settings is not enough: an agent whose hooks could not be written has nothing to start with.
  const isStuck = (_: HostPlan, of: number) => done[of]!.some(({ kind }) => kind === 'problem');
  const titles = (some: readonly HostPlan[]) => some.map(({ host }) => host.title).join(', ');
  const stuck = plans.filter(isStuck);
  const connected = plans.filter((plan) => !stuck.includes(plan) && plan.steps.some(isChange));
  if (stuck.length > 0)
    out.block(`Not connected yet: ${titles(stuck)}. cortex doctor looks again, once the rest is in order.`);
  if (connected.length > 0)
    out.block(
      `Start a new session of ${stuck.length > 0 ? titles(connected) : 'your agent'}: Cortex records it and tells the one after it where it stopped. To see what will be told: cortex. To undo all of this: cortex unsetup.`,
    );
}

function asJson(
  runtime: ChosenRuntime,
  applied: boolean,
  plans: readonly HostPlan[],
  steps: readonly (readonly Done[])[],
  launchers: readonly LauncherStep[],
) {
  const { statusLine, ...paths } = runtime.launchers;
  return {
    applied,
    runtime: {
      ...{ argv: runtime.argv, folder: runtime.folder, remembered: runtime.remembered },
      ...{ title: runtime.title, notes: runtime.notes, instructs: runtime.instructs },
      ...{ shows_status: runtime.showsStatus, watches_reads: runtime.watchesReads },
      launchers: { ...paths, status_line: statusLine },
    },
    launchers: launchers.map(({ path, isCurrent }) => ({ path, is_current: isCurrent })),
    hosts: plans.map(({ host, target }, index) => ({
      host: host.name,
      title: host.title,
      scope: target.scope,
      root: target.root,
      steps: steps[index]!.map(stepAsJson),
      afterwards: host.install.afterwards,
      good_to_know: host.install.goodToKnow ?? [],
    })),
  };
}
