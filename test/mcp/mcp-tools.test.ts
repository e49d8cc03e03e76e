import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../effort.ts';
import { ERAS, mcpStage } from '../mcp.ts';
import { table } from '../table.ts';
import { countTokens } from '../tokens.ts';

const TOOLS = table<string>('mcp-tools');

const { here, connect } = mcpStage();

describe.each(ERAS)('in the revision %s', (era) => {
  it('the server presents itself, small', async () => {
    const { client } = await connect({ era, isProcess: IS_LONG || era === ERAS.at(-1) });
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect(client.getServerVersion()).toMatchObject({ name: 'cortex' });
    expect(Buffer.byteLength(client.getInstructions()!)).toBeLessThanOrEqual(2048);
    const { tools } = await client.listTools();
    const whenToAsk =
      /before you change code, configuration, a dependency or a schedule.*subject of the change/is;
    const context = tools.find(({ name }) => name === 'memory_context')!;
    for (const words of [client.getInstructions(), context.description]) {
      expect(words).toMatch(whenToAsk);
      expect(words).toContain('only what is open');
    }
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    // Fields under _meta are for the client alone: no model reads them.
    const read = tools.map(({ _meta, ...shown }) => shown);
    expect(Buffer.byteLength(JSON.stringify(read))).toBeLessThanOrEqual(12_400);
    // A host gives its model names, descriptions and input schemas, at every start.
    const given = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    expect(countTokens(JSON.stringify(given))).toBeLessThanOrEqual(2_000);
    const atHand = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true);
    expect(atHand.map(({ name }) => name)).toEqual([
      'memory_context',
      'working_memory',
      'session_note',
    ]);
    for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title).toBeTruthy();
      expect(description!.length).toBeGreaterThan(60);
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(annotations).toHaveProperty('readOnlyHint');
    }
  });
});

it('what goes wrong with a resource or a prompt is told as it is by the tools', async () => {
  const file = join(here.folder, 'file');
  writeFileSync(file, '');
  const { client, call } = await connect({ env: { CORTEX_HOME: join(file, 'home') } });
  const { text } = await call('session_stats');
  expect(text).toMatch(/^A file stands where a folder is needed\./);
  for (const failing of [
    () => client.listResources(),
    () => client.readResource({ uri: 'cortex://sessions/x' }),
    () => client.readResource({ uri: 'cortex://threads/x' }),
    () => client.getPrompt({ name: 'continue', arguments: { session: 'x' } }),
    () => client.getPrompt({ name: 'handoff' }),
  ])
    await expect(failing()).rejects.toThrow(text);
});

it('arguments under the names of the sources do the same', async () => {
  const { call } = await connect();
  await call('working_memory', { action: 'pin', content: 'PTT stays off' });
  await call('working_memory', { action: 'pin', content: 'the port is 8080' });
  await call('working_memory', { action: 'pin', content: 'the runner is slow' });
  // An older Cortex counts from 0; the numbers that a list prints begin at 1.
  const { data } = await call('working_memory', { action: 'unpin', index: 0 });
  expect(data['let_go']).toMatchObject([{ content: 'PTT stays off' }]);
  const { text } = await call('working_memory', { action: 'view' });
  expect(text).toMatch(/^1\. the port is 8080.*\n2\. the runner is slow/m);
  const { data: left } = await call('working_memory', { action: 'unpin', label: '2' });
  expect(left['let_go']).toMatchObject([{ content: 'the runner is slow' }]);
  await call('cortex_add', { content: 'the runner has 2 cores', category: 'ci' });
  const { data: found } = await call('cortex_stm', { category: 'ci', refresh: true });
  expect(found['memories']).toMatchObject([
    { content: 'the runner has 2 cores', categories: ['ci'] },
  ]);
  await call('session_note', { kind: 'next', text: 'tune the antenna' });
  const { data: history } = await call('session_history', { scope: 'project:radio' });
  const [session] = history['sessions'] as { session_id: string }[];
  const resumed = await call('session_resume', { session_id: session!.session_id });
  expect(resumed.text).toContain('next:tune-the-antenna');
  expect((await call('memory_context', { scope: 'radio', refresh: true })).text).toContain(
    'the port is 8080',
  );
});

