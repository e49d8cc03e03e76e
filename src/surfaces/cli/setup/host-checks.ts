import { broken, type Check, note, ok } from '../../../domain/base/check.ts';
import { EXEC } from '../../../domain/base/text/command-line.ts';
import { newestWay, wayWords } from '../../../domain/hooks/hook-time.ts';
import { type Remembered, rememberedBy } from '../../../domain/hooks/remembered.ts';
import { lastEventOf } from '../../../engine/keeping/stored.ts';
import type { Host, InstallScope } from '../../../ports/base/host.ts';
import type { Cli, Home } from '../base/context.ts';
import { troubleOf } from '../base/errors.ts';
import { homesLine, homesOf, nearestAbove } from '../base/homes.ts';
import { isFound, type Target, targetsHere } from '../base/places.ts';
import { withOpen } from '../base/store.ts';
import { ago } from '../base/times.ts';
import { mayHavePlugin } from './agents.ts';
import { askingPlan, runtimeFor } from './asking.ts';
import { launchersIn, planLaunchers } from './launchers.ts';
import { changeFor, type Situation } from './plan.ts';
import { readRecord, recordOrNull, type SetupRecord } from './record.ts';
import type { ChosenRuntime } from './runtime.ts';
import { hasPlugin, linesOf, type Wiring, wiringOf } from './wiring.ts';

/** A host that calls Cortex, and where it is told to. */
interface Wired {
  readonly host: Host;
  readonly target: Target;
  readonly wiring: Wiring;
}

/** Every agent that is here or calls Cortex: how it is connected, and when it was heard last. */
export async function hostChecks(home: Home, cli: Cli): Promise<readonly Check[]> {
  try {
    return await checksOf(cli, home);
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [note('agents', message, advice ?? 'CORTEX_SESSION_DEBUG=1 shows the details.')];
  }
}

async function checksOf(cli: Cli, home: Home): Promise<readonly Check[]> {
  const record = recordOrNull(cli, home);
  const runtime = await runtimeFor(cli, record?.runtime ?? null).catch(() => null);
  const heardOf = await heardIn(cli, home);
  const checks: Check[] = [];
  const calling: Wired[] = [];
  for (const host of cli.hosts) {
    const wired = targetsHere(cli, home)
      .map((target) => ({ host, target, wiring: wiringOf(cli, host, target, record) }))
      .filter(
        ({ wiring: { files, problems, isInstalled } }) =>
          files.length + problems.length > 0 || isInstalled,
      );
    const homes = homesOf(cli, host);
    const last = homes[0]?.last_event ?? heardOf?.get(host.name) ?? null;
    const hasEvents = last !== null;
    if (wired.length === 0 && !hasEvents && !isFound(cli, host)) continue;
    calling.push(...wired);
    for (const one of wired) checks.push(...wiringChecks(cli, one, runtime, record));
    if (wired.length === 0 && !hasEvents) checks.push(idleCheck(host));
    else if (wired.length === 0) checks.push(unwiredCheck(cli, host));
    else if (hasPlugin(cli, host)) checks.push(doubled(host));
    const heard = last ? ago(last, home.now()) : heardOf && '';
    checks.push(lastEventCheck(host, wired, heard));
    if (homes.length > 0) checks.push(ok(`${host.name} homes`, homesLine(homes, home.now())));
  }
  if (checks.length > 0) return [...wayChecks(cli, home, calling, runtime), ...checks];
  const titles = cli.hosts.map(({ title }) => title).join(', ');
  return [
    note('agents', `found none of ${titles}`, 'cortex setup <host> connects one all the same.'),
  ];
}

/** The agents that call Cortex otherwise than setup would have it now, by the place of their settings. */
export async function unsettledHosts(
  cli: Cli,
): Promise<readonly { readonly scope: InstallScope; readonly hosts: readonly string[] }[]> {
  const home = cli.home();
  const record = readRecord(cli, home);
  const runtime = await runtimeFor(cli, record.runtime);
  const isUnsettled = (host: Host, target: Target) =>
    wiringOf(cli, host, target, record).files.length > 0 &&
    changeFor({ cli, target, runtime, record }, host);
  return targetsHere(cli, home)
    .map((target) => ({
      scope: target.scope,
      hosts: cli.hosts.filter((host) => isUnsettled(host, target)).map(({ name }) => name),
    }))
    .filter(({ hosts }) => hosts.length > 0);
}

