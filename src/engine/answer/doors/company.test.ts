import { expect, it } from 'vitest';
import { conversation, type TestDeps, testDeps, used } from '../../../../test/deps.ts';

/** A session that is told nothing, and whose first turn runs. */
async function atWork(deps: TestDeps) {
  deps.from('first');
  const first = conversation(deps, 'first');
  expect((await first({ kind: 'session-start', source: 'startup' })).context).toBeNull();
  await first({ kind: 'prompt', text: 'Rewrite the serial driver of the radio.' });
  return first;
}

it('a session that starts is told of one whose first turn still runs, and of none that nobody spoke in', async () => {
  const deps = testDeps();
  deps.from('idle');
  await conversation(deps, 'idle')({ kind: 'session-start', source: 'startup' });
  await atWork(deps);
  deps.advance(60_000);
  deps.from('second');
  const { context } = await conversation(
    deps,
    'second',
  )({ kind: 'session-start', source: 'startup' });
  expect(context).toMatch(/at work here now: \d+ \(.*\) Rewrite the serial driver/);
  expect(context?.match(/at work here now/g)).toHaveLength(1);
  // Its process is gone: it is recovered, and is no longer at work.
  deps.dies('first');
  deps.dies('second');
  deps.from('third');
  const third = await conversation(deps, 'third')({ kind: 'session-start', source: 'startup' });
  expect(third.context).not.toContain('at work here now');
});

it('a start reads the title of such a session, however much it did, and does not fold it', async () => {
  const deps = testDeps();
  const first = await atWork(deps);
  for (let i = 0; i < 20; i++) await first(used({ command: `make driver-${i}` }));
  const folded: unknown[] = [];
  const digestOf: typeof deps.store.digestOf = async (id) => {
    folded.push(id);
    return deps.store.digestOf(id);
  };
  deps.from('second');
  const watched = { ...deps, store: { ...deps.store, digestOf } };
  const { context } = await conversation(
    watched,
    'second',
  )({ kind: 'session-start', source: 'startup' });
  expect(context).toMatch(/at work here now: \d+ \(.*\) Rewrite the serial driver/);
  expect(folded).toEqual([]);
});

it('an open session that waits for its person is told as that, until it counts as an earlier one', async () => {
  const deps = testDeps();
  const first = await atWork(deps);
  await first({ kind: 'turn-end', reply: 'The driver is rewritten. Shall I remove the old one?' });
  const heardAfter = async (minutes: number, name: string) => {
    deps.advance(minutes * 60_000);
    deps.from(name);
    const told = conversation(deps, name);
    return (await told({ kind: 'session-start', source: 'startup' })).context;
  };
  expect(await heardAfter(1, 'soon')).toMatch(
    /at work here now: \d+ \(.*\) Rewrite the serial driver/,
  );
  const later = await heardAfter(9, 'later');
  expect(later).toMatch(
    /open here, waiting for its person: \d+ \(.*10m ago.*\) Rewrite the serial driver/,
  );
  expect(later).not.toContain('at work here now');
  const last = await heardAfter(25, 'last');
  expect(last).not.toContain('waiting for its person');
  expect(last).toContain('Shall I remove the old one?');
});
