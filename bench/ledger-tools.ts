import { join } from 'node:path';
import { engineDeps, openStore, openWorld } from '../src/compose.ts';
import type { SessionId } from '../src/domain/ids.ts';
import { HOUR, MINUTE } from '../src/domain/time.ts';
import { memoryContext } from '../src/engine/context/context.ts';
import type { Deps } from '../src/engine/deps.ts';
import { handle } from '../src/engine/engine.ts';
import { addMemory } from '../src/engine/memories/memories.ts';
import { memoriesOnce, searchOnce } from '../src/engine/search/found.ts';
import { claudeCode } from '../src/hosts/claude-code/host.ts';
import { makeRepository, scratchFolder } from '../test/scratch.ts';
import { passagesOf } from './ledger-passages.ts';

export interface RecordedSession {
  readonly sid: string;
  readonly start?: string;
  readonly user: readonly string[];
  readonly agent: readonly string[];
  readonly edited?: readonly string[];
}

/** Tokens of one tool's answers, with the ledger and without. */
export interface ToolTokens {
  readonly name: string;
  calls: number;
  without: number;
  with: number;
  withheld: number;
  /** What was saved of each conversation with more than one prompt, 0 to 1. */
  readonly shares: number[];
}

const SOURCE = { host: 'claude-code', via: 'bench' };
const MOST_QUESTION = 1500;

/**
 * Plays sessions through the product itself: its events, its store, its search. At each prompt the agent asks
 * memory_context, cortex_search and session_search with the prompt's words, each in a conversation of its own, or the first
 * would have said what the second is asked for; and each question is put once more by somebody without a ledger. What the agent wrote becomes its memories at the session's end.
 */
export async function replayTools(sessions: readonly RecordedSession[]): Promise<readonly ToolTokens[]> {
  const folder = scratchFolder();
  const repo = makeRepository(join(folder.path, 'project'));
  let now = 0;
  const world = { ...openWorld({ CORTEX_HOME: join(folder.path, 'home') }), now: () => now };
  const store = openStore(world);
  const deps: Deps = { ...engineDeps(world, store), exists: () => true };
  const { scope } = deps.locate(repo);
  const tools: ToolTokens[] = ['memory_context', 'cortex_search', 'session_search'].map((name) => ({
    name,
    calls: 0,
    without: 0,
    with: 0,
    withheld: 0,
    shares: [],
  }));

  const ask = async (ids: readonly [SessionId, SessionId, SessionId] | null, question: string) => {
    const [first, second, third] = ids ?? [null, null, null];
    const refresh = false;
    const location = deps.locate(repo);
    const when = { timeZone: () => 'UTC' };
    const where = { scope, kinds: ['session', 'thread'] as const, limit: 5 };
    return [
      await memoryContext(deps, { conversation: first, location, query: question, refresh }),
      await memoriesOnce(deps, second, { question, scope, limit: 5, ...when }, { refresh }),
      await searchOnce(deps, third, { question, where, when }, { refresh }),
    ];
  };

  for (const [number, session] of sessions.entries()) {
    now = Math.max(now + HOUR, Date.parse(`${session.start ?? ''}Z`) || 0);
    const send = (event: string, more: object) => {
      const payload = { session_id: session.sid, cwd: repo, hook_event_name: event, ...more };
      return handle(deps, SOURCE, claudeCode.parse(payload)!);
    };
    await send('SessionStart', { source: 'startup' });
    const head = (await store.sessionOfHost(SOURCE.host, session.sid))!;
    const conversations = [
      head.id,
      `${head.id} memories` as SessionId,
      `${head.id} sessions` as SessionId,
    ] as const;
    const spent = tools.map(() => ({ without: 0, with: 0 }));
    for (const [turn, prompt] of session.user.entries()) {
      now += 5 * MINUTE;
      await send('UserPromptSubmit', { prompt, prompt_id: `${number}-${turn}` });
      const question = prompt.slice(0, MOST_QUESTION);
      const [without, within] = [await ask(null, question), await ask(conversations, question)];
      for (const [i, tool] of tools.entries()) {
        tool.calls++;
        tool.withheld += within[i]!.withheld.items;
        spent[i]!.without += without[i]!.tokens;
        spent[i]!.with += within[i]!.tokens;
      }
      await send('Stop', {
        last_assistant_message: session.agent[turn] ?? '',
        prompt_id: `${number}-${turn}`,
      });
    }
    for (const [i, path] of (session.edited ?? []).entries()) {
      const use = { tool_name: 'Edit', tool_input: { file_path: join(repo, path) }, tool_response: {} };
      await send('PostToolUse', { ...use, tool_use_id: `${number}-${i}` });
    }
    for (const { content } of passagesOf(session.sid, [], session.agent))
      await addMemory(deps, scope, { content, source: 'agent' }, [head]);
    await send('Stop', { last_assistant_message: session.agent.at(-1) ?? '', prompt_id: `${number}-end` });
    await send('SessionEnd', { reason: 'other' });
    for (const [i, tool] of tools.entries()) {
      const { without, with: used } = spent[i]!;
      tool.without += without;
      tool.with += used;
      if (session.user.length > 1 && without > 0) tool.shares.push(1 - used / without);
    }
  }
  store.close();
  folder.dispose();
  return tools;
}