it('sessions are found by their agent and their branch too', async () => {
  for (const [name, branch] of [
    ['codex-mcp-client', 'main'],
    ['some-editor', 'tuning'],
  ] as const) {
    writeFileSync(join(here.radio, '.git', 'HEAD'), `ref: refs/heads/${branch}\n`);
    const before = await connect({ name });
    await before.call('working_memory', {
      action: 'pin',
      content: `the antenna as ${name} saw it`,
    });
    await before.close();
  }
  const { call } = await connect({ name: 'asking' });
  const found = async (filter: Record<string, unknown>) => {
    const input = { query: 'antenna', kind: 'session', refresh: true, ...filter };
    const { data } = await call('session_search', input);
    return (data['results'] as { host: string }[]).map(({ host }) => host).sort();
  };
  expect(await found({})).toEqual(expect.arrayContaining(['codex', 'mcp:some-editor']));
  expect(await found({ host: 'codex' })).toEqual(['codex']);
  expect(await found({ host: 'codex', branch: 'tuning' })).toEqual([]);
  expect(await found({ host: 'mcp:some-editor', branch: 'tuning' })).toEqual(['mcp:some-editor']);
});

it('what was kept is not repeated until somebody else changes it', async () => {
  const { call } = await connect();
  const long = `The rotor turns at 7 degrees a second ${'and so on, as far as it goes, '.repeat(100)}`;
  const { data } = await call('cortex_add', { content: long });
  await call('working_memory', { action: 'pin', content: 'PTT stays off', label: 'ptt' });
  // Whole in the answer that said so: the part that fits here is nothing new either.
  expect((await call('memory_context')).text).toContain('Nothing new.');
  await call('cortex_update', { id: data['id'], content: 'The rotor turns at 8 degrees a second' });
  expect((await call('memory_context')).text).toContain('Nothing new.');
  const other = await connect({ name: 'other' });
  await other.call('cortex_update', {
    id: data['id'],
    content: 'The rotor turns at 9 degrees a second',
  });
  const changed = await call('memory_context');
  expect(changed.text).toMatch(
    /9 degrees a second \(the agent\) \(changed: replaces what was sent/,
  );
  expect(changed.text).not.toContain('PTT stays off');
});

it('what a tool told because it was asked for by name is not told again by memory_context', async () => {
  const long = { CORTEX_NOW: '2026-10-25T10:00:00Z' };
  const before = await connect({ env: long });
  await before.call('working_memory', { action: 'pin', content: 'PTT stays off', label: 'ptt' });
  await before.call('cortex_add', { content: 'The rotor turns at 7 degrees a second' });
  const noted = await before.call('session_note', { kind: 'next', text: 'oil the rotor' });
  const [session] = (await before.call('session_history')).data['sessions'] as {
    session_id: string;
  }[];
  await before.close();
  const { call } = await connect({ env: { CORTEX_NOW: '2026-11-16T10:00:00Z' } });
  const continued = await call('cortex_session_continue', { session_id: session!.session_id });
  expect(continued.text).toContain('PTT stays off');
  expect(continued.text).toContain('7 degrees');
  expect(continued.text).toContain('oil the rotor');
  await call('session_resume', { id: noted.data['thread_id'], activate: true });
  const context = await call('memory_context');
  for (const said of ['PTT stays off', '7 degrees', 'oil-the-rotor'])
    expect(context.text).not.toContain(said);
  expect(context.data['withheld']).toMatchObject({ items: 4 });
  const again = await call('memory_context', { refresh: true });
  for (const said of ['PTT stays off', '7 degrees', 'oil-the-rotor'])
    expect(again.text).toContain(said);
  // By name it is told whatever the model has.
  expect((await call('working_memory', { action: 'view' })).text).toContain('PTT stays off');
  expect((await call('session_resume', { id: noted.data['thread_id'] })).text).toContain(
    'oil-the-rotor',
  );
});

describe.each(['2025-11-25', '2026-07-28'] as const)('through the revision %s', (era) => {
  it('pins are kept, viewed, refused, let go', async () => {
    const { call } = await connect({ era });
    const pinned = await call('working_memory', {
      action: 'pin',
      content: 'PTT stays off',
      label: 'ptt',
    });
    expect(pinned.data['pins']).toMatchObject([{ content: 'PTT stays off', label: 'ptt' }]);
    for (let i = 2; i <= 10; i++)
      await call('working_memory', { action: 'pin', content: `pin ${i}` });
    const full = await call('working_memory', { action: 'pin', content: 'one too many' });
    expect(full).toMatchObject({ isError: true });
    expect(full.text).toContain('holds 10 pins already');
    expect(full.text).toContain('unpin');
    const gone = await call('working_memory', { action: 'unpin', label: 'ptt' });
    expect(gone.data['pins']).toHaveLength(9);
    const unknown = await call('working_memory', { action: 'unpin', label: 'ptt' });
    expect(unknown).toMatchObject({ isError: true });
    expect(unknown.text).toContain('No pin here has the label or number "ptt"');
    expect((await call('working_memory', { action: 'clear' })).data['pins']).toEqual([]);
    expect((await call('working_memory', { action: 'view' })).text).toContain('No pins');
  });

  it('what is noted is in the thread, by its kind', async () => {
    const { call } = await connect({ era });
    await call('session_note', { kind: 'next', text: 'rerun the race detector' });
    await call('session_note', { kind: 'decision', text: 'split the proxy', reason: 'too long' });
    await call('session_note', { kind: 'blocker', text: 'access to staging', type: 'waiting' });
    const noted = await call('session_note', { kind: 'done', text: 'rerun the race detector' });
    const id = noted.data['thread_id'] as string;
    const resumed = await call('session_resume', { id: id.slice(0, 8) });
    expect(resumed.data).toMatchObject({ id, status: 'active' });
    expect(resumed.text).toContain('done:rerun-the-race-detector');
    expect(resumed.text).toMatch(/dec:.*split-the-proxy/);
    expect(resumed.text).toMatch(/block:.*access-to-staging/);
    expect(resumed.text).not.toContain('next:rerun');
    expect((await call('session_note', { kind: 'complete' })).isError).toBe(false);
    expect((await call('session_resume', { id })).data).toMatchObject({ status: 'archived' });
    expect((await call('session_resume', { id, activate: true })).data).toMatchObject({
      status: 'active',
    });
  });

  it('memories are kept without secrets, found, corrected and forgotten', async () => {
    const { call } = await connect({ era });
    const secret = 'sk-abcdefghijklmnop1234567890';
    const added = await call('cortex_add', {
      content: `The CI runner has 2 cores, api_key=${secret}`,
      categories: ['ci'],
      importance: 2,
    });
    const id = added.data['id'] as string;
    expect(added.data).toMatchObject({ known: false, source: 'agent', importance: 2 });
    expect(JSON.stringify(added)).not.toContain(secret);
    expect(added.text).toContain('looked like a secret');
    expect((await call('cortex_search', { query: 'runner cores' })).data['memories']).toMatchObject(
      [{ id }],
    );
    expect((await call('cortex_stm', { categories: ['ci'] })).data['memories']).toMatchObject([
      { id },
    ]);
    expect((await call('cortex_stm', { categories: ['radio'] })).data['memories']).toEqual([]);
    const wrong = await call('cortex_update', { id, outcome: 'contradicted' });
    expect(wrong.data['confidence'] as number).toBeLessThan(1);
    expect(
      (await call('cortex_update', { id: id.slice(4), content: 'It has 4 cores' })).data,
    ).toMatchObject({
      content: 'It has 4 cores',
    });
    expect((await call('cortex_forget', { ids: [id] })).data).toMatchObject({
      forgotten: [id],
      complete: true,
    });
    expect((await call('cortex_stm')).data['memories']).toEqual([]);
  });

  it('sessions are listed with their threads, found, chained and continued', async () => {
    const before = await connect({ era, name: 'earlier' });
    await before.call('working_memory', {
      action: 'pin',
      content: 'the antenna needs 50 ohms',
      label: 'antenna',
    });
    await before.call('session_note', { kind: 'next', text: 'measure the antenna' });
    await before.close();
    const { call } = await connect({ era });
    await call('session_note', { kind: 'phase', text: 'testing' });
    const history = await call('session_history');
    const [own, earlier] = history.data['sessions'] as Record<string, unknown>[];
    expect(own).toMatchObject({ host: 'mcp:test-client', liveness: 'live', end_time: null });
    expect(earlier).toMatchObject({
      host: 'mcp:earlier',
      liveness: 'ended',
      thread: { status: 'active' },
    });
    const id = earlier!['session_id'] as string;
    const found = await call('session_search', { query: 'antenna' });
    expect((found.data['results'] as { id: string }[]).map((one) => one.id)).toContain(id);
    const chain = await call('cortex_session_chain');
    expect(chain.data['sessions']).toMatchObject([
      { session_id: id },
      { session_id: own!['session_id'] },
    ]);
    // It was inherited already: the cap of one identity holds.
    const continued = await call('cortex_session_continue', { session_id: id.slice(0, 8) });
    expect(continued.data).toMatchObject({ from: id, into: own!['session_id'], before: false });
    const twice = await call('cortex_session_continue', { session_id: id });
    expect(twice.data).toMatchObject({ before: true });
    const itself = await call('cortex_session_continue', { session_id: own!['session_id'] });
    expect(itself).toMatchObject({ isError: true, text: expect.stringContaining('running') });
  });

  it('sessions and threads are resources, and the state of the work two prompts', async () => {
    const { client, call } = await connect({ era });
    await call('working_memory', {
      action: 'pin',
      content: 'PTT <b>stays</b> off',
      critical: true,
    });
    await call('session_note', { kind: 'decision', text: 'keep 38400 baud' });
    const { resources } = await client.listResources();
    const [session, thread] = resources;
    expect(session!.uri).toMatch(/^cortex:\/\/sessions\//);
    const read = async (uri: string) =>
      (await client.readResource({ uri })).contents[0] as { text: string };
    expect(JSON.parse((await read(session!.uri)).text)).toMatchObject({ host: 'mcp:test-client' });
    expect((await read(thread!.uri)).text).toContain('dec:keep-38400-baud');
    await expect(read('cortex://sessions/nobody')).rejects.toThrow(/cortex:\/\/sessions\/nobody/);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['continue', 'handoff']);
    const said = async (name: string, args = {}) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return (messages[0]!.content as { text: string }).text;
    };
    for (const text of [await said('handoff'), await said('continue')]) {
      expect(text).toContain('CRITICAL PTT <b>stays</b> off');
      expect(text).toContain('DECISIONS:\n- keep 38400 baud');
      expect(text).toMatch(/<cortex-note kind="handoff"[\s\S]*<\/cortex-note>/);
    }
    await expect(said('continue', { session: 'ffffffff' })).rejects.toThrow(
      /ffffffff.*session_history/,
    );
    const id = session!.uri.split('/').at(-1)!;
    expect(await said('continue', { session: id.slice(0, 8) })).toContain(`session_id ${id}`);
  });
});

