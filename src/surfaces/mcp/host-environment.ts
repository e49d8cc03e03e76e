import type { Environment } from '../../domain/runtime/runtimes.ts';
import type { Host } from '../../host.ts';

/** The part of a host's declaration that servers use. */
export type KnownHost = Pick<Host, 'name' | 'client'>;

/** For whoever writes a configuration by hand. */
const BY_HAND = 'CORTEX_PROJECT_DIR';

/** The folder of the project: as a person configured it, else as the client's own host names it, else as any other does. */
export function projectFolder(
  env: Environment,
  hosts: readonly KnownHost[],
  host: string | null,
): string | null {
  const own = hosts.filter(({ name }) => name === host);
  const names = [BY_HAND, ...[...own, ...hosts].map(({ client }) => client?.project)];
  for (const name of names) if (name && env[name]) return env[name];
  return null;
}

/** An agent that another one started has the variables of both: only those of its own host are about it. */
export function namedSessions(
  env: Environment,
  hosts: readonly KnownHost[],
  host: string | null,
): { host: string; id: string }[] {
  return hosts.flatMap(({ name, client }) => {
    const id = client?.session && env[client.session];
    return id && (host === null || host === name) ? [{ host: name, id }] : [];
  });
}

/** The host that a client's name tells: `codex-mcp-client` is Codex. What stands first decides; null where none is known. */
export function hostOfClient(client: string, hosts: readonly KnownHost[]): string | null {
  const parts = (name: string) => `-${slug(name)}-`;
  const places = hosts.flatMap((host) =>
    [host.name, host.client?.name ?? host.name].map((name) => ({
      host: host.name,
      at: parts(client).indexOf(parts(name)),
    })),
  );
  const [first] = places.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return first?.host ?? null;
}

/** The host name for sessions of a client that no adapter knows. */
export function clientName(client: string): string {
  return `mcp:${slug(client) || 'client'}`;
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
}
