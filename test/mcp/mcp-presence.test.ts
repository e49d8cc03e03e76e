import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { Agent, cortex } from '../agent.ts';
import { some } from '../effort.ts';
import { mcpStage } from '../mcp.ts';
import { CORTEX, runHere } from '../program.ts';
import { makeRepository } from '../scratch.ts';

const { here, environment, connect } = mcpStage();

interface Event {
  readonly id: string;
  readonly name: string;
  readonly cwd?: string;
  readonly more?: Record<string, unknown>;
}

/** One event through the real hook; its host is this process, which also starts the servers. */
function hook({ id, name, cwd = here.radio, more }: Event): void {
  const input = JSON.stringify({ session_id: id, cwd, hook_event_name: name, ...more });
  const done = runHere(['hook', 'claude-code'], {
    input,
    cwd,
    env: environment(),
    host: process.pid,
  });
  expect(done.stderr).toBe('');
}

const start = (id: string, cwd?: string) =>
  hook({ id, name: 'SessionStart', ...(cwd && { cwd }), more: { source: 'startup' } });
const prompt = (id: string, text: string, cwd?: string) =>
  hook({
    id,
    name: 'UserPromptSubmit',
    ...(cwd && { cwd }),
    more: { prompt: text, prompt_id: `${id}-${text}` },
  });
const end = (id: string) => hook({ id, name: 'SessionEnd', more: { reason: 'clear' } });

function history(env: Record<string, string> = {}): SessionState[] {
  const around = { cwd: here.radio, env: environment(env), input: '', host: process.pid };
  const done = runHere(['history', '--all', '--json'], around);
  expect(done.stderr).toBe('');
  return JSON.parse(done.stdout) as SessionState[];
}

it('a home that somebody removed is not made anew by a server that still runs', async () => {
  const server = await connect();
  expect(await server.call('working_memory', pin('the coupler is tuned'))).toMatchObject({
    isError: false,
  });
  rmSync(here.home, { recursive: true });
  for (let i = 0; i < 2; i++) {
    const again = await server.call('working_memory', pin('a ghost'));
    expect(again.isError).toBe(true);
    expect(again.text).toContain('was removed');
  }
  await server.close();
  expect(existsSync(here.home)).toBe(false);
});

/** A server in a process of its own, for what only processes have. */
const IN_PROCESS = { isProcess: true };
const ALL_PROJECTS = { CORTEX_MCP_OTHER_PROJECTS: 'always' };
const pin = (content: string) => ({ action: 'pin', content });
const pinsOf = (states: SessionState[], hostSessionId: string) =>
  states
    .find((state) => state.host_session_id === hostSessionId)!
    .working_memory.map(({ content }) => content);

it('a pin that a person types as /cortex:pin is theirs, and any other of the agent is not', async () => {
  start('one');
  prompt('one', '/cortex:pin never deploy on Friday');
  const { call } = await connect();
  await call('working_memory', pin('never deploy on Friday'));
  await call('working_memory', pin('the runner has 2 cores'));
  expect(history()[0]!.working_memory).toMatchObject([
    { content: 'never deploy on Friday', by: 'person' },
    { content: 'the runner has 2 cores', by: 'agent' },
  ]);
});

it('joins the session that the hooks of its host opened, and follows when another begins', async () => {
  start('first');
  prompt('first', 'tune the antenna');
  const { call } = await connect(IN_PROCESS);
  await call('working_memory', pin('for the first'));
  // As after /clear: the same process, another conversation.
  end('first');
  start('second');
  prompt('second', 'go on');
  await call('working_memory', pin('for the second'));
  const states = history();
  expect(states.map(({ host }) => host)).toEqual(['claude-code', 'claude-code']);
  expect(pinsOf(states, 'first')).toEqual(['for the first']);
  expect(pinsOf(states, 'second')).toContain('for the second');
  // Nothing runs any more: an ended session is never joined.
  end('second');
  await call('working_memory', pin('for nobody else'));
  expect(history().map(({ host }) => host)).toEqual([
    'mcp:test-client',
    'claude-code',
    'claude-code',
  ]);
});

