import type { Scope } from '../domain/scope.ts';
import { type CodeSection, codesOf } from '../domain/thread/codes.ts';
import { scopedPath } from '../domain/thread/scoped-path.ts';
import { EMPTY_THREAD, type ThreadFact } from '../domain/thread/thread.ts';
import type { Note } from '../domain/thread/thread-note.ts';
import { iso } from '../domain/time.ts';
import { note, recordWork, threadHere } from '../engine/thread/threads.ts';
import { asCortex, asText } from './checked.ts';
import type { Cortex } from './cortex.ts';
import { openCortex } from './open-cortex.ts';

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
export class SessionContextCapture {
  readonly #cortex: Cortex;

  constructor(cortex: Cortex = openCortex()) {
    this.#cortex = asCortex(cortex, 'new SessionContextCapture()');
  }

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

  /** A blocker is out of the way; by its words. */
  recordResolved(description: string): Promise<void> {
    return this.#note({ kind: 'resolved', text: description });
  }

  /** Sets the phase of the work. */
  recordPhase(phase: string): Promise<void> {
    return this.#note({ kind: 'phase', text: phase });
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

  /** @param filePath the file that it is in; with that, it leaves when the file does */
  recordFunction(funcName: string, filePath = ''): Promise<void> {
    const path = (root: string | null) => (filePath ? scopedPath(filePath, root, root) : '');
    return this.#work(({ root }) => ({ kind: 'function', name: funcName, path: path(root), by: 'agent' }));
  }

  /** @param phase instead of the one that was recorded */
  async toContext(phase?: string): Promise<ThreadContext> {
    const { deps } = await this.#cortex.open();
    const { scope } = deps.locate(null);
    const seen = await threadHere(deps, scope);
    const now = iso(deps.now());
    const codes = codesOf(seen?.thread ?? EMPTY_THREAD);
    /** In the order in which they are shown. */
    const lines = (name: CodeSection) =>
      [...codes[name]].sort((a, b) => a.place - b.place).map(({ text }) => text);
    return {
      id: seen?.head.id ?? null,
      scope: scope.label,
      projectPath: scope.root,
      phase: phase ?? seen?.thread.phase ?? null,
      completed: lines('done'),
      nextActions: lines('next'),
      decisions: lines('decisions'),
      blockers: lines('blockers'),
      filesModified: lines('files'),
      keyFunctions: lines('functions'),
      createdAt: seen ? iso(seen.head.createdAt) : now,
      lastAccessed: seen ? iso(seen.head.lastAccessed) : now,
      lastActivity: seen ? iso(seen.thread.lastActivity) : now,
      turnCount: seen?.thread.turns ?? 0,
      status: seen?.head.status ?? 'active',
    };
  }

  async #note(said: Note): Promise<void> {
    asText(said.text, 'SessionContextCapture', 'words to record');
    const { deps } = await this.#cortex.open();
    await note(deps, deps.locate(null).scope, said, 'agent');
  }

  async #work(fact: (scope: Scope) => ThreadFact): Promise<void> {
    const { deps } = await this.#cortex.open();
    const { scope } = deps.locate(null);
    await recordWork(deps, scope, [fact(scope)]);
  }
}
