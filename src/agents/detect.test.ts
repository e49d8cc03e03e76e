import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../test/recorded-payloads.ts';
import type { Environment } from '../domain/base/runtimes.ts';
import { allHosts } from '../program/rooms/hosts.ts';
import { callerOf } from './detect.ts';

const HOSTS = allHosts();
const called = (name: string, env: Environment, sent: unknown) => callerOf(HOSTS, name, env, sent);

/** The variables that each host sets for its hooks. */
const ENVIRONMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'claude-code': { CLAUDE_PROJECT_DIR: '/home/dev/proj', CLAUDE_PLUGIN_ROOT: '/p' },
  codex: { PLUGIN_ROOT: '/p', CLAUDE_PLUGIN_ROOT: '/p' },
  gemini: {
    GEMINI_SESSION_ID: '7d1e5c90-3b24-4f86-a1c7-95e0b8d26f43',
    CLAUDE_PROJECT_DIR: '/home/dev/proj',
  },
  qwen: { QWEN_CODE_SESSION_ID: 'b8024d6e-51fa-4c37-8e90-1d6f3a7c2b58' },
  copilot: { COPILOT_CLI: '1', PLUGIN_ROOT: '/p', CLAUDE_PLUGIN_ROOT: '/p' },
  cursor: {},
  kimi: {},
  qoder: { CLAUDE_PROJECT_DIR: '/home/dev/proj', QODER_PROJECT_DIR: '/home/dev/proj' },
  vscode: {},
  agy: {},
};

const named = (name: string) =>
  recordedOf(name).filter((sent) =>
    ['hook_event_name', 'hookEventName', 'conversationId'].some((key) => key in sent),
  );

describe.each(Object.keys(ENVIRONMENTS))('%s', (name) => {
  it('is found from each of its payloads and its own environment', () => {
    for (const sent of named(name)) expect(called('auto', ENVIRONMENTS[name]!, sent)).toBe(name);
  });

  it('is found although another host started it in its shell', () => {
    for (const [other, env] of Object.entries(ENVIRONMENTS)) {
      // Only payload and transcript tell a variable that was set last from one that was inherited.
      if (other === 'copilot' || other === 'codex' || name === 'copilot') continue;
      for (const sent of named(name)) {
        expect(called('auto', { ...env, ...ENVIRONMENTS[name] }, sent), `${name} in ${other}`).toBe(
          name,
        );
      }
    }
  });

  it('is believed where its own name is given', () => {
    for (const sent of named(name)) expect(called(name, ENVIRONMENTS[name]!, sent)).toBe(name);
    expect(called(name, {}, null)).toBe(name);
  });
});

describe('hooks that another program copied or reads', () => {
  // VS Code's payloads hold nothing that another program could not send: only names that cannot be theirs give way.
  const pairs = Object.keys(ENVIRONMENTS).flatMap((by) =>
    Object.keys(ENVIRONMENTS)
      .filter((name) => by !== 'vscode' || name === 'claude-code' || name === 'copilot')
      .map((name) => [name, by]),
  );
  it.each(pairs)('those of %s, by %s', (name, by) => {
    for (const sent of named(by!))
      expect(called(name!, ENVIRONMENTS[by!]!, sent), JSON.stringify(sent)).toBe(by);
  });

  it('prove at most one host', () => {
    for (const by of Object.keys(ENVIRONMENTS))
      for (const sent of named(by)) {
        const proven = HOSTS.filter(({ marks }) => marks?.proves?.(sent)).map(({ name }) => name);
        expect([[], [by]]).toContainEqual(proven);
      }
  });

  it('does not make Claude Code in the shell of Copilot a Copilot', () => {
    for (const sent of named('claude-code'))
      expect(called('claude-code', ENVIRONMENTS['copilot']!, sent)).toBe('claude-code');
  });
});

it.each([
  ['cline', { hookName: 'TaskStart', taskId: 't' }],
  ['claude-code', null],
  ['claude-code', []],
  ['claude-code', { hook_event_name: 'SessionStart', session_id: 's' }],
])('%s: %o', (name, payload) => expect(called('auto', {}, payload)).toBe(name));