it('a request of any length can be asked about, and a pin that is cut says so', async () => {
  const { call } = await connect();
  await call('cortex_add', { content: 'The rotor turns at 7 degrees a second' });
  const query = `How fast does the rotor turn? ${'Here is the whole log of it. '.repeat(2000)}`;
  for (const tool of ['memory_context', 'cortex_search', 'session_search'])
    expect(await call(tool, { query, refresh: true })).toMatchObject({ isError: false });
  expect((await call('memory_context', { query, refresh: true })).text).toContain('7 degrees');
  const cut = await call('working_memory', {
    action: 'pin',
    content: `password=hunter2hunter2 ${'x'.repeat(600)}`,
  });
  expect(cut.text).toContain('The pin was cut to 500 characters');
  expect(cut.text).toContain('a secret was not stored');
});

it('bad input is a tool error that says what is allowed, and the server goes on', async () => {
  const { call } = await connect();
  const refusals = table<[string, Record<string, unknown>, string]>('mcp-refused');
  const tooLong = ['cortex_add', { content: 'x'.repeat(5000) }, '4000 characters at most'] as const;
  for (const [tool, input, said] of [...refusals, tooLong]) {
    const refused = await call(tool, input);
    expect({ tool, input, ...refused }).toMatchObject({
      isError: true,
      text: expect.stringMatching(new RegExp(said)),
    });
  }
  expect((await call('working_memory', { action: 'view' })).isError).toBe(false);
});
