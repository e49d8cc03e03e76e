import { brokenCheck, type HealthCheck, noteCheck, okCheck } from '../../../domain/base/check.ts';
import { EXEC } from '../../../domain/base/text/command-line.ts';
import { newestWay, wayWords } from '../../../domain/hooks/hook-time.ts';
import { type LauncherCommand, rememberedBy } from '../../../domain/hooks/remembered.ts';
import { lastEventOf } from '../../../engine/keeping/stored.ts';
import { timeAgo } from '../../../operations/base/words.ts';
import type { Host, InstallScope } from '../../../ports/base/host.ts';
import type { Cli, Home } from '../base/context.ts';
import { troubleOf } from '../base/errors.ts';
import { homesLine, homesOf, nearestAbove } from '../base/homes.ts';
import { isFound, type SetupTarget, setupLine, targetsHere } from '../base/places.ts';
import { withOpen } from '../base/store.ts';
import { mayHavePlugin } from './agents.ts';
import { askingPlan, runtimeFor } from './asking.ts';
import { launchersIn, planLaunchers } from './launchers.ts';
import { planChange, type SetupSituation } from './plan.ts';
import { readRecord, recordOrNull, type SetupRecord } from './record.ts';
import type { ChosenRuntime } from './runtime.ts';
import { expectedLines, hasPlugin, inspectWiring, type Wiring } from './wiring.ts';

/** A host that calls Cortex, and where it is told to. */
interface WiredHost {
  readonly host: Host;
  readonly target: SetupTarget;
  readonly wiring: Wiring;
}

/** Every agent that is here or calls Cortex: how it is connected, and when it was heard last. */
export async function hostChecks(home: Home, cli: Cli): Promise<readonly HealthCheck[]> {
  try {
    return await checksOf(cli, home);
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [noteCheck('agents', message, advice ?? 'CORTEX_SESSION_DEBUG=1 shows the details.')];
  }
}

async function checksOf(cli: Cli, home: Home): Promise<readonly HealthCheck[]> {
  const record = recordOrNull(cli, home);
  const runtime = await runtimeFor(cli, record?.runtime ?? null).catch(() => null);
  const heardOf = await heardIn(cli, home);
  const checks: HealthCheck[] = [];
  const calling: WiredHost[] = [];
  for (const host of cli.hosts) {
    const wired = targetsHere(cli, home)
      .map((target) => ({ host, target, wiring: inspectWiring(cli, host, target, record) }))
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
    const heard = last ? timeAgo(last, home.now()) : heardOf && '';
    checks.push(lastEventCheck(host, wired, heard));
    if (homes.length > 0) checks.push(okCheck(`${host.name} homes`, homesLine(homes, home.now())));
  }
  if (checks.length > 0) return [...wayChecks(cli, home, calling, runtime), ...checks];
  const titles = cli.hosts.map(({ title }) => title).join(', ');
  return [
    noteCheck(
      'agents',
      `found none of ${titles}`,
      'cortex setup <host> connects one all the same.',
    ),
  ];
}

/** The agents that call Cortex otherwise than setup would have it now, by the place of their settings. */
export async function unsettledHosts(
  cli: Cli,
): Promise<readonly { readonly scope: InstallScope; readonly hosts: readonly string[] }[]> {
  const home = cli.home();
  const record = readRecord(cli, home);
  const runtime = await runtimeFor(cli, record.runtime);
  const isUnsettled = (host: Host, target: SetupTarget) =>
    inspectWiring(cli, host, target, record).files.length > 0 &&
    planChange({ cli, target, runtime, record }, host);
  return targetsHere(cli, home)
    .map((target) => ({
      scope: target.scope,
      hosts: cli.hosts.filter((host) => isUnsettled(host, target)).map(({ name }) => name),
    }))
    .filter(({ hosts }) => hosts.length > 0);
}

function setupOf(host: Host, { scope }: SetupTarget): string {
  return `${setupLine(host)}${scope === 'project' ? ' --project' : ''}`;
}

