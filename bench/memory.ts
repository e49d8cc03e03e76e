// Memory of the server that takes an agent's events in, while one session goes on and on.
// npm run bench -- memory [--events 5000]
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRepository } from '../test/scratch.ts';
import { eventsIn } from './events.ts';
import { drawnCall, drawnUuid, installedHook } from './installed.ts';
import { WarmAgent } from './warm.ts';

const { values } = parseArgs({ options: { events: { type: 'string', default: '5000' } } });
const TOOLS_IN_A_TURN = 24;
const CORTEX = join(import.meta.dirname, '..', 'dist', 'cortex.cjs');

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
const home = join(scratch, 'home');
mkdirSync(home, { mode: 0o700 });
const env = { PATH: process.env['PATH'] ?? '', HOME: scratch, CORTEX_HOME: home };
const repo = makeRepository(join(scratch, 'repo'));
installedHook(CORTEX, process.execPath, env);
const agent = await WarmAgent.start(scratch, env);
console.log(`at its start     ${agent.memoryMb.toFixed(0)} MB`);

const { SessionStart, 'later prompt': prompt, Stop, ...others } = eventsIn(repo);
const tools = Object.entries(others).flatMap(([name, event]) =>
  /^(Edit|Bash|Read)/.test(name) ? [event] : [],
);
const id = drawnUuid('session');
const events = Number(values.events);
let sent = 0;
async function send(payload: object): Promise<void> {
  await agent.hand(
    JSON.stringify({ session_id: id, transcript_path: '/nowhere/t.jsonl', cwd: repo, ...payload }),
  );
  sent++;
  if (sent % Math.ceil(events / 10) === 0)
    console.log(`${String(sent).padStart(6)} events   ${agent.memoryMb.toFixed(0)} MB`);
}
await send(SessionStart!(id));
for (let turn = 0; sent < events; turn++) {
  const of = { prompt_id: drawnUuid(`turn ${turn}`) };
  await send({ ...prompt!(id), ...of });
  for (let call = 0; call < TOOLS_IN_A_TURN; call++)
    await send({ ...tools[call % tools.length]!(id), tool_use_id: drawnCall(`${turn} ${call}`) });
  await send({ ...Stop!(id), ...of });
}
agent.stop();
rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
