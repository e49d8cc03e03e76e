import type { Scope } from '../../domain/base/scope.ts';
import { contentWords, findByWords } from '../../domain/base/text/near.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import {
  type Author,
  EMPTY_THREAD,
  factOfNote,
  type Note,
  type ThreadBlocker,
  type ThreadFact,
  type ThreadFactOf,
} from '../../domain/threads/thread.ts';
import { blockerKey, foldThread } from '../../domain/threads/thread-fold.ts';
import { todoTaskId } from '../../domain/todos/todo.ts';
import type { SessionHead, ThreadHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { meantSessions } from '../presence/target.ts';
import { findActiveThread } from '../threads/idle.ts';
import { recordThreadWork } from '../threads/threads.ts';
import { closeTask, tasksNow, workMeant } from './open-tasks.ts';

/** The outcome of a note. */
export type Noting =
  | {
      readonly kind: 'noted';
      /** Null if work was dropped in a scope without a thread. */
      readonly thread: ThreadHead | null;
      /** Texts of the items that it closed. */
      readonly closed: readonly string[];
    }
  /** The words match several open items or none: nothing was closed. */
  | { readonly kind: 'several' | 'nothing'; readonly open: readonly string[] };

/** Records what a person or an agent notes on purpose. */
export async function recordNote(
  deps: Deps,
  scope: Scope,
  said: Note,
  by: Author,
  sessions?: readonly SessionHead[],
): Promise<Noting> {
  const fact = factOfNote(said, by);
  if (!fact) return { kind: 'nothing', open: [] };
  const [safe] = redactStrings([fact], { strict: deps.config['redaction.strict'], kept: true });
  if (safe!.kind === 'done' || safe!.kind === 'dropped')
    return noteEnding(deps, scope, safe, sessions);
  if (safe!.kind === 'blocker-resolved') return noteResolved(deps, scope, safe, sessions);
  return noteOutcome(await recordThreadWork(deps, scope, [safe!], sessions));
}

function noteOutcome(thread: ThreadHead | null, closed: readonly string[] = []): Noting {
  return thread ? { kind: 'noted', thread, closed } : { kind: 'nothing', open: [] };
}

/** Records that work is done or dropped, and removes it from next actions and open tasks. */
async function noteEnding(
  deps: Deps,
  scope: Scope,
  fact: ThreadFactOf<'done' | 'dropped'>,
  sessions?: readonly SessionHead[],
): Promise<Noting> {
  const { kind: how, text, by } = fact;
  const meant = await workMeant(deps, scope, text);
  // One or two words of a long title may also mean other work.
  const fits = ({ title }: { readonly title: string }) =>
    how === 'dropped' || contentWords(text).length * 2 >= contentWords(title).length;
  if (meant.kind === 'one' && fits(meant.found)) {
    const [session = null] = sessions ?? (await meantSessions(deps, scope));
    await closeTask(deps, scope, meant.found, { how, by, session });
    const thread =
      (await findActiveThread(deps, scope))?.head ??
      (await recordThreadWork(deps, scope, [fact], sessions));
    return { kind: 'noted', thread, closed: [meant.found.title] };
  }
  if (meant.kind === 'several' && meant.candidates.some(fits))
    return { kind: 'several', open: meant.candidates.map(({ title }) => title) };
  if (how === 'dropped')
    return { kind: 'nothing', open: (await tasksNow(deps, scope)).told.map(({ title }) => title) };
  // Unplanned work is recorded as done too.
  const thread = await recordThreadWork(deps, scope, [fact], sessions);
  await deps.store.dismiss(scope.key, 'task', [todoTaskId(text)], deps.now());
  return noteOutcome(thread);
}

/** Resolves the blocker with a given identity or similar words. */
async function noteResolved(
  deps: Deps,
  scope: Scope,
  fact: ThreadFactOf<'blocker-resolved'>,
  sessions?: readonly SessionHead[],
): Promise<Noting> {
  const seen = await findActiveThread(deps, scope);
  const open = (seen?.thread.blockers ?? []).filter(({ resolved }) => !resolved);
  const ended = endedBy(open, fact);
  if (ended.length > 0)
    return noteOutcome(
      await recordThreadWork(deps, scope, [fact], sessions),
      ended.map(({ text }) => text),
    );
  const meant = findByWords(fact.identity, open, ({ type, text }) => [text, `${type}: ${text}`]);
  if (meant.kind !== 'one') {
    const named = meant.kind === 'several' ? meant.candidates : open;
    return {
      kind: meant.kind === 'several' ? 'several' : 'nothing',
      open: named.map(({ text }) => text),
    };
  }
  const exact = { ...fact, identity: blockerKey(meant.found) };
  return noteOutcome(await recordThreadWork(deps, scope, [exact], sessions), [meant.found.text]);
}

/** The blockers that a fact would resolve, according to the fold. */
function endedBy(open: readonly ThreadBlocker[], fact: ThreadFact): readonly ThreadBlocker[] {
  const recorded = { seq: 0, at: 0, sessionId: null, fact };
  const after = foldThread({ ...EMPTY_THREAD, blockers: open }, [recorded]).blockers;
  return open.filter((_, i) => after[i]?.resolved);
}