function wiringChecks(
  cli: Cli,
  { host, target, wiring }: WiredHost,
  runtime: ChosenRuntime | null,
  record: SetupRecord | null,
): readonly HealthCheck[] {
  const { files, isInstalled, hears, missing, problems, waiting, copied } = wiring;
  const again = setupOf(host, target);
  const unread = problems.map(({ path, message, advice }) =>
    noteCheck(host.name, `${path}: ${message}`, advice ?? ''),
  );
  if (files.length === 0 && !isInstalled) return unread;
  const where = files.join(' and ') || 'its own list of plugins';
  const verdict = (): HealthCheck => {
    if (wiring.troubles.length > 0)
      return brokenCheck(host.name, wiring.troubles.join('; '), again);
    if (missing.length > 0)
      return brokenCheck(
        host.name,
        `${where} calls ${missing.join(' and ')}, which is not there`,
        again,
      );
    if (copied.length > 0)
      return brokenCheck(
        host.name,
        `${where} calls Cortex as ${copied.join(' and ')}: these hooks were copied from there, and events are sent twice`,
        `${again}, or cortex doctor --fix, replaces them.`,
      );
    if (files.length > 0 && !hears)
      return noteCheck(host.name, `${where} has the tools of Cortex but sends it no events`, again);
    const now = runtime && record && { cli, target, runtime, record };
    if (!now || !planChange(now, host)) return okCheck(host.name, `connected in ${where}`);
    return noteCheck(
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
    ...(waiting && isConnected
      ? [noteCheck(host.name, waiting, host.install.afterwards[0] ?? '')]
      : []),
  ];
}

/** The difference of a host's settings from what setup would write now. */
function differenceInWords(now: SetupSituation, host: Host): string {
  if (!askingPlan(now, host)) return 'not as setup would do it now';
  return now.runtime.instructs
    ? 'it does not ask before tool calls, so no standing instruction is given'
    : 'it asks before tool calls although there is no standing instruction';
}

/** Events count once all the same; tools stand in every request of the model. */
function doubled({ name, title, install }: Host): HealthCheck {
  const detail = `its plugin and setup are both there: ${title} offers the model the tools twice`;
  return noteCheck(
    name,
    detail,
    `Keep one of them: ${install.plugins?.remove}, or cortex unsetup ${name}`,
  );
}

function idleCheck(host: Host): HealthCheck {
  return noteCheck(host.name, `${host.title} is here and does not call Cortex`, setupLine(host));
}

/** Events come, but not by setup: a plugin that the host's own installer put there is in none of the files that setup knows. */
function unwiredCheck(cli: Cli, host: Host): HealthCheck {
  const { name, title } = host;
  const advice = setupLine(host);
  return mayHavePlugin(cli, host)
    ? noteCheck(
        name,
        `${title} is not connected by setup`,
        `Fine if its plugin is installed; else: ${advice}`,
      )
    : noteCheck(name, `${title} is not connected by setup, and has no plugin of Cortex`, advice);
}

/** When each host was heard last; null where the database does not open. */
async function heardIn(cli: Cli, home: Home): Promise<ReadonlyMap<string, string> | null> {
  if (!cli.look(home.database)) return new Map();
  const names = cli.hosts.map(({ name }) => name);
  return withOpen(home, (deps) => lastEventOf(deps, names)).catch(() => null);
}

function lastEventCheck(
  { name: host, title, install }: Host,
  wired: readonly WiredHost[],
  heard: string | null,
): HealthCheck {
  const name = `${host} events`;
  if (heard === null)
    return noteCheck(name, 'unknown, because the database does not open', 'See above.');
  if (heard !== '') return okCheck(name, `the last ${heard}`);
  if (wired.length === 0) return okCheck(name, 'none yet');
  const [first = `Start a new session of ${title}: hooks are read at its start.`] =
    install.afterwards;
  return noteCheck(name, 'none yet', first);
}

const WAY = 'events';
const AGAIN = 'cortex setup';
const UNEXPLAINED =
  'The last event started a process, and nothing here explains why. The Cortex server may be switched off in the agent, or use another CORTEX_HOME; agents without one always start a process.';

/** Whether events reach a running server (warm) or start a process (cold), and why shell hooks start one. */
function wayChecks(
  cli: Cli,
  home: Home,
  wired: readonly WiredHost[],
  runtime: ChosenRuntime | null,
): readonly HealthCheck[] {
  const newest = newestWay(home.hookTimes());
  const launcher = launchersIn(home.folder).hook;
  // Other hosts start the launcher themselves, or load a plugin that keeps a process.
  const byShell = wired.filter(
    ({ host, target }) =>
      runtime && expectedLines(host, target, runtime).some((line) => line.startsWith(EXEC)),
  );
  const remembered = rememberedBy(cli.machine.read(launcher)?.text ?? '');
  const reasons = [
    ...(wired.length > 0 && launcher.endsWith('.cmd')
      ? [okCheck(WAY, 'on Windows each starts a process')]
      : []),
    ...(byShell.length > 0 && remembered ? obstacles(cli, home, remembered) : []),
    ...byShell.flatMap((one) => hostObstacle(one) ?? []),
    ...home.outdatedServers().map(({ agent, server }) => outdated(agent, server)),
  ];
  if (!newest) return reasons;
  const isUnexplained = newest.way === 'cold' && byShell.length > 0 && reasons.length === 0;
  const said =
    newest.way === 'cold' ? `${wayWords(newest)}: each starts a process` : wayWords(newest);
  return [isUnexplained ? noteCheck(WAY, said, UNEXPLAINED) : okCheck(WAY, said), ...reasons];
}

function outdated(agent: number, server: number): HealthCheck {
  return noteCheck(
    WAY,
    `process ${server}, the Cortex server of agent ${agent}, is of the version before an update`,
    'It goes on with its tools, and leaves events to the new version when it is idle. Restart the agent to have the new one.',
  );
}

/** Reasons why no event reaches a running server. */
function obstacles(
  cli: Cli,
  { folder, config }: Home,
  remembered: LauncherCommand,
): readonly HealthCheck[] {
  const { run } = remembered;
  const watch = { watchesReads: config['ledger.file_note'] };
  const steps = planLaunchers(cli, folder, remembered, watch);
  const isOld = run === '' || steps.some((step) => step.isProgram && !step.isCurrent);
  const trouble = run === '' ? null : troubleAt(cli, run);
  return [
    ...(isOld ? [noteCheck(WAY, 'the launchers were written by another version', AGAIN)] : []),
    ...(trouble
      ? [
          noteCheck(
            WAY,
            `each starts a process: ${trouble}`,
            `Correct that, or run ${AGAIN} again.`,
          ),
        ]
      : []),
    ...(cli.machine.programs('timeout').length === 0
      ? [
          noteCheck(
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
function hostObstacle({
  host,
  target,
  wiring: { lines, hasServer },
}: WiredHost): HealthCheck | null {
  const { name, title, install } = host;
  const again = setupOf(host, target);
  if (lines.length === 0) return null;
  const cold = `${title} starts a process for each event`;
  if (!lines.some((line) => line.startsWith(EXEC)))
    return noteCheck(
      name,
      `${cold}: its lines are of an older version`,
      install.approvals ? `${again}, then: ${install.afterwards[0]}` : again,
    );
  return hasServer === false
    ? noteCheck(name, `${cold}: it has no Cortex server that could take them`, again)
    : null;
}
