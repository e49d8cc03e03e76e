import { expect, it } from 'vitest';
import { conversation, locate, testDeps } from '../../../test/deps.ts';
import { preview } from '../answer/doors/preview.ts';
import { pin, unpin } from './pins.ts';

const here = locate('/work/radio');
const { scope } = here;
const DAY = 86_400_000;
const contents = (pins: readonly { content: string }[]) => pins.map(({ content }) => content);

it('of a person reach a session that starts beside the one that took them', async () => {
  const deps = testDeps();
  await pin(deps, scope, { content: 'The API is frozen', by: 'person' });
  deps.from('first');
  await conversation(deps, 'first')({ kind: 'session-start', source: 'startup' });
  deps.from('shell');
  await pin(deps, scope, { content: 'Ask before a release', by: 'person' });
  deps.from('first');
  await pin(deps, scope, { content: 'the agent noted this', by: 'agent' });
  deps.from('second');
  const { context } = await conversation(
    deps,
    'second',
  )({ kind: 'session-start', source: 'startup' });
  expect(context).toContain('The API is frozen');
  expect(context).toContain('Ask before a release');
  expect(context).not.toContain('the agent noted this');
  // A pin that a person lets go of goes from both sessions.
  deps.from('shell');
  await unpin(deps, scope, ['the api is frozen']);
  deps.from('third');
  const third = await conversation(deps, 'third')({ kind: 'session-start', source: 'startup' });
  expect(third.context).not.toContain('The API is frozen');
  expect(third.context).toContain('Ask before a release');
});

it('of a person do not come back through a session that runs beside the one that let them go', async () => {
  const deps = testDeps();
  for (const name of ['first', 'second']) {
    deps.from(name);
    await conversation(deps, name)({ kind: 'session-start', source: 'startup' });
  }
  deps.from('shell');
  await pin(deps, scope, { content: 'The API is frozen', by: 'person' });
  deps.from('first');
  await unpin(deps, scope, ['the api is frozen']);
  deps.from('third');
  const { context } = await conversation(
    deps,
    'third',
  )({ kind: 'session-start', source: 'startup' });
  expect(context ?? '').not.toContain('The API is frozen');
});

/** A session beside others, as a person opens one; what it holds from its beginning. */
async function begins(deps: ReturnType<typeof testDeps>, name: string): Promise<readonly string[]> {
  deps.from(name);
  const before = new Set((await deps.store.openSessions()).map(({ id }) => id));
  await conversation(deps, name)({ kind: 'session-start', source: 'startup' });
  const [head] = (await deps.store.openSessions()).filter(({ id }) => !before.has(id));
  return contents(await deps.store.pinsNow(head!.id));
}

async function pinsTen(deps: ReturnType<typeof testDeps>): Promise<void> {
  for (let i = 0; i < 10; i++) {
    deps.advance(1_000);
    await pin(deps, scope, { content: `pin ${i} of the tuner`, by: 'person', critical: i === 2 });
  }
}

it("of a person are every session's, however long ago they were made, and foreseen as that", async () => {
  const deps = testDeps();
  await begins(deps, 'left open');
  await pinsTen(deps);
  const ten = [...Array(10).keys()].map((i) => `pin ${i} of the tuner`);
  expect(await begins(deps, 'at once')).toEqual(ten);
  deps.advance(25 * DAY);
  expect(contents((await preview(deps, here)).pins)).toEqual(ten);
  expect(await begins(deps, 'later')).toEqual(ten);
});

it('are foreseen as they are given, where there is no room for all', async () => {
  const deps = testDeps({ 'pins.max': 3 });
  await begins(deps, 'first');
  const [first] = await deps.store.openSessions();
  for (const content of ['one', 'two', 'three']) {
    deps.advance(1_000);
    await pin(deps, scope, { content, by: 'person' });
  }
  await begins(deps, 'second');
  const second = (await deps.store.openSessions()).filter(({ id }) => id !== first!.id);
  await unpin(deps, scope, ['two'], second);
  await pin(deps, scope, { content: 'two', by: 'person' }, second);
  await unpin(deps, scope, ['one'], second);
  await pin(deps, scope, { content: 'a fuse', by: 'person', critical: true }, second);
  const foreseen = contents((await preview(deps, here)).pins);
  expect(foreseen).toContain('a fuse');
  expect(await begins(deps, 'third')).toEqual(foreseen);
});