it('a session of another project is never joined, though the same process runs it', async () => {
  const cerberus = makeRepository(join(here.folder, 'b', 'cerberus'));
  const hydra = makeRepository(join(here.folder, 'c', 'hydra'));
  start('first', cerberus);
  prompt('first', 'feed it', cerberus);
  const joined = await connect({ cwd: cerberus });
  await joined.call('working_memory', pin('cerberus has three heads'));
  expect(pinsOf(history(), 'first')).toEqual(['cerberus has three heads']);
  // By its folder, by what the host says of it, and whatever id it inherited.
  const starts = [
    { cwd: hydra },
    { cwd: cerberus, env: { CLAUDE_PROJECT_DIR: hydra } },
    { cwd: hydra, env: { CLAUDE_CODE_SESSION_ID: 'first' } },
    { cwd: hydra, name: 'claude-code', env: { CLAUDE_CODE_SESSION_ID: 'first' } },
  ];
  for (const options of starts) {
    const { call, close } = await connect(options);
    for (const tool of ['memory_context', 'session_history', 'session_search'])
      expect(
        (await call(tool, tool === 'session_search' ? { query: 'heads' } : {})).text,
      ).not.toContain('three heads');
    expect((await call('working_memory', { action: 'view' })).text).not.toContain('three heads');
    await call('working_memory', pin('hydra has nine'));
    const noted = await call('session_note', { kind: 'next', text: 'count them' });
    expect(noted.data['scope']).toBe('project:hydra');
    await close();
  }
  expect(pinsOf(history(), 'first')).toEqual(['cerberus has three heads']);
});

it('where its folder is no working tree it joins the only project that its process works on', async () => {
  const shop = makeRepository(join(here.folder, 'b', 'shop'));
  start('radio');
  prompt('radio', 'a');
  // Started as a plugin's server is, in a folder of its own.
  const { call } = await connect({ cwd: here.folder });
  await call('working_memory', pin('radio pin'));
  expect(pinsOf(history(), 'radio')).toEqual(['radio pin']);
  // Another conversation about the same project leaves no doubt.
  start('again');
  prompt('again', 'a');
  await call('working_memory', pin('newest pin'));
  expect(pinsOf(history(), 'again')).toContain('newest pin');
  start('shop', shop);
  prompt('shop', 'b', shop);
  const unsure = await call('working_memory', pin('of nobody'));
  expect(unsure).toMatchObject({
    isError: true,
    text: expect.stringContaining('project:radio, project:shop'),
  });
  expect(unsure.text).toContain('Give project');
  await call('working_memory', { ...pin('shop pin'), project: shop });
  // A tool that takes no project goes on without a session.
  expect((await call('session_stats')).isError).toBe(false);
  expect(pinsOf(history(), 'shop')).toEqual(['shop pin']);
  expect(history()).toHaveLength(3);
  // In doubt about two it may not name a third.
  const third = makeRepository(join(here.folder, 'c', 'third'));
  expect((await call('memory_context', { project: third })).text).toContain('mcp.other_projects');
});

it.each(['2025-06-18', '2025-11-25'] as const)(
  'where its folder is no working tree the roots of the client tell the project (%s)',
  async (era) => {
    const shop = makeRepository(join(here.folder, 'b', 'shop'));
    start('radio');
    prompt('radio', 'a');
    const roots = [here.folder, join(shop, 'src')];
    const { call } = await connect({ cwd: here.folder, roots, era });
    const noted = await call('session_note', { kind: 'next', text: 'x' });
    expect(noted.data['scope']).toBe('project:shop');
    await call('working_memory', pin('shop pin'));
    expect(pinsOf(history(), 'radio')).toEqual([]);
  },
);

