import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkTools } from '../../src/domain/observe/check-tools.ts';
import type { Deps } from '../../src/engine/base/deps.ts';
import { threadHere } from '../../src/engine/threads/threads.ts';
import { engineDeps, openStore, openWorld } from '../../src/program/compose.ts';
import { Agent } from '../agent.ts';
import { claudeEvents } from '../claude-events.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';
import { table } from '../table.ts';

/**
 * Every check that fails is a blocker of the thread, and ends when it succeeds. The engine handles the events of all:
 * four hundred runs of the hook would show nothing more. A handful go through the built hook at the end.
 */
/** For each program that is a check, a command line in which it checks. */
const CHECKS = Object.fromEntries(table<[string, string]>('check-tools'));

const folder = scratchFolder();
const home = join(folder.path, 'home');

async function start(cwd: string): Promise<void> {
  const agent = new Agent({ home, cwd, sessionId: cwd });
  await agent.start();
  agent.quit();
}

let calls = 0;
async function run(cwd: string, command: string, failed: boolean): Promise<void> {
  const ending = failed
    ? (['PostToolUseFailure', { error: 'Exit code 1\nsomething is wrong' }] as const)
    : (['PostToolUse', { tool_response: { stdout: 'fine', stderr: '' } }] as const);
  const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_${++calls}` };
  await claudeEvents(opened(), cwd, cwd)(ending[0], { ...call, ...ending[1] });
}

/** One connection for all. */
let deps: Deps | null = null;
function opened(): Deps {
  if (deps === null) {
    const world = openWorld({ CORTEX_HOME: home });
    deps = engineDeps(world, openStore(world));
  }
  return deps;
}
afterAll(() => {
  deps?.store.close();
  folder.dispose();
});

/** How many blockers of the project's thread are open. */
async function blockers(cwd: string): Promise<number> {
  const seen = await threadHere(opened(), opened().locate(cwd).scope);
  return seen?.thread.blockers.filter((one) => !one.resolved).length ?? 0;
}

describe.each([
  ['every tool of the table', Object.values(CHECKS)],
  ['every way of calling one', table<string>('check-ways')],
])('%s', (name, lines) => {
  const repo = makeRepository(join(folder.path, name));

  it('is a blocker from its failure to its success', async () => {
    await start(repo);
    const missed: string[] = [];
    for (const line of lines) {
      await run(repo, line, true);
      const whileFailing = await blockers(repo);
      await run(repo, line, false);
      if (whileFailing !== 1 || (await blockers(repo)) !== 0) missed.push(line);
    }
    expect(missed).toEqual([]);
  });
});

it('the lines cover the table', () => {
  expect(Object.keys(CHECKS).sort()).toEqual([...checkTools().keys()].sort());
});
