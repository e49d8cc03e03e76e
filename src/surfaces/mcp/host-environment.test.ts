import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { allHosts } from '../../program/rooms/hosts.ts';
import { clientName, hostOfClient, namedSessions, projectFolder } from './desk.ts';

const HOSTS = allHosts();

describe('the host of a client', () => {
  // Another program of the same maker is none, nor are words that only hold a name.
  it.each(table<[string, string | null]>('hosts-of-clients'))('%s → %s', (client, host) =>
    expect(hostOfClient(client, HOSTS)).toBe(host),
  );
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
  const folder = (env: Record<string, string>, host: string | null = null) =>
    projectFolder(env, HOSTS, host);

  it('the folder, by whoever knows best', () => {
    expect(folder({})).toBeNull();
    expect(folder({ CLAUDE_PROJECT_DIR: '' })).toBeNull();
    expect(folder({ GEMINI_PROJECT_DIR: '/g', CLAUDE_PROJECT_DIR: '/c' })).toBe('/c');
    expect(folder({ GEMINI_PROJECT_DIR: '/g', CLAUDE_PROJECT_DIR: '/c' }, 'gemini')).toBe('/g');
    expect(folder({ CLAUDE_PROJECT_DIR: '/c' }, 'gemini')).toBe('/c');
    expect(folder({ CLAUDE_PROJECT_DIR: '/c', CORTEX_PROJECT_DIR: '/mine' }, 'claude-code')).toBe(
      '/mine',
    );
  });

  it('the conversation, without those of a host that started this one', () => {
    const env = { CLAUDE_CODE_SESSION_ID: 'outer', COPILOT_AGENT_SESSION_ID: 'inner' };
    expect(namedSessions(env, HOSTS, 'copilot')).toEqual([{ host: 'copilot', id: 'inner' }]);
    expect(namedSessions(env, HOSTS, null).map(({ id }) => id)).toEqual(['outer', 'inner']);
    expect(namedSessions(env, HOSTS, 'codex')).toEqual([]);
  });
});