it('an agent that another one started is told everything, whatever the other one was told', async () => {
  start('outer');
  prompt('outer', 'tune');
  const outer = await connect({ name: 'claude-code' });
  await outer.call('cortex_add', { content: 'The rotor turns at 7 degrees a second' });
  expect((await outer.call('memory_context')).text).not.toContain('7 degrees');
  const inner = await connect({ name: 'codex-mcp-client' });
  expect((await inner.call('memory_context')).text).toContain('7 degrees');
  await inner.call('working_memory', pin('of the inner one'));
  expect(history().map(({ host }) => host)).toEqual(['codex', 'claude-code']);
});

it('an unknown client that was started inside an agent does not take the id that it inherited for its own', async () => {
  start('outer');
  prompt('outer', 'tune');
  const env = { CLAUDE_CODE_SESSION_ID: 'outer' };
  const inner = await connect({ name: 'some-agent', env, through: true, ...IN_PROCESS });
  await inner.call('working_memory', pin('of the inner one'));
  const mine = await connect({ name: 'some-agent', env, ...IN_PROCESS });
  await mine.call('working_memory', pin('of the outer one'));
  const states = history();
  expect(states.map(({ host }) => host)).toEqual(['mcp:some-agent', 'claude-code']);
  expect(pinsOf(states, 'outer')).toEqual(['of the outer one']);
});

it('is known by the id in the environment where the host is no ancestor, and otherwise by being the only one', async () => {
  const agents = ['one', 'two'].map(
    (sessionId) => new Agent({ home: here.home, cwd: here.radio, sessionId }),
  );
  try {
    for (const agent of agents) {
      await agent.start();
      await agent.prompt('work');
    }
    const named = await connect({ env: { CLAUDE_CODE_SESSION_ID: 'one' } });
    await named.call('working_memory', pin('by id'));
    expect(pinsOf(history(), 'one')).toEqual(['by id']);
    // Two of them run: it cannot be told which.
    const unsure = await connect({ name: 'claude-code' });
    await unsure.call('working_memory', pin('by nobody'));
    await unsure.close();
    await agents[0]!.end();
    // An id that went stale is none.
    const only = await connect({ name: 'claude-code', env: { CLAUDE_CODE_SESSION_ID: 'one' } });
    await only.call('working_memory', pin('by being the only one'));
    // A client of another name is not of that host.
    const stranger = await connect({ name: 'stranger' });
    await stranger.call('working_memory', pin('own'));
    const states = history();
    expect(pinsOf(states, 'two')).toEqual(['by being the only one']);
    expect(states.map(({ host }) => host).sort()).toEqual([
      'claude-code',
      'claude-code',
      'claude-code',
      'mcp:stranger',
    ]);
  } finally {
    for (const agent of agents) agent.quit();
  }
});

it('a server that a daemon keeps in no project stands in the only session that this daemon runs', async () => {
  // As with Cline: plugins run in a process of their own, and the server beside it stays where its settings put it.
  const shop = makeRepository(join(here.folder, 'b', 'shop'));
  const agent = new Agent({ home: here.home, cwd: shop, sessionId: 'one' });
  try {
    await agent.start();
    await agent.prompt('work');
    const { call } = await connect({ name: 'claude-code', cwd: '/' });
    await call('working_memory', pin('prices are in cents'));
    expect(pinsOf(history(), 'one')).toEqual(['prices are in cents']);
    expect(history()).toHaveLength(1);
    const elsewhere = await connect({ name: 'claude-code', cwd: here.radio });
    await elsewhere.call('working_memory', pin('ft991a'));
    expect(pinsOf(history(), 'one')).toEqual(['prices are in cents']);
  } finally {
    agent.quit();
  }
});

