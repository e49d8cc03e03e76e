import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mcpStage } from './mcp.ts';
import { type Span, spansIn } from './otlp.ts';
import { person } from './person.ts';

const { here, cortex, json, hook } = person();

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const ON = { CORTEX_TELEMETRY_ENABLED: 'true' };
const WORDS = { ...ON, CORTEX_TELEMETRY_CONTENT: 'true' };
const file = (name = 'telemetry.jsonl') => join(here.home, 'log', name);
const lines = () =>
  readFileSync(file(), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
const spans = (): Span[] => lines().flatMap(spansIn);
const names = () => spans().map(({ name }) => name);

const event = (name: string, more: Record<string, unknown>, env: Record<string, string>) =>
  hook({ hook_event_name: name, session_id: 'c1', ...more }, { env });

function turn(env: Record<string, string>): void {
  event('SessionStart', { source: 'startup' }, env);
  event(
    'UserPromptSubmit',
    { prompt: 'Never run migrations on staging without asking.', prompt_id: 'p' },
    env,
  );
  event('Stop', { last_assistant_message: 'Understood.', prompt_id: 'p' }, env);
}

const server = mcpStage();

it('telemetry: a tool of a model is an operation, too, in the conversation that asked', async () => {
  const { call } = await server.connect({ env: { CORTEX_TELEMETRY_ENABLED: 'true' } });
  const { data } = await call('cortex_add', { content: 'the tuner reads low' });
  await call('cortex_search', { query: 'tuner' });
  await call('memory_context', { query: 'tuner' });
  await call('cortex_update', { id: data['id'], outcome: 'confirmed' });
  await call('cortex_search', { query: '' });
  const written = readFileSync(join(server.here.home, 'log', 'telemetry.jsonl'), 'utf8');
  const told = written.trim().split('\n').flatMap(spansIn);
  expect(told.map(({ name, failed }) => [name, failed])).toEqual([
    ['upsert_memory', false],
    ['search_memory', false],
    ['search_memory', false],
    ['update_memory', false],
  ]);
  const conversations = new Set(told.map(({ attributes }) => attributes['gen_ai.conversation.id']));
  expect(conversations.size).toBe(1);
  expect([...conversations][0]).toBeTypeOf('string');
  expect(told[1]!.attributes['cortex.memory.record.ids']).toEqual([data['id']]);
});

describe('telemetry', () => {
  it('is nowhere until a person asks for it', () => {
    turn({});
    cortex(['memory', 'add', 'the tuner reads low']);
    cortex(['memory', 'search', 'tuner']);
    expect(existsSync(file())).toBe(false);
  });

  it('has a span for every operation on memory, without a word of it', () => {
    const { id } = json<{ id: string }>(['memory', 'add', 'the tuner reads low'], { env: ON });
    turn(ON);
    cortex(['memory', 'search', 'tuner'], { env: ON });
    cortex(['search', 'migrations'], { env: ON });
    cortex(['memory', 'update', id, '--confirmed'], { env: ON });
    expect(names()).toEqual([
      'upsert_memory',
      // What the start and the first prompt were told, and the rule that the turn left.
      ...['search_memory', 'search_memory', 'create_memory'],
      ...['search_memory', 'search_memory'],
      'update_memory',
    ]);
    const [rule] = spans().filter(({ name }) => name === 'create_memory');
    expect(rule?.attributes).toMatchObject({
      'gen_ai.conversation.id': 'c1',
      'gen_ai.memory.record.count': 1,
      'gen_ai.memory.store.id': expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    cortex(['memory', 'forget', id, '--yes'], { env: ON });
    expect(spans().filter(({ attributes }) => JSON.stringify(attributes).includes(id))).toMatchObject([
      { name: 'delete_memory', attributes: { 'gen_ai.memory.record.id': id } },
    ]);
    const all = readFileSync(file(), 'utf8');
    for (const word of ['tuner', 'migrations', here.radio, 'radio']) expect(all).not.toContain(word);
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it('counts what a start was told', () => {
    cortex(['memory', 'add', 'the tuner reads low']);
    event('SessionStart', { source: 'startup' }, ON);
    expect(spans()).toMatchObject([
      {
        name: 'search_memory',
        attributes: { 'gen_ai.conversation.id': 'c1', 'gen_ai.memory.record.count': 1 },
      },
    ]);
  });

  it('holds words only where a person wants them, without secrets, and lets go of what is forgotten', () => {
    cortex(['memory', 'add', 'the tuner reads low in the cold'], { env: WORDS });
    cortex(['memory', 'search', `tuner ${TOKEN}`], { env: WORDS });
    expect(readFileSync(file(), 'utf8')).toContain('reads low in the cold');
    expect(readFileSync(file(), 'utf8')).not.toContain(TOKEN);
    const [{ id }] = json<{ id: string }[]>(['memory', 'list']) as [{ id: string }];
    cortex(['memory', 'forget', id, '--yes'], { env: WORDS });
    expect(readFileSync(file(), 'utf8')).not.toContain('reads low');
    expect(names()).toEqual(['delete_memory']);
    const lines = readFileSync(file(), 'utf8').trimEnd().split('\n');
    const spansOf = (line: string) => (JSON.parse(line) as { resourceSpans: unknown[] }).resourceSpans.length;
    expect(lines.map(spansOf)).toEqual([0, 0, 1]);
  });

  it('moves a full file aside and keeps one of them', () => {
    cortex(['memory', 'add', 'the tuner reads low'], { env: ON });
    writeFileSync(file(), `${'x'.repeat(1024 * 1024)}\n`);
    cortex(['memory', 'search', 'tuner'], { env: { ...ON, CORTEX_TELEMETRY_MAX_MB: '1' } });
    expect(names()).toEqual(['search_memory']);
    expect(statSync(file('telemetry.1.jsonl')).size).toBeGreaterThan(1024 * 1024);
  });

  it('never stands in the way of the work', () => {
    cortex(['memory', 'add', 'the tuner reads low']);
    // Nothing can be appended to a folder.
    mkdirSync(file(), { recursive: true });
    const done = cortex(['memory', 'search', 'tuner'], { env: ON });
    expect(done.status).toBe(0);
    expect(done.stdout).toContain('reads low');
    expect(readFileSync(file('cortex.jsonl'), 'utf8')).toContain('span not written');
  });
});
