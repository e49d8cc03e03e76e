import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { person } from '../person.ts';

const { here, cortex, hook, session, json } = person();

const begin = (id: string, more: Record<string, unknown> = {}) =>
  hook({
    session_id: id,
    hook_event_name: 'SubagentStart',
    agent_id: 'a1',
    agent_type: 'Explore',
    ...more,
  });

const toldIn = (stdout: string) =>
  (
    JSON.parse(stdout) as {
      hookSpecificOutput: { hookEventName: string; additionalContext: string };
    }
  ).hookSpecificOutput;

it('tells a subagent the pins, rules and state of its session, each time, and leaves nothing', () => {
  mkdirSync(join(here.radio, 'src'));
  writeFileSync(join(here.radio, 'src', 'ft991a.ts'), 'x');
  session('one', 'In this repo, never commit to main. Tune the coupler.', { ends: false });
  cortex(['pin', 'Keep the PTT off in tests']);
  const [before] = json<SessionState[]>(['history']);
  const facts = () => cortex(['show', before!.session_id, '--facts', '--json']).stdout;
  const stored = facts();
  const { hookEventName, additionalContext } = toldIn(begin('one').stdout);
  expect(hookEventName).toBe('SubagentStart');
  expect(additionalContext).toContain('Keep the PTT off in tests');
  expect(additionalContext).toContain('never commit to main');
  expect(additionalContext).toContain('STATE:');
  expect(additionalContext).toContain('ft991a.ts');
  expect(additionalContext).not.toContain('LAST TIME');
  expect(toldIn(begin('one', { agent_id: 'a2' }).stdout).additionalContext).toBe(additionalContext);
  expect(facts()).toBe(stored);
});

it('says nothing where the session is unknown, has nothing, or restoring is off', () => {
  expect(begin('nobody')).toMatchObject({ status: 0, stdout: '' });
  hook({ session_id: 'new', hook_event_name: 'SessionStart', source: 'startup' });
  expect(begin('new').stdout).toBe('');
  cortex(['pin', 'Keep the PTT off in tests']);
  const off = { CORTEX_RESTORE_ENABLED: 'false' };
  const event = {
    session_id: 'new',
    hook_event_name: 'SubagentStart',
    agent_id: 'a1',
    agent_type: 'x',
  };
  expect(hook(event, { env: off, cwd: here.radio }).stdout).toBe('');
  expect(begin('new', { agent_type: '' }).stdout).toBe('');
  expect(begin('new').stdout).toContain('Keep the PTT off');
});