it.each(['closed', 'killed'])(
  'a client that only asked leaves no session behind (%s)',
  async (how) => {
    const before = await connect();
    await before.call('working_memory', { ...pin('the antenna needs 50 ohms'), critical: true });
    await before.call('cortex_add', { content: 'The radio speaks 38400 baud' });
    const noted = await before.call('session_note', { kind: 'next', text: 'tune it' });
    await before.close();
    const known = history();
    const asking = await connect({ isProcess: how === 'killed' });
    const asked = async (tool: string, input?: Record<string, unknown>) => {
      const { isError, text } = await asking.call(tool, input);
      expect({ tool, isError, text }).toMatchObject({ isError: false });
      return text;
    };
    const first = await asked('memory_context', { query: 'the baud of the radio' });
    expect(first).toContain('the antenna needs 50 ohms');
    expect(first).toContain('38400 baud');
    // Nothing twice holds for it too.
    const second = await asked('memory_context', { query: 'the baud of the radio' });
    expect(second).toMatch(/Withheld: [1-9]/);
    expect(second).not.toContain('38400 baud');
    expect(await asked('working_memory', { action: 'view' })).toContain(
      'the antenna needs 50 ohms',
    );
    await asked('session_search', { query: 'antenna' });
    await asked('session_resume', { id: noted.data['thread_id'] });
    for (const tool of ['session_history', 'cortex_session_chain', 'cortex_stm', 'session_stats'])
      await asked(tool);
    await asked('cortex_search', { query: 'baud' });
    expect(history()).toEqual(known);
    const gone = new Promise((done) => {
      asking.client.onclose = () => done(null);
    });
    if (how === 'killed') process.kill(asking.pid, 'SIGKILL');
    else await asking.close();
    await gone;
    start('next');
    expect(history().filter(({ host }) => host !== 'claude-code')).toHaveLength(1);
  },
);

it('numbers of pins that were shown before the first session opened hold in it', async () => {
  const before = await connect();
  const contents = ['one', 'two', 'three', 'four'];
  for (const content of contents) await before.call('working_memory', pin(content));
  await before.close();
  await cortex({ home: here.home, cwd: here.radio }, 'pin', 'by a person');
  const { call } = await connect();
  await call('memory_context', { query: 'four' });
  const { text } = await call('working_memory', { action: 'view' });
  const shown = [...text.matchAll(/^\d\. (\w+)/gm)].map(([, word]) => word!);
  expect(shown.sort()).toEqual([...contents, 'by'].sort());
  const [, third] = /^3\. (\w+)/m.exec(text)!;
  const { data } = await call('working_memory', { action: 'unpin', label: '3' });
  expect(data['let_go']).toMatchObject([{ content: expect.stringMatching(third!) }]);
});

it('what a client was told before its first session stays told in it', async () => {
  const { call } = await connect();
  const add = (content: string) => call('cortex_add', { content });
  await add('The radio speaks 38400 baud');
  const { call: ask } = await connect({ name: 'asking' });
  expect((await ask('memory_context')).text).toContain('38400 baud');
  await ask('working_memory', pin('PTT stays off'));
  expect(history().map(({ host }) => host)).toContain('mcp:asking');
  expect((await ask('memory_context')).text).not.toContain('38400 baud');
});

it('a client without hooks has a session: opened at its first call that writes, ended when it goes, inherited by the next', async () => {
  const first = await connect({ name: 'Some Editor' });
  await first.client.listResources();
  expect(history()).toEqual([]);
  await first.call('working_memory', pin('the antenna needs 50 ohms'));
  await first.call('session_stats');
  const [open] = history();
  expect(open).toMatchObject({ host: 'mcp:some-editor', scope: 'project:radio', end_time: null });
  await first.close();
  const [ended] = history();
  expect(ended).toMatchObject({ session_id: open!.session_id, crash_recovered: false });
  expect(ended!.end_time).not.toBeNull();
  const second = await connect();
  const viewed = await second.call('working_memory', { action: 'view' });
  expect(viewed.text).toContain('the antenna needs 50 ohms');
});

