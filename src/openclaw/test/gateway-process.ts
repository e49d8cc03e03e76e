// A gateway in a process of its own, with the plugin as it is installed. Reads one request a line, answers each with a line.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FakeOpenClaw, Transcripts } from './gateway.ts';

interface Request {
  readonly turn?: readonly [key: string, text: string, options?: object];
  readonly tool?: readonly [name: string, key: string, params: unknown];
  readonly stop?: true;
}

const [stateDir = '', kept = '{}'] = process.argv.slice(2);
const transcripts = new Transcripts();
for (const [key, history] of Object.entries(JSON.parse(kept) as Record<string, unknown[]>))
  transcripts.replace(key, history);

const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'openclaw', 'index.js');
const { default: plugin } = await import(built);
const config = { restore: { deadline_ms: 10_000 }, maintenance: { auto: false } };
const host = await new FakeOpenClaw({ plugin, stateDir, transcripts, config }).start();

for await (const line of createInterface({ input: process.stdin })) {
  const { turn, tool, stop } = JSON.parse(line) as Request;
  let answer: unknown = null;
  if (turn) answer = await host.turn(...turn);
  if (tool) answer = await host.tool(tool[0], { sessionKey: tool[1] }, tool[2]);
  if (stop) await host.stop();
  process.stdout.write(`${JSON.stringify({ answer, warnings: host.warnings })}\n`);
}
