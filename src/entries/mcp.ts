import { troubleText } from '../engine/errors.ts';
import { serveOverStdio } from '../surfaces/mcp/stdio.ts';
import { makeCodeCache, serverWorld } from './server-world.ts';

// One bundle for both: serving over HTTP adds a thirtieth to it.
export { mcpOverHttp } from './mcp-http.ts';

/** `cortex mcp`: nothing on standard output but the protocol. Resolves when the client is gone. */
export async function mcp(): Promise<void> {
  let server: ReturnType<typeof serverWorld>;
  try {
    server = serverWorld();
  } catch (error) {
    process.stderr.write(`cortex: ${troubleText(error)}\n`);
    process.exitCode = 1;
    return;
  }
  makeCodeCache(server.world);
  await serveOverStdio(server.around);
}
