import type { SessionId } from '../domain/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../domain/scope.ts';
import { formatThread } from '../domain/thread/codes.ts';
import { memoryContext } from '../engine/context/context.ts';
import type { Deps } from '../engine/deps.ts';
import { complete, threadHere, touchThread } from '../engine/thread/threads.ts';
import { asCortex } from './checked.ts';
import type { Cortex } from './cortex.ts';
import { openCortex } from './open-cortex.ts';

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

/** How much of a scope is told. */
export interface InjectOptions {
  /** The model no longer has what it was shown, as after a compaction: everything is told again. */
  readonly refresh?: boolean;
}

/** Gives a new session the thread of its scope, as codes: no prose, no model. */
export class SessionContextInjector {
  readonly #cortex: Cortex;

  constructor(cortex: Cortex = openCortex()) {
    this.#cortex = asCortex(cortex, 'new SessionContextInjector()');
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

  /**
   * The context of a scope, as `memory_context` gives it: pins, open tasks, the thread, memories. Empty if there is
   * nothing.
   * @param sessionId the session that is told: what it was shown already is withheld
   * @param refresh the model no longer has what it was shown: nothing is withheld
   */
  async injectAll(
    scope?: string,
    sessionId?: string,
    { refresh = false }: InjectOptions = {},
  ): Promise<string> {
    const { deps } = await this.#cortex.open();
    const place = await scopeNamed(deps, scope);
    if (!place) return '';
    const conversation = (sessionId as SessionId | undefined) ?? null;
    const location = { scope: place, branch: null, head: null };
    const answer = await memoryContext(deps, { conversation, location, query: null, refresh });
    const { thread, memories, pins, tasks } = answer;
    return thread || memories.length + pins.length + tasks.length > 0 ? answer.text : '';
  }

  /** The work is done: its thread is archived, and the next work opens another. */
  async markComplete(scope?: string): Promise<void> {
    const { deps } = await this.#cortex.open();
    const place = await scopeNamed(deps, scope);
    if (place) await complete(deps, place);
  }
}

/** The context of a scope, as `SessionContextInjector.injectAll` gives it. */
export async function injectAll(
  scope?: string,
  cortex?: Cortex,
  sessionId?: string,
  options?: InjectOptions,
): Promise<string> {
  const home = cortex ?? openCortex();
  try {
    return await new SessionContextInjector(home).injectAll(scope, sessionId, options);
  } finally {
    if (!cortex) await home.close();
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

/** Enough for every project that anybody has. */
const MOST_THREADS = 1000;

/** The scope that a label names; null where it is unknown. Without a label, the one of the working directory. */
async function scopeNamed(deps: Deps, label: string | undefined): Promise<Scope | null> {
  const here = deps.locate(null).scope;
  if (label === undefined || label === here.label) return here;
  if (label === GLOBAL_SCOPE.label) return GLOBAL_SCOPE;
  const threads = (await deps.store.threadHistory(null, MOST_THREADS)).map(({ scope }) => scope);
  const named = [...(await deps.store.scopesNamed(label)), ...threads.filter((one) => one.label === label)];
  const scopes = [...new Map(named.map((scope) => [scope.key, scope])).values()];
  if (scopes.length > 1) {
    const places = scopes
      .map(({ root, key }) => root ?? key)
      .sort()
      .join(', ');
    throw new Error(`${label} fits several projects (${places}); open Cortex with the cwd of one of them`);
  }
  return scopes[0] ?? null;
}