it.each(some(['SIGTERM', 'SIGINT'] as const, 1))(
  '%s ends the server and its session',
  async (signal) => {
    const { call, pid, client } = await connect(IN_PROCESS);
    await call('working_memory', pin('kept'));
    const gone = new Promise((done) => {
      client.onclose = () => done(null);
    });
    process.kill(pid, signal);
    await gone;
    const [state] = history();
    expect(state).toMatchObject({ crash_recovered: false });
    expect(state!.end_time).not.toBeNull();
  },
);

it('a client that is killed takes its server and its session along', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const server = spawn(process.execPath, [${JSON.stringify(CORTEX)}, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    const clientInfo = { name: 'doomed', version: '1' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    send({ method: 'notifications/initialized' });
    const call = { name: 'working_memory', arguments: { action: 'pin', content: 'survives' } };
    send({ id: 2, method: 'tools/call', params: call });
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('"id":2')) console.log(server.pid);
    });`;
  const client = spawn(process.execPath, ['-e', script], { cwd: here.radio, env: environment() });
  const [line] = (await once(client.stdout, 'data')) as [Buffer];
  const server = Number(line.toString());
  expect(isAlive(server)).toBe(true);
  client.kill('SIGKILL');
  await once(client, 'exit');
  // It leaves by itself, when its input ends.
  while (isAlive(server)) await new Promise((done) => setTimeout(done, 20));
  const [state] = history();
  expect(state).toMatchObject({ host: 'mcp:doomed', crash_recovered: false });
  expect(state!.end_time).not.toBeNull();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('the project: as an argument, else from the host, else where the server was started', async () => {
  const shop = makeRepository(join(here.folder, 'b', 'shop'));
  const blog = makeRepository(join(here.folder, 'c', 'blog'));
  const { call } = await connect({ env: { CLAUDE_PROJECT_DIR: shop, ...ALL_PROJECTS } });
  const noted = async (input: Record<string, unknown> = {}) =>
    (await call('session_note', { kind: 'next', text: 'x', ...input })).data['scope'];
  expect(await noted()).toBe('project:shop');
  expect(await noted({ project: blog })).toBe('project:blog');
  expect(await noted({ project: join(blog, 'not', 'there', 'yet') })).toBe('project:blog');
  expect(await noted({ project: 'blog' })).toBe('project:blog');
  expect(await noted({ project: 'global' })).toBe('global');
  const plain = await connect();
  expect((await plain.call('session_note', { kind: 'next', text: 'x' })).data['scope']).toBe(
    'project:radio',
  );
  // Two repositories of one name are told apart by their folders.
  const twin = makeRepository(join(here.folder, 'd', 'blog'));
  expect(await noted({ project: twin })).toBe('project:blog');
  const unsure = await call('session_note', { kind: 'next', text: 'x', project: 'blog' });
  expect(unsure.isError).toBe(true);
  expect(unsure.text).toContain(twin);
});

it('a client without hooks is one conversation and one session, whatever other projects it asks about', async () => {
  const shop = makeRepository(join(here.folder, 'b', 'shop'));
  const { call } = await connect({ name: 'some-editor', env: ALL_PROJECTS });
  await call('cortex_add', { content: 'the radio answers at 38400 baud', project: 'global' });
  expect((await call('memory_context', { refresh: true })).text).toContain('38400');
  const there = await call('memory_context', { project: shop });
  expect(there.text).not.toContain('38400');
  await call('working_memory', { ...pin('for the shop'), project: shop });
  expect(history()).toMatchObject([{ scope: 'project:radio', working_memory: [] }]);
});

it('two servers of one host without hooks do not take each other for it', async () => {
  const both = [await connect({ name: 'claude-code' }), await connect({ name: 'claude-code' })];
  for (const { call, pid } of both) await call('working_memory', pin(`of ${pid}`));
  for (const { call } of both)
    expect((await call('working_memory', { action: 'view' })).data['pins']).toHaveLength(1);
  expect(history().map(({ host, working_memory: pins }) => [host, pins.length])).toEqual([
    ['claude-code', 1],
    ['claude-code', 1],
  ]);
});

it.each([
  ['true', 'is kept for the next server of the same conversation'],
  ['false', 'lasts as long as the server'],
])('with ledger.persist %s the ledger %s', async (persist) => {
  start('first');
  prompt('first', 'tune');
  const env = { CORTEX_LEDGER_PERSIST: persist };
  const one = await connect({ env });
  await one.call('cortex_add', { content: 'The radio speaks 38400 baud' });
  expect((await one.call('memory_context', { refresh: true })).text).toContain('38400 baud');
  expect((await one.call('memory_context')).text).toMatch(/Withheld: [1-9]/);
  await one.close();
  const other = await connect({ env });
  const text = (await other.call('memory_context')).text;
  if (persist === 'true') expect(text).not.toContain('38400 baud');
  else expect(text).toContain('38400 baud');
});

it('goes on with the database that is there, also when another takes its place', async () => {
  const { call } = await connect();
  await call('cortex_add', { content: 'of the first database' });
  mkdirSync(join(here.folder, 'away'));
  for (const name of readdirSync(here.home).filter((one) => one.startsWith('brain.db')))
    renameSync(join(here.home, name), join(here.folder, 'away', name));
  expect((await call('cortex_stm')).data['memories']).toEqual([]);
  await call('cortex_add', { content: 'of the second database' });
  expect((await call('cortex_stm')).data['memories']).toHaveLength(1);
  writeFileSync(join(here.home, 'brain.db'), 'this is no database');
  const broken = await call('cortex_stm');
  expect(broken).toMatchObject({ isError: true, text: expect.stringContaining('not a database') });
});

it('where capture is off the tools go on', async () => {
  const { call } = await connect({ env: { CORTEX_SESSION_PERSISTENCE_ENABLED: 'false' } });
  const kept = await call('working_memory', pin('for later'));
  expect(kept).toMatchObject({ isError: false, data: { waiting: [{ content: 'for later' }] } });
  const id = (await call('cortex_add', { content: 'still kept' })).data['id'];
  expect((await call('cortex_search', { query: 'kept' })).data['memories']).toMatchObject([{ id }]);
  expect((await call('memory_context')).text).toContain('for later');
  expect(history()).toEqual([]);
});

it('prints nothing but the protocol, whatever it is sent', async () => {
  const server = spawn(process.execPath, [CORTEX, 'mcp'], { cwd: here.radio, env: environment() });
  let [out, err] = ['', ''];
  server.stdout.on('data', (chunk) => void (out += chunk));
  server.stderr.on('data', (chunk) => void (err += chunk));
  const call = (id: number, params: unknown) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`;
  const clientInfo = { name: 'rough', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  server.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
  );
  server.stdin.write('not json at all\n\n{"jsonrpc":"2.0"}\n');
  server.stdin.write(call(2, { name: 'no_such_tool', arguments: {} }));
  server.stdin.write(
    call(3, {
      name: 'working_memory',
      arguments: { action: 'pin', content: '\u0000\ud800<x>\u001b[2J' },
    }),
  );
  // One that is too long is refused, and the server goes on.
  server.stdin.write(
    call(4, { name: 'cortex_add', arguments: { content: 'x'.repeat(12_000_000) } }),
  );
  server.stdin.write(call(5, { name: 'session_stats', arguments: {} }));
  while (!out.includes('"id":5')) await once(server.stdout, 'data');
  server.stdin.end();
  const [code] = (await once(server, 'exit')) as [number];
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const messages = out
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { jsonrpc: string; id: number; error?: { message: string } },
    );
  expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
  expect(messages.find(({ id }) => id === 4)?.error?.message).toContain('bytes at most');
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});
