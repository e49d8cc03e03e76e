// The server of `cortex mcp --http` with the fixtures that the official conformance suite asks for added to Cortex's own
// tools, resources and prompts. For `npm run conformance`; nothing of it is in the package.
import { mcpOverHttp } from '../../src/entries/mcp.ts';
import { buildServer } from '../../src/surfaces/mcp/server.ts';
import { addAskingFixtures } from './fixtures-asking.ts';
import { addContentFixtures } from './fixtures-content.ts';
import { addProtocolFixtures } from './fixtures-protocol.ts';

await mcpOverHttp(0, console.log, (version, desk) => {
  const server = buildServer(version, desk);
  addContentFixtures(server);
  addAskingFixtures(server);
  addProtocolFixtures(server);
  return server;
});
