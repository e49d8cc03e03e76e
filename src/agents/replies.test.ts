import { describe, expect, it } from 'vitest';
import { spokenAt } from './all.ts';

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

const claude = (type: string, content: unknown, more: object = {}) => ({
  type,
  sessionId: 's',
  message: { role: type, content },
  ...more,
});
const said = (text: string) => [{ type: 'text', text }];

const HOSTS = {
  'claude-code': {
    prompt: claude('user', 'fix it'),
    reply: claude('assistant', said('Fixed.')),
  },
  codex: {
    prompt: { type: 'event_msg', payload: { type: 'user_message', message: 'fix it' } },
    reply: { type: 'event_msg', payload: { type: 'agent_message', message: 'Fixed.' } },
  },
  qwen: {
    prompt: { type: 'user', sessionId: 's', message: { parts: [{ text: 'fix it' }] } },
    reply: { type: 'assistant', sessionId: 's', message: { parts: [{ text: 'Fixed.' }] } },
  },
  copilot: {
    prompt: { type: 'user.message', data: { content: 'fix it' } },
    reply: { type: 'assistant.message', data: { content: 'Fixed.' } },
  },
};

const replyIn = (host: string, tail: string) => {
  const last = spokenAt(host, tail).at(-1);
  return last?.by === 'agent' ? last.text : null;
};

describe.each(Object.entries(HOSTS))('the end of a transcript of %s', (host, { prompt, reply }) => {
  it('holds the reply, though the first line is torn', () => {
    expect(replyIn(host, `nt":"x"}]}\n${lines(prompt, reply)}\n`)).toBe('Fixed.');
    expect(replyIn(host, lines(reply))).toBe('Fixed.');
  });

  it('holds none where a person spoke last', () => {
    expect(replyIn(host, lines(prompt, reply, prompt))).toBeNull();
    expect(replyIn(host, lines(prompt))).toBeNull();
    expect(replyIn(host, '')).toBeNull();
  });
});

it('passes over subagents, notices and failures of Claude Code', () => {
  const tail = lines(
    claude('user', 'fix it'),
    claude('assistant', said('Fixed.')),
    claude('assistant', said('I am a subagent.'), { isSidechain: true }),
    claude('assistant', said('API Error: 529'), { isApiErrorMessage: true }),
    claude('user', '<task-notification>done</task-notification>', {
      origin: { kind: 'task-notification' },
    }),
  );
  expect(replyIn('claude-code', tail)).toBe('Fixed.');
});

it('knows no other host', () => {
  expect(replyIn('nobody', 'x')).toBeNull();
  expect(replyIn('constructor', 'x')).toBeNull();
});
