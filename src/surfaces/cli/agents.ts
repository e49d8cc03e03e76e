import type { Host } from '../../host.ts';
import type { Cli, Home } from './context.ts';
import { isFound, type Target, USER } from './setup/places.ts';
import { recordOrNull, wiringOf } from './setup/wiring.ts';

/** An agent program that is on this machine, calls Cortex, or was heard from. */
export interface Agent {
  readonly name: string;
  readonly title: string;
  /** By setup. A plugin that the agent's own installer put there is in none of the files that setup knows. */
  readonly connected: boolean;
  readonly last_event: string | null;
  readonly trouble: string | null;
}

/** In short; `cortex doctor` looks closer. */
export function agentsHere(cli: Cli, home: Home, heard: ReadonlyMap<string, string>): readonly Agent[] {
  try {
    const { root } = home.locate(cli.cwd()).scope;
    const targets: readonly Target[] = root === null ? [USER] : [USER, { scope: 'project', root }];
    const record = recordOrNull(cli, home);
    return cli.hosts.flatMap((host): Agent[] => {
      const wirings = targets.map((target) => wiringOf(cli, host, target, record));
      const missing = wirings.flatMap((wiring) => wiring.missing);
      const connected = wirings.some(({ hears }) => hears) && missing.length === 0;
      const isHeard = heard.has(host.name);
      if (!connected && missing.length === 0 && !isHeard && !isFound(cli, host)) return [];
      const trouble = missing.length > 0 ? `it calls ${missing.join(' and ')}, which is not there` : null;
      return [agent(host, connected, trouble)];
    });
  } catch {
    // Without a home directory nobody knows; what is stored is told all the same.
    return cli.hosts.filter(({ name }) => heard.has(name)).map((host) => agent(host, false, null));
  }

  function agent({ name, title }: Host, connected: boolean, trouble: string | null): Agent {
    return { name, title, connected, last_event: heard.get(name) ?? null, trouble };
  }
}
