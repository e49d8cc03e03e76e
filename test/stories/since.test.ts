import { expect, it } from 'vitest';
import { Agent } from '../agent.ts';
import { mcpStage } from '../mcp.ts';

/** A span means the same wherever it is typed: what is two hours old lies outside of 90 minutes and within 3 hours or a month. */
const { here, connect } = mcpStage();
const THEN = '2026-11-15T08:00:00.000Z';
const NOW = '2026-11-15T10:00:00.000Z';

it('90m is 90 minutes on every surface', async () => {
  const agent = new Agent({ home: here.home, cwd: here.radio, now: THEN });
  await agent.start();
  await agent.prompt('Tune the hamlib driver.');
  await agent.run('memory', 'add', 'The hamlib driver needs a lock.');
  await agent.stop();
  await agent.end();

  const person = new Agent({ home: here.home, cwd: here.radio, now: NOW });
  const { call } = await connect({ env: { CORTEX_NOW: NOW } });
  const surfaces: Record<string, (since: string) => Promise<string>> = {
    search: async (since) => (await person.run('search', 'hamlib', '--since', since)).stdout,
    metrics: async (since) => (await person.run('metrics', '--since', since)).stdout,
    'memory list': async (since) => (await person.run('memory', 'list', '--since', since)).stdout,
    'memory search': async (since) =>
      (await person.run('memory', 'search', 'hamlib', '--since', since)).stdout,
    session_search: async (since) =>
      (await call('session_search', { query: 'hamlib', since, refresh: true })).text,
    cortex_search: async (since) =>
      (await call('cortex_search', { query: 'hamlib', since, refresh: true })).text,
    cortex_stm: async (since) => (await call('cortex_stm', { since, refresh: true })).text,
  };
  const found: Record<string, readonly boolean[]> = {};
  for (const [name, ask] of Object.entries(surfaces)) {
    const answers = [await ask('90m'), await ask('3h'), await ask('1mo')];
    found[name] = answers.map((text) => /hamlib driver|session_captured/.test(text));
  }
  person.quit();
  expect(found).toEqual(
    Object.fromEntries(Object.keys(surfaces).map((name) => [name, [false, true, true]])),
  );
});

it('an expiry reads it alike', async () => {
  const person = new Agent({ home: here.home, cwd: here.radio, now: NOW });
  const shown = await person.run(
    'memory',
    'add',
    'Holds for a while.',
    '--expires',
    '90m',
    '--json',
  );
  expect(shown.stdout).toContain('2026-11-15T11:30:00.000Z');
  person.quit();
  const { call } = await connect({ env: { CORTEX_NOW: NOW } });
  const added = await call('cortex_add', { content: 'Holds for a month.', expires: '1mo' });
  expect(JSON.stringify(added.data)).toContain('2026-12-15T10:00:00.000Z');
});
