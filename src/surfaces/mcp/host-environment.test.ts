import { describe, expect, it } from 'vitest';
import { clientName, hostOfClient, namedSessions, projectFolder } from './host-environment.ts';

const HOSTS = [
  'claude-code',
  'codex',
  'gemini',
  'qwen',
  'copilot',
  'vscode',
  'opencode',
  'pi',
  'cursor',
  'cline',
];

describe('the host of a client', () => {
  it.each([
    ['claude-code', 'claude-code'],
    ['codex-mcp-client', 'codex'],
    ['gemini-cli-mcp-client-cortex', 'gemini'],
    ['qwen-code-mcp-client', 'qwen'],
    ['GitHub Copilot', 'copilot'],
    ['opencode', 'opencode'],
    ['cursor-vscode', 'cursor'],
    ['Visual Studio Code', 'vscode'],
    ['Cline', 'cline'],
    // Another program of the same maker, and words that only hold a name.
    ['claude-ai', null],
    ['my-codexer', null],
    ['raspberry-pico', null],
    ['', null],
  ])('%s → %s', (client, host) => expect(hostOfClient(client, HOSTS)).toBe(host));
});

describe('the name of a client that no adapter knows', () => {
  it.each([
    ['Some Editor', 'mcp:some-editor'],
    ['../../x\u001b[31m<b>', 'mcp:..-..-x-31m-b'],
    ['x'.repeat(500), `mcp:${'x'.repeat(40)}`],
    ['', 'mcp:client'],
    ['名', 'mcp:client'],
  ])('%j → %s', (client, name) => expect(clientName(client)).toBe(name));
});

describe('what hosts tell in the environment', () => {
  it('the folder, by whoever knows best', () => {
    expect(projectFolder({})).toBeNull();
    expect(projectFolder({ CLAUDE_PROJECT_DIR: '' })).toBeNull();
    expect(projectFolder({ GEMINI_PROJECT_DIR: '/g', CLAUDE_PROJECT_DIR: '/c' })).toBe('/c');
    expect(projectFolder({ CLAUDE_PROJECT_DIR: '/c', CORTEX_PROJECT_DIR: '/mine' })).toBe('/mine');
  });

  it('the conversation, without those of a host that started this one', () => {
    const env = { CLAUDE_CODE_SESSION_ID: 'outer', COPILOT_AGENT_SESSION_ID: 'inner' };
    expect(namedSessions(env, 'copilot')).toEqual([{ host: 'copilot', id: 'inner' }]);
    expect(namedSessions(env, null).map(({ id }) => id)).toEqual(['outer', 'inner']);
    expect(namedSessions(env, 'codex')).toEqual([]);
  });
});
