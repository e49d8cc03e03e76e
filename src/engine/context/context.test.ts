import { expect, it } from 'vitest';
import { conversation, locate, testDeps } from '../../../test/deps.ts';
import { addMemory } from '../memories/memories.ts';
import { pin } from '../pins/pins.ts';
import { memoryContext } from './context.ts';

const location = locate('/work/radio');

it('says what is pinned and remembered, nothing of it twice, and all of it again on request', async () => {
  const deps = testDeps();
  await conversation(deps)({ kind: 'session-start', source: 'startup' });
  const head = await deps.store.sessionOfHost('claude-code', 'one');
  await pin(deps, location.scope, { content: 'PTT stays off', label: 'ptt' });
  await addMemory(
    deps,
    location.scope,
    { content: 'The rotor turns at 7 degrees a second', source: 'agent' },
    [],
  );
  const ask = (refresh = false) =>
    memoryContext(deps, { conversation: head!.id, location, query: null, refresh });

  const first = await ask();
  for (const said of ['PTT stays off', '7 degrees']) expect(first.text).toContain(said);
  const second = await ask();
  expect(second.text).toContain('Nothing new.');
  expect(second.withheld.items).toBe(2);
  expect((await ask(true)).text).toBe(first.text);
});

it('keeps to the tokens that were asked for, and counts what found no room', async () => {
  const deps = testDeps();
  for (let i = 0; i < 30; i++) {
    const content = `Antenna ${i} is tuned to ${i} MHz and stands on mast ${i * 7}`;
    await addMemory(deps, location.scope, { content, source: 'agent' }, []);
  }
  const request = { conversation: null, location, query: null, refresh: false, tokens: 200 };
  const { tokens, leftOut, memories } = await memoryContext(deps, request);
  expect(tokens).toBeLessThanOrEqual(200);
  expect(memories.length).toBeGreaterThan(0);
  expect(leftOut).toBeGreaterThan(0);
});
