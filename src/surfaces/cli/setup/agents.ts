import { PLUGIN_KINDS } from '../../../domain/base/runtimes.ts';
import { agoInWords } from '../../../operations/base/words.ts';
import type { Host } from '../../../ports/base/host.ts';
import type { Cli, Home, HomeGlance } from '../base/context.ts';
import { homesLine, homesOf } from '../base/homes.ts';
import type { Output } from '../base/output.ts';
import { isFound, setupLine, targetsHere } from '../base/places.ts';
import { cutToWidth, widthOf } from '../base/width.ts';
import { recordOrNull } from './record.ts';
import { hasPlugin, inspectWiring } from './wiring.ts';

/** An agent program that is on this machine, calls Cortex, or was heard from. */
export interface Agent {
  readonly name: string;
  readonly title: string;
  /** By setup. A plugin that the agent's own installer put there is in none of the files that setup knows. */
  readonly connected: boolean;
  /** Whether such a plugin may be there: it is seen, or the agent does not say where it keeps them. */
  readonly may_have_plugin: boolean;
  /** The adapter keeps to the agent's documents; the real program was never run with it. */
  readonly by_contract: boolean;
  /** Setup connects it by its name and --experimental alone. */
  readonly experimental: boolean;
  readonly last_event: string | null;
  readonly trouble: string | null;
  /** The step that is still missing before events arrive, in a sentence. */
  readonly waiting: string | null;
  /** Homes of its own. */
  readonly homes: readonly HomeGlance[];
}

/** The agents on this machine, in short; `cortex doctor` looks closer. */
export function agentsHere(
  cli: Cli,
  home: Home,
  heard: ReadonlyMap<string, string>,
): readonly Agent[] {
  try {
    const targets = targetsHere(cli, home);
    const record = recordOrNull(cli, home);
    return cli.hosts.flatMap((host) => {
      const wirings = targets.map((target) => inspectWiring(cli, host, target, record));
      const missing = wirings.flatMap((wiring) => wiring.missing);
      const gone =
        missing.length > 0 ? [`it calls ${missing.join(' and ')}, which is not there`] : [];
      const [trouble = null] = [...gone, ...wirings.flatMap((wiring) => wiring.troubles)];
      const [waiting = null] = wirings.flatMap((wiring) => wiring.waiting ?? []);
      const connected = trouble === null && wirings.some(({ hears }) => hears);
      const agent = {
        ...agentOf(cli, host, heard, homesOf(cli, host)),
        connected,
        trouble,
        waiting,
      };
      const isSeen =
        connected || trouble !== null || agent.homes.length > 0 || heard.has(host.name);
      return isSeen || isFound(cli, host) ? [agent] : [];
    });
  } catch {
    // Without a home directory nobody knows; what is stored is told all the same.
    return cli.hosts
      .filter(({ name }) => heard.has(name))
      .map((host) => agentOf(cli, host, heard, []));
  }
}

function agentOf(
  cli: Cli,
  host: Host,
  heard: ReadonlyMap<string, string>,
  homes: Agent['homes'],
): Agent {
  const { name, title, notRun, experimental } = host;
  const events = [heard.get(name), homes[0]?.last_event].filter((at) => typeof at === 'string');
  return {
    name,
    title,
    connected: false,
    may_have_plugin: mayHavePlugin(cli, host),
    by_contract: notRun !== undefined,
    experimental: experimental === true,
    last_event: events.sort().at(-1) ?? null,
    trouble: null,
    waiting: null,
    homes,
  };
}

/** Whether a plugin of the host's own installer may call Cortex: it is seen, or the host does not say where it keeps them. */
export function mayHavePlugin(cli: Cli, host: Host): boolean {
  return host.install.plugins
    ? hasPlugin(cli, host)
    : PLUGIN_KINDS.some((kind) => kind === host.name);
}

/**
 * A sentence for each agent, in one line: `Claude Code: connected, last heard 2 min ago`. The first stands beside the mark; a
 * narrow terminal has no room for the advice.
 */
export function printAgents(
  out: Output,
  mark: string,
  agents: readonly Agent[],
  now: number,
): void {
  const { dim } = out.style;
  const below = ' '.repeat(mark.length);
  for (const [i, agent] of agents.entries()) {
    const { state, advice } = stateOf(out, agent);
    const heard =
      agent.last_event === null
        ? 'no event yet'
        : `last heard ${agoInWords(agent.last_event, now)}`;
    const said = `${agent.title}: ${state}, ${heard}`;
    const whole = advice === '' ? said : `${said} ${dim(`(${advice})`)}`;
    const room = out.width - mark.length;
    out.item(i === 0 ? dim(mark) : below, widthOf(whole) <= room ? whole : cutToWidth(said, room));
  }
  for (const { title, homes } of agents)
    if (homes.length > 0) out.item(below, dim(`${title} keeps ${homesLine(homes, now)}`));
}

function stateOf(
  { style: { green, red, yellow } }: Output,
  {
    name,
    connected,
    may_have_plugin: isPlugged,
    by_contract,
    experimental,
    trouble,
    waiting,
    last_event: last,
  }: Agent,
): { readonly state: string; readonly advice: string } {
  const setup = setupLine({ name, ...(experimental && { experimental }) });
  if (trouble) return { state: red('broken'), advice: `${trouble}; cortex doctor says more` };
  if (connected && waiting)
    return { state: yellow('waiting'), advice: `${waiting}; cortex doctor says more` };
  if (connected)
    return { state: green('connected'), advice: by_contract ? 'by contract, not run' : '' };
  if (last === null || !isPlugged) return { state: yellow('not connected'), advice: setup };
  const advice = `fine where its plugin is, else: ${setup}`;
  return { state: yellow('not connected by setup'), advice };
}
