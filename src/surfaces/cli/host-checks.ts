import { broken, type Check, note, ok } from '../../domain/runtime/check.ts';
import { newestWay, wayWords } from '../../domain/runtime/hook-time.ts';
import { lastHeard } from '../../engine/session/stored.ts';
import type { Host, InstallScope } from '../../host.ts';
import { type SeenAgent, seenAgents, type Wired } from './agents.ts';
import type { Cli, Home } from './context.ts';
import { troubleOf } from './errors.ts';
import { homesLine } from './homes.ts';
import { runtimeFor } from './setup/asking.ts';
import { type Target, targetsHere } from './setup/places.ts';
import { changeFor } from './setup/plan.ts';
import { readRecord, recordOrNull } from './setup/record.ts';
import { hasPlugin, wiringOf } from './setup/wiring.ts';
import { withOpen } from './store.ts';
import { ago } from './times.ts';

/** Whether setup would change something for a host now. */
type IsStale = (host: Host, target: Target) => boolean;

/** Every agent that is here or calls Cortex: how it is connected, and when it was heard last. */
export async function hostChecks(home: Home, cli: Cli): Promise<readonly Check[]> {
  try {
    const heard = await heardIn(cli, home);
    const isStale = await staleness(cli, home);
    const agents = seenAgents(cli, home, heard ?? new Map());
    if (agents.length > 0)
      return [
        ...wayChecks(home),
        ...agents.flatMap((seen) => [
          ...connectionChecks(cli, seen, isStale),
          lastEventCheck(home, seen, heard === null),
          ...homeChecks(home, seen),
        ]),
      ];
    const titles = cli.hosts.map(({ title }) => title).join(', ');
    return [note('agents', `found none of ${titles}`, 'cortex setup <host> connects one all the same.')];
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [note('agents', message, advice ?? 'CORTEX_SESSION_DEBUG=1 shows the details.')];
  }
}

/** Nothing counts as stale where the record or the runtime is not to be had: another check tells of that. */
async function staleness(cli: Cli, home: Home): Promise<IsStale> {
  const record = recordOrNull(cli, home);
  const runtime = await runtimeFor(cli, record?.runtime ?? null).catch(() => null);
  if (!record || !runtime) return () => false;
  return (host, target) => changeFor({ cli, target, runtime, record }, host) !== null;
}

/** The agents that call Cortex otherwise than setup would have it now, by the place of their settings. */
export async function unsettledHosts(
  cli: Cli,
): Promise<readonly { readonly scope: InstallScope; readonly hosts: readonly string[] }[]> {
  const home = cli.home();
  const record = readRecord(cli, home);
  const isStale = await staleness(cli, home);
  return targetsHere(cli, home)
    .map((target) => ({
      scope: target.scope,
      hosts: cli.hosts
        .filter((host) => wiringOf(cli, host, target, record).files.length > 0 && isStale(host, target))
        .map(({ name }) => name),
    }))
    .filter(({ hosts }) => hosts.length > 0);
}

function connectionChecks(cli: Cli, { host, agent, wired }: SeenAgent, isStale: IsStale): readonly Check[] {
  const { name, title, install } = host;
  const setup = `cortex setup ${name}`;
  if (wired.length > 0) {
    // Events count once all the same; tools stand in every request of the model.
    const twice = `its plugin and setup are both there: ${title} offers the model the tools twice`;
    const keepOne = `Keep one of them: ${install.plugins?.remove}, or cortex unsetup ${name}`;
    return [
      ...wired.flatMap((one) => wiringChecks(host, one, isStale)),
      ...(hasPlugin(cli, host) ? [note(name, twice, keepOne)] : []),
    ];
  }
  if (agent.last_event === null) return [note(name, `${title} is here and does not call Cortex`, setup)];
  // A plugin that the host's own installer put there is in none of the files that setup knows.
  return agent.may_have_plugin
    ? [note(name, `${title} is not connected by setup`, `Fine if its plugin is installed; else: ${setup}`)]
    : [note(name, `${title} is not connected by setup, and has no plugin of Cortex`, setup)];
}

function wiringChecks(host: Host, { target, wiring }: Wired, isStale: IsStale): readonly Check[] {
  const { name, install } = host;
  const { files, isInstalled, troubles, hears, problems, waiting } = wiring;
  const again = `cortex setup ${name}${target.scope === 'project' ? ' --project' : ''}`;
  const unread = problems.map(({ path, message, advice }) => note(name, `${path}: ${message}`, advice ?? ''));
  if (files.length === 0 && !isInstalled) return unread;
  if (troubles.length > 0) return [...unread, broken(name, troubles.join('; '), again)];
  const where = files.join(' and ') || 'its own list of plugins';
  if (files.length > 0 && !hears)
    return [...unread, note(name, `${where} has the tools of Cortex but sends it no events`, again)];
  const found = isStale(host, target)
    ? note(name, `connected in ${where}, but not as setup would do it now`, `Run it again: ${again}`)
    : ok(name, `connected in ${where}`);
  return [...unread, found, ...(waiting ? [note(name, waiting, install.afterwards[0] ?? '')] : [])];
}

/** When each host was heard last; null where the database does not open. */
async function heardIn(cli: Cli, home: Home): Promise<ReadonlyMap<string, string> | null> {
  if (!cli.look(home.database)) return new Map();
  const names = cli.hosts.map(({ name }) => name);
  return withOpen(home, (deps) => lastHeard(deps, names)).catch(() => null);
}

function lastEventCheck(home: Home, { host, agent, wired }: SeenAgent, isUnknown: boolean): Check {
  const name = `${host.name} events`;
  if (agent.last_event !== null) return ok(name, `the last ${ago(agent.last_event, home.now())}`);
  if (isUnknown) return note(name, 'unknown, because the database does not open', 'See above.');
  if (wired.length === 0) return ok(name, 'none yet');
  const [first = `Start a new session of ${host.title}: hooks are read at its start.`] =
    host.install.afterwards;
  return note(name, 'none yet', first);
}

function homeChecks(home: Home, { host, agent: { homes } }: SeenAgent): readonly Check[] {
  return homes.length > 0 ? [ok(`${host.name} homes`, homesLine(homes, home.now()))] : [];
}

const COLD =
  'Each event starts a process of its own. Run cortex setup again, and switch the server of tools on in the agent; a prompt also needs the program timeout. On Windows, and in agents without such a server, it is always so.';

/** Which way the newest events went. */
function wayChecks(home: Home): readonly Check[] {
  const newest = newestWay(home.hookTimes());
  if (!newest) return [];
  return [newest.way === 'cold' ? note('events', wayWords(newest), COLD) : ok('events', wayWords(newest))];
}
