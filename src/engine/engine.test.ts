import { expect, it } from 'vitest';
import { conversation, locate, testDeps, used } from '../../test/deps.ts';
import { HOUR } from '../domain/time.ts';
import { pin } from './pins/pins.ts';

const { scope } = locate('/work/radio');
const todos = (...items: [text: string, status: 'pending' | 'completed'][]) =>
  used({
    name: 'TodoWrite',
    todos: { whole: true, items: items.map(([text, status]) => ({ id: null, text, status })) },
  });
const wrote = (path: string) =>
  used({ name: 'Write', changes: [{ path, kind: 'write', added: 'x', removed: null }] });

it('an ended session is told to the next one, and a finished task is not', async () => {
  const deps = testDeps();
  const first = conversation(deps, 'first');
  expect(await first({ kind: 'session-start', source: 'startup' })).toMatchObject({ context: null });
  await first({ kind: 'prompt', text: 'Wire the CAT driver of the ft991a' });
  await pin(deps, scope, { content: 'use /dev/ttyUSB0', label: 'port' });
  await first(wrote('/work/radio/src/ft991a.ts'));
  await first(todos(['Test the cable', 'pending'], ['Order the cable', 'completed']));
  await first({ kind: 'turn-end', reply: 'Done.' });
  await first({ kind: 'session-end', reason: 'other' });
  expect(deps.mirrors.at(-1)).toMatchObject({ host_session_id: 'first', turn_count: 1 });

  deps.advance(48 * HOUR);
  const { context } = await conversation(deps, 'second')({ kind: 'session-start', source: 'startup' });
  expect(context).toContain('port: use /dev/ttyUSB0');
  expect(context).toContain('Test the cable');
  expect(context).toContain('ft991a');
  expect(context).not.toContain('Order the cable');
  expect(deps.failures).toEqual([]);
});

it('a session whose host died is recovered when the next one starts', async () => {
  const deps = testDeps();
  deps.from('crashing');
  const first = conversation(deps, 'first');
  await first({ kind: 'session-start', source: 'startup' });
  await first({ kind: 'prompt', text: 'Wire the CAT driver' });
  await pin(deps, scope, { content: 'use /dev/ttyUSB0' });
  deps.dies('crashing');

  deps.from('next');
  deps.advance(HOUR);
  const { context } = await conversation(deps, 'second')({ kind: 'session-start', source: 'startup' });
  expect(context).toContain('use /dev/ttyUSB0');
  expect(deps.mirrors).toMatchObject([{ host_session_id: 'first', crash_recovered: true }]);
});

it('a session whose host lives keeps what is its own', async () => {
  const deps = testDeps();
  deps.from('one');
  await conversation(deps, 'first')({ kind: 'session-start', source: 'startup' });
  await pin(deps, scope, { content: 'mine' });
  deps.from('other');
  const { context } = await conversation(deps, 'second')({ kind: 'session-start', source: 'startup' });
  expect(context).toBeNull();
  expect(deps.mirrors).toEqual([]);
});

it('nothing is captured while it is switched off', async () => {
  const deps = testDeps({ 'session_persistence.enabled': false });
  await conversation(deps)({ kind: 'session-start', source: 'startup' });
  expect(await deps.store.sessionOfHost('claude-code', 'one')).toBeNull();
});
