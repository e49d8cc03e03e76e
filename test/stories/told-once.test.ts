// Random lives of one conversation, by every road on which earlier work reaches its model, against the plainest idea of what that has.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/domain/base/time.ts';
import type { HostEvent } from '../../src/domain/facts/event.ts';
import type { Injection } from '../../src/domain/facts/sender.ts';
import { memoryContext } from '../../src/engine/answer/doors/context.ts';
import { recordOnly } from '../../src/engine/capture/record.ts';
import { handle } from '../../src/engine/engine.ts';
import { memoryLedgers } from '../../src/store/ledger/ledger-store.ts';
import { conversation, type TestDeps, testDeps } from '../deps.ts';
import { runs } from '../effort.ts';
import { NOTHING_DONE } from '../tool-use.ts';

const REPO = '/work/radio';
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
];
const TURNS = [1, 2, 3];
/** Replies of so many sentences: a short one is told whole or not at all, of a long one first a part. */
const LENGTHS = [1, 1, 14];

const sentencesOf = (matter: string, turn: number): readonly string[] =>
  Array.from(
    { length: LENGTHS[turn - 1]! },
    (_, i) => `The ${matter} ledger ends its step ${turn}.${i} with ${turn}0${i} ${matter} rows.`,
  );

/** A session for each matter, a day apart; the two newest are open in some way. */
async function withMatters(config: Parameters<typeof testDeps>[0]): Promise<TestDeps> {
  const plain = testDeps(config);
  // As the composition has it.
  const ledger = plain.config['ledger.persist'] ? plain.store.ledger : memoryLedgers();
  const deps: TestDeps = { ...plain, store: { ...plain.store, ledger } };
  for (const matter of MATTERS) {
    const say = conversation(deps, matter, REPO);
    await say({ kind: 'session-start', source: 'startup' });
    for (const turn of TURNS) {
      deps.advance(MINUTE);
      await say({ kind: 'prompt', text: `do step ${turn} of the ${matter} ledger` });
      const path = `${REPO}/src/${matter}.ts`;
      const changes = [{ path, kind: 'edit' as const, added: 'x', removed: 'y' }];
      await say({ kind: 'tool-use', use: { name: 'Edit', ...NOTHING_DONE, changes } });
      await say({ kind: 'turn-end', reply: sentencesOf(matter, turn).join(' ') });
    }
    await say({ kind: 'session-end', reason: 'exit' });
    deps.advance(DAY);
  }
  return deps;
}

const HOSTS: Readonly<Record<string, Injection>> = {
  'claude-code': { at: ['session-start', 'prompt', 'tool-use'], keeps: true, notice: true },
  cursor: { at: ['session-start', 'tool-use'], notAfterFailure: true, keeps: true },
  qwen: { at: ['session-start', 'prompt', 'tool-use'], keeps: 'with a prompt' },
};

const ASKS = [
  (matter: string) => `back to the ${matter} ledger`,
  (matter: string) => `what is missing in src/${matter}.ts?`,
  (matter: string) => `does the ${matter} ledger still end so?`,
  () => 'continue',
  () => 'rename the button',
];

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('prompt' as const),
      matter: fc.nat(MATTERS.length - 1),
      ask: fc.nat(ASKS.length - 1),
      // A process for each event, or one that lives.
      isCold: fc.boolean(),
      answer: fc.constantFrom('arrives', 'arrives', 'arrives', 'is lost', 'comes again'),
      isAnswered: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tool' as const), isCold: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('context' as const),
      matter: fc.nat(MATTERS.length - 1),
      isBare: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'compact' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'resume' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'kill' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Heard {
  /** Prompts so far. */
  readonly at: number;
  /** Characters of its turn in that answer. */
  readonly chars: number;
}

/** What the model has, and whether an answer repeats it. */
class Mind {
  #has = new Map<string, Heard>();
  /** What only the server of tools knows to be told. */
  #byTools = new Map<string, Heard>();
  prompts = 0;

