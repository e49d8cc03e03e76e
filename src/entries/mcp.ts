import { serveOverStdio } from '../surfaces/mcp/stdio.ts';
import { makeCodeCache, serverWorld } from './server-world.ts';

// One bundle for both: serving over HTTP adds a thirtieth to it.
export { mcpOverHttp } from './mcp-http.ts';

/** `cortex mcp`: nothing on standard output but the protocol. Resolves when the client is gone. */
export async function mcp(): Promise<void> {
  const { around, world } = serverWorld();
  makeCodeCache(world);
  await serveOverStdio(around);
}
