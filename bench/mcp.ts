// What the MCP server costs: from its start to its first answer, as a ratio to a bare start of Node, interleaved in one
// run; and its calls. npm run bench -- mcp [--runs 25] [--json]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { makeRepository } from '../test/scratch.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '25' }, json: { type: 'boolean', default: false } },
});
const RUNS = Number(values.runs);
const CORTEX = join(import.meta.dirname, '..', 'dist', 'cortex.cjs');
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
const cwd = makeRepository(join(scratch, 'repo'));
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: scratch,
  CORTEX_HOME: join(scratch, 'home'),
  CORTEX_MAINTENANCE_AUTO: 'false',
};
const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})}\n`;

interface Sample {
  readonly cpu: number;
  readonly wall: number;
}

/** CPU of the whole process, from the shell's own accounting; wall time until the first byte of an answer. */
async function firstAnswer(args: readonly string[]): Promise<Sample> {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@"';
  const began = performance.now();
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, ...args], { cwd, env });
  let times = '';
  child.stderr.on('data', (chunk) => void (times += chunk));
  child.stdin.write(INITIALIZE);
  await once(child.stdout, 'data');
  const wall = performance.now() - began;
  child.stdin.end();
  await once(child, 'close');
  const [user, system] = times.trim().split('\n').at(-1)!.split(' ').map(Number);
  return { cpu: (user! + system!) * 1000, wall };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

const BARE = ['-e', 'process.stdin.once("data", () => process.stdout.write("x"))'];
const samples = { bare: [] as Sample[], server: [] as Sample[] };
// The first start makes the folder for compiled code, the second fills it.
for (let i = 0; i < 2; i++) await firstAnswer([CORTEX, 'mcp']);
for (let i = 0; i < RUNS; i++) {
  samples.bare.push(await firstAnswer(BARE));
  samples.server.push(await firstAnswer([CORTEX, 'mcp']));
}

const client = new Client({ name: 'bench', version: '1' });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [CORTEX, 'mcp'], env, cwd }),
);
const { tools } = await client.listTools();
const calls: Record<string, { first: number; median: number }> = {};
for (const [name, input] of [
  ['working_memory', { action: 'view' }],
  ['working_memory', { action: 'pin', content: 'the radio speaks 38400 baud', label: 'baud' }],
  ['session_note', { kind: 'next', text: 'measure the antenna' }],
  ['cortex_add', { content: 'the CI runner has 2 cores' }],
  ['memory_context', { query: 'baud' }],
  ['session_search', { query: 'antenna' }],
] as const) {
  const millis: number[] = [];
  for (let i = 0; i <= RUNS; i++) {
    const began = performance.now();
    await client.callTool({ name, arguments: input });
    millis.push(performance.now() - began);
  }
  calls[`${name} ${Object.values(input)[0]}`] = { first: millis[0]!, median: median(millis.slice(1)) };
}
const instructions = client.getInstructions() ?? '';
await client.close();
rmSync(scratch, { recursive: true, force: true });

const of = (which: keyof typeof samples, what: keyof Sample) =>
  median(samples[which].map((one) => one[what]));
const report = {
  runs: RUNS,
  bare: { cpu: of('bare', 'cpu'), wall: of('bare', 'wall') },
  server: { cpu: of('server', 'cpu'), wall: of('server', 'wall') },
  ratio: { cpu: of('server', 'cpu') / of('bare', 'cpu'), wall: of('server', 'wall') / of('bare', 'wall') },
  bytes: { tools: Buffer.byteLength(JSON.stringify(tools)), instructions: Buffer.byteLength(instructions) },
  calls,
};
if (values.json) console.log(JSON.stringify(report, null, 2));
else {
  const line = (name: string, { cpu, wall }: Sample) =>
    console.log(`${name.padEnd(34)} cpu ${cpu.toFixed(1)}  wall ${wall.toFixed(1)}`);
  line('a bare start, ms', report.bare);
  line('the server to its first answer, ms', report.server);
  line('ratio', report.ratio);
  console.log(
    `tools/list ${report.bytes.tools} bytes (≤ 12,000), instructions ${report.bytes.instructions} (≤ 2,048)`,
  );
  for (const [name, { first, median: usual }] of Object.entries(calls))
    console.log(`${name.padEnd(34)} first ${first.toFixed(1)} ms, then ${usual.toFixed(1)} ms`);
}