  hear(text: string | null, by: 'everybody' | 'tools' = 'everybody'): void {
    if (text === null) return;
    for (const matter of MATTERS) {
      for (const turn of TURNS) {
        const told: readonly string[] = sentencesOf(matter, turn).filter((one) =>
          text.includes(one),
        );
        const chars = told.join(' ').length;
        for (const one of told) {
          const before =
            this.#has.get(one) ?? (by === 'tools' ? this.#byTools.get(one) : undefined);
          if (before !== undefined && this.prompts - before.at < 20 && chars < 1.4 * before.chars)
            expect.fail(`told again after ${this.prompts - before.at} prompts: ${one}\n\n${text}`);
        }
        const has = by === 'tools' ? this.#byTools : this.#has;
        for (const one of told) has.set(one, { at: this.prompts, chars });
      }
    }
  }

  forget(): void {
    this.#has = new Map();
    this.#byTools = new Map();
  }

  forgetTools(): void {
    this.#byTools = new Map();
  }
}

async function live(host: string, isKept: boolean, steps: readonly Step[]): Promise<void> {
  let deps = await withMatters({ 'ledger.persist': isKept });
  const injection = HOSTS[host]!;
  const source = { host, via: 'test', injection };
  let [names, keys, calls] = [0, 0, 0];
  let id = `now-${names++}`;
  const mind = new Mind();
  const send = async (event: object, isCold = false): Promise<string | null> => {
    const sent = { hostSessionId: id, cwd: REPO, key: null, subagent: null, ...event } as HostEvent;
    if (isCold && (await recordOnly(deps, source, sent))) return null;
    return (await handle(deps, source, sent)).context;
  };
  const start = async (how: 'startup' | 'resume' | 'compact') =>
    mind.hear(await send({ kind: 'session-start', source: how }));
  /** The server of tools is another process; only what is kept on the disk lives on. */
  const restart = () => {
    mind.forgetTools();
    if (!isKept) deps = { ...deps, store: { ...deps.store, ledger: memoryLedgers() } };
  };
  const ended = () => send({ kind: 'session-end', reason: 'exit' });

  await start('startup');
  for (const one of steps) {
    deps.advance(MINUTE);
    switch (one.do) {
      case 'prompt': {
        const text = ASKS[one.ask]!(MATTERS[one.matter]!);
        const event = { kind: 'prompt', text, key: `p${keys++}` };
        mind.prompts += 1;
        const first = await send(event, one.isCold);
        if (one.answer === 'arrives') mind.hear(first);
        if (one.answer === 'comes again') mind.hear(await send(event, one.isCold));
        if (one.isAnswered) await send({ kind: 'turn-end', reply: 'So.' });
        break;
      }
      case 'tool': {
        const use = { name: 'Bash', ...NOTHING_DONE, command: 'ls' };
        mind.hear(await send({ kind: 'tool-use', use, key: `t${calls++}` }, one.isCold));
        break;
      }
      case 'context': {
        const head = await deps.store.sessionOfHost(host, id);
        const asked = { conversation: head!.id, location: deps.locate(REPO), refresh: false };
        const query = `the ${MATTERS[one.matter]} ledger`;
        const { text } = await memoryContext(deps, { ...asked, query: one.isBare ? null : query });
        // Without a ledger on the disk what a tool told is known to its own process alone.
        mind.hear(text, isKept ? 'everybody' : 'tools');
        // Its host reports the call like any other.
        const use = { name: 'mcp__cortex__memory_context', ...NOTHING_DONE };
        mind.hear(await send({ kind: 'tool-use', use, key: `t${calls++}` }));
        break;
      }
      case 'compact':
        mind.forget();
        if (host === 'cursor') await send({ kind: 'compacted' });
        else await start('compact');
        break;
      case 'resume':
        await ended();
        restart();
        // A host that keeps only what came with a prompt is told all of it again.
        if (injection.keeps !== true) mind.forget();
        await start('resume');
        break;
      case 'kill':
        deps.dies('host');
        deps.from(`host ${names}`);
        id = `now-${names++}`;
        mind.forget();
        await start('startup');
        break;
      case 'restart':
        restart();
        break;
    }
  }
  expect(deps.failures).toEqual([]);
  deps.store.close();
}

describe.each(Object.keys(HOSTS))('a conversation in %s', (host) => {
  it.each([true, false])(
    'is told no sentence twice before it forgets (ledger on the disk: %s)',
    async (isKept) => {
      const lives = fc.array(step, { minLength: 8, maxLength: 40, size: 'max' });
      await fc.assert(
        fc.asyncProperty(lives, (steps) => live(host, isKept, steps)),
        { numRuns: runs(6, 40) },
      );
    },
  );
});
