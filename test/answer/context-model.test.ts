import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SessionId } from '../../src/domain/base/ids.ts';
import { estimateTokens } from '../../src/domain/base/text/tokens.ts';
import { MINUTE } from '../../src/domain/base/time.ts';
import { memoryContext } from '../../src/engine/answer/doors/context.ts';
import type { Deps } from '../../src/engine/base/deps.ts';
import { openFor } from '../../src/engine/capture/open.ts';
import { addMemory, updateMemory } from '../../src/engine/memories/memories.ts';
import { memoriesOnce } from '../../src/engine/search/found.ts';
import { testDeps } from '../deps.ts';
import { runs } from '../effort.ts';

/** Random conversations with the tools against the plainest idea of what the model has: the text it was given last. */

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('context' as const),
      query: fc.option(fc.constantFrom('alpha', 'beta', 'gamma alpha')),
      tokens: fc.constantFrom(220, 300, 3000),
      refresh: fc.nat(5).map((n) => n === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('search' as const),
      question: fc.option(fc.constantFrom('alpha', 'beta')),
      refresh: fc.nat(7).map((n) => n === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('add' as const), word: fc.nat(2), long: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 20, 31) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function live(steps: readonly Step[]): Promise<void> {
  const repo = '/work/radio';
  let now = Date.parse('2026-11-15T10:00:00Z');
  const deps: Deps = { ...testDeps(), now: () => now };
  const { store } = deps;
  const location = deps.locate(repo);
  const common = { hostSessionId: 'm', cwd: repo, key: null, subagent: null };
  const event = { kind: 'session-start', source: 'startup', ...common } as const;
  const conversation: SessionId = (await openFor(deps, { host: 'mcp', via: 'mcp' }, event, null))
    .head.id;

  let mind = new Map<string, string>();
  let last = now;
  const ids: string[] = [];
  let version = 0;
  const enter = (refresh: boolean) => {
    if (refresh || now - last > 30 * MINUTE) mind = new Map();
    last = now;
  };
  const hear = (
    memories: readonly {
      id: string;
      content: string | null;
      alreadySent: boolean;
      replaces: string | null;
    }[],
    contents: ReadonlyMap<string, string>,
    isAskedAgain = false,
  ) => {
    for (const { id, content, alreadySent, replaces } of memories) {
      if (alreadySent) {
        expect(content).toBeNull();
        // What it has is what there is now, or the part of it that an answer of this size holds.
        const had = mind.get(id)!;
        expect(had === contents.get(id) || contents.get(id)!.startsWith(had.slice(0, -1))).toBe(
          true,
        );
        continue;
      }
      const isHad = content === mind.get(id);
      expect(isHad && !isAskedAgain).toBe(false);
      expect(replaces !== null).toBe(mind.has(id) && !isHad);
      mind.set(id, content!);
    }
  };
  const stored = async () => {
    const all = await store.memories({ now, limit: 100 });
    return new Map(all.map(({ id, content }) => [id, content]));
  };

  for (const one of steps) {
    switch (one.do) {
      case 'context': {
        const { query, tokens, refresh } = one;
        enter(refresh);
        const answer = await memoryContext(deps, {
          conversation,
          location,
          query,
          tokens,
          refresh,
        });
        expect(answer.tokens).toBeLessThanOrEqual(tokens);
        expect(answer.tokens).toBe(estimateTokens(answer.text));
        hear(answer.memories, await stored());
        for (const { content, alreadySent } of answer.memories)
          if (!alreadySent) expect(answer.text).toContain(content!);
        break;
      }
      case 'search': {
        // Asking for these again makes nothing else forgotten.
        enter(false);
        const { question, refresh } = one;
        const asked = { question, scope: location.scope };
        const { memories } = await memoriesOnce(deps, conversation, asked, { refresh });
        if (refresh) expect(memories.every(({ alreadySent }) => !alreadySent)).toBe(true);
        hear(memories, await stored(), refresh);
        break;
      }
      case 'add': {
        const word = ['alpha', 'beta', 'gamma'][one.word]!;
        const content =
          `${word} ${version++} ${one.long ? `${word} goes on `.repeat(60) : ''}`.trim();
        const added = await addMemory(deps, location.scope, { content, source: 'agent' }, []);
        if (added.kind === 'added') ids.push(added.memory.id);
        break;
      }
      case 'change': {
        const id = ids[one.which % Math.max(1, ids.length)];
        if (id) await updateMemory(deps, id, { content: `alpha changed ${version++}` }, []);
        break;
      }
      case 'compact':
        await store.beginEpoch(conversation, { via: `v${version++}`, at: now, repeatMillis: 0 });
        mind = new Map();
        last = now;
        break;
      case 'wait':
        now += one.minutes * MINUTE;
        break;
    }
    now += 1000;
  }
  store.close();
}

it('no tool sends what the model has, and none withholds what it has not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), live),
    {
      numRuns: runs(6, 300),
    },
  );
});
