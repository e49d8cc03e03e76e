import type { SessionId } from '../../domain/ids.ts';
import { type History, isApart, type Relation, type Stood } from '../../domain/projects/history.ts';
import type { StandingSession } from '../../domain/restore/standing.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../deps.ts';

/** A working tree's line of history, opened when a question needs it. Whoever has one closes it. */
export interface TreeHistory {
  readonly present: Stood;
  /** Null outside of a repository, or where nobody answers for it. */
  history(): History | null;
  close(): void;
}

export function treeHistory(deps: Pick<Deps, 'locate' | 'history'>, { root }: Scope): TreeHistory {
  const { branch, head } = root === null ? NOWHERE : deps.locate(root);
  let opened: History | null | undefined;
  return {
    present: { branch, head },
    history: () => {
      opened ??= root === null ? null : deps.history(root);
      return opened;
    },
    close: () => opened?.close(),
  };
}

const NOWHERE: Stood = { branch: null, head: null };

/** How the end of a session stands to what is checked out. */
export interface SessionLine {
  readonly branch: string | null;
  readonly relation: Relation;
  /** The branch is no longer there: its commits may have come here under other names. */
  readonly isBranchGone: boolean;
  readonly isApart: boolean;
}

/** Where a session stood when it was last looked at; null where nobody looked. */
export function stoodAtEnd({ stopped }: Pick<StandingSession, 'stopped'>): Stood | null {
  return stopped === null || stopped.head === null ? null : { branch: stopped.branch, head: stopped.head };
}

/** The lines of sessions of one scope. What is not known counts as the same. */
export function linesOf(
  tree: TreeHistory,
  sessions: readonly StandingSession[],
): ReadonlyMap<SessionId, SessionLine> {
  const { present } = tree;
  const lines = new Map<SessionId, SessionLine>();
  if (present.head === null) return lines;
  const stood = sessions.flatMap((session) => {
    const at = stoodAtEnd(session);
    return at ? [{ id: session.id, at }] : [];
  });
  // Other branches first: they are what an answer changes something for, and there is not time for everything.
  const isElsewhere = (at: Stood) => at.branch !== null && at.branch !== present.branch;
  const inOrder = [
    ...stood.filter(({ at }) => isElsewhere(at)),
    ...stood.filter(({ at }) => !isElsewhere(at)),
  ];
  for (const { id, at } of inOrder) lines.set(id, lineOf(tree, at));
  return lines;
}

function lineOf(tree: TreeHistory, at: Stood): SessionLine {
  const { branch } = at;
  if (at.head === tree.present.head) return { branch, relation: 'same', isBranchGone: false, isApart: false };
  const history = tree.history();
  if (!history) return { branch, relation: 'unknown', isBranchGone: false, isApart: false };
  const lineage = history.lineageOf(at);
  return {
    branch,
    relation: lineage.relation,
    isBranchGone: branch !== null && lineage.tip === 'gone',
    isApart: isApart(at, lineage, tree.present),
  };
}
