import { accessToken } from '../platform/access-token.ts';
import { serveOverHttp } from '../surfaces/mcp/http.ts';
import { buildServer } from '../surfaces/mcp/server.ts';
import { serverWorld } from './server-world.ts';

/** `cortex mcp --http`: resolves when somebody ends it. */
export async function mcpOverHttp(
  port: number,
  say: (line: string) => void,
  build = buildServer,
): Promise<void> {
  const { around, world } = serverWorld();
  const { token, path } = accessToken(world.home);
  const server = await serveOverHttp(around, { port, token }, build);
  say(`Cortex serves its tools at ${server.url}`);
  say(`Clients send the header Authorization: Bearer <token>; the token is in ${path}`);
  const reason = await new Promise<string>((done) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => done(signal));
  });
  await server.close(reason);
}
