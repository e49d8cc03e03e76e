import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../test/host-contract.ts';
import { detectHost, hostBehind } from './detect.ts';

/** What each host sets for its hooks. */
const ENVIRONMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'claude-code': { CLAUDE_PROJECT_DIR: '/home/dev/proj', CLAUDE_PLUGIN_ROOT: '/p' },
  codex: { PLUGIN_ROOT: '/p', CLAUDE_PLUGIN_ROOT: '/p' },
  gemini: { GEMINI_SESSION_ID: '7d1e5c90-3b24-4f86-a1c7-95e0b8d26f43', CLAUDE_PROJECT_DIR: '/home/dev/proj' },
  qwen: { QWEN_CODE_SESSION_ID: 'b8024d6e-51fa-4c37-8e90-1d6f3a7c2b58' },
  copilot: { COPILOT_CLI: '1', PLUGIN_ROOT: '/p', CLAUDE_PLUGIN_ROOT: '/p' },
  cursor: {},
  kimi: {},
  qoder: { CLAUDE_PROJECT_DIR: '/home/dev/proj', QODER_PROJECT_DIR: '/home/dev/proj' },
  vscode: {},
};

const named = (name: string) =>
  recordedOf(name).filter((sent) => 'hook_event_name' in sent || 'hookEventName' in sent);

describe.each(Object.keys(ENVIRONMENTS))('%s', (name) => {
  it('is found from each of its payloads and its own environment', () => {
    for (const sent of named(name)) expect(detectHost(ENVIRONMENTS[name]!, sent)).toBe(name);
  });

  it('is found although another host started it in its shell', () => {
    for (const [other, env] of Object.entries(ENVIRONMENTS)) {
      // Where payload and transcript say nothing, what was set last cannot be told from what was inherited.
      if (other === 'copilot' || other === 'codex' || name === 'copilot') continue;
      for (const sent of named(name)) {
        expect(detectHost({ ...env, ...ENVIRONMENTS[name] }, sent), `${name} in ${other}`).toBe(name);
      }
    }
  });

  it('is believed where its own name is given', () => {
    for (const sent of named(name)) expect(hostBehind(name, ENVIRONMENTS[name]!, sent)).toBe(name);
    expect(hostBehind(name, {}, null)).toBe(name);
  });
});

describe('a file of hooks that another program reads', () => {
  it.each([
    ['claude-code', 'copilot'],
    ['claude-code', 'vscode'],
    ['claude-code', 'cursor'],
    ['claude-code', 'qoder'],
    ['copilot', 'vscode'],
  ])('that of %s, by %s', (file, reader) => {
    for (const sent of named(reader)) expect(hostBehind(file, ENVIRONMENTS[reader]!, sent)).toBe(reader);
  });

  it('does not make Claude Code in the shell of Copilot a Copilot', () => {
    for (const sent of named('claude-code'))
      expect(hostBehind('claude-code', ENVIRONMENTS['copilot']!, sent)).toBe('claude-code');
  });
});

it.each([
  ['cline', { hookName: 'TaskStart', taskId: 't' }],
  ['claude-code', null],
  ['claude-code', []],
  ['claude-code', { hook_event_name: 'SessionStart', session_id: 's' }],
])('%s: %o', (name, payload) => expect(detectHost({}, payload)).toBe(name));
