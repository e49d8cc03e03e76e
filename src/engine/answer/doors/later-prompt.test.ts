import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversation, type TestDeps, testDeps } from '../../../../test/deps.ts';
import { runs } from '../../../../test/effort.ts';
import { estimateTokens } from '../../../domain/base/text/tokens.ts';
import { DAY, MINUTE } from '../../../domain/base/time.ts';

const MATTERS = [
  'kestrel',
  'magnolia',
  'obsidian',
  'pelican',
  'quartz',
  'rhubarb',
  'sextant',
  'tamarind',
  'umbrella',
  'viaduct',
  'walnut',
  'zeppelin',
];
const TURNS = [1, 2, 3];

const sentence = (matter: string, turn: number) =>
  `The ${matter} ledger ends its step ${turn} with ${turn}00 ${matter} rows.`;

/** A session for each matter, a day apart. */
async function withMatters(config: Parameters<typeof testDeps>[0] = {}): Promise<TestDeps> {
  const deps = testDeps(config);
  for (const matter of MATTERS) {
    const say = conversation(deps, matter);
    await say({ kind: 'session-start', source: 'startup' });
    for (const turn of TURNS) {
      deps.advance(MINUTE);
      await say({ kind: 'prompt', text: `do step ${turn} of the ${matter} ledger` });
      await say({ kind: 'turn-end', reply: sentence(matter, turn) });
    }
    await say({ kind: 'session-end', reason: 'exit' });
    deps.advance(DAY);
  }
  return deps;
}

/** A running session that says what it is told. */
async function running(deps: TestDeps) {
  const say = conversation(deps, 'now');
  const texts = [(await say({ kind: 'session-start', source: 'startup' })).context];
  const prompt = async (text: string) => {
    deps.advance(MINUTE);
    const { context } = await say({ kind: 'prompt', text });
    await say({ kind: 'turn-end', reply: 'So.' });
    return context;
  };
  texts.push(await prompt('rename the button'));
  return { say, prompt, first: texts.join('\n') };
}

const ASKS = [
  (matter: string) => `back to the ${matter} ledger`,
  (matter: string) => `does the ${matter} still end so?`,
  (matter: string) => `carry on with ${matter}`,
];
const asking = fc.record({ matter: fc.nat(MATTERS.length - 1), ask: fc.constantFrom(...ASKS) });
const doing = fc.oneof(
  { weight: 6, arbitrary: asking },
  { weight: 3, arbitrary: fc.constant('continue') },
  { weight: 1, arbitrary: fc.constant('compacted') },
);

describe('what later prompts are told', () => {
  it.each([true, false])(
    'is no sentence twice in an epoch, but after 20 prompts (ledger: %s)',
    async (persist) => {
      await fc.assert(
        fc.asyncProperty(fc.array(doing, { minLength: 10, maxLength: 40 }), async (all) => {
          const deps = await withMatters({ 'ledger.persist': persist });
          const { say, prompt, first } = await running(deps);
          let told = new Map<string, number>();
          const note = (text: string, at: number) => {
            for (const one of MATTERS.flatMap((matter) =>
              TURNS.map((turn) => sentence(matter, turn)),
            )) {
              if (!text.includes(one)) continue;
              const before = told.get(one);
              if (before !== undefined) expect(at - before, one).toBeGreaterThanOrEqual(20);
              told.set(one, at);
            }
          };
          note(first, 0);
          for (const [i, one] of all.entries()) {
            if (one === 'compacted') {
              told = new Map();
              await say({ kind: 'compacted' });
              continue;
            }
            const text = typeof one === 'string' ? one : one.ask(MATTERS[one.matter]!);
            note((await prompt(text)) ?? '', i + 1);
          }
        }),
        { numRuns: runs(6, 100) },
      );
    },
  );

  it('stays under its ceiling over 200 prompts about 12 matters', async () => {
    const deps = await withMatters();
    const { prompt } = await running(deps);
    let [opened, named] = [0, 0];
    for (let i = 0; i < 200; i++) {
      const text = (await prompt(`back to the ${MATTERS[(i * 7) % MATTERS.length]} ledger`)) ?? '';
      if (text.includes('cortex show')) named += 1;
      else opened += estimateTokens(text);
      expect(estimateTokens(text)).toBeLessThanOrEqual(400);
    }
    expect(opened).toBeGreaterThan(0);
    expect(opened).toBeLessThanOrEqual(1_200);
    expect(named).toBeGreaterThan(0);
    expect(named).toBeLessThanOrEqual(MATTERS.length - 3);
  });

  it('names a matter in at most 40 tokens', async () => {
    const { prompt } = await running(await withMatters());
    const texts: string[] = [];
    for (const matter of MATTERS) texts.push((await prompt(`back to the ${matter} ledger`)) ?? '');
    const lines = texts.flatMap((text) =>
      text.split('\n').filter((line) => line.includes('cortex show')),
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(estimateTokens(line)).toBeLessThanOrEqual(40);
  });
});
