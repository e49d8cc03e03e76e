import { dirname } from 'node:path';
import { broken, type Check, note, ok } from '../../domain/runtime/check.ts';
import { lastHeard as lastHeardFrom } from '../../engine/session/stored.ts';
import type { Host, InstallScope } from '../../host.ts';
import { mayHavePlugin } from './agents.ts';
import type { Cli, Home, HomeGlance } from './context.ts';
import { troubleOf } from './errors.ts';
import { homeLine, homesOf } from './homes.ts';
import { askingPlan, runtimeFor } from './setup/asking.ts';
import { isFound, type Target, targetsHere } from './setup/places.ts';
import { isChange, planSetup } from './setup/plan.ts';
import { readRecord, recordOrNull, type SetupRecord } from './setup/record.ts';
import type { ChosenRuntime } from './setup/runtime.ts';
import { hasPlugin, wiringOf } from './setup/wiring.ts';
import { withOpen } from './store.ts';
import { ago } from './times.ts';
import { type Wired, wayChecks } from './way-checks.ts';

const MOST_HOMES = 10;

/** Every agent that is here or calls Cortex: how it is connected, and when it was heard last. */
export async function hostChecks(cli: Cli, home: Home): Promise<readonly Check[]> {
  try {
    return await checksOf(cli, home);
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [note('agents', message, advice ?? 'CORTEX_SESSION_DEBUG=1 shows the details.')];
  }
}

async function checksOf(cli: Cli, home: Home): Promise<readonly Check[]> {
  const targets = targetsHere(cli, home);
  const record = recordOrNull(cli, home);
  const runtime = await runtimeNow(cli, record);
  const checks: Check[] = [];
  const calling: Wired[] = [];
  for (const host of cli.hosts) {
    const wired = targets
      .map((target) => ({ host, target, wiring: wiringOf(cli, host, target, record) }))
      .filter(
        ({ wiring: { files, problems, isInstalled } }) => files.length + problems.length > 0 || isInstalled,
      );
    const homes = homesOf(cli, host);
    const heard = await lastHeard(cli, home, host, homes);
    const isHeard = heard !== 'never' && heard !== 'unknown';
    if (wired.length === 0 && !isHeard && !isFound(cli, host)) continue;
    calling.push(...wired);
    for (const one of wired) checks.push(...wiringChecks(cli, one, runtime, record));
    if (wired.length === 0) checks.push(unwired(host, isHeard, mayHavePlugin(cli, host)));
    else if (hasPlugin(cli, host)) checks.push(doubled(host));
    checks.push(lastEventCheck(host, wired.length > 0, heard));
    if (homes[0]) {
      const named = homes.slice(0, MOST_HOMES).map((one) => homeLine(one, home.now()));
      const more = homes.length > MOST_HOMES ? [`${homes.length - MOST_HOMES} more`] : [];
      checks.push(ok(`${host.name} homes`, `${dirname(homes[0].folder)}: ${[...named, ...more].join('; ')}`));
    }
  }
  if (checks.length > 0) return [...wayChecks(cli, home, calling, runtime), ...checks];
  const titles = cli.hosts.map(({ title }) => title).join(', ');
  return [note('agents', `none found of ${titles}`, 'cortex setup <host> connects one all the same.')];
}

/** The agents that call Cortex otherwise than setup would have it now, by the place of their settings. */
export async function unsettledHosts(
  cli: Cli,
): Promise<readonly { readonly scope: InstallScope; readonly hosts: readonly string[] }[]> {
  const home = cli.home();
  const record = readRecord(cli, home);
  const runtime = await runtimeFor(cli, record.runtime);
  return targetsHere(cli, home)
    .map((target) => ({
      scope: target.scope,
      hosts: cli.hosts
        .filter((host) => wiringOf(cli, host, target, record).files.length > 0)
        .filter((host) => !isCurrent(cli, host, target, runtime, record))
        .map(({ name }) => name),
    }))
    .filter(({ hosts }) => hosts.length > 0);
}

