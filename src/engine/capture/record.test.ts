import { describe, expect, it } from 'vitest';
import { conversation, testDeps, used } from '../../../test/deps.ts';

const SECRET = `AKIA${'Q7RVZ2LMXPD4KJ5T'}`;
const RED = ` FAIL  src/tune.test.ts > tunes with ${SECRET}\nAssertionError: expected 1 to be 2\n Tests  1 failed | 3 passed (4)\n`;

async function ran(...runs: readonly Parameters<typeof used>[0][]) {
  const deps = testDeps();
  const say = conversation(deps);
  await say({ kind: 'prompt', text: 'make the tests of the tuner pass' });
  for (const run of runs) await say(used({ name: 'Bash', ...run }));
  await say({ kind: 'turn-end', reply: 'So.' });
  const { id } = (await deps.store.sessionOfHost('claude-code', 'one'))!;
  const tools = (await deps.store.factsOf(id)).flatMap(({ fact }) =>
    fact.kind === 'tool' ? [fact] : [],
  );
  return { tools, turn: (await deps.store.turnsOf(id))[0]! };
}

describe('a check that a tool ran', () => {
  it('is in the fact of the tool and in its turn: red with what fails, without secrets, then green', async () => {
    const { tools, turn } = await ran(
      { command: 'CI=1 npm test -- --reporter=dot', failed: true, output: RED },
      { command: 'npm test', output: 'Tests  4 passed (4)' },
    );
    expect(tools.map(({ check }) => check)).toEqual([
      { name: 'npm test', ok: false, failing: expect.stringContaining('tunes with [REDACTED]') },
      { name: 'npm test', ok: true },
    ]);
    expect(turn.runs).toEqual([{ name: 'npm test', outcomes: ['red', 'green'] }]);
  });

  it('is named though its output names no failure', async () => {
    const { tools, turn } = await ran({
      command: 'make check',
      failed: true,
      output: 'Exit code 2',
    });
    expect(tools[0]!.check).toEqual({ name: 'make check', ok: false });
    expect(turn.runs).toEqual([{ name: 'make check', outcomes: ['red'] }]);
  });

  it('is none where nothing was checked, or in another repository', async () => {
    const { tools } = await ran(
      { command: 'ls' },
      { command: 'cd /work/other && npm test', output: '' },
    );
    expect(tools.map((tool) => 'check' in tool)).toEqual([false, false]);
  });
});
