import manifest from '../../package.json' with { type: 'json' };
import { openHouse, openWorld } from '../compose.ts';
import { allHosts } from '../hosts/all.ts';
import { accessToken } from '../platform/access-token.ts';
import { thisProcess } from '../platform/detach.ts';
import { uuid } from '../platform/ids.ts';
import { memoryLedgerStore } from '../stores/memory/ledger-store.ts';
import { serve } from '../surfaces/mcp/serve.ts';
import { COUNTED } from './counted.ts';

/** Nothing on standard output but the protocol. Resolves when the client is gone. */
export async function mcp({ port }: { readonly port: number | null }): Promise<void> {
  const { env } = process;
  const { home, log, warnings } = openWorld(env);
  for (const warning of warnings) log.warn('configuration', { warning });
  const ledger = memoryLedgerStore();
  await serve({
    ...{ version: manifest.version, env, process: thisProcess(), newId: uuid, cwd: process.cwd, port },
    hosts: allHosts().map(({ name }) => name),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    house: () => openHouse(env, COUNTED, ledger),
    log: (event, error) => log.failure(event, error),
    say: (line) => void process.stdout.write(`${line}\n`),
    token: () => accessToken(home),
  });
}
