import { describe, expect, it } from 'vitest';
import { claudeCode as host } from '../../hosts/claude-code/host.ts';
import { hookCommand, wiringOf } from './connection.ts';
import type { Cli } from './context.ts';

function cli(more: {
  settings?: string | null;
  present?: readonly string[];
  node?: string;
  script?: string;
}): Cli {
  return {
    program: { node: more.node ?? '/usr/bin/node', script: more.script ?? '/opt/my cortex/cortex.cjs' },
    userHome: () => '/home/ada',
    readText: (path: string) => (path === '/home/ada/.claude/settings.json' ? (more.settings ?? null) : null),
    look: (path: string) => (more.present?.includes(path) ? { kind: 'file' } : null),
  } as unknown as Cli;
}

const settings = (command: string) =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });

describe('the wiring of a host', () => {
  const command = hookCommand(cli({}), host);

  it('is seen where its settings call Cortex', () => {
    const present = ['/usr/bin/node', '/opt/my cortex/cortex.cjs'];
    expect(wiringOf(cli({ settings: settings(command), present }), host)).toMatchObject({
      commands: [command],
      missing: [],
    });
    expect(wiringOf(cli({ settings: settings('cortex hook claude-code') }), host).commands).toHaveLength(1);
  });

  it('is broken where they name what is gone', () => {
    const found = wiringOf(cli({ settings: settings(command), present: ['/usr/bin/node'] }), host);
    expect(found.missing).toEqual(['/opt/my cortex/cortex.cjs']);
  });

  it.each([
    ['no settings', null],
    ['empty settings', ''],
    ['other hooks', settings('echo hook claude-code')],
    ['another host', settings('cortex hook claude-code-next')],
  ])('is not there with %s', (_name, text) => {
    expect(wiringOf(cli({ settings: text }), host)).toMatchObject({ commands: [], unreadable: false });
  });

  it('is unknown where the settings are no JSON', () => {
    expect(wiringOf(cli({ settings: '{' }), host).unreadable).toBe(true);
  });
});
