import { sinceLine } from '../../domain/answer/since.ts';
import { redactText } from '../../domain/redact/redact.ts';
import type { SessionSnapshot } from '../../domain/restore/snapshot.ts';
import type { Scope } from '../../domain/scope.ts';
import { MINUTE, type Millis } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { commitsMade, stoodAtEnd, type TreeHistory } from './lineage.ts';

/** A switch writes its files before it is noted, to the second. */
const SWITCH = MINUTE;
const TICK = 2_000;

/** Changes of the working tree since a session stopped in it, as one line; nothing where there are none. */
export async function sinceThen(
  deps: Pick<Deps, 'store' | 'fileMark' | 'config'>,
  tree: TreeHistory,
  scope: Scope,
  session: SessionSnapshot | null,
): Promise<readonly string[]> {
  const { root } = scope;
  if (session === null || root === null || session.tree !== root || session.scopeKey !== scope.key) return [];
  const stood = stoodAtEnd(session);
  const hasMoved = stood !== null && tree.present.head !== null && stood.head !== tree.present.head;
  const movement = hasMoved ? (tree.history()?.since(stood, commitsMade(session)) ?? null) : null;
  const isBack = stood !== null && stood.head === tree.present.head;
  // A file that was committed is the same again after a switch to another branch and back.
  const isWrittenByGit = (path: string, at: Millis) =>
    isBack &&
    session.stopped?.touchedMore === 0 &&
    !session.stopped.touched.includes(path) &&
    (tree.history()?.arrivals() ?? []).some((arrival) => at >= arrival - SWITCH && at < arrival + TICK);
  const changed: string[] = [];
  const deleted: string[] = [];
  for (const { path, size, at } of await deps.store.leftFiles(session.id)) {
    const now = deps.fileMark(`${root}/${path}`);
    if (!now) deleted.push(path);
    else if (now.size !== size || (now.at !== at && !isWrittenByGit(path, now.at))) changed.push(path);
  }
  const line = sinceLine({ stood, present: tree.present, movement, changed, deleted });
  // People put anything into a commit's subject and the name of a branch, and what is told is stored.
  return line === null ? [] : [redactText(line, { strict: deps.config['redaction.strict'] })];
}
