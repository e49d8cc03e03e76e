import type { SessionId } from '../domain/base/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../domain/base/scope.ts';
import { scopedPath } from '../domain/base/scoped-path.ts';
import { estimateTokens } from '../domain/base/text/tokens.ts';
import { DAY, iso } from '../domain/base/time.ts';
import { type CodeSection, codesOf, formatThread } from '../domain/threads/codes.ts';
import { EMPTY_THREAD, type Note, type ThreadFact } from '../domain/threads/thread.ts';
import { memoryContext } from '../engine/answer/doors/context.ts';
import type { Deps } from '../engine/base/deps.ts';
import { recordNote } from '../engine/tasks/noting.ts';
import {
  completeThread,
  recordThreadWork,
  threadHere,
  touchThread,
} from '../engine/threads/threads.ts';
import type { Cortex } from './cortex.ts';
import { InHome, openCortex } from './open-cortex.ts';

/** The state of the work in a scope: a thread, as codes. */
export interface ThreadContext {
  /** Null where nothing was recorded yet. */
  readonly id: string | null;
  /** `global`, or `project:<name>`. */
  readonly scope: string;
  readonly projectPath: string | null;
  readonly phase: string | null;
  readonly completed: readonly string[];
  readonly nextActions: readonly string[];
  readonly decisions: readonly string[];
  readonly blockers: readonly string[];
  readonly filesModified: readonly string[];
  readonly keyFunctions: readonly string[];
  readonly createdAt: string;
  readonly lastAccessed: string;
  readonly lastActivity: string;
  readonly turnCount: number;
  readonly status: 'active' | 'archived';
}

/** Records work in the thread of the scope. All who work there share one thread; what is recorded twice is there once. */
export class SessionContextCapture extends InHome {
  /** Something is done; where it was a next action, it leaves those. */
  recordCompletion(action: string): Promise<void> {
    return this.#note({ kind: 'done', text: action });
  }

  /** Something is to be done. */
  recordNext(action: string): Promise<void> {
    return this.#note({ kind: 'next', text: action });
  }

  /** Something was decided; a later decision on the same subject takes its place. */
  recordDecision(choice: string, reason?: string): Promise<void> {
    return this.#note({ kind: 'decision', text: choice, reason: reason ?? null });
  }

  /** @param blockerType `need`, `race`, `unclear`, … */
  recordBlocker(blockerType: string, description: string): Promise<void> {
    return this.#note({ kind: 'blocker', type: blockerType, text: description });
  }

  /** A file was changed; one that is gone later is not told. */
  recordFileModified(filePath: string): Promise<void> {
    return this.#work(({ root }) => ({
      kind: 'file',
      path: scopedPath(filePath, root, root),
      how: 'edit',
      by: 'agent',
    }));
  }

  /** A function was written or changed. */
  recordFunction(funcName: string): Promise<void> {
    return this.#work(() => ({ kind: 'function', name: funcName, path: '', by: 'agent' }));
  }

  /** @param phase instead of the one that was recorded */
  async toContext(phase?: string): Promise<ThreadContext> {
    const { deps } = await this.cortex.open();
    const { scope } = deps.locate(null);
    const seen = await threadHere(deps, scope);
    const now = iso(deps.now());
    const lines = codesOf(seen?.thread ?? EMPTY_THREAD);
    const codes = (name: CodeSection) =>
      [...lines[name]].sort((a, b) => a.place - b.place).map(({ text }) => text);
    return {
      id: seen?.head.id ?? null,
      scope: scope.label,
      projectPath: scope.root,
      phase: phase ?? seen?.thread.phase ?? null,
      completed: codes('done'),
      nextActions: codes('next'),
      decisions: codes('decisions'),
      blockers: codes('blockers'),
      filesModified: codes('files'),
      keyFunctions: codes('functions'),
      createdAt: seen ? iso(seen.head.createdAt) : now,
      lastAccessed: seen ? iso(seen.head.lastAccessed) : now,
      lastActivity: seen ? iso(seen.thread.lastActivity) : now,
      turnCount: seen?.thread.turns ?? 0,
      status: seen?.head.status ?? 'active',
    };
  }

  async #note(said: Note): Promise<void> {
    const { deps } = await this.cortex.open();
    await recordNote(deps, deps.locate(null).scope, said, 'agent');
  }

  async #work(fact: (scope: Scope) => ThreadFact): Promise<void> {
    const { deps } = await this.cortex.open();
    const { scope } = deps.locate(null);
    await recordThreadWork(deps, scope, [fact(scope)]);
  }
}

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
export class SessionContextInjector extends InHome {
  /**
   * The active thread; null where there is none. One that nobody used for a week is archived instead.
   * @param scope `global` or `project:<name>`; that of the working directory where it is not said
   */
  async inject(scope?: string): Promise<InjectionPackage | null> {
    const { deps } = await this.cortex.open();
    const place = await scopeNamed(deps, scope);
    const seen = place && (await threadHere(deps, place));
    if (!place || !seen) return null;
    const text = formatThread(seen.thread, deps.config['threads.token_budget'], place.label);
    if (text === '') return null;
    await touchThread(deps, seen.head.id);
    return {
      codes: text,
      tokenCount: estimateTokens(text),
      sessionId: seen.head.id,
      scope: place.label,
    };
  }

