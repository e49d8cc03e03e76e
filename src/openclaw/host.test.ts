import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../test/table.ts';
import { Malformed } from '../domain/facts/event.ts';
import { openClaw } from './host.ts';

const ctx = {
  runId: 'run-1',
  agentId: 'main',
  sessionKey: 'agent:main:main',
  sessionId: '4d6124c8',
  workspaceDir: '/home/me/workspace',
  trigger: 'user',
};

function parse(hook: string, event: unknown, more: object = {}) {
  return openClaw.parse({ hook, event, ctx: { ...ctx, ...more } });
}

describe('a prompt', () => {
  it("is the person's words alone, known by the message", () => {
    const event = parse('before_prompt_build', {
      prompt: 'history and all\n\nFix it',
      currentUserMessage: 'Fix it',
      currentUserMessageId: 'm1',
      messages: [],
    });
    expect(event).toMatchObject({
      kind: 'prompt',
      text: 'Fix it',
      key: 'prompt:m1',
      hostSessionId: 'agent:main:main',
      cwd: '/home/me/workspace',
    });
  });

  it('is what an older version calls one', () => {
    expect(parse('before_prompt_build', { prompt: 'Fix it', messages: [] })).toMatchObject({
      text: 'Fix it',
      key: 'prompt:run-1',
    });
  });

  it.each(table<[string, object, object]>('openclaw-no-person'))(
    'is none where %s speaks',
    (_, fields, more) => {
      expect(
        parse('before_prompt_build', { prompt: 'x', messages: [], ...fields }, more),
      ).toBeNull();
    },
  );
});

describe('a tool', () => {
  const call = (toolName: string, params: unknown, fields: object = {}) => {
    const event = parse('after_tool_call', { toolName, params, toolCallId: 'call_1', ...fields });
    if (event?.kind !== 'tool-use') throw new Error('no tool use');
    return event;
  };

  it('has a key of its run and its call: some models begin anew to count', () => {
    expect(call('read', { path: 'a' }).key).toBe('tool:run-1:call_1');
  });

  it.each(table<[object, object]>('openclaw-commands'))('ran a command: %j', (result, expected) => {
    const { use } = call('exec', { command: 'npm test', workdir: '/w' }, { result });
    expect(use).toMatchObject({ name: 'exec', command: 'npm test', workdir: '/w', ...expected });
  });

  it('failed where the host says so', () => {
    expect(call('exec', { command: 'x' }, { error: 'no such host' }).use.failed).toBe(true);
  });
});

describe('the end of a turn', () => {
  const user = { role: 'user', content: 'Fix it' };
  const said = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] });

  it.each([
    [[user, said('Done.')], 'Done.'],
    [[user, said('Let me look.'), { role: 'toolResult', content: 'x' }, said('Done.')], 'Done.'],
    [[user, { role: 'assistant', content: 'Plain.' }], 'Plain.'],
    [[said('Before.'), user], null],
    [[user, { role: 'assistant', content: [{ type: 'toolCall' }] }], null],
    [[], null],
  ])('%# has the last words of this turn alone', (messages, reply) => {
    expect(parse('agent_end', { messages, success: true })).toMatchObject({
      kind: 'turn-end',
      reply,
    });
  });

  it('has none where the turn failed', () => {
    const event = parse('agent_end', { messages: [user, said('Half')], success: false });
    expect(event).toMatchObject({ kind: 'turn-end', reply: null, key: 'end:run-1' });
  });
});

describe('the end of a session', () => {
  it('is a reset, and is no compaction', () => {
    expect(parse('session_end', { reason: 'daily' })).toMatchObject({
      kind: 'session-end',
      reason: 'daily',
    });
    expect(parse('before_reset', {})).toMatchObject({ kind: 'session-end', reason: null });
    expect(parse('session_end', { reason: 'compaction' })).toBeNull();
  });
});

it('leaves other hooks alone', () => {
  expect(parse('llm_input', {})).toBeNull();
});

it('throws nothing but Malformed, whatever stands in it', () => {
  const hooks = [
    'before_prompt_build',
    'after_tool_call',
    'agent_end',
    'session_end',
    'after_compaction',
  ];
  const fields = table<string>('openclaw-fields');
  const body = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()));
  fc.assert(
    fc.property(fc.constantFrom(...hooks), body, body, (hook, event, given) => {
      try {
        const parsed = openClaw.parse({ hook, event, ctx: given });
        if (parsed) expect(typeof parsed.hostSessionId).toBe('string');
      } catch (error) {
        expect(error).toBeInstanceOf(Malformed);
      }
    }),
  );
});