function setupOf({ name }: Host, { scope }: Target): string {
  return `cortex setup ${name}${scope === 'project' ? ' --project' : ''}`;
}

function wiringChecks(
  cli: Cli,
  { host, target, wiring }: Wired,
  runtime: ChosenRuntime | null,
  record: SetupRecord | null,
): readonly Check[] {
  const { files, isInstalled, hears, missing, problems, waiting, copied } = wiring;
  const again = setupOf(host, target);
  const unread = problems.map(({ path, message, advice }) =>
    note(host.name, `${path}: ${message}`, advice ?? ''),
  );
  if (files.length === 0 && !isInstalled) return unread;
  const where = files.join(' and ') || 'its own list of plugins';
  const verdict = (): Check => {
    if (wiring.troubles.length > 0) return broken(host.name, wiring.troubles.join('; '), again);
    if (missing.length > 0)
      return broken(
        host.name,
        `${where} calls ${missing.join(' and ')}, which is not there`,
        again,
      );
    if (copied.length > 0)
      return broken(
        host.name,
        `${where} calls Cortex as ${copied.join(' and ')}: these hooks were copied from there, and events are sent twice`,
        `${again}, or cortex doctor --fix, replaces them.`,
      );
    if (files.length > 0 && !hears)
      return note(host.name, `${where} has the tools of Cortex but sends it no events`, again);
    const now = runtime && record && { cli, target, runtime, record };
    if (!now || !changeFor(now, host)) return ok(host.name, `connected in ${where}`);
    return note(
      host.name,
      `connected in ${where}, but ${differenceInWords(now, host)}`,
      `Run it again: ${again}`,
    );
  };
  const found = verdict();
  const isConnected = found.detail.startsWith('connected in');
  return [
    ...unread,
    found,
    ...(waiting && isConnected ? [note(host.name, waiting, host.install.afterwards[0] ?? '')] : []),
  ];
}

/** The difference of a host's settings from what setup would write now. */
function differenceInWords(now: Situation, host: Host): string {
  if (!askingPlan(now, host)) return 'not as setup would do it now';
  return now.runtime.instructs
    ? 'it does not ask before tool calls, so no standing instruction is given'
    : 'it asks before tool calls although there is no standing instruction';
}

/** Events count once all the same; tools stand in every request of the model. */
function doubled({ name, title, install }: Host): Check {
  const detail = `its plugin and setup are both there: ${title} offers the model the tools twice`;
  return note(
    name,
    detail,
    `Keep one of them: ${install.plugins?.remove}, or cortex unsetup ${name}`,
  );
}

function idleCheck({ name, title }: Host): Check {
  return note(name, `${title} is here and does not call Cortex`, `cortex setup ${name}`);
}

/** Events come, but not by setup: a plugin that the host's own installer put there is in none of the files that setup knows. */
function unwiredCheck(cli: Cli, host: Host): Check {
  const { name, title } = host;
  const advice = `cortex setup ${name}`;
  return mayHavePlugin(cli, host)
    ? note(
        name,
        `${title} is not connected by setup`,
        `Fine if its plugin is installed; else: ${advice}`,
      )
    : note(name, `${title} is not connected by setup, and has no plugin of Cortex`, advice);
}

/** When each host was heard last; null where the database does not open. */
async function heardIn(cli: Cli, home: Home): Promise<ReadonlyMap<string, string> | null> {
  if (!cli.look(home.database)) return new Map();
  const names = cli.hosts.map(({ name }) => name);
  return withOpen(home, (deps) => lastEventOf(deps, names)).catch(() => null);
}

function lastEventCheck(
  { name: host, title, install }: Host,
  wired: readonly Wired[],
  heard: string | null,
): Check {
  const name = `${host} events`;
  if (heard === null)
    return note(name, 'unknown, because the database does not open', 'See above.');
  if (heard !== '') return ok(name, `the last ${heard}`);
  if (wired.length === 0) return ok(name, 'none yet');
  const [first = `Start a new session of ${title}: hooks are read at its start.`] =
    install.afterwards;
  return note(name, 'none yet', first);
}

