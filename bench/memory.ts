// How much memory several open sessions take: the server of each agent, which its hooks hand their events to.
// npm run bench -- memory [--agents 5] [--events 2000] [--more 3000] [--rest 60] [--sessions 300] [--dist <folder>] [--json]
// Each agent has a session of its own in one home; PSS (smaps_rollup) shares what the servers have in common. Then the first one goes
// on with --more events, to see whether it grows. Linux alone.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeRepository } from '../test/scratch.ts';
import { eventsIn } from './events.ts';
import { drawnCall, drawnUuid, installedHook } from './installed.ts';
import { repositories, seed } from './seed.ts';
import { WarmAgent } from './warm.ts';

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '5' },
    events: { type: 'string', default: '2000' },
    more: { type: 'string', default: '3000' },
    rest: { type: 'string', default: '60' },
    sessions: { type: 'string', default: '300' },
    dist: { type: 'string', default: join(import.meta.dirname, '..', 'dist') },
    json: { type: 'boolean', default: false },
  },
});
const GOAL_MB = 250;
const GROWTH_MB = 5;
const EVENTS = Number(values.events);
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bench-memory-')));
const say = (line: string) => process.stderr.write(`${line}\n`);

const TOOLS = ['Edit', 'Bash(npm test)', 'Read', 'Bash(git status)', 'Edit without function'];
/** Events of a turn. */
const TURN = 25;

/** The name of an event of a session without end. */
function nameOf(i: number): string {
  if (i === 0) return 'SessionStart';
  if (i % TURN === 0) return 'Stop';
  return i % TURN === 1 ? 'later prompt' : TOOLS[i % TOOLS.length]!;
}

function eventAt(repo: string, session: string, i: number): string {
  const name = nameOf(i);
  const isTool = TOOLS.includes(name);
  return JSON.stringify({
    ...eventsIn(repo)[name]!(session),
    session_id: drawnUuid(session),
    transcript_path: '/nowhere/t.jsonl',
    cwd: repo,
    prompt_id: drawnUuid(`${session} ${Math.floor((i - 1) / TURN)}`),
    ...(isTool && { tool_use_id: drawnCall(`${session} ${i}`) }),
  });
}

async function play(agent: WarmAgent, repo: string, session: string, from: number, to: number) {
  for (let i = from; i < to; i++) await agent.hand(eventAt(repo, session, i));
}

try {
  const home = join(scratch, 'home');
  mkdirSync(home, { mode: 0o700 });
  await seed(join(home, 'brain.db'), {
    sessions: Number(values.sessions),
    scopes: repositories(5, join(scratch, 'others')),
    days: 60,
    now: Date.now(),
  });
  const env = {
    PATH: process.env['PATH'],
    HOME: scratch,
    CORTEX_HOME: home,
    CORTEX_MAINTENANCE_AUTO: 'false',
  };
  installedHook(join(resolve(values.dist), 'cortex.cjs'), process.execPath, env);
  const agents: WarmAgent[] = [];
  const repos: string[] = [];
  for (let n = 0; n < Number(values.agents); n++) {
    const folder = join(scratch, `agent-${n}`);
    mkdirSync(folder);
    repos.push(makeRepository(join(folder, 'repo')));
    agents.push(await WarmAgent.start(folder, env));
  }
  const sum = () => agents.reduce((all, agent) => all + agent.sharedMb, 0);
  const fresh = sum();
  say(`${agents.length} agents, ${Math.round(fresh)} MB before their first event`);
  const begun = agents.map((agent, n) => play(agent, repos[n]!, `agent ${n}`, 0, EVENTS));
  await Promise.all(begun);
  const busy = sum();
  await setTimeout(Number(values.rest) * 1000);
  const rested = agents.map((agent) => agent.sharedMb);
  const all = rested.reduce((a, b) => a + b, 0);
  const more = EVENTS + Number(values.more);
  const before = agents[0]!.ownMb;
  await play(agents[0]!, repos[0]!, 'agent 0', EVENTS, more);
  await setTimeout(Number(values.rest) * 1000);
  const grown = agents[0]!.ownMb - before;
  for (const agent of agents) agent.stop();
  const result = {
    agents: agents.length,
    events: EVENTS,
    fresh,
    busy,
    rested: all,
    each: rested,
    more,
    grown,
  };
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else {
    const one = (mb: number) => `${mb.toFixed(1)} MB`;
    console.log(`${agents.length} open sessions, ${EVENTS} events each, PSS`);
    console.log(`before the first event  ${one(fresh)}`);
    console.log(`after the last          ${one(busy)}`);
    console.log(
      `after ${values.rest} s of rest      ${one(all)}   ≤ ${GOAL_MB} ${all <= GOAL_MB ? 'reached' : 'MISSED'}`,
    );
    console.log(
      `one of them, ${EVENTS} → ${more} events, grows by ${one(grown)}   ≤ ${GROWTH_MB} ${grown <= GROWTH_MB ? 'reached' : 'MISSED'}`,
    );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
