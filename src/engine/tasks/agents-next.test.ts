import { expect, it } from 'vitest';
import { conversation, locate, testDeps, used } from '../../../test/deps.ts';
import { note } from '../thread/threads.ts';
import { agentsNext } from './agents-next.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const here = locate('/work/radio');
const CHORE = 'Update the changelog for the release';
const LISTS = `The squelch fix is in.\n\nNext steps:\n- ${CHORE}\n- Tag the firmware image`;

/** A session that works and answers, one turn for each reply; it is ended by whoever wants that. */
async function works(deps: ReturnType<typeof testDeps>, name: string, replies: readonly string[]) {
  deps.from(name);
  const says = conversation(deps, name);
  await says({ kind: 'session-start', source: 'startup' });
  for (const reply of replies) {
    deps.advance(MINUTE);
    await says({ kind: 'prompt', text: 'Build the next release, with the squelch fix in it.' });
    await says(
      used({ changes: [{ path: '/work/radio/squelch.c', kind: 'edit', added: 'x', removed: 'y' }] }),
    );
    deps.advance(MINUTE);
    await says({ kind: 'turn-end', reply });
  }
  return says;
}

const closes = (deps: ReturnType<typeof testDeps>) =>
  note(deps, here.scope, { kind: 'done', text: CHORE }, 'agent');

it('a chore that was done before it was listed is due again', async () => {
  const deps = testDeps();
  const first = await works(deps, 'first', ['Release 1 is out.']);
  await closes(deps);
  await first({ kind: 'session-end', reason: null });
  deps.advance(2 * DAY);
  const second = await works(deps, 'second', [LISTS]);
  await second({ kind: 'session-end', reason: null });
  deps.advance(DAY / 2);
  expect((await agentsNext(deps, here))?.items).toEqual([CHORE, 'Tag the firmware image']);
  deps.from('third');
  const { context } = await conversation(deps, 'third')({ kind: 'session-start', source: 'startup' });
  expect(context).not.toContain('no longer open');
});

it('so is one that the same session did before', async () => {
  const deps = testDeps();
  const says = await works(deps, 'only', ['Release 1 is out.']);
  await says(used({ todos: { whole: true, items: [{ id: null, text: CHORE, status: 'completed' }] } }));
  await works(deps, 'only', [LISTS]);
  await says({ kind: 'session-end', reason: null });
  expect((await agentsNext(deps, here))?.items).toContain(CHORE);
});

it('one that was closed after it was listed is not, also where the session talked on', async () => {
  const deps = testDeps();
  const says = await works(deps, 'only', [LISTS]);
  deps.advance(MINUTE);
  await closes(deps);
  deps.advance(MINUTE);
  await says({ kind: 'prompt', text: 'Please explain which image the tag is for.' });
  deps.advance(MINUTE);
  await says({ kind: 'turn-end', reply: 'It is for the image of the handheld.' });
  await says({ kind: 'session-end', reason: null });
  deps.advance(DAY);
  expect((await agentsNext(deps, here))?.items).toEqual(['Tag the firmware image']);
});
