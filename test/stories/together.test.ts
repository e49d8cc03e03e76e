import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { Agent, type Result } from '../agent.ts';
import { runs } from '../effort.ts';
import { mcpStage } from '../mcp.ts';
import { CORTEX, runHere } from '../program.ts';

const { here, environment, connect } = mcpStage({ processes: true });

const HOOKS = 10;
const FACTS = runs(3, 6);
const COMMANDS = runs(2, 4);

/** A command of a person at another terminal. */
function cortex(...args: string[]): Promise<Result> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [CORTEX, ...args], {
      cwd: here.radio,
      env: environment(),
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => void (stdout += chunk));
    child.stderr.on('data', (chunk) => void (stderr += chunk));
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

async function json<T>(...args: string[]): Promise<T> {
  return read(await cortex(...args, '--json'));
}

/** What is there afterwards, when nobody is at work any more. */
function seen<T>(...args: string[]): T {
  const around = { cwd: here.radio, env: environment(), input: '', host: process.pid };
  const { status: code, ...said } = runHere([...args, '--json'], around);
  return read({ code, ...said });
}

function read<T>({ code, stdout, stderr }: Result): T {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

it('two servers, commands and ten hooks at once on one database: what was acknowledged is there, once', async () => {
  const agents = times(
    HOOKS,
    (i) => new Agent({ home: here.home, cwd: here.radio, sessionId: `agent-${i}` }),
  );
  try {
    const servers = await Promise.all(
      ['a', 'b'].map(async (name) => ({ name, ...(await connect({ name })) })),
    );

    const byServers = servers.flatMap(({ name, call }) =>
      times(FACTS, async (i) => {
        const added = await call('cortex_add', { content: `fact ${i} of server ${name}` });
        const noted = await call('session_note', {
          kind: 'next',
          text: `step ${i} of server ${name}`,
        });
        const pinned = await call('working_memory', {
          action: 'pin',
          content: `pin ${i} of ${name}`,
        });
        for (const { isError, text } of [added, noted, pinned])
          expect({ isError, text }).toMatchObject({ isError: false });
        return added.data['id'] as string;
      }),
    );
    const byPerson = times(COMMANDS, async (i) => {
      const noted = await cortex('note', 'next', `step ${i} of a person`);
      expect(noted).toMatchObject({ code: 0, stderr: '' });
      return (await json<{ id: string }>('memory', 'add', `fact ${i} of a person`)).id;
    });
    // One hook of each agent at a time, ten agents at a time.
    const byHooks = agents.map(async (agent, i) => {
      const results = [
        await agent.start(),
        await agent.prompt(`take care of part ${i}`),
        await agent.edit(join(here.radio, `part-${i}.ts`)),
        await agent.tool('Write', { file_path: join(here.radio, `new-${i}.ts`), content: 'x' }),
        await agent.stop(),
        ...(i % 2 === 0 ? [await agent.end()] : []),
      ];
      for (const { code, stderr } of results)
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });
    const ids = [...(await Promise.all(byServers)), ...(await Promise.all(byPerson))];
    await Promise.all(byHooks);
    expect(new Set(ids).size).toBe(2 * FACTS + COMMANDS);

    const facts = seen<{ id: string; content: string }[]>('memory', 'list', '--limit', '100');
    expect(facts.map(({ id }) => id).sort()).toEqual(ids.toSorted());
    expect(new Set(facts.map(({ content }) => content)).size).toBe(ids.length);

    const noted = await servers[0]!.call('session_note', { kind: 'phase', text: 'looking' });
    const { text } = await servers[1]!.call('session_resume', { id: noted.data['thread_id'] });
    const steps = [
      ...['a', 'b'].flatMap((name) => times(FACTS, (i) => `step-${i}-of-server-${name}`)),
      ...times(COMMANDS, (i) => `step-${i}-of-a-person`),
    ];
    for (const step of steps) expect(text.split(`next:${step}`), step).toHaveLength(2);

    const sessions = seen<SessionState[]>('history', '--all', '--limit', '50');
    expect(sessions).toHaveLength(HOOKS + 2);
    for (const { name } of servers) {
      const own = sessions.find(({ host }) => host === `mcp:${name}`)!;
      const pins = own.working_memory
        .map(({ content }) => content)
        .filter((content) => content.endsWith(` of ${name}`));
      expect(pins.sort()).toEqual(times(FACTS, (i) => `pin ${i} of ${name}`));
    }
    for (const [i, { sessionId }] of agents.entries()) {
      const [own, ...others] = sessions.filter(({ host_session_id: id }) => id === sessionId);
      expect(others).toEqual([]);
      expect(own!.files_modified.map((file) => file.split('/').at(-1)).sort()).toEqual([
        `new-${i}.ts`,
        `part-${i}.ts`,
      ]);
      expect(own).toMatchObject({ host: 'claude-code', turn_count: 1, crash_recovered: false });
      expect(own!.end_time === null, `agent ${i} goes on`).toBe(i % 2 === 1);
    }

    expect(seen('verify')).toMatchObject({ ok: true });
    const database = new DatabaseSync(join(here.home, 'brain.db'), { readOnly: true });
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    database.close();
  } finally {
    for (const agent of agents) agent.quit();
  }
});
