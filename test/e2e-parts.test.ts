import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

// The acceptance with real hosts is no part of the tests; that it would notice what it is there to notice is.
const part = (name: string) => import(join(import.meta.dirname, '..', 'scripts', 'e2e', `${name}.mjs`));
const { startModel } = await part('model');
const { makeChecks, CAPABILITIES, failed } = await part('checks');
const { renderTable, asJson } = await part('table');
const { notOnce, told, elements } = await part('seen');
const { cacheFolder, installed } = await part('install');
const { HOSTS } = await part('hosts/all');

type Json = Readonly<Record<string, unknown>>;

const TOOL = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };

/** One question in each protocol, with or without tools, after a number of tool results. */
const PROTOCOLS = {
  responses: {
    path: '/v1/responses',
    ask: (results: number, tools = true): Json => ({
      model: 'm',
      stream: true,
      instructions: 'Be brief.',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Begin.' }] },
        ...Array.from({ length: results }, () => [
          { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' },
          { type: 'function_call_output', call_id: 'c', output: 'Seen.' },
        ]).flat(),
      ],
      ...(tools && { tools: [{ type: 'function', ...TOOL }] }),
    }),
    call: (events: Json[]) => (events.at(-1)!.response as { output: Json[] }).output[0],
    words: (events: Json[]) =>
      (events.at(-1)!.response as { output: [{ content: [{ text: string }] }] }).output[0].content[0].text,
  },
  chat: {
    path: '/v1/chat/completions',
    ask: (results: number, tools = true): Json => ({
      model: 'm',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Begin.' }] },
        ...Array.from({ length: results }, () => [
          { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function' }] },
          { role: 'tool', tool_call_id: 'c', content: 'Seen.' },
        ]).flat(),
      ],
      ...(tools && { tools: [{ type: 'function', function: TOOL }] }),
    }),
    call: (events: Json[]) =>
      (events[0] as { choices: [{ delta: { tool_calls: [{ function: Json }] } }] }).choices[0].delta
        .tool_calls[0].function,
    words: (events: Json[]) =>
      (events[0] as { choices: [{ delta: { content: string } }] }).choices[0].delta.content,
  },
  anthropic: {
    path: '/v1/messages',
    ask: (results: number, tools = true): Json => ({
      model: 'm',
      stream: true,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'Begin.' },
        ...Array.from({ length: results }, () => [
          { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'look', input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'Seen.' }] },
        ]).flat(),
      ],
      ...(tools && { tools: [TOOL] }),
    }),
    call: (events: Json[]) =>
      events.find(({ type }) => type === 'content_block_start')!.content_block as Json,
    words: (events: Json[]) =>
      (events.find(({ type }) => type === 'content_block_delta')!.delta as { text: string }).text,
  },
  gemini: {
    path: '/v1beta/models/m:streamGenerateContent',
    ask: (results: number, tools = true): Json => ({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Begin.' }] },
        ...Array.from({ length: results }, () => [
          { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'look', response: { output: 'Seen.' } } }] },
        ]).flat(),
      ],
      ...(tools && { tools: [{ functionDeclarations: [TOOL] }] }),
    }),
    call: (events: Json[]) => partOf(events).functionCall as Json,
    words: (events: Json[]) => partOf(events).text as string,
  },
};

function partOf(events: Json[]): Json {
  return (events[0] as { candidates: [{ content: { parts: [Json] } }] }).candidates[0].content.parts[0];
}

let model: Awaited<ReturnType<typeof startModel>>;
beforeEach(async () => {
  model = await startModel();
});
afterEach(() => model.close());

async function ask(path: string, body: Json): Promise<Json[]> {
  const answer = await fetch(model.url + path, { method: 'POST', body: JSON.stringify(body) });
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice(6)) as Json);
}

