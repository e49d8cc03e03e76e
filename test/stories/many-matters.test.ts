// Fifty matters on one branch: what is told of one of them is told of no other.
import { expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/domain/base/time.ts';
import { memoryContext } from '../../src/engine/answer/doors/context.ts';
import { conversation, type TestDeps, testDeps } from '../deps.ts';
import { some } from '../effort.ts';
import { NOTHING_DONE } from '../tool-use.ts';

const REPO = '/work/radio';
const BEGIN = ['ba', 'do', 'fi', 'gu', 'ke', 'lo', 'mi', 'nu', 'po', 'ra'];
const END = ['ltric', 'mbast', 'ndorf', 'rquin', 'stole'];
const MATTERS = BEGIN.flatMap((begin) => END.map((end) => begin + end));

const first = (matter: string) => `The ${matter} gauge is wired to pin ${matter.length * 7}.`;
/** Who goes on does not say the name again. */
const second = (matter: string) => `It works now, and rule ${matter}x is kept.`;

/** Two sessions for each matter, on one branch; all of them write in one file besides their own. */
async function withMatters(): Promise<TestDeps> {
  const deps = testDeps();
  const session = async (id: string, matter: string, asked: string, reply: string) => {
    const say = conversation(deps, id, REPO);
    await say({ kind: 'session-start', source: 'startup' });
    await say({ kind: 'prompt', text: asked });
    const changes = [`src/${matter}.ts`, 'CHANGELOG.md'].map((file) => ({
      path: `${REPO}/${file}`,
      kind: 'edit' as const,
      added: 'x',
      removed: 'y',
    }));
    await say({ kind: 'tool-use', use: { name: 'Edit', ...NOTHING_DONE, changes } });
    await say({ kind: 'turn-end', reply });
    await say({ kind: 'session-end', reason: 'exit' });
    deps.advance(5 * MINUTE);
  };
  for (const matter of MATTERS)
    await session(`${matter} 1`, matter, `wire up the ${matter} gauge`, first(matter));
  deps.advance(DAY);
  for (const matter of MATTERS)
    await session(`${matter} 2`, matter, 'ok, and the rest', second(matter));
  deps.advance(9 * DAY);
  return deps;
}

const othersIn = (text: string, own: string) =>
  MATTERS.filter((matter) => matter !== own && text.includes(matter));

it('is told alone: by a first prompt, by a later one, and by memory_context, with what went on without its name', async () => {
  const deps = await withMatters();
  for (const matter of some(
    [...new Set([MATTERS[0]!, MATTERS[24]!, MATTERS[49]!, ...MATTERS])],
    3,
  )) {
    const say = conversation(deps, `back to ${matter}`, REPO);
    await say({ kind: 'session-start', source: 'startup' });
    const prompt =
      (await say({ kind: 'prompt', text: `back to the ${matter} gauge, carry on` })).context ?? '';
    for (const words of [first(matter), second(matter)]) expect(prompt).toContain(words);
    expect(othersIn(prompt, matter)).toEqual([]);
    await say({ kind: 'session-end', reason: 'exit' });

    const later = conversation(deps, `later ${matter}`, REPO);
    await later({ kind: 'session-start', source: 'startup' });
    await later({ kind: 'prompt', text: 'rename the button' });
    await later({ kind: 'turn-end', reply: 'Renamed.' });
    const named =
      (await later({ kind: 'prompt', text: `what is missing in src/${matter}.ts?` })).context ?? '';
    expect(named).toContain(second(matter));
    expect(othersIn(named, matter)).toEqual([]);
    await later({ kind: 'session-end', reason: 'exit' });
    deps.advance(DAY);

    const location = deps.locate(REPO);
    const asked = { conversation: null, location, refresh: false, query: `the ${matter} gauge` };
    expect(othersIn((await memoryContext(deps, asked)).text, matter)).toEqual([]);
    deps.advance(DAY);
  }
});