const WAY = 'events';
const AGAIN = 'cortex setup';
const UNEXPLAINED =
  'The last event started a process, and nothing here explains why. The Cortex server may be switched off in the agent, or use another CORTEX_HOME; agents without one always start a process.';

/** Whether events reach a running server (warm) or start a process (cold), and why shell hooks start one. */
function wayChecks(
  cli: Cli,
  home: Home,
  wired: readonly Wired[],
  runtime: ChosenRuntime | null,
): readonly Check[] {
  const newest = newestWay(home.hookTimes());
  const launcher = launchersIn(home.folder).hook;
  // Other hosts start the launcher themselves, or load a plugin that keeps a process.
  const byShell = wired.filter(
    ({ host, target }) =>
      runtime && linesOf(host, target, runtime).some((line) => line.startsWith(EXEC)),
  );
  const remembered = rememberedBy(cli.machine.read(launcher)?.text ?? '');
  const reasons = [
    ...(wired.length > 0 && launcher.endsWith('.cmd')
      ? [ok(WAY, 'on Windows each starts a process')]
      : []),
    ...(byShell.length > 0 && remembered ? obstacles(cli, home, remembered) : []),
    ...byShell.flatMap((one) => hostObstacle(one) ?? []),
    ...home.outdatedServers().map(({ agent, server }) => outdated(agent, server)),
  ];
  if (!newest) return reasons;
  const isUnexplained = newest.way === 'cold' && byShell.length > 0 && reasons.length === 0;
  const said =
    newest.way === 'cold' ? `${wayWords(newest)}: each starts a process` : wayWords(newest);
  return [isUnexplained ? note(WAY, said, UNEXPLAINED) : ok(WAY, said), ...reasons];
}

function outdated(agent: number, server: number): Check {
  return note(
    WAY,
    `process ${server}, the Cortex server of agent ${agent}, is of the version before an update`,
    'It goes on with its tools, and leaves events to the new version when it is idle. Restart the agent to have the new one.',
  );
}

/** Reasons why no event reaches a running server. */
function obstacles(cli: Cli, { folder, config }: Home, remembered: Remembered): readonly Check[] {
  const { run } = remembered;
  const watch = { watchesReads: config['ledger.file_note'] };
  const steps = planLaunchers(cli, folder, remembered, watch);
  const isOld = run === '' || steps.some((step) => step.isProgram && !step.isCurrent);
  const trouble = run === '' ? null : troubleAt(cli, run);
  return [
    ...(isOld ? [note(WAY, 'the launchers were written by another version', AGAIN)] : []),
    ...(trouble
      ? [note(WAY, `each starts a process: ${trouble}`, `Correct that, or run ${AGAIN} again.`)]
      : []),
    ...(cli.machine.programs('timeout').length === 0
      ? [
          note(
            WAY,
            'each prompt starts a process: the program timeout is missing',
            'Install it; it is one of the GNU coreutils.',
          ),
        ]
      : []),
  ];
}

/** The launcher creates a missing folder. */
function troubleAt(cli: Cli, run: string): string | null {
  const found = cli.look(run);
  if (!found)
    return cli.look(nearestAbove(cli, run))?.isWritable ? null : `${run} cannot be created`;
  if (found.kind !== 'folder') return `${run} is not a folder`;
  if (!found.isOurs) return `${run} belongs to another user`;
  return found.isWritable ? null : `${run} cannot be written`;
}

/** Reasons why the events of one host do not reach a running server. */
function hostObstacle({ host, target, wiring: { lines, hasServer } }: Wired): Check | null {
  const { name, title, install } = host;
  const again = setupOf(host, target);
  if (lines.length === 0) return null;
  const cold = `${title} starts a process for each event`;
  if (!lines.some((line) => line.startsWith(EXEC)))
    return note(
      name,
      `${cold}: its lines are of an older version`,
      install.approvals ? `${again}, then: ${install.afterwards[0]}` : again,
    );
  return hasServer === false
    ? note(name, `${cold}: it has no Cortex server that could take them`, again)
    : null;
}