describe.each(Object.entries(PROTOCOLS))(
  'the scripted model speaks %s',
  (name, { path, ask: body, call, words }) => {
    it('calls the tools of its script one after the other, and then answers', async () => {
      model.play({
        label: 'one',
        steps: [{ tool: 'look', args: { at: 'a' } }, { tool: 'touch' }, { text: 'Done.' }],
      });
      expect(call(await ask(path, body(0)))).toMatchObject({ name: 'look' });
      expect(JSON.stringify(call(await ask(path, body(1))))).toContain('touch');
      expect(words(await ask(path, body(2)))).toBe('Done.');
      // The same question again is answered alike: hosts repeat themselves.
      expect(call(await ask(path, body(0)))).toMatchObject({ name: 'look' });
    });

    it('remembers who said what, and which tools were offered', async () => {
      model.play({ label: 'one', steps: [{ text: 'Done.' }] });
      await ask(path, body(1));
      const [request] = model.conversation('one');
      expect(request).toMatchObject({ protocol: name, tools: ['look'] });
      expect(told(request)).toContain('Be brief.');
      expect(told(request)).toContain('Begin.');
      expect(told(request)).not.toContain('Seen.');
      expect(request.entries.filter(({ kind }: { kind: string }) => kind === 'result')).toHaveLength(1);
    });

    it('answers what a host asks for itself without following the script', async () => {
      model.play({ label: 'one', steps: [{ tool: 'look' }], aside: 'A title.' });
      expect(words(await ask(path, body(0, false)))).toBe('A title.');
      expect(model.conversation('one')).toEqual([]);
    });
  },
);

it('the scripted model reports tokens by request, and may not answer at all', async () => {
  const { path, ask: body } = PROTOCOLS.chat;
  const usage = (events: Json[]) => (events.at(-1)!.usage as { prompt_tokens: number }).prompt_tokens;
  model.play({ label: 'one', steps: [{ text: 'Done.' }], usage: [60_000, 100] });
  expect(usage(await ask(path, body(0)))).toBe(60_000);
  expect(usage(await ask(path, body(0)))).toBe(100);
  model.play({ label: 'two', steps: [{ hang: true }] });
  const hanging = ask(path, body(0)).catch(() => 'cut off');
  expect(await model.until(({ label }: { label: string }) => label === 'two', 10_000)).toBe(true);
  await model.close();
  expect(await hanging).toBe('cut off');
  model = await startModel();
});

const request = (...texts: string[]) => ({ entries: texts.map((text) => ({ kind: 'said', text })) });

it('notices what is missing and what stands twice, also where a host escapes it', () => {
  expect(notOnce(request('a pin'), ['a pin'])).toBeNull();
  expect(notOnce(request('else'), ['a pin'])).toContain('missing');
  expect(notOnce(request('a pin', 'a pin'), ['a pin'])).toContain('2 times');
  expect(elements(request('<session-continuity hint="x">'))).toBe(1);
  expect(elements(request('&lt;session-continuity hint="x"&gt;'))).toBe(1);
  expect(elements(request('a <session-continuity> block'))).toBe(0);
});

describe('the table', () => {
  it('has a yes, or a number and its reason, for each host and capability', () => {
    const good = makeChecks('one');
    for (const capability of Object.keys(CAPABILITIES)) good.that(capability, true);
    const bad = makeChecks('two');
    bad.that('pins', true);
    bad.that('pins', false, 'a pin is missing');
    bad.that('pins', true);
    bad.cannot('mcp', 'it has no client');
    bad.finish('the first thing failed');
    const table = renderTable([good, { ...bad, version: '1.2' }]) as string;
    const [, , one, two] = table.split('\n');
    expect(one!.match(/\byes\b/g)).toHaveLength(Object.keys(CAPABILITIES).length);
    expect(two).toMatch(/^\| two 1\.2 .*\bno \d+ .*– \d+ /);
    expect(table).toContain('two: a pin is missing');
    expect(table).toContain('two: it has no client');
    expect(failed([good])).toBe(false);
    expect(failed([good, bad])).toBe(true);
    expect(asJson([bad])[0].capabilities.mcp).toEqual({ ok: null, why: 'it has no client' });
  });

  it('takes what was not reached for no success', () => {
    const checks = makeChecks('one');
    checks.finish('the run failed');
    expect(failed([checks])).toBe(true);
  });

  it('knows no capability that it cannot show', () => {
    expect(() => makeChecks('one').that('flying', true)).toThrow('flying');
  });
});

it('every host has a program with an exact version, and nothing is looked for in the repository or installed by looking', () => {
  for (const { name, program } of Object.values<{ name: string; program: { version: string } }>(HOSTS))
    expect(program.version, name).toMatch(/^\d+\.\d+\.\d+$/);
  expect(cacheFolder({ CORTEX_E2E_CACHE: '/elsewhere' })).toBe('/elsewhere');
  expect(cacheFolder({ XDG_CACHE_HOME: '/cache' })).toBe(join('/cache', 'cortex-e2e'));
  expect(installed(HOSTS['codex'], '/nowhere')).toBeNull();
});
