import { describe, expect, it } from 'vitest';
import { pi } from './host.ts';

const SESSION = '01a1e072-0fea-73b1-ad9e-a8cdf7551527';
const common = { hostSessionId: SESSION, cwd: '/home/dev/proj', key: null, subagent: null };
const sent = (event: string, fields: object = {}) =>
  pi.parse({ event, sessionId: SESSION, cwd: '/home/dev/proj', ...fields });

describe('pi', () => {
  it.each([
    ['startup', 'startup'],
    ['resume', 'resume'],
    ['fork', 'fork'],
    ['new', 'clear'],
    ['reload', 'unknown'],
    [undefined, 'unknown'],
  ])('starts with %s as %s', (reason, source) => {
    expect(sent('session_start', { reason })).toEqual({ kind: 'session-start', ...common, source });
  });

  it('does not end a session whose extensions are loaded anew', () => {
    expect(sent('session_shutdown', { reason: 'reload' })).toBeNull();
    expect(sent('session_shutdown', { reason: 'new' })).toMatchObject({
      kind: 'session-end',
      reason: 'new',
    });
  });

  it('hears of compaction, and of words while the agent is at work', () => {
    expect(sent('session_before_compact')).toEqual({ kind: 'compacting', ...common });
    expect(sent('session_compact')).toEqual({ kind: 'compacted', ...common });
    expect(sent('input', { text: 'also the tests' })).toEqual({
      kind: 'prompt',
      ...common,
      text: 'also the tests',
    });
    expect(sent('before_agent_start', { prompt: ' ' })).toBeNull();
  });
});