  /**
   * The context of a scope, as `memory_context` gives it: pins, open tasks, the thread, memories. Empty if there is
   * nothing.
   * @param sessionId the session that is told: what it was shown already is withheld
   */
  async injectAll(scope?: string, sessionId?: string): Promise<string> {
    const { deps } = await this.cortex.open();
    const place = await scopeNamed(deps, scope);
    if (!place) return '';
    const answer = await memoryContext(deps, {
      conversation: (sessionId as SessionId | undefined) ?? null,
      location: { scope: place, branch: null, head: null },
      query: null,
      refresh: false,
    });
    const { thread, memories, pins, tasks } = answer;
    return thread || memories.length + pins.length + tasks.length > 0 ? answer.text : '';
  }

  /** The work is done: its thread is archived, and the next work opens another. */
  async markComplete(scope?: string): Promise<void> {
    const { deps } = await this.cortex.open();
    const place = await scopeNamed(deps, scope);
    if (place) await completeThread(deps, place);
  }
}

/** The context of a scope, as `SessionContextInjector.injectAll` gives it. */
export async function injectAll(
  scope?: string,
  cortex?: Cortex,
  sessionId?: string,
): Promise<string> {
  const home = cortex ?? openCortex();
  try {
    return await new SessionContextInjector(home).injectAll(scope, sessionId);
  } finally {
    if (!cortex) await home.close();
  }
}

/** The codes of the thread of a scope, which a new session is told, as `SessionContextInjector.inject` gives them; or null. */
export async function onSessionStart(scope?: string, cortex?: Cortex): Promise<string | null> {
  const home = cortex ?? openCortex();
  try {
    return (await new SessionContextInjector(home).inject(scope))?.codes ?? null;
  } finally {
    if (!cortex) await home.close();
  }
}

/** Enough for every project that anybody has. */
const MOST_THREADS = 1000;

/** The scope that a label names; null where it is unknown. Without a label, the one of the working directory. */
async function scopeNamed(deps: Deps, label: string | undefined): Promise<Scope | null> {
  const here = deps.locate(null).scope;
  if (label === undefined || label === here.label) return here;
  if (label === GLOBAL_SCOPE.label) return GLOBAL_SCOPE;
  const threads = (await deps.store.threadHistory(null, MOST_THREADS)).map(({ scope }) => scope);
  const named = [
    ...(await deps.store.scopesNamed(label)),
    ...threads.filter((one) => one.label === label),
  ];
  const scopes = [...new Map(named.map((scope) => [scope.key, scope])).values()];
  if (scopes.length <= 1) return scopes[0] ?? null;
  const places = scopes.map(({ root, key }) => root ?? key).sort();
  throw new Error(
    `${label} fits several projects (${places.join(', ')}); open Cortex with the cwd of one of them`,
  );
}

const IDLE_DAYS = 7;

/** Puts away threads that nobody works on any more. The library does nothing of this by itself. */
export class SessionCleanupManager extends InHome {
  /** Archives the threads that nobody used for so many days; returns how many. They can be resumed. */
  async cleanupIdle(days: number = IDLE_DAYS): Promise<number> {
    if (!(days >= 0)) throw new RangeError(`days is a number from 0 on, not ${days}`);
    const { deps } = await this.cortex.open();
    return deps.store.archiveIdleThreads(deps.now() - days * DAY);
  }
}
