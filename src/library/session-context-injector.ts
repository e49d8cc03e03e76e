import { confidenceAt } from '../domain/memory.ts';
import { MEMORIES_HEADING, memoryLine } from '../domain/memory-lines.ts';
import type { Scope } from '../domain/scope.ts';
import { formatThread } from '../domain/thread/thread-format.ts';
import { fitLines } from '../domain/tokens.ts';
import type { Deps } from '../engine/deps.ts';
import { recentMemories } from '../engine/memories.ts';
import { complete, threadHere, touchThread } from '../engine/threads.ts';
import type { Cortex } from './cortex.ts';
import { scopeNamed } from './scope.ts';

/** The codes of a thread, ready for a model. */
export interface InjectionPackage {
  /** One code a line, within the budget. */
  readonly codes: string;
  /** An estimate that is not below the true count. */
  readonly tokenCount: number;
  /** The id of the thread. */
  readonly sessionId: string;
  /** `global`, or `project:<name>`. */
  readonly scope: string;
}

/** Gives a new session the thread of its scope, as codes: no prose, no model. */
export class SessionContextInjector {
  readonly #cortex: Cortex;

  constructor(cortex: Cortex) {
    this.#cortex = cortex;
  }

  /**
   * The active thread; null where there is none. One that nobody used for a week is archived instead.
   * @param scope `global` or `project:<name>`; that of the working directory where it is not said
   */
  async inject(scope?: string): Promise<InjectionPackage | null> {
    const { deps } = await this.#cortex.open();
    const place = await scopeNamed(deps, scope);
    return place && threadIn(deps, place);
  }

  /** What is known of a scope: its memories, then its thread. Empty where there is nothing. */
  async injectAll(scope?: string): Promise<string> {
    const { deps } = await this.#cortex.open();
    const place = await scopeNamed(deps, scope);
    if (!place) return '';
    const parts = [await memoriesIn(deps, place), (await threadIn(deps, place))?.codes];
    return parts.filter(Boolean).join('\n\n');
  }

  /** The work is done: its thread is archived, and the next work opens another. */
  async markComplete(scope?: string): Promise<void> {
    const { deps } = await this.#cortex.open();
    const place = await scopeNamed(deps, scope);
    if (place) await complete(deps, place);
  }
}

async function threadIn(deps: Deps, scope: Scope): Promise<InjectionPackage | null> {
  const seen = await threadHere(deps, scope);
  if (!seen) return null;
  const { text, tokens } = formatThread(seen.thread, deps.config['threads.token_budget'], scope.label);
  if (text === '') return null;
  await touchThread(deps, seen.head.id);
  return { codes: text, tokenCount: tokens, sessionId: seen.head.id, scope: scope.label };
}

async function memoriesIn(deps: Deps, scope: Scope): Promise<string> {
  const memories = await recentMemories(deps, { scope });
  if (memories.length === 0) return '';
  const lines = memories.map((memory) =>
    memoryLine({ ...memory, confidence: confidenceAt(memory, deps.now()) }),
  );
  return fitLines([MEMORIES_HEADING, ...lines], deps.config['threads.token_budget']).kept.join('\n');
}
