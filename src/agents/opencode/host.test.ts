import { describe, expect, it } from 'vitest';
import { opencode } from './host.ts';

const SESSION = 'ses_e1f7945c3ffeSLUHiIdBLpEpoX';
const CHILD = 'ses_e1f7945c3ffeChildSession01';
const common = { hostSessionId: SESSION, cwd: '/home/dev/proj', key: null, subagent: null };
const sent = (event: string, fields: object = {}) =>
  opencode.parse({
    event,
    sessionID: SESSION,
    parentID: null,
    directory: '/home/dev/proj',
    ...fields,
  });

const used = (tool: string, args: object, output: unknown = { output: 'said', metadata: {} }) =>
  sent('tool.execute.after', { input: { tool, callID: 'c1', args }, output });

describe('opencode', () => {
  it('takes the words of the person, and none that were added', () => {
    const parts = [
      { type: 'text', text: 'fix the login' },
      { type: 'text', text: 'Called the Read tool', synthetic: true },
      { type: 'file', url: 'data:' },
    ];
    expect(sent('chat.message', { output: { parts } })).toMatchObject({
      text: 'fix the login',
      key: null,
    });
    expect(sent('chat.message', { output: { parts: parts.slice(1) } })).toBeNull();
  });

  it('knows a command that failed from one that was broken off', () => {
    const ran = (exit: number | null) =>
      used('bash', { command: 'make' }, { output: 'x', metadata: { exit } });
    expect(ran(0)).toMatchObject({ use: { failed: false } });
    expect(ran(2)).toMatchObject({ use: { failed: true, output: 'x' } });
    expect(ran(null)).toMatchObject({ use: { failed: true, unfinished: true } });
  });

  it('ends nobody else with a subagent', () => {
    for (const event of ['session.deleted', 'session.compacted', 'dispose'])
      expect(sent(event, { sessionID: CHILD, parentID: SESSION })).toBeNull();
    expect(sent('session.deleted')).toEqual({ kind: 'session-end', ...common, reason: 'deleted' });
  });
});
