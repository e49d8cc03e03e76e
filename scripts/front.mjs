// dist/front.json: the first answers of the server of tools, as the built server gives them. `cortex mcp` says them before it loads
// the protocol's library (src/surfaces/mcp/front.ts).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';

/** Lists that nothing changes while a server runs. */
const LISTS = ['tools/list', 'prompts/list', 'resources/templates/list'];

export async function writeFront(dist) {
  const file = join(dist, 'front.json');
  // Without it the server answers itself.
  rmSync(file, { force: true });
  const home = mkdtempSync(join(tmpdir(), 'cortex-front-'));
  const server = spawn(process.execPath, [join(dist, 'cortex.cjs'), 'mcp'], {
    env: { ...process.env, CORTEX_HOME: join(home, 'home') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const ask = async (id, method, params) => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const { value } = await answers.next();
      const { result } = JSON.parse(value);
      if (!result) throw new Error(`${method}: ${value}`);
      return result;
    };
    const initialize = await ask(0, 'initialize', {
      protocolVersion: SUPPORTED_PROTOCOL_VERSIONS[0],
      capabilities: {},
      clientInfo: { name: 'build', version: '0' },
    });
    server.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
    );
    const lists = {};
    for (const [i, method] of LISTS.entries()) lists[method] = await ask(i + 1, method, {});
    writeFileSync(
      file,
      `${JSON.stringify({ versions: SUPPORTED_PROTOCOL_VERSIONS, initialize, lists })}\n`,
    );
  } finally {
    server.stdin.end();
    await new Promise((done) => server.once('exit', done));
    rmSync(home, { recursive: true, force: true });
  }
}