function wiringChecks(
  cli: Cli,
  { host, target, wiring }: Wired,
  runtime: ChosenRuntime | null,
  record: SetupRecord | null,
): readonly Check[] {
  const { files, isInstalled, hears, missing, problems, waiting, copied } = wiring;
  const again = `cortex setup ${host.name}${target.scope === 'project' ? ' --project' : ''}`;
  const troubles = problems.map(({ path, message, advice }) =>
    note(host.name, `${path}: ${message}`, advice ?? ''),
  );
  if (files.length === 0 && !isInstalled) return troubles;
  const where = files.join(' and ') || `its own list of plugins`;
  if (wiring.troubles.length > 0) return [...troubles, broken(host.name, wiring.troubles.join('; '), again)];
  if (missing.length > 0)
    return [
      ...troubles,
      broken(host.name, `${where} calls ${missing.join(' and ')}, which is not there`, again),
    ];
  if (copied.length > 0)
    return [
      ...troubles,
      broken(
        host.name,
        `${where} calls Cortex as ${copied.join(' and ')}: hooks that were copied from there, so that events are sent twice`,
        `${again}, or cortex doctor --fix, puts its own in their place.`,
      ),
    ];
  const old = wiring.outdated();
  if (old.length > 0)
    return [...troubles, broken(host.name, `${where} calls ${old.join(' and ')}, which is too old`, again)];
  if (files.length > 0 && !hears)
    return [...troubles, note(host.name, `${where} has the tools of Cortex but sends it no events`, again)];
  if (runtime && record && !isCurrent(cli, host, target, runtime, record)) {
    const isAsking = askingPlan(cli, host, target, runtime, record) !== null;
    const difference = !isAsking
      ? 'not as setup would do it now'
      : runtime.instructs
        ? 'it does not ask before tool calls, so no standing instruction is given'
        : 'it asks before tool calls for nothing: there is no standing instruction';
    troubles.push(note(host.name, `connected in ${where}, but ${difference}`, `Run it again: ${again}`));
  } else troubles.push(ok(host.name, `connected in ${where}`));
  if (waiting) troubles.push(note(host.name, waiting, host.install.afterwards[0] ?? ''));
  return troubles;
}

function isCurrent(
  cli: Cli,
  host: Host,
  target: Target,
  runtime: ChosenRuntime,
  record: SetupRecord,
): boolean {
  const [plan] = planSetup(cli, [host], target, runtime, record);
  return plan !== undefined && !plan.steps.some(isChange);
}

async function runtimeNow(cli: Cli, record: SetupRecord | null): Promise<ChosenRuntime | null> {
  try {
    return await runtimeFor(cli, record?.runtime ?? null);
  } catch {
    return null;
  }
}

/** Events count once all the same; tools stand in every request of the model. */
function doubled({ name, title, install }: Host): Check {
  const detail = `its plugin and setup are both there: ${title} offers the model the tools twice`;
  return note(name, detail, `Keep one of them: ${install.plugins?.remove}, or cortex unsetup ${name}`);
}

/** A plugin that the host's own installer put there is in none of the files that setup knows. */
function unwired({ name, title }: Host, isHeard: boolean, isPlugged: boolean): Check {
  const advice = `cortex setup ${name}`;
  if (!isHeard) return note(name, `${title} is here and does not call Cortex`, advice);
  return isPlugged
    ? note(name, `${title} is not connected by setup`, `All is well where its plugin is; else: ${advice}`)
    : note(name, `${title} is not connected by setup, and has no plugin of Cortex`, advice);
}

/** How long ago in words, or `never`, or `unknown`. */
async function lastHeard(cli: Cli, home: Home, host: Host, homes: readonly HomeGlance[]): Promise<string> {
  const [latest] = homes;
  if (latest?.last_event) return ago(latest.last_event, home.now());
  if (!cli.look(home.database)) return 'never';
  try {
    const last = await withOpen(home, (deps) => lastHeardFrom(deps, host.name));
    return last === null ? 'never' : ago(last, home.now());
  } catch {
    return 'unknown';
  }
}

function lastEventCheck(host: Host, isWired: boolean, heard: string): Check {
  const name = `${host.name} events`;
  if (heard === 'unknown') return note(name, 'unknown, because the database does not open', 'See above.');
  if (heard !== 'never') return ok(name, `the last ${heard}`);
  if (!isWired) return ok(name, 'none yet');
  const [first] = host.install.afterwards;
  return note(
    name,
    'none yet',
    first ?? `Start a new session of ${host.title}: hooks are read at its start.`,
  );
}
