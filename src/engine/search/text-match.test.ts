import { expect, it } from 'vitest';
import { conversation, locate, testDeps } from '../../../test/deps.ts';
import { NOBODY } from '../restore/preview.ts';
import { quotedPassages } from './passages.ts';
import { matchPrompt } from './text-match.ts';

const DAY = 86_400_000;
const ASKED = 'My lawyer Hutchinson wants the alimony spreadsheet recalculated by Thursday.';
const ANSWERED =
  'The alimony spreadsheet for Hutchinson is recalculated: the monthly sum is 1,840 and the arrears column was wrong before because the March payment stood twice.';
const PROMPT = 'Recalculate the alimony spreadsheet test fixture for Hutchinson, arrears column.';

type TestDeps = ReturnType<typeof testDeps>;

/** A session in a folder, or outside of any project, that ends. */
async function talked(deps: TestDeps, cwd: string | null, asked = ASKED): Promise<void> {
  deps.from('earlier');
  const says = conversation(deps, 'earlier', cwd as string);
  await says({ kind: 'session-start', source: 'startup' });
  await says({ kind: 'prompt', text: asked });
  await says({ kind: 'turn-end', reply: ANSWERED });
  await says({ kind: 'session-end', reason: null });
}

/** What a new session in the project hears at its start and with its first prompt. */
async function heard(deps: TestDeps): Promise<string> {
  deps.from('now');
  const says = conversation(deps, 'now');
  const start = await says({ kind: 'session-start', source: 'startup' });
  const prompt = await says({ kind: 'prompt', text: PROMPT });
  return `${start.context}\n${prompt.context}`;
}

it.each(['an hour', '20 days'])(
  'words from outside of any project are told in none, %s later',
  async (later) => {
    const deps = testDeps();
    await talked(deps, null);
    deps.advance(later === 'an hour' ? DAY / 24 : 20 * DAY);
    expect(await heard(deps)).not.toMatch(/March payment|earlier session|hutchinson/i);
  },
);

it('a correction from there is not told either', async () => {
  const deps = testDeps();
  await talked(deps, null, `${ASKED} No, don't send the draft to Umbrella yet.`);
  deps.advance(DAY / 24);
  expect(await heard(deps)).not.toMatch(/umbrella/i);
});

it('those of the project are', async () => {
  const deps = testDeps();
  await talked(deps, '/work/radio');
  deps.advance(20 * DAY);
  expect(await heard(deps)).toContain('March payment stood twice');
});

it('a session that is forgotten while it is looked for is left out', async () => {
  const deps = testDeps();
  await talked(deps, '/work/radio', PROMPT);
  deps.advance(20 * DAY);
  const store = { ...deps.store, sessionsNumbered: async () => new Map() };
  const found = async (from: Pick<TestDeps, 'store'>) => {
    const matches = await matchPrompt({ ...deps, ...from }, PROMPT, locate('/work/radio').scope.key, NOBODY);
    const best = await matches.best(deps.now(), 3);
    const strong = await matches.strong(deps.now(), 3);
    return [best, strong, await quotedPassages({ ...deps, ...from }, PROMPT, matches)];
  };
  for (const list of await found(deps)) expect(list).not.toEqual([]);
  expect(await found({ store })).toEqual([[], [], []]);
});
