import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openHome } from '../src/compose.ts';
import type { SessionId } from '../src/domain/ids.ts';
import { stripOwn } from '../src/domain/safe-text.ts';
import { type ContextRequest, memoryContext } from '../src/engine/context.ts';
import type { Deps } from '../src/engine/deps.ts';
import { memoriesOnce, searchOnce } from '../src/engine/found.ts';
import type { TokenCounter } from '../src/engine/ledger.ts';
import { addMemory, updateMemory } from '../src/engine/memories.ts';
import { note } from '../src/engine/threads.ts';
import { countTokens } from '../src/entries/tokenizer.ts';
import { told } from './agent.ts';
import { type Stage, useStage } from './stage.ts';

const NOW = '2026-11-15T10:00:00Z';
const REAL: TokenCounter = { count: countTokens, estimated: false };

let stage: Stage;
const agent = useStage('helios', NOW, (set) => {
  stage = set;
});

/** What the server does: the same home, in another process than the hooks. */
async function asServer<T>(work: (deps: Deps) => Promise<T>, now = NOW, env = {}): Promise<T> {
  const { deps, close } = openHome({ CORTEX_HOME: stage.home, CORTEX_NOW: now, ...env }, REAL).open();
  try {
    return await work(deps);
  } finally {
    close();
  }
}

async function conversationOf(deps: Deps, sessionId: string): Promise<SessionId> {
  return (await deps.store.sessionOfHost('claude-code', sessionId))!.id;
}

const asked = (deps: Deps, conversation: SessionId | null, more: Partial<ContextRequest> = {}) =>
  memoryContext(deps, {
    conversation,
    location: deps.locate(stage.repo),
    query: null,
    refresh: false,
    ...more,
  });

describe('a conversation with hooks and tools', () => {
  it('is told a memory once, and again after the model forgot it', async () => {
    const first = agent();
    await first.start();
    await first.run('memory', 'add', 'The antenna tuner needs 40 ms to settle.');
    await first.run('pin', 'ship on Friday', '--label', 'deadline');
    await first.prompt('tune the antenna');
    await first.stop();
    await first.end();

    const second = agent().at('2026-11-15T12:00:00Z');
    const preamble = told(await second.start())!;
    expect(preamble).toContain('40 ms to settle');
    const context = (more?: Partial<ContextRequest>) =>
      asServer(
        async (deps) => asked(deps, await conversationOf(deps, second.sessionId), more),
        '2026-11-15T12:01:00Z',
      );

    const after = await context();
    expect(after.text).not.toContain('40 ms');
    expect(after.text).not.toContain('ship on Friday');
    expect(after.memories).toMatchObject([{ content: null, alreadySent: true }]);
    expect(after.pins).toMatchObject([{ label: 'deadline', content: null, alreadySent: true }]);
    expect(after.withheld.items).toBeGreaterThanOrEqual(2);
    expect(after.text).toContain(`Withheld: ${after.withheld.items} items (${after.withheld.tokens} tokens)`);
    expect(after.text).toContain('refresh: true');

    await second.hook('PreCompact', { trigger: 'auto' });
    expect(told(await second.start('compact'))).toContain('40 ms to settle');
    await second.hook('PreCompact', { trigger: 'auto' });
    // The host reports a further compaction, and nothing was told since.
    const { text } = await asServer(async (deps) => {
      const id = await conversationOf(deps, second.sessionId);
      await deps.store.beginEpoch(id, { via: 'x', at: deps.now(), repeatMillis: 0 }, 'compaction');
      return asked(deps, id);
    });
    expect(text).toContain('40 ms to settle');
    expect(text).toContain('deadline: ship on Friday');
  });
});
